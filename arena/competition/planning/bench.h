// Who takes no part in a competition for the time being.
#ifndef ARENA_COMPETITION_PLANNING_BENCH_H_
#define ARENA_COMPETITION_PLANNING_BENCH_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// Matches whose faults may bench an entrant.
inline constexpr size_t kFaultWindow = 20;

// Why an entrant is benched. It follows from the log alone, so that the same
// one is known again after a restart.
struct Benching {
  uint32_t entrant = 0;
  // The result of the log, counted from 1, that benched it, and the first one
  // of those that count.
  uint32_t at = 0;
  uint32_t since = 0;
  // Its matches among them, and the faults in these.
  uint32_t matches = 0;
  uint32_t faults = 0;
};

// Knows who is benched for faults since which result, and who has come back.
//
// The result with which the last matches of an entrant (kFaultWindow at most)
// have `most_faults` faults benches it. What it does afterwards changes
// nothing, until it has come back and begins its next encounter: then all
// before is forgiven. Apart from that, an entrant may be suspended for reasons
// of others. A value; not thread-safe.
class Bench {
 public:
  Bench(int entrants, uint32_t most_faults)
      : most_faults_(most_faults), records_(entrants) {}

  // There is one more entrant.
  void AddEntrant() { records_.emplace_back(); }

  // ---- What the log tells, in its order ----
  // The next match that is over.
  void Log(const v1::CompetitionMatch& match);
  // The entrant begins an encounter.
  void Begin(uint32_t entrant);

  // ---- What others decide ----
  // Whoever is benched comes back.
  void Return(uint32_t entrant);
  // Another bench that knew so many results had these entrants on it,
  // ascending: those of the same results who are not among them have come back.
  void Follow(uint32_t log_position, absl::Span<const uint32_t> benched);
  void Suspend(uint32_t entrant, bool suspended);

  // ---- What follows ----
  // Whether the entrant may begin an encounter.
  bool MayPlay(uint32_t entrant) const;
  // Who is benched and has not come back, ascending by entrant.
  std::vector<Benching> benched() const;
  // The results that it knows.
  uint32_t log_position() const { return log_position_; }

 private:
  struct LoggedFaults {
    uint32_t at;
    uint32_t faults;
  };
  struct Record {
    // By match, the latest last.
    std::deque<LoggedFaults> faults;
    std::optional<Benching> benching;
    bool returned = false;
    bool suspended = false;

    bool sits() const { return benching.has_value() && !returned; }
  };

  void CountFaults(uint32_t entrant, uint32_t faults);

  uint32_t most_faults_;
  // By entrant.
  std::vector<Record> records_;
  uint32_t log_position_ = 0;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_BENCH_H_
