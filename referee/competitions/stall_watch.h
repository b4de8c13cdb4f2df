// Finds the entrants of a competition that hold matches and do not play them.
#ifndef REFEREE_COMPETITIONS_STALL_WATCH_H_
#define REFEREE_COMPETITIONS_STALL_WATCH_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/span.h"
#include "referee/store/competitions.h"

namespace arena::referee {

// How long to wait for an entrant that cannot begin a match. A bot has the same
// time by default to come back to a match.
inline constexpr absl::Duration kAbsencePatience = absl::Minutes(2);
// How long to wait for an entrant that plays elsewhere instead.
inline constexpr absl::Duration kBusyPatience = absl::Minutes(10);
// The longest pause.
inline constexpr absl::Duration kLongestPause = absl::Hours(1);

// Remembers since when matches have waited, and which entrants have played
// since then. The caller decides which entrant is to blame: of two entrants
// that wait for each other, one may be ready. A value; not thread-safe. Times
// are of one clock.
class StallWatch {
 public:
  // A match of the entrant is over, or under way.
  void NotePlayed(uint32_t entrant, absl::Time now) { played_[entrant] = now; }
  // All open matches of the competition.
  void Look(absl::Span<const OpenMatch> open, absl::Time now);
  // The entrants that have a match that has waited for so long, and that have
  // played no match in that time.
  std::set<uint32_t> HoldersFor(absl::Duration patience, absl::Time now) const;
  // The matches with one of these entrants that wait, by id.
  std::vector<std::string> WaitingOf(const std::set<uint32_t>& entrants) const;

  // The entrant holds up others: it gets no match for a while. The pause
  // doubles every time.
  void Pause(uint32_t entrant, absl::Time now);
  bool IsPaused(uint32_t entrant, absl::Time now) const;

 private:
  struct Waiting {
    absl::Time since;
    std::set<uint32_t> entrants;
  };
  struct Rest {
    absl::Time until;
    absl::Duration length;
  };

  // By match id.
  std::map<std::string, Waiting> waiting_;
  // When each entrant was last known to play.
  std::map<uint32_t, absl::Time> played_;
  std::map<uint32_t, Rest> rests_;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_STALL_WATCH_H_
