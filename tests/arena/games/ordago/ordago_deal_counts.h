// Exact numbers of Ordago deals, over multisets of ranks instead of cards.
#ifndef TESTS_ARENA_GAMES_ORDAGO_ORDAGO_DEAL_COUNTS_H_
#define TESTS_ARENA_GAMES_ORDAGO_ORDAGO_DEAL_COUNTS_H_

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "arena/games/ordago/ordago_hands.h"

namespace arena::ordago {

// All multisets of four cards.
const std::vector<Cards>& AllHands();
// The number of ways in which a fresh pack gives this multiset.
int64_t WaysToDeal(Cards hand);

// The number of deals of four hands, in order, that all satisfy a predicate.
int64_t DealsWithAll(const std::function<bool(Cards)>& predicate);

// The number of deals that each position wins, in the order of places.
using Wins = std::array<int64_t, 4>;
Wins WinsByPosition(Bet bet);

}  // namespace arena::ordago

#endif  // TESTS_ARENA_GAMES_ORDAGO_ORDAGO_DEAL_COUNTS_H_
