// A plausible action for the built-in greedy player, as of a careful beginner.
// Only publicly known parties count.
#include <algorithm>

#include "absl/algorithm/container.h"
#include "arena/core/check.h"
#include "arena/games/doppelkopf/doppelkopf.h"

namespace arena::doppelkopf {
namespace {

// ---- Hands ----

// Above 0 for a hand that is strong enough to play alone.
int SoloStrength(Contract solo, const Cards& hand, const Rules& rules) {
  const CardSet trumps = TrumpsOf(solo, rules);
  const int count = hand.CountIn(trumps);
  const int aces = hand.CountIn(RankSet(kAce) & ~trumps);
  if (solo == Contract::kFleshless) {
    const int tens = hand.CountIn(RankSet(kTen));
    return 2 * aces + tens - 13;
  }
  if (solo == Contract::kQueens || solo == Contract::kJacks) {
    return 3 * count + 2 * aces - 20;
  }
  const int high = hand.count(kDulle) + hand.count(kOld) +
                   hand.count(CardOf(kSpadesSuit, kQueen));
  return 2 * count + 2 * aces + high - (rules.nines() ? 26 : 23);
}

Contract BestSolo(const Cards& hand, const Rules& rules) {
  Contract best = Contract::kNormal;
  for (int i = 0; i < kSolos; ++i) {
    const auto solo =
        static_cast<Contract>(static_cast<int>(Contract::kQueens) + i);
    if (!rules.Allows(solo)) continue;
    if (best == Contract::kNormal ||
        SoloStrength(solo, hand, rules) > SoloStrength(best, hand, rules)) {
      best = solo;
    }
  }
  return best;
}

// Trumps, high trumps and aces of the normal game.
int NormalStrength(const Cards& hand, const Rules& rules) {
  const CardSet trumps = TrumpsOf(Contract::kNormal, rules);
  return hand.CountIn(trumps) + hand.CountIn(RankSet(kQueen)) +
         2 * hand.count(kDulle) + hand.count(kOld) +
         2 * hand.CountIn(RankSet(kAce) & ~trumps);
}

bool IsLegal(const ActionList& legal, Action action) {
  return absl::c_binary_search(legal, action);
}

// ---- Cards ----

// A trick as it looks to a seat that follows.
struct Following {
  const State& state;
  Seat seat;
  Seat winner;
  Card best;
  bool is_last;
  int augen;

  bool IsPartner() const {
    const Deal& deal = state.deal();
    const Shown shown = deal.shown[winner];
    return shown != Shown::kNothing && shown == ShownAs(deal.PartyOf(seat)) &&
           !deal.MarriageOpen();
  }
  bool Wins(Card card) const {
    const Deal& deal = state.deal();
    return Beats(deal.contract, card, best,
                 deal.tricks[deal.tricks_played].last, state.rules());
  }
};

Following Look(const State& state, Seat seat) {
  const Deal& deal = state.deal();
  const Trick& trick = deal.tricks[deal.tricks_played];
  const absl::Span<const Card> cards(trick.cards.data(), deal.cards_played);
  const int best =
      WinningPosition(deal.contract, cards, trick.last, state.rules());
  return {.state = state,
          .seat = seat,
          .winner = trick.SeatAt(best),
          .best = cards[best],
          .is_last = deal.cards_played == kSeats - 1,
          .augen = AugenOf(cards)};
}

// The cost of playing a card: low for few Augen, and for no trump.
int CostOf(Card card, CardSet trumps) {
  return AugenOf(card) + (Contains(trumps, card) ? 5 : 0) +
         (RankOf(card) == kQueen || card == kDulle ? 10 : 0);
}

Card Follow(const State& state, Seat seat, const ActionList& legal) {
  const Following trick = Look(state, seat);
  const CardSet trumps = TrumpsOf(state.deal().contract, state.rules());
  const bool give = trick.IsPartner() && trick.is_last;
  const auto value = [&](Action action) {
    const Card card = static_cast<Card>(action);
    const int cost = CostOf(card, trumps);
    if (give) return AugenOf(card) * 4 - cost;
    if (!trick.Wins(card)) return -cost;
    if (trick.IsPartner()) return -cost - 4;
    // A certain trick may be won with Augen, another one only if it pays.
    if (trick.is_last) return trick.augen + 2 * AugenOf(card) - cost;
    return trick.augen - cost - (card == kFox ? 10 : 0) + 2;
  };
  return static_cast<Card>(*absl::c_max_element(
      legal, [&](Action a, Action b) { return value(a) < value(b); }));
}

// Whether a seat has led a plain card of that suit.
bool WasLed(const Deal& deal, Suit suit, CardSet trumps) {
  for (int i = 0; i < deal.tricks_played; ++i) {
    const Card led = deal.tricks[i].cards[0];
    if (SuitOf(led) == suit && !Contains(trumps, led)) return true;
  }
  return false;
}

// Prefers aces of suits that were not led yet, then middling trumps.
Card Lead(const State& state, Seat seat, const ActionList& legal) {
  const Deal& deal = state.deal();
  const CardSet trumps = TrumpsOf(deal.contract, state.rules());
  const Cards& hand = deal.hands[seat];
  const auto value = [&](Action action) {
    const Card card = static_cast<Card>(action);
    if (Contains(trumps, card)) {
      return hand.CountIn(trumps) - CostOf(card, trumps);
    }
    const int length = hand.CountIn(SuitSet(SuitOf(card)) & ~trumps);
    if (RankOf(card) == kAce && !WasLed(deal, SuitOf(card), trumps)) {
      return 40 - length;
    }
    return -AugenOf(card) - length;
  };
  return static_cast<Card>(*absl::c_max_element(
      legal, [&](Action a, Action b) { return value(a) < value(b); }));
}

}  // namespace

// ---- Before the tricks ----

// The declaration that suits the hand; healthy if there is none.
Action State::WantedDeclaration(Seat seat) const {
  const Cards& hand = deal_.dealt[seat];
  if (MayDealAgain() && MayDemandRedeal(hand, rules_)) return kRedeal;
  const Contract solo = BestSolo(hand, rules_);
  if (solo != Contract::kNormal &&
      SoloStrength(solo, hand, rules_) > (Owes(seat) ? -2 : 0)) {
    return Declare(solo);
  }
  if (HasBothOld(hand)) return Declare(Contract::kMarriage);
  if (MayDealAgain() && MayDeclarePoverty(hand, rules_)) {
    return Declare(Contract::kPoverty);
  }
  return kHealthy;
}

Action State::SuggestDeclaration(Seat seat, const ActionList& legal) const {
  const Action wanted = WantedDeclaration(seat);
  if (IsLegal(legal, wanted)) return wanted;
  if (phase_ == Phase::kReserve) {
    return wanted != kHealthy && IsLegal(legal, kReservation) ? kReservation
                                                              : legal[0];
  }
  const bool bound = IsSoloDeclaration(legal[0]);
  return bound ? Declare(BestSolo(deal_.dealt[seat], rules_)) : legal[0];
}

// The three cards that cost least.
Action State::SuggestThreeCards(const ActionList& legal) const {
  const CardSet trumps = TrumpsOf(Contract::kPoverty, rules_);
  const auto cost = [&](Action action) {
    int sum = 0;
    for (const Card card : CardsIn(action)) sum += CostOf(card, trumps);
    return sum;
  };
  return *absl::c_min_element(
      legal, [&](Action a, Action b) { return cost(a) < cost(b); });
}

// ---- During the tricks ----

// Announces once, with a strong hand, and only what the seat's cards justify.
Action State::SuggestAnnouncement(Seat seat, const ActionList& legal) const {
  const Party party = deal_.PartyOf(seat);
  const Action call = AnnouncementOf(Level::kCall, party);
  if (!IsLegal(legal, call)) return kPass;
  const Cards& hand = deal_.dealt[seat];
  if (IsSolo(deal_.contract)) {
    const bool strong = seat == deal_.declarer &&
                        SoloStrength(deal_.contract, hand, rules_) > 2;
    return strong ? call : kPass;
  }
  const int needed = party == Party::kRe ? 20 : 21;
  return NormalStrength(hand, rules_) >= needed ? call : kPass;
}

Action State::Suggest(Seat seat) const {
  ActionList legal;
  LegalActions(seat, legal);
  switch (phase_) {
    case Phase::kForced:
    case Phase::kReserve:
    case Phase::kName:
      return SuggestDeclaration(seat, legal);
    case Phase::kLay:
    case Phase::kReturn:
      return SuggestThreeCards(legal);
    case Phase::kOffer:
      return NormalStrength(deal_.hands[seat], rules_) >= 18 ? kAccept
                                                             : kDecline;
    case Phase::kWindow:
      return SuggestAnnouncement(seat, legal);
    case Phase::kPlay:
      return deal_.cards_played == 0 ? Lead(*this, seat, legal)
                                     : Follow(*this, seat, legal);
    case Phase::kDeal:
    case Phase::kOver:
      break;
  }
  ARENA_CHECK(false, "a suggestion where nothing is asked");
  return kPass;
}

}  // namespace arena::doppelkopf
