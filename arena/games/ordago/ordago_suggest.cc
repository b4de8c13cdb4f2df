// A plausible action for the built-in greedy player.
#include "arena/games/ordago/ordago_suggest.h"

#include <algorithm>

#include "arena/games/ordago/ordago.h"

namespace arena::ordago {
namespace {

// The strength of a hand in a bet: roughly the share of other hands that it
// beats, in percent.
int StrengthOf(Bet bet, Cards hand) {
  switch (bet) {
    case Bet::kBig:
      return std::min(
          95, 30 * CountOf(hand, kKing) + 10 * CountOf(hand, kQueen) + 20);
    case Bet::kSmall:
      return std::min(95,
                      30 * CountOf(hand, kAce) + 10 * CountOf(hand, 1) + 20);
    case Bet::kPairs:
      switch (PairClassOf(hand)) {
        case PairClass::kNone:
          return 20;
        case PairClass::kPair:
          return CountOf(hand, kKing) == 2 ? 80 : 50;
        case PairClass::kTriple:
          return 93;
        case PairClass::kTwoPairs:
          return 97;
      }
      return 0;
    case Bet::kGame: {
      if (IsRoyal(hand)) return 99;
      const int sum = SumOf(hand);
      return sum == 31 ? 93 : sum > 31 ? 80 : 2 * sum;
    }
  }
  return 0;
}

}  // namespace

bool IsWorthKeeping(Cards hand, Rank rank) {
  return rank == kKing || rank == kAce || CountOf(hand, rank) >= 2;
}

Cards SuggestedDiscard(Cards hand) {
  Cards discard = 0;
  for (Rank rank = 0; rank < kRanks; ++rank) {
    if (CountOf(hand, rank) > 0 && !IsWorthKeeping(hand, rank)) {
      discard += One(rank);
    }
  }
  return discard != 0 ? discard : One(LowestOf(hand));
}

bool IsGoodHand(Cards hand) {
  int good = 0;
  for (int bet = 0; bet < kBets; ++bet) {
    if (StrengthOf(static_cast<Bet>(bet), hand) >= 80) ++good;
  }
  return good >= 2;
}

Action SuggestedBet(Bet bet, Cards hand, const Bidding& bidding,
                    const Rules& rules) {
  const int strength = StrengthOf(bet, hand);
  if (bidding.amount == 0) {
    if (strength < 75) return MakeAction(ActionKind::kWait);
    return MakeAction(ActionKind::kBid, static_cast<uint32_t>(rules.min_bid));
  }
  // A player who accepts only near certainties is bluffed out of every set.
  if (bidding.amount == Bidding::kOrdago) {
    return MakeAction(strength >= 65 ? ActionKind::kAccept : ActionKind::kPass);
  }
  // The larger the bid, the better the hand must be.
  const int needed = std::min(75, 50 + bidding.amount);
  if (strength < needed) return MakeAction(ActionKind::kPass);
  const int raised = bidding.amount + rules.min_raise;
  if (strength >= needed + 20 && raised <= rules.max_bid) {
    return MakeAction(ActionKind::kRaise, static_cast<uint32_t>(raised));
  }
  return MakeAction(ActionKind::kAccept);
}

Action State::Suggest(Seat seat) const {
  if (phase_ == Phase::kWindow) return MakeAction(ActionKind::kNoSign);
  const Cards hand = hands_[ActingPlace(seat)];
  if (phase_ == Phase::kAsk) {
    return MakeAction(IsGoodHand(hand) ? ActionKind::kKeep : ActionKind::kSwap);
  }
  if (phase_ == Phase::kDiscard) return DiscardOf(SuggestedDiscard(hand));
  return SuggestedBet(bet(), hand, bidding_, rules_);
}

}  // namespace arena::ordago
