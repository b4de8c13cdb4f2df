// The entrants of a competition that do not take part at present.
#ifndef ARENA_COMPETITION_PAIRING_BENCH_H_
#define ARENA_COMPETITION_PAIRING_BENCH_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// The number of last matches whose faults may bench an entrant.
inline constexpr size_t kFaultWindow = 20;

// The reason why an entrant is benched. It follows from the log alone, so the
// bench finds the same benching after a restart.
struct Benching {
  uint32_t entrant = 0;
  // The result that benched the entrant, and the first result that counted for
  // the benching. Both are places in the log, from 1.
  uint32_t at = 0;
  uint32_t since = 0;
  // The matches that counted, and the faults in them.
  uint32_t matches = 0;
  uint32_t faults = 0;
};

// Knows which entrants are benched, since which result, and which are back.
//
// A result benches an entrant if the entrant's last matches (at most
// kFaultWindow, including this match) have `most_faults` faults. Later results
// change nothing until the entrant is back and begins its next encounter: then
// all its faults are forgiven. An entrant may also be suspended for reasons
// outside of the bench. A value; not thread-safe.
class Bench {
 public:
  Bench(int entrants, uint32_t most_faults)
      : most_faults_(most_faults), records_(entrants) {}

  // Adds the next entrant.
  void AddEntrant() { records_.emplace_back(); }

  // ---- What the log says, in its order ----
  // The next match that is over.
  void Log(const v1::CompetitionMatch& match);
  // The entrant begins an encounter.
  void Begin(uint32_t entrant);

  // ---- What others decide ----
  // Brings the entrant back if it is benched.
  void Return(uint32_t entrant);
  // Follows another bench, which knew this many results and held these
  // entrants, ascending. Brings back all other entrants that were benched by
  // then.
  void Follow(uint32_t log_position, absl::Span<const uint32_t> benched);
  void Suspend(uint32_t entrant, bool suspended);

  // ---- What follows ----
  // Whether the entrant may begin an encounter.
  bool MayPlay(uint32_t entrant) const;
  // The entrants that are benched and not back, ascending by entrant.
  std::vector<Benching> benched() const;
  // How many results the bench knows.
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

#endif  // ARENA_COMPETITION_PAIRING_BENCH_H_
