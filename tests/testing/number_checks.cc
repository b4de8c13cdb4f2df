// Checks of the numbers that actions have for programs that learn.
#include <algorithm>
#include <map>

#include "tests/testing/game_checks.h"

namespace arena {
namespace {

constexpr int kNumberLooks = 16;
// The texts of a long list are compared in part.
constexpr uint32_t kTexts = 100;

absl::Status CheckList(const AnyState& state, Seat seat,
                       const std::vector<Action>& list) {
  std::map<uint32_t, Action> action_of;
  for (const Action action : list) {
    const uint32_t number = state->DenseIndex(action);
    const auto size = static_cast<uint32_t>(state->info().action_space);
    if (number >= size) {
      return Broken(state->ActionToString(seat, action), " has number ", number,
                    ", beyond ", size);
    }
    const auto [other, is_new] = action_of.try_emplace(number, action);
    if (is_new) continue;
    return Broken(state->ActionToString(seat, action), " and ",
                  state->ActionToString(seat, other->second), " share number ",
                  number);
  }
  return absl::OkStatus();
}

absl::Status CheckText(const AnyState& state, Seat seat, Action action,
                       Numbers& numbers) {
  const std::string text = state->ActionToString(seat, action);
  const uint32_t number = state->DenseIndex(action);
  const uint32_t before = numbers.try_emplace(text, number).first->second;
  if (number == before) return absl::OkStatus();
  return Broken("seat ", seat, ": ", text, " has number ", number, ", and had ",
                before);
}

}  // namespace

absl::Status CheckNumbers(const GameSetup& setup, absl::string_view seed,
                          Numbers& numbers) {
  Rng rng("texts");
  const auto look = [&](const AnyState& state, const Ply&) -> absl::Status {
    for (Seat seat = 0; seat < setup.seats; ++seat) {
      std::vector<Action> all = LegalList(state, seat);
      const std::vector<Action> more = AnnouncementList(state, seat);
      all.insert(all.end(), more.begin(), more.end());
      ARENA_RETURN_IF_ERROR(CheckList(state, seat, all));
      const auto size = static_cast<uint32_t>(all.size());
      for (uint32_t i = 0; i < std::min(size, kTexts); ++i) {
        const Action action = all[size <= kTexts ? i : rng.Below(size)];
        ARENA_RETURN_IF_ERROR(CheckText(state, seat, action, numbers));
      }
    }
    return absl::OkStatus();
  };
  return WalkRandomly(setup, seed, kNumberLooks, look).status();
}

}  // namespace arena
