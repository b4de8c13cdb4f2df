// How many matches a competition may begin now.
#ifndef REFEREE_COMPETITIONS_MATCH_PACE_H_
#define REFEREE_COMPETITIONS_MATCH_PACE_H_

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <utility>

#include "absl/time/time.h"

namespace arena::referee {

// At most so many matches in any minute. A value; not thread-safe. Times are of
// one clock and never go back.
class MatchPace {
 public:
  // 0: no limit.
  explicit MatchPace(uint32_t per_minute) : per_minute_(per_minute) {}

  bool limited() const { return per_minute_ > 0; }
  uint32_t Room(absl::Time now) {
    if (!limited()) return std::numeric_limits<uint32_t>::max();
    while (!begun_.empty() && now - begun_.front().first >= absl::Minutes(1)) {
      counted_ -= begun_.front().second;
      begun_.pop_front();
    }
    return per_minute_ - std::min(counted_, per_minute_);
  }
  void Note(uint32_t matches, absl::Time now) {
    if (!limited() || matches == 0) return;
    begun_.push_back({now, matches});
    counted_ += matches;
  }
  // The number of matches that have begun lately is unknown: assumes the most.
  void NoteUnknown(absl::Time now) { Note(per_minute_, now); }

 private:
  uint32_t per_minute_;
  // The matches that have begun within the last minute: when, and how many.
  std::deque<std::pair<absl::Time, uint32_t>> begun_;
  uint32_t counted_ = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_MATCH_PACE_H_
