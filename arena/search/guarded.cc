#include "arena/search/guarded.h"

#include <algorithm>
#include <utility>

namespace arena {

void AddSome(absl::Span<const Action> legal, int most, Rng& rng,
             ActionList& out) {
  std::vector<Action> actions(legal.begin(), legal.end());
  const size_t wanted = std::min(actions.size(), static_cast<size_t>(most));
  for (size_t i = 0; i < wanted; ++i) {
    if (wanted < actions.size()) {
      const size_t rest = actions.size() - i;
      std::swap(actions[i],
                actions[i + rng.Below(static_cast<uint32_t>(rest))]);
    }
    out.push_back(actions[i]);
  }
}

}  // namespace arena
