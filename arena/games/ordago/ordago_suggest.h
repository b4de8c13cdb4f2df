// The suggestions of Ordago for one hand of cards.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_SUGGEST_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_SUGGEST_H_

#include "arena/games/ordago/ordago_options.h"
#include "arena/games/ordago/ordago_table.h"

namespace arena::ordago {

// Whether to keep the hand and bet.
bool IsGoodHand(Cards hand);
// Whether a place keeps the rank when it exchanges: kings, aces and pairs.
bool IsWorthKeeping(Cards hand, Rank rank);
Cards SuggestedDiscard(Cards hand);
// A bet, or an answer to the bid that stands.
Action SuggestedBet(Bet bet, Cards hand, const Bidding& bidding,
                    const Rules& rules);

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_SUGGEST_H_
