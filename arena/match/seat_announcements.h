// The possible and the made announcements of a seat, to judge announcements
// that come late or twice.
#ifndef ARENA_MATCH_SEAT_ANNOUNCEMENTS_H_
#define ARENA_MATCH_SEAT_ANNOUNCEMENTS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "arena/games/base/action.h"

namespace arena {

// Of one match, by decision. A value.
class SeatAnnouncements {
 public:
  // Notes the announcements that are possible now, in this decision; ascending.
  // Forgets the offers of earlier decisions.
  void NoteOffer(uint32_t decision, absl::Span<const Action> possible);
  void NoteMade(uint32_t decision, Action action);

  // Whether the action was possible at any time in this decision.
  bool Offered(uint32_t decision, Action action) const;
  bool Made(uint32_t decision, Action action) const;

 private:
  uint32_t decision_ = 0;
  std::vector<Action> offered_;  // ascending
  std::vector<std::pair<uint32_t, Action>> made_;
};

}  // namespace arena

#endif  // ARENA_MATCH_SEAT_ANNOUNCEMENTS_H_
