// Even draws among all distributions of the cards that a seat has not seen.
#ifndef ARENA_GAMES_SECONDS_SECONDS_HIDDEN_H_
#define ARENA_GAMES_SECONDS_SECONDS_HIDDEN_H_

#include <array>
#include <optional>

#include "arena/core/rng.h"
#include "arena/games/seconds/seconds_cards.h"

namespace arena::seconds {

// The others: three seats that hold what one seat has not seen.
inline constexpr int kHolders = kSeats - 1;

struct HiddenCards {
  // How many cards each holder has.
  std::array<int, kHolders> sizes = {};
  // The cards that each holder may have; together all that are hidden, as many
  // as `sizes` in all.
  std::array<Cards, kHolders> possible = {};
};

// Draws hands of the given sizes, every distribution equally likely. Nothing
// if there is none.
std::optional<std::array<Cards, kHolders>> DrawHands(const HiddenCards& hidden,
                                                     Rng& rng);

// Takes that many cards out of the set, every choice equally likely. Requires:
// there are as many.
Cards TakeAny(Cards& from, int count, Rng& rng);

}  // namespace arena::seconds

#endif  // ARENA_GAMES_SECONDS_SECONDS_HIDDEN_H_
