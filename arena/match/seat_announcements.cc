#include "arena/match/seat_announcements.h"

#include <algorithm>
#include <iterator>

#include "absl/algorithm/container.h"

namespace arena {

void SeatAnnouncements::NoteOffer(uint32_t decision,
                                  absl::Span<const Action> possible) {
  if (possible.empty()) return;
  if (decision != std::exchange(decision_, decision)) offered_.clear();
  std::vector<Action> both;
  std::set_union(offered_.begin(), offered_.end(), possible.begin(),
                 possible.end(), std::back_inserter(both));
  offered_ = std::move(both);
}

void SeatAnnouncements::NoteMade(uint32_t decision, Action action) {
  made_.push_back({decision, action});
}

bool SeatAnnouncements::Offered(uint32_t decision, Action action) const {
  return decision == decision_ && absl::c_binary_search(offered_, action);
}

bool SeatAnnouncements::Made(uint32_t decision, Action action) const {
  return absl::c_linear_search(made_, std::pair(decision, action));
}

}  // namespace arena
