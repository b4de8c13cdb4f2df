#include "arena/games/seconds/seconds.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::seconds {
namespace {

constexpr absl::string_view kDealerText = "DEALER";

// Calls with every card of the set, ascending.
template <typename Function>
void ForEach(Cards cards, Function function) {
  for (; cards != 0; cards &= cards - 1) function(LowestOf(cards));
}

}  // namespace

// ---- Creation ----

absl::StatusOr<State> State::Create(int seats, const GameOptions& options) {
  State state;
  ARENA_ASSIGN_OR_RETURN(state.rules_, Rules::From(seats, options));
  if (!state.rules_.random_dealer) state.StartDeal();
  return state;
}

// ---- What comes next ----

Node State::node() const {
  switch (phase_) {
    case Phase::kDrawDealer:
    case Phase::kDeal:
      return Node::kChance;
    case Phase::kTricks:
      return Node::kDecision;
    case Phase::kOver:
      break;
  }
  return Node::kTerminal;
}

SeatSet State::ToAct() const {
  return phase_ == Phase::kTricks ? SeatSet::Of(Actor()) : SeatSet();
}

Cards State::Playable(Seat seat) const {
  const Cards hand = hands_[seat];
  if (open_cards_ == 0) return hand;
  const Card led = tricks_[tricks_played_].cards[0];
  const Cards following = hand & OfSuit(SuitOf(led));
  return following != 0 ? following : hand;
}

void State::LegalActions(Seat seat, ActionList& out) const {
  out.clear();
  if (phase_ == Phase::kDrawDealer) {
    if (seat != kChance) return;
    for (Action dealer = 0; dealer < kSeats; ++dealer) {
      out.push_back(kFirstDealer + dealer);
    }
  } else if (phase_ == Phase::kDeal) {
    if (seat != kChance) return;
    ForEach(Undealt(), [&](Card card) { out.push_back(card); });
  } else if (phase_ == Phase::kTricks && seat == Actor()) {
    ForEach(Playable(seat), [&](Card card) { out.push_back(card); });
  }
}

Action State::SampleLegal(Seat seat, Rng& rng) const {
  const Cards cards = Playable(seat);
  return NthOf(cards, rng.Below(static_cast<uint32_t>(std::popcount(cards))));
}

Action State::SampleChance(Rng& rng) const {
  if (phase_ == Phase::kDrawDealer) return kFirstDealer + rng.Below(kSeats);
  return NthOf(Undealt(), rng.Below(kCards - cards_dealt_));
}

// ---- Steps of a deal ----

void State::Apply(absl::Span<const SeatAction> ply) {
  const auto& [seat, action] = ply[0];
  switch (phase_) {
    case Phase::kDrawDealer:
      north_ = static_cast<uint8_t>(action - kFirstDealer);
      StartDeal();
      return;
    case Phase::kDeal:
      DealCard(static_cast<Card>(action));
      return;
    case Phase::kTricks:
      ARENA_CHECK(seat == Actor(), "seat ", seat, " plays before ", Actor());
      PlayCard(static_cast<Card>(action));
      return;
    case Phase::kOver:
      ARENA_CHECK(false, "a ply after the end of the match");
  }
}

// Requires: `deal_` and `north_` are set, and the hands are empty.
void State::StartDeal() {
  phase_ = Phase::kDeal;
  cards_dealt_ = 0;
  tricks_ = {};
  tricks_[0].leader = static_cast<uint8_t>(Receiver());
  tricks_played_ = 0;
  taken_ = {};
}

void State::DealCard(Card card) {
  ARENA_CHECK((Undealt() & SetOf(card)) != 0, "card ", card, " is dealt");
  hands_[Receiver()] |= SetOf(card);
  ++cards_dealt_;
  if (cards_dealt_ == kCards) phase_ = Phase::kTricks;
}

void State::PlayCard(Card card) {
  const Seat seat = Actor();
  ARENA_CHECK((Playable(seat) & SetOf(card)) != 0, "seat ", seat,
              " may not play card ", card);
  hands_[seat] &= ~SetOf(card);
  tricks_[tricks_played_].cards[open_cards_] = card;
  ++open_cards_;
  if (open_cards_ == kSeats) ResolveTrick();
}

void State::ResolveTrick() {
  Trick& trick = tricks_[tricks_played_];
  trick.taker = static_cast<uint8_t>(
      trick.SeatAt(TakerOf(trick.cards, rules_.tie_reading)));
  ++taken_[trick.taker];
  ++tricks_played_;
  open_cards_ = 0;
  if (tricks_played_ == kTricks) {
    FinishDeal();
    return;
  }
  tricks_[tricks_played_].leader = trick.taker;
  if (tricks_played_ == kTricks - 1 && rules_.auto_last_trick) PlayLastTrick();
}

void State::PlayLastTrick() {
  for (int i = 0; i < kSeats; ++i) PlayCard(LowestOf(hands_[Actor()]));
}

// The last deal stays on the table.
void State::FinishDeal() {
  results_[deal_] = {taken_, tricks_[kTricks - 1]};
  if (deal_ + 1 == rules_.deals) {
    phase_ = Phase::kOver;
    return;
  }
  ++deal_;
  StartDeal();
}

// ---- Results ----

int State::deals_scored() const {
  return phase_ == Phase::kOver ? rules_.deals : deal_;
}

Points State::PointsFor(int deal, const Counts& taken) const {
  const auto seat_at = [&](int place) { return (north_ + place) % kSeats; };
  Counts by_place;
  for (int place = 0; place < kSeats; ++place) {
    by_place[place] = taken[seat_at(place)];
  }
  const Points points = DealPoints(deal, by_place, rules_);
  Points by_seat;
  for (int place = 0; place < kSeats; ++place) {
    by_seat[seat_at(place)] = points[place];
  }
  return by_seat;
}

SeatScores State::Returns() const {
  SeatScores totals = {};
  for (int deal = 0; deal < deals_scored(); ++deal) {
    const Points points = PointsOf(deal);
    for (Seat seat = 0; seat < kSeats; ++seat) totals[seat] += points[seat];
  }
  return totals;
}

absl::string_view State::EndReason() const {
  return phase_ == Phase::kOver ? "all-deals" : "";
}

// ---- Substitutes ----

Action State::Substitute(Seat seat) const { return LowestOf(Playable(seat)); }

Counts State::TakenIf(Card first, bool highest) const {
  std::array<Cards, kSeats> hands = hands_;
  Trick trick = tricks_[tricks_played_];
  Counts taken = taken_;
  int open = open_cards_;
  const auto play = [&](Card card) {
    hands[trick.SeatAt(open)] &= ~SetOf(card);
    trick.cards[open++] = card;
  };
  play(first);
  for (int tricks = tricks_played_;; open = 0) {
    if (open == 0) {
      const Cards hand = hands[trick.leader];
      play(highest ? HighestOf(hand) : LowestOf(hand));
    }
    const Cards suit = OfSuit(SuitOf(trick.cards[0]));
    while (open < kSeats) {
      const Cards hand = hands[trick.SeatAt(open)];
      const Cards playable = (hand & suit) != 0 ? hand & suit : hand;
      play(highest ? HighestOf(playable) : LowestOf(playable));
    }
    trick.leader = static_cast<uint8_t>(
        trick.SeatAt(TakerOf(trick.cards, rules_.tie_reading)));
    ++taken[trick.leader];
    if (++tricks == kTricks) return taken;
  }
}

Action State::Suggest(Seat seat) const {
  const Cards playable = Playable(seat);
  Action best = LowestOf(playable);
  if (playable == SetOf(LowestOf(playable))) return best;
  const SeatScores before = Returns();
  int64_t best_value = std::numeric_limits<int64_t>::min();
  ForEach(playable, [&](Card card) {
    int64_t value = 0;
    for (const bool highest : {false, true}) {
      const Points points = PointsFor(deal_, TakenIf(card, highest));
      SeatScores totals = before;
      for (Seat each = 0; each < kSeats; ++each) totals[each] += points[each];
      // A place counts more than any points.
      value += totals[seat] - 1000 * RanksOf(totals, rules_)[seat];
    }
    if (value <= best_value) return;
    best_value = value;
    best = card;
  });
  return best;
}

// ---- Text ----

std::string State::ActionToString(Seat /*seat*/, Action action) const {
  if (action >= kFirstDealer && action < kFirstDealer + kSeats) {
    return absl::StrCat("dealer", action - kFirstDealer);
  }
  return CardText(action);
}

absl::StatusOr<Action> State::ParseAction(Seat /*seat*/,
                                          absl::string_view text) const {
  const std::string upper = absl::AsciiStrToUpper(text);
  for (uint32_t card = 0; card < kCards; ++card) {
    if (upper == CardText(card)) return card;
  }
  if (upper.size() == kDealerText.size() + 1 &&
      absl::StartsWith(upper, kDealerText)) {
    const int dealer = upper.back() - '0';
    if (dealer >= 0 && dealer < kSeats) {
      return kFirstDealer + static_cast<Action>(dealer);
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("action \"", text,
                   "\": expected a card, suit S, H, D or C and rank A, K, Q, "
                   "J, T or 9 to 2, such as HT"));
}

}  // namespace arena::seconds
