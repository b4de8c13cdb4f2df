#include "arena/search/ordago_beliefs.h"

#include "absl/algorithm/container.h"
#include "arena/games/ordago/ordago_messages_view.h"
#include "arena/games/ordago/ordago_past.h"
#include "arena/games/ordago/ordago_suggest.h"
#include "arena/v1/ordago.pb.h"

namespace arena::ordago {

namespace {

// Believes in a hand that makes so many acts a surprise.
bool Believes(int surprises, Rng& rng) {
  static constexpr uint32_t kOneIn = 10;
  while (surprises > 0 && rng.Below(kOneIn) == 0) --surprises;
  return surprises == 0;
}

// Waits and passes, accepts, or raises.
int BoldnessOf(ActionKind kind) {
  if (kind == ActionKind::kWait || kind == ActionKind::kPass) return 0;
  return kind == ActionKind::kAccept ? 1 : 2;
}

}  // namespace

Beliefs::Beliefs(const State& state, Seat seat,
                 const v1::OrdagoObservation& seen)
    : state_(state) {
  for (Place place = 0; place < kPlaces; ++place) {
    acts_[place].known = state.SeatOf(place) == seat ||
                         (state.rules().seats == 3 && place == kDummy);
  }
  ReadExchanges(seen);
  ReadBets(seen);
  ReadSigns(seen);
}

// ---- What was seen ----

void Beliefs::ReadExchanges(const v1::OrdagoObservation& seen) {
  for (Place place = 0; place < kPlaces; ++place) {
    Acts& acts = acts_[place];
    const bool whole = SizeOf(state_.hand(place)) == kHandSize;
    for (const v1::OrdagoExchange& exchange : seen.exchanges()) {
      const int thrown = static_cast<int>(exchange.counts(place));
      if (thrown > 0) acts.kept = kHandSize - thrown;
    }
    const int order = (place - state_.start() + kPlaces) % kPlaces;
    acts.swapped = whole && order < static_cast<int>(seen.swaps());
    acts.stayed =
        seen.has_keeper() && static_cast<Place>(seen.keeper()) == place;
  }
}

void Beliefs::ReadBets(const v1::OrdagoObservation& seen) {
  Bet bet = Bet::kBig;
  Bidding bidding;
  for (const v1::OrdagoBetAction& action : seen.actions()) {
    const absl::StatusOr<BetNote> note = FromMessage(action);
    ARENA_CHECK(note.ok(), note.status().message());
    const auto kind = static_cast<ActionKind>(
        note->kind + static_cast<int>(ActionKind::kWait));
    if (MessageOf(bet) != action.bet()) {
      bet = static_cast<Bet>(action.bet() - 1);
      bidding = {};
    }
    acts_[note->place].bets.push_back({bet, bidding, kind});
    if (BoldnessOf(kind) < 2) continue;
    bidding.previous = bidding.amount;
    bidding.amount = kind == ActionKind::kOrdago
                         ? Bidding::kOrdago
                         : static_cast<int16_t>(note->amount);
  }
}

void Beliefs::ReadSigns(const v1::OrdagoObservation& seen) {
  for (const v1::OrdagoSignSeen& message : seen.signs()) {
    const absl::StatusOr<SignNote> note = FromMessage(message);
    ARENA_CHECK(note.ok(), note.status().message());
    const auto sign = static_cast<Sign>(note->sign);
    const Place place = state_.OwnPlace(static_cast<Seat>(note->seat));
    const bool of_this_hand =
        !message.last_hand() &&
        static_cast<int>(message.completed_exchanges()) == state_.round() &&
        SizeOf(state_.hand(place)) == kHandSize;
    if (of_this_hand && IsOfficial(sign)) acts_[place].signs.push_back(sign);
  }
}

// ---- Hands ----

int Beliefs::Surprises(const Acts& acts, Cards hand) const {
  int surprises = 0;
  if (acts.swapped || acts.stayed) {
    surprises += IsGoodHand(hand) != acts.stayed ? 1 : 0;
  }
  for (const BetAct& act : acts.bets) {
    const Action suggested =
        SuggestedBet(act.bet, hand, act.before, state_.rules());
    const bool as_bold = BoldnessOf(KindOf(suggested)) == BoldnessOf(act.kind);
    surprises += as_bold ? 0 : 1;
  }
  return surprises;
}

Cards Beliefs::DrawHand(Place place, Cards unseen, Rng& rng) const {
  static constexpr int kTries = 200;
  const Acts& acts = acts_[place];
  const int size = SizeOf(state_.hand(place));
  const int kept = std::min(acts.kept, size);
  Cards hand = 0;
  for (int i = 0; i < kTries; ++i) {
    Cards rest = unseen;
    hand = TakeSome(rest, kept, rng);
    int useless = 0;
    for (Rank rank = 0; rank < kRanks; ++rank) {
      const bool odd = CountOf(hand, rank) > 0 && !IsWorthKeeping(hand, rank);
      useless += odd ? 1 : 0;
    }
    if (!Believes(useless, rng)) continue;
    hand += TakeSome(rest, size - kept, rng);
    const bool signs_are_true = absl::c_all_of(acts.signs, [&](Sign sign) {
      return IsTrue(sign, hand, state_.rules());
    });
    if (signs_are_true && Believes(Surprises(acts, hand), rng)) return hand;
  }
  // Nothing explains what the place did.
  return SizeOf(hand) == size ? hand : TakeSome(unseen, size, rng);
}

State Beliefs::Draw(Rng& rng) const {
  Hands hands = {};
  Cards unseen = kPack;
  for (Place place = 0; place < kPlaces; ++place) {
    if (!acts_[place].known) continue;
    hands[place] = state_.hand(place);
    unseen -= hands[place];
  }
  // Whoever is first has the better choice of cards.
  const auto first = static_cast<Place>(rng.Below(kPlaces));
  for (int i = 0; i < kPlaces; ++i) {
    const Place place = After(first, i);
    if (acts_[place].known) continue;
    hands[place] = DrawHand(place, unseen, rng);
    unseen -= hands[place];
  }
  State state = state_;
  state.Redeal(hands, rng);
  return state;
}

}  // namespace arena::ordago
