#include "arena/viewer/dealing.h"

#include <algorithm>
#include <vector>

#include "arena/core/check.h"
#include "arena/record/replay.h"

namespace arena::viewer {
namespace {

using Json = nlohmann::json;
using Outcomes = std::vector<Action>;

Outcomes OutcomesAt(const AnyState& state) {
  ActionList list;
  state->NumberedOutcomes(list);
  return {list.begin(), list.end()};
}

// What is left of the list where nothing comes back to it.
Outcomes Without(Outcomes outcomes, Action drawn) {
  const auto last = std::find(outcomes.rbegin(), outcomes.rend(), drawn);
  if (last != outcomes.rend()) outcomes.erase(std::next(last).base());
  return outcomes;
}

}  // namespace

absl::StatusOr<Json> DealingOf(const Record& record,
                               absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(Replay replay, Replay::Create(record, games));
  Json dealing = Json::array();
  Outcomes expected;
  int deal = -1;
  uint32_t draw = 0;
  uint32_t number = 0;
  for (; !replay.done(); replay.Next()) {
    const AnyState& state = replay.position();
    if (state->node() != Node::kChance) continue;
    const bool new_deal = state->DealIndex() != deal;
    if (new_deal) draw = 0;
    deal = state->DealIndex();
    Outcomes outcomes = OutcomesAt(state);
    if (new_deal || outcomes != expected) {
      dealing.push_back({{"number", number},
                         {"deal", deal},
                         {"draw", draw},
                         {"outcomes", outcomes}});
    }
    expected = Without(std::move(outcomes), replay.ply()[0].action);
    ++draw;
    ++number;
  }
  return dealing;
}

}  // namespace arena::viewer
