// What a seat of Octrix sees, as messages and as text, and the way back.
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/games/octrix/octrix.h"
#include "arena/v1/observation.pb.h"
#include "google/protobuf/util/message_differencer.h"

namespace arena::octrix {
namespace {

using google::protobuf::util::MessageDifferencer;

template <typename... Parts>
absl::Status Wrong(const Parts&... parts) {
  return absl::InvalidArgumentError(
      absl::StrCat("octrix observation: ", parts...));
}

v1::OctrixMode MessageOf(Mode mode) {
  return mode == Mode::kHigh ? v1::OCTRIX_MODE_HIGH : v1::OCTRIX_MODE_LOW;
}

template <typename Field>
void AddCards(Cards cards, Field& field) {
  for (; cards != 0; cards &= cards - 1) field.Add(LowestOf(cards));
}

}  // namespace

// ---- Observations ----

void State::ObservationFor(Seat /*seat*/, v1::Observation& out) const {
  v1::OctrixObservation& seen = *out.mutable_octrix();
  seen.Clear();
  const bool over = phase_ == Phase::kOver;
  const bool dealt = over || phase_ == Phase::kTricks;
  seen.set_deal(static_cast<uint32_t>(deal_));
  seen.set_trick(over ? tricks_played_ : tricks_played_ + 1u);
  if (phase_ != Phase::kDrawDealer) seen.set_dealer(dealer_);
  seen.set_mode(MessageOf(mode_));
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    AddCards(hands_[seat], *seen.add_hands()->mutable_cards());
  }
  if (dealt && rules_.show_unused) AddCards(Unused(), *seen.mutable_unused());
  for (int i = 0; i < tricks_played_; ++i) {
    v1::OctrixTrick& trick = *seen.add_tricks();
    for (Seat seat = 0; seat < rules_.seats; ++seat) {
      trick.add_cards(tricks_[i].cards[seat]);
    }
    trick.set_winner(tricks_[i].winner);
    trick.set_mode(MessageOf(tricks_[i].mode));
  }
  if (second_half_) {
    for (const Seat seat : FirstHalf()) {
      v1::OctrixPlayed& played = *seen.add_open_cards();
      played.set_seat(static_cast<uint32_t>(seat));
      played.set_card(tricks_[tricks_played_].cards[seat]);
    }
  }
  for (int side = 0; side < rules_.sides; ++side) {
    seen.add_deal_scores(deal_scores_[side]);
    seen.add_totals(static_cast<uint32_t>(totals_[side]));
  }
  for (const Seat seat : ToAct()) seen.add_to_act(static_cast<uint32_t>(seat));
  seen.set_rotation(static_cast<uint32_t>(rotation()));
  for (Seat seat = 0; rotation() > 0 && seat < rules_.seats; ++seat) {
    AddCards(distribution_[seat], *seen.add_distribution()->mutable_cards());
  }
}

// ---- Events and actions ----

void State::EventFor(Seat /*seat*/, absl::Span<const SeatAction> ply,
                     v1::Event& out) const {
  out.clear_actions();
  for (const auto& [actor, action] : ply) {
    v1::SeatEvent& event = *out.add_actions();
    event.set_seat(actor);
    ActionToMessage(actor, action, *event.mutable_action());
    event.set_text(ActionToString(actor, action));
  }
}

void State::ActionToMessage(Seat /*seat*/, Action action,
                            v1::GameAction& out) const {
  v1::OctrixAction& message = *out.mutable_octrix();
  if (action < kFirstDealer) {
    message.set_card(action);
  } else {
    message.set_first_dealer(action - kFirstDealer);
  }
}

absl::StatusOr<Action> State::ActionFromMessage(
    Seat /*seat*/, const v1::GameAction& message) const {
  const v1::OctrixAction& action = message.octrix();
  switch (action.kind_case()) {
    case v1::OctrixAction::kCard:
      if (action.card() < kCards) return action.card();
      return absl::InvalidArgumentError(absl::StrCat(
          "octrix action: card ", action.card(), ": expected 0..31"));
    case v1::OctrixAction::kFirstDealer:
      if (action.first_dealer() < rules_.seats) {
        return kFirstDealer + action.first_dealer();
      }
      return absl::InvalidArgumentError(
          absl::StrCat("octrix action: first_dealer ", action.first_dealer(),
                       ": expected 0..", rules_.seats - 1));
    case v1::OctrixAction::KIND_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError(
      "octrix action: nothing is set; expected octrix.card, 0..31");
}

// ---- Text ----

namespace {

// "H1 D4 C8"
template <typename Field>
std::string CardsText(const Field& cards) {
  return absl::StrJoin(cards, " ", [](std::string* out, uint32_t card) {
    absl::StrAppend(out, CardText(card));
  });
}

// " N" to " W" in the partnership game, nothing otherwise.
std::string RoleText(const v1::OctrixObservation& seen, int seat) {
  if (seen.totals_size() != 2 || seen.hands_size() != 4) return "";
  if (!seen.has_dealer() || seen.dealer() >= 4) return " -";
  const absl::string_view roles = "NESW";
  return absl::StrCat(" ", roles.substr((seat + 4 - seen.dealer()) % 4, 1));
}

void AppendHands(const v1::OctrixObservation& seen, std::string& out) {
  const bool partners = seen.totals_size() == 2 && seen.hands_size() == 4;
  absl::StrAppendFormat(&out, "%-10s%-25s%4s%7s\n", "", "hand", "deal",
                        "total");
  for (int seat = 0; seat < seen.hands_size(); ++seat) {
    const int side = partners ? seat % 2 : seat;
    const bool scored =
        side < seen.totals_size() && side < seen.deal_scores_size();
    const uint32_t deal = scored ? seen.deal_scores(side) : 0;
    const uint64_t total = scored ? uint64_t{deal} + seen.totals(side) : 0;
    absl::StrAppendFormat(&out, "%-10s%-25s%4d%7d\n",
                          absl::StrCat("seat ", seat, RoleText(seen, seat)),
                          CardsText(seen.hands(seat).cards()), deal, total);
  }
  if (seen.unused_size() > 0) {
    absl::StrAppend(&out, "unused    ", CardsText(seen.unused()), "\n");
  }
}

const char* ModeText(v1::OctrixMode mode) {
  return mode == v1::OCTRIX_MODE_LOW ? "LOW" : "HIGH";
}

// One line a trick, the winning card marked; then the open cards.
void AppendTricks(const v1::OctrixObservation& seen, std::string& out) {
  if (seen.tricks_size() + seen.open_cards_size() == 0) return;
  absl::StrAppend(&out, "trick  mode");
  for (int seat = 0; seat < seen.hands_size(); ++seat) {
    absl::StrAppend(&out, "  seat ", seat);
  }
  absl::StrAppend(&out, "\n");
  for (int i = 0; i < seen.tricks_size(); ++i) {
    const v1::OctrixTrick& trick = seen.tricks(i);
    absl::StrAppendFormat(&out, "%-7d%-4s", i + 1, ModeText(trick.mode()));
    for (int seat = 0; seat < trick.cards_size(); ++seat) {
      const bool won = static_cast<uint32_t>(seat) == trick.winner();
      absl::StrAppend(&out, "  ", CardText(trick.cards(seat)),
                      won ? "*   " : "    ");
    }
    out.erase(out.find_last_not_of(' ') + 1);
    absl::StrAppend(&out, "\n");
  }
  for (const v1::OctrixPlayed& played : seen.open_cards()) {
    absl::StrAppend(&out, "open: seat ", played.seat(), " ",
                    CardText(played.card()), "\n");
  }
}

}  // namespace

std::string State::ObservationToString(const v1::Observation& observation) {
  const v1::OctrixObservation& seen = observation.octrix();
  std::string out =
      absl::StrCat("deal ", uint64_t{seen.deal()} + 1, ", trick ", seen.trick(),
                   ", ", ModeText(seen.mode()), ": the ",
                   seen.mode() == v1::OCTRIX_MODE_LOW ? "lowest" : "highest",
                   " card wins; ");
  if (seen.has_dealer()) {
    absl::StrAppend(&out, "seat ", seen.dealer(), " deals");
  } else {
    absl::StrAppend(&out, "the dealer is not drawn");
  }
  if (seen.rotation() > 0) {
    absl::StrAppend(&out, "; rotation ", seen.rotation());
  }
  absl::StrAppend(&out, "\n");
  AppendHands(seen, out);
  AppendTricks(seen, out);
  if (seen.to_act_size() > 0) {
    absl::StrAppend(&out, "to act: ", absl::StrJoin(seen.to_act(), " "), "\n");
  }
  return out;
}

// Nothing is hidden, so a spectator sees the whole position.
std::string State::ToString() const {
  v1::Observation observation;
  ObservationFor(kSpectator, observation);
  return ObservationToString(observation);
}

// ---- Sample ----

namespace {

// Adds a card to a hand; `all` is what has been added to any hand.
absl::Status AddCard(uint32_t card, Cards& hand, Cards& all) {
  if (card >= kCards) return Wrong("card ", card, ": expected 0..31");
  const Cards added = SetOf(static_cast<Card>(card));
  if ((all & added) != 0) return Wrong(CardText(card), " occurs twice");
  hand |= added;
  all |= added;
  return absl::OkStatus();
}

using Hands = std::array<Cards, kMaxSeats>;

// The hands as dealt: what is left of them and what was played from them.
absl::StatusOr<Hands> HandsBeforeTricks(const v1::OctrixObservation& seen,
                                        int seats) {
  Hands hands = {};
  Cards all = 0;
  for (Seat seat = 0; seat < seats; ++seat) {
    for (const uint32_t card : seen.hands(seat).cards()) {
      ARENA_RETURN_IF_ERROR(AddCard(card, hands[seat], all));
    }
  }
  for (const v1::OctrixTrick& trick : seen.tricks()) {
    for (Seat seat = 0; seat < seats; ++seat) {
      ARENA_RETURN_IF_ERROR(AddCard(trick.cards(seat), hands[seat], all));
    }
  }
  for (const v1::OctrixPlayed& played : seen.open_cards()) {
    ARENA_RETURN_IF_ERROR(AddCard(played.card(), hands[played.seat()], all));
  }
  return hands;
}

absl::StatusOr<Hands> Distribution(const v1::OctrixObservation& seen,
                                   int seats) {
  if (seen.distribution_size() != seats) {
    return Wrong(seen.distribution_size(), " hands in distribution: expected ",
                 seats);
  }
  Hands hands = {};
  Cards all = 0;
  for (Seat seat = 0; seat < seats; ++seat) {
    for (const uint32_t card : seen.distribution(seat).cards()) {
      ARENA_RETURN_IF_ERROR(AddCard(card, hands[seat], all));
    }
    if (std::popcount(hands[seat]) != kHandCards) {
      return Wrong("distribution[", seat, "] has ", std::popcount(hands[seat]),
                   " cards: expected ", kHandCards);
    }
  }
  return hands;
}

// Whether everything that is listed by seat has the right length.
absl::Status CheckSizes(const v1::OctrixObservation& seen, int seats) {
  if (seen.hands_size() != seats) {
    return Wrong(seen.hands_size(), " hands: expected ", seats);
  }
  if (seen.tricks_size() > kHandCards) {
    return Wrong(seen.tricks_size(), " tricks: expected at most ", kHandCards);
  }
  for (const v1::OctrixTrick& trick : seen.tricks()) {
    if (trick.cards_size() != seats) {
      return Wrong(trick.cards_size(), " cards in a trick: expected ", seats);
    }
  }
  for (const v1::OctrixPlayed& played : seen.open_cards()) {
    if (played.seat() >= static_cast<uint32_t>(seats)) {
      return Wrong("open card of seat ", played.seat(), ": expected 0..",
                   seats - 1);
    }
  }
  return absl::OkStatus();
}

}  // namespace

// The position is played again from what was seen of it, so it is one that the
// rules allow; and then it must show exactly what was seen.
absl::StatusOr<State> State::Sample(int seats, const GameOptions& options,
                                    Seat seat,
                                    const v1::Observation& observation,
                                    Rng& /*rng*/) {
  ARENA_ASSIGN_OR_RETURN(State state, Create(seats, options));
  if (!observation.has_octrix()) return Wrong("it is of another game");
  const v1::OctrixObservation& seen = observation.octrix();
  if (state.phase_ != Phase::kDrawDealer || seen.has_dealer()) {
    ARENA_RETURN_IF_ERROR(CheckSizes(seen, seats));
    ARENA_RETURN_IF_ERROR(state.RestoreTable(seen));
    ARENA_RETURN_IF_ERROR(state.RestoreHands(seen));
    ARENA_RETURN_IF_ERROR(state.RestoreTricks(seen));
  }
  v1::Observation shown;
  state.ObservationFor(seat, shown);
  std::string differences;
  MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&differences);
  if (!differencer.Compare(seen, shown.octrix())) {
    return Wrong("it contradicts itself; what it says and what follows from ",
                 "its hands and tricks: ", differences);
  }
  return state;
}

// Deal, dealer and totals.
absl::Status State::RestoreTable(const v1::OctrixObservation& seen) {
  // With duplicate the last set of rotations is completed.
  const int last_deals =
      rules_.duplicate ? rules_.max_deals + rules_.seats - 1 : rules_.max_deals;
  if (seen.deal() >= static_cast<uint32_t>(last_deals)) {
    return Wrong("deal ", seen.deal(), ": the match has at most ", last_deals);
  }
  deal_ = static_cast<int32_t>(seen.deal());
  if (!seen.has_dealer() || seen.dealer() >= rules_.seats) {
    return Wrong("dealer ", seen.dealer(), ": expected 0..", rules_.seats - 1);
  }
  dealer_ = static_cast<uint8_t>(seen.dealer());
  if (rules_.first_dealer != Rules::kRandomDealer) {
    const int deals_before = rules_.rotate_dealer ? deal_ : 0;
    const int dealer = (rules_.first_dealer + deals_before) % rules_.seats;
    if (dealer != dealer_) {
      return Wrong("dealer ", dealer_, ": the options give ", dealer);
    }
  }
  if (seen.totals_size() != rules_.sides) {
    return Wrong(seen.totals_size(), " totals: expected ", rules_.sides);
  }
  int64_t sum = 0;
  for (int side = 0; side < rules_.sides; ++side) {
    const int64_t total = seen.totals(side);
    sum += total;
    if (rules_.immediate && total >= rules_.target) {
      return Wrong("total ", total, ": the match ends at ", rules_.target);
    }
    totals_[side] = static_cast<int32_t>(total);
  }
  if (sum < 8 * deal_ || sum > 64 * deal_ || sum % 2 != 0) {
    return Wrong("totals of ", sum, " points after ", deal_,
                 " deals: expected an even number, 8 to 64 for each deal");
  }
  if (deal_ > 0 && EndAfter(deal_) != End::kNone) {
    return Wrong("the match has ended before deal ", deal_);
  }
  return absl::OkStatus();
}

absl::Status State::RestoreHands(const v1::OctrixObservation& seen) {
  if (rotation() > 0) {
    ARENA_ASSIGN_OR_RETURN(distribution_, Distribution(seen, rules_.seats));
    cards_dealt_ = static_cast<uint8_t>(rules_.seats * kHandCards);
    StartDeal();
    return absl::OkStatus();
  }
  ARENA_ASSIGN_OR_RETURN(Hands hands, HandsBeforeTricks(seen, rules_.seats));
  StartDeal();
  while (phase_ == Phase::kDeal && hands[receiver_] != 0) {
    Cards& hand = hands[receiver_];
    const Card card = LowestOf(hand);
    hand &= ~SetOf(card);
    DealCard(card);
  }
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    if (hands[seat] == 0) continue;
    if (phase_ != Phase::kDeal) {
      return Wrong("seat ", seat, " had ",
                   kHandCards + std::popcount(hands[seat]), " cards: expected ",
                   kHandCards);
    }
    return Wrong("seat ", receiver_, " had ", std::popcount(hands_[receiver_]),
                 " cards: expected one more, like the seats dealt to after it");
  }
  if (phase_ == Phase::kDeal &&
      seen.tricks_size() + seen.open_cards_size() > 0) {
    return Wrong(cards_dealt_, " cards are dealt: expected ",
                 rules_.seats * kHandCards, " before a trick");
  }
  return absl::OkStatus();
}

absl::Status State::RestoreTricks(const v1::OctrixObservation& seen) {
  const int32_t deal = deal_;
  for (int i = 0; i < seen.tricks_size(); ++i) {
    // The eighth trick may have been played without asking.
    if (i < tricks_played_) continue;
    do {
      Ply ply;
      if (deal_ == deal) {
        for (const Seat seat : ToAct()) {
          ply.push_back({seat, seen.tricks(i).cards(seat)});
        }
      }
      if (ply.empty())
        return Wrong("trick ", i + 1, " cannot have been played");
      ARENA_RETURN_IF_ERROR(RestorePly(ply));
    } while (second_half_);
  }
  if (seen.open_cards_size() == 0) return absl::OkStatus();
  Ply ply;
  for (const v1::OctrixPlayed& played : seen.open_cards()) {
    if (ply.size() == 2) return Wrong("more than 2 open cards");
    ply.push_back({static_cast<Seat>(played.seat()), played.card()});
  }
  if (deal_ != deal || !rules_.partners || phase_ != Phase::kTricks ||
      ply.size() != 2 ||
      FirstHalf() != (SeatSet::Of(ply[0].seat) | SeatSet::Of(ply[1].seat))) {
    return Wrong("these cards cannot be open");
  }
  return RestorePly(ply);
}

absl::Status State::RestorePly(absl::Span<const SeatAction> ply) {
  for (const auto& [seat, action] : ply) {
    if (action >= kCards || (hands_[seat] >> action & 1) == 0) {
      return Wrong("seat ", seat, " cannot have played ", CardText(action));
    }
  }
  Apply(ply);
  return absl::OkStatus();
}

}  // namespace arena::octrix
