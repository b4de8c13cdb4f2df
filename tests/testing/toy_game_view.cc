// The observations of the toy's seats.
#include <algorithm>
#include <bit>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/sentence.h"
#include "arena/v1/match_step.pb.h"
#include "arena/v1/observation.pb.h"
#include "google/protobuf/unknown_field_set.h"
#include "tests/testing/toy.pb.h"
#include "tests/testing/toy_game.h"

namespace arena::toy {
namespace {

// The number under which the toy travels in messages of arena.v1.
constexpr int kField = 1000;

// Returns the only field of that number, or none.
template <typename Message>
const google::protobuf::UnknownField* Carried(const Message& message) {
  const google::protobuf::UnknownFieldSet& fields =
      message.GetReflection()->GetUnknownFields(message);
  for (int i = 0; i < fields.field_count(); ++i) {
    if (fields.field(i).number() == kField) return &fields.field(i);
  }
  return nullptr;
}

// The set of cards, or 0 if there are repeated or wrong ones.
uint32_t SetOf(const Cards& message) {
  uint32_t cards = 0;
  for (const uint32_t card : message.cards()) {
    if (card >= kCards || (cards >> card & 1) != 0) return 0;
    cards |= 1u << card;
  }
  return cards;
}

absl::Status Contradiction(absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("the observation contradicts itself: ", what));
}

absl::StatusOr<ToyObservation> Unpack(const v1::Observation& observation) {
  const google::protobuf::UnknownField* field = Carried(observation);
  ToyObservation view;
  if (field == nullptr ||
      field->type() != google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED ||
      !view.ParseFromString(field->length_delimited())) {
    return absl::InvalidArgumentError("this is no observation of the toy");
  }
  return view;
}

}  // namespace

// ---- Observation ----

void State::ObservationFor(Seat seat, v1::Observation& out) const {
  ToyObservation view;
  view.set_deal(deal_);
  view.set_dealt(dealt_);
  if (seat >= 0) {
    for (uint32_t cards = hands_[seat]; cards != 0; cards &= cards - 1) {
      view.mutable_hand()->add_cards(std::countr_zero(cards));
    }
  }
  for (int round = 0; round < open_; ++round) {
    Cards& cards = *view.add_rounds();
    for (Seat s = 0; s < seats_; ++s) cards.add_cards(rounds_[round][s]);
  }
  view.set_stage(static_cast<uint32_t>(stage_));
  for (Seat s = 0; s < seats_; ++s) view.add_points(points_[s]);
  for (Seat s = 0; s < seats_; ++s) {
    if ((contras_ >> s & 1) != 0) view.add_contras(s);
  }
  view.set_value(value_);
  out.Clear();
  out.GetReflection()->MutableUnknownFields(&out)->AddLengthDelimited(
      kField, view.SerializeAsString());
}

std::string State::ObservationToString(const v1::Observation& observation) {
  const absl::StatusOr<ToyObservation> view = Unpack(observation);
  return view.ok() ? view->DebugString() : view.status().ToString();
}

absl::Status State::ReadObservation(Seat seat,
                                    const v1::Observation& observation) {
  ARENA_ASSIGN_OR_RETURN(const ToyObservation view, Unpack(observation));
  if (view.deal() >= static_cast<uint32_t>(deals_)) {
    return Contradiction(absl::StrCat("deal ", view.deal(), " of ", deals_));
  }
  const auto all_cards = static_cast<uint32_t>(kRounds * seats_);
  if (view.dealt() > all_cards || view.rounds_size() > kRounds ||
      view.stage() > static_cast<uint32_t>(Stage::kEnd) ||
      (view.stage() == 0) != (view.dealt() < all_cards) ||
      view.points_size() != seats_ || view.value() > 1 + kMaxSeats) {
    return Contradiction("stage, cards dealt, rounds, points and value");
  }
  deal_ = static_cast<int8_t>(view.deal());
  dealt_ = static_cast<int8_t>(view.dealt());
  open_ = static_cast<int8_t>(view.rounds_size());
  stage_ = static_cast<Stage>(view.stage());
  value_ = static_cast<int8_t>(view.value());
  const bool needs_taker = stage_ == Stage::kRaise || stage_ == Stage::kGive;
  if ((needs_taker && open_ == 0) ||
      (stage_ == Stage::kPlay && open_ == kRounds)) {
    return Contradiction("stage and rounds");
  }
  for (int round = 0; round < open_; ++round) {
    const Cards& cards = view.rounds(round);
    if (cards.cards_size() != seats_ || SetOf(cards) == 0) {
      return Contradiction(absl::StrCat("the cards of round ", round));
    }
    for (Seat s = 0; s < seats_; ++s) {
      rounds_[round][s] = static_cast<int8_t>(cards.cards(s));
    }
  }
  for (Seat s = 0; s < seats_; ++s) {
    points_[s] = static_cast<int16_t>(view.points(s));
  }
  for (const uint32_t s : view.contras()) {
    if (s >= static_cast<uint32_t>(seats_)) return Contradiction("contras");
    contras_ |= static_cast<uint8_t>(1u << s);
  }
  if (seat >= 0) hands_[seat] = static_cast<uint16_t>(SetOf(view.hand()));
  return absl::OkStatus();
}

absl::StatusOr<State> State::Sample(int seats, const GameOptions& options,
                                    Seat seat,
                                    const v1::Observation& observation,
                                    Rng& rng) {
  ARENA_ASSIGN_OR_RETURN(State state, Create(seats, options));
  ARENA_RETURN_IF_ERROR(state.ReadObservation(seat, observation));
  uint32_t seen = seat >= 0 ? state.hands_[seat] : 0;
  for (int round = 0; round < state.open_; ++round) {
    for (Seat s = 0; s < seats; ++s) {
      const uint32_t card = 1u << state.rounds_[round][s];
      if ((seen & card) != 0) return Contradiction("a card seen twice");
      seen |= card;
    }
  }
  if (seat >= 0 && std::popcount(state.hands_[seat]) != state.HandSize(seat)) {
    return Contradiction("the size of the seat's hand");
  }
  state.DrawHands(seat, rng);
  return state;
}

// ---- Events and actions ----

void State::EventFor(Seat seat, absl::Span<const SeatAction> ply,
                     v1::PlyEvent& out) const {
  out.Clear();
  for (const auto [actor, action] : ply) {
    v1::SeatEvent& event = *out.add_actions();
    if (actor != kChance) event.set_seat(static_cast<uint32_t>(actor));
    // A card is dealt face down, so only its seat sees it.
    if (actor == kChance && seat != NextDealt()) continue;
    ActionToMessage(actor, action, *event.mutable_action());
    event.set_text(ActionToString(actor, action));
  }
}

void State::ActionToMessage(Seat, Action action, v1::GameAction& out) const {
  out.Clear();
  out.GetReflection()->MutableUnknownFields(&out)->AddVarint(kField, action);
}

absl::StatusOr<Action> State::ActionFromMessage(
    Seat seat, const v1::GameAction& message) const {
  const google::protobuf::UnknownField* field = Carried(message);
  if (field == nullptr ||
      field->type() != google::protobuf::UnknownField::TYPE_VARINT) {
    return absl::InvalidArgumentError("the message names no action of the toy");
  }
  const auto action = static_cast<Action>(field->varint());
  // An action is valid only if it has a name.
  return ParseAction(seat, ActionToString(seat, action));
}

void State::Narrate(const v1::MatchStep& before, v1::MatchStep& step) {
  const absl::StatusOr<ToyObservation> now = Unpack(step.observations(0));
  const bool first = before.observations().empty();
  const absl::StatusOr<ToyObservation> then =
      first ? now : Unpack(before.observations(0));
  if (!now.ok() || !then.ok()) return;
  step.set_deal(then->deal() + 1);
  step.set_trick(static_cast<uint32_t>(then->rounds_size()) + 1);
  for (v1::StepAct& act : *step.mutable_acts()) {
    act.set_sentence(absl::StrCat(SeatText(act.event().seat()), " says ",
                                  act.event().text()));
  }
  if (now->rounds_size() > then->rounds_size()) {
    step.add_effects("the cards are shown");
    step.add_marks(v1::STEP_MARK_SHOWDOWN);
  }
}

}  // namespace arena::toy
