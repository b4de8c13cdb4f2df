// The four bets of a hand and their payments.
#include "arena/core/check.h"
#include "arena/games/ordago/ordago.h"

namespace arena::ordago {

void State::StartBet(int bet) {
  phase_ = Phase::kBet;
  bet_ = static_cast<uint8_t>(bet);
  bidding_ = {};
  turn_ = static_cast<uint8_t>(start());
}

void State::LegalBets(ActionList& out) const {
  const int amount = bidding_.amount;
  const auto add_amounts = [&](ActionKind kind, int least) {
    for (int i = least; i <= rules_.max_bid; ++i) {
      out.push_back(MakeAction(kind, static_cast<uint32_t>(i)));
    }
  };
  if (amount == 0) {
    out.push_back(MakeAction(ActionKind::kWait));
    add_amounts(ActionKind::kBid, rules_.min_bid);
  } else {
    out.push_back(MakeAction(ActionKind::kPass));
    out.push_back(MakeAction(ActionKind::kAccept));
    if (amount == Bidding::kOrdago) return;
    add_amounts(ActionKind::kRaise, amount + rules_.min_raise);
  }
  out.push_back(MakeAction(ActionKind::kOrdago));
}

// ---- Actions ----

void State::ApplyBet(Action action) {
  LogBetAction(action);
  switch (KindOf(action)) {
    case ActionKind::kWait:
      turn_ = static_cast<uint8_t>(After(turn_));
      if (turn_ == start()) FinishBet({.status = BetStatus::kPassedOut});
      return;
    case ActionKind::kBid:
    case ActionKind::kRaise:
      MakeBid(static_cast<int16_t>(ValueOf(action)));
      return;
    case ActionKind::kOrdago:
      MakeBid(Bidding::kOrdago);
      return;
    case ActionKind::kPass:
      if (rules_.pass_is_final) bidding_.out |= 1 << turn_;
      if (!AskNextAnswer()) DeclineBid();
      return;
    case ActionKind::kAccept:
      AcceptBid();
      return;
    default:
      ARENA_CHECK(false, "action ", action, " in a bet");
  }
}

void State::LogBetAction(Action action) {
  BetNote note;
  note.place = turn_ & 3;
  note.kind = (static_cast<unsigned>(KindOf(action)) -
               static_cast<unsigned>(ActionKind::kWait)) &
              7;
  note.amount = ValueOf(action) & 0x7ff;
  bet_log_.Add(note);
  ++bet_actions_[bet_];
}

void State::MakeBid(int16_t amount) {
  bidding_.previous = bidding_.amount;
  bidding_.amount = amount;
  bidding_.bidder = turn_;
  ARENA_CHECK(AskNextAnswer(), "nobody is left to answer");
}

// The places of the other team answer, the one after the bidder first. Returns
// false if all have answered.
bool State::AskNextAnswer() {
  const int asked = (turn_ - bidding_.bidder + kPlaces) % kPlaces;
  for (int steps = asked == 0 ? 1 : asked + 2; steps < kPlaces; steps += 2) {
    if (steps > 1 && rules_.first_seat_decides) return false;
    const Place place = After(bidding_.bidder, steps);
    if ((bidding_.out >> place & 1) != 0) continue;
    turn_ = static_cast<uint8_t>(place);
    return true;
  }
  return false;
}

void State::AcceptBid() {
  if (bidding_.amount == Bidding::kOrdago) {
    Showdown();
  } else {
    FinishBet({.status = BetStatus::kConcluded, .amount = bidding_.amount});
  }
}

void State::DeclineBid() {
  const int team = bidding_.bidder % 2;
  const int16_t paid = rules_.declined_is_one || bidding_.previous == 0
                           ? int16_t{1}
                           : bidding_.previous;
  results_[bet_] = {.status = BetStatus::kDeclined,
                    .team = static_cast<uint8_t>(team),
                    .amount = paid};
  if (score_[team] + paid >= rules_.set_target ||
      score_[1 - team] >= rules_.set_target) {
    hands_shown_ = rules_.reveal_after_declined_set;
  }
  if (Award(team, paid)) return;
  FinishBet(results_[bet_]);
}

void State::FinishBet(const BetResult& result) {
  results_[bet_] = result;
  if (bet_ + 1 < kBets) {
    StartBet(bet_ + 1);
  } else {
    Evaluate();
  }
}

// ---- Payment ----

// Returns whether the set is won. A new set has then begun.
bool State::Award(int team, int points) {
  if (points == 0) return false;
  score_[team] += points;
  // The other team may have enough already, if a bonus cannot win by itself.
  for (const int candidate : {team, 1 - team}) {
    if (score_[candidate] < rules_.set_target) continue;
    FinishSet(candidate);
    return true;
  }
  return false;
}

void State::Evaluate() {
  hands_shown_ = true;
  for (int bet = 0; bet < kBets; ++bet) {
    if (PayBet(static_cast<Bet>(bet))) return;
  }
  FinishHand();
}

// Returns whether it won the set.
bool State::PayBet(Bet bet) {
  const BetResult& result = results_[static_cast<int>(bet)];
  const bool declined = result.status == BetStatus::kDeclined;
  const int team = declined ? result.team : BestPlace(bet, hands_, start()) % 2;
  int points = BonusOf(bet, hands_[team], rules_.points_31) +
               BonusOf(bet, hands_[team + 2], rules_.points_31);
  if (declined) {
    if (!rules_.bonus_after_decline) points = 0;
  } else if (result.status == BetStatus::kConcluded) {
    points += result.amount;
  } else if (bet == Bet::kBig || bet == Bet::kSmall) {
    points = 1;
  } else if (bet == Bet::kGame && points == 0) {
    points = rules_.punto_point;
  }
  return Award(team, points);
}

void State::Showdown() {
  hands_shown_ = true;
  results_[bet_] = {.status = BetStatus::kShowdown};
  FinishSet(BestPlace(bet(), hands_, start()) % 2);
}

bool State::MayShowHands() const {
  return bet_ + 1 == kBets || bidding_.amount == Bidding::kOrdago ||
         rules_.reveal_after_declined_set;
}

}  // namespace arena::ordago
