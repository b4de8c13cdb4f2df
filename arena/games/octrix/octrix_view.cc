// The view of a seat of Octrix, as messages and as text, and reading actions
// back.
#include <algorithm>
#include <bit>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/games/octrix/octrix.h"
#include "arena/v1/observation.pb.h"

namespace arena::octrix {
namespace {

v1::OctrixMode MessageOf(Mode mode) {
  return mode == Mode::kHigh ? v1::OCTRIX_MODE_HIGH : v1::OCTRIX_MODE_LOW;
}

using Numbers = google::protobuf::RepeatedField<uint32_t>;

// Room for more numbers, taken at once: observations are made for every prompt.
uint32_t* AddRoom(int count, Numbers& field) {
  field.Reserve(field.size() + count);
  return field.AddNAlreadyReserved(count);
}

void AddCards(Cards cards, Numbers& field) {
  uint32_t* room = AddRoom(std::popcount(cards), field);
  for (; cards != 0; cards &= cards - 1) *room++ = LowestOf(cards);
}

void FillTrick(const Trick& trick, int seats, v1::OctrixTrick& out) {
  std::copy_n(trick.cards.begin(), seats, AddRoom(seats, *out.mutable_cards()));
  out.set_taker(trick.winner);
  out.set_mode(MessageOf(trick.mode));
}

}  // namespace

// ---- Observations ----

void State::ObservationFor(Seat /*seat*/, v1::Observation& out) const {
  v1::OctrixObservation& seen = *out.mutable_octrix();
  seen.Clear();
  const bool over = phase_ == Phase::kOver;
  const bool dealt = over || phase_ == Phase::kTricks;
  seen.set_deal(static_cast<uint32_t>(deal_) + 1);
  seen.set_trick(over ? tricks_played_ : tricks_played_ + 1u);
  if (phase_ != Phase::kDrawDealer) seen.set_dealer(dealer_);
  seen.set_mode(MessageOf(mode_));
  seen.mutable_hands()->Reserve(rules_.seats);
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    AddCards(hands_[seat], *seen.add_hands()->mutable_cards());
  }
  if (dealt && rules_.show_unused) AddCards(Unused(), *seen.mutable_unused());
  seen.mutable_tricks()->Reserve(tricks_played_);
  for (int i = 0; i < tricks_played_; ++i) {
    FillTrick(tricks_[i], rules_.seats, *seen.add_tricks());
  }
  if (deal_ > 0) {
    FillTrick(last_deal_trick_, rules_.seats, *seen.mutable_last_deal_trick());
  }
  if (second_half_) {
    for (const Seat seat : FirstHalf()) {
      v1::OctrixPlayed& played = *seen.add_open_cards();
      played.set_seat(static_cast<uint32_t>(seat));
      played.set_card(tricks_[tricks_played_].cards[seat]);
    }
  }
  std::copy_n(deal_scores_.begin(), rules_.sides,
              AddRoom(rules_.sides, *seen.mutable_deal_scores()));
  std::copy_n(totals_.begin(), rules_.sides,
              AddRoom(rules_.sides, *seen.mutable_totals()));
  for (const Seat seat : ToAct()) seen.add_to_act(static_cast<uint32_t>(seat));
  if (rules_.duplicate) {
    seen.set_rotation(static_cast<uint32_t>(rotation()) + 1);
  }
  for (Seat seat = 0; rotation() > 0 && seat < rules_.seats; ++seat) {
    AddCards(distribution_[seat], *seen.add_distribution()->mutable_cards());
  }
}

// ---- Events and actions ----

void State::EventFor(Seat /*seat*/, absl::Span<const SeatAction> ply,
                     v1::PlyEvent& out) const {
  out.clear_actions();
  for (const auto& [actor, action] : ply) {
    v1::SeatEvent& event = *out.add_actions();
    if (actor != kChance) event.set_seat(static_cast<uint32_t>(actor));
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

// " N" to " W" in the partnership game, empty in the others.
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

const char* ModeColumn(v1::OctrixMode mode) {
  return mode == v1::OCTRIX_MODE_LOW ? "LOW" : "HIGH";
}

// One line per trick, with the winning card marked; then the open cards.
void AppendTricks(const v1::OctrixObservation& seen, std::string& out) {
  if (seen.tricks_size() + seen.open_cards_size() == 0) return;
  absl::StrAppend(&out, "trick  mode");
  for (int seat = 0; seat < seen.hands_size(); ++seat) {
    absl::StrAppend(&out, "  seat ", seat);
  }
  absl::StrAppend(&out, "\n");
  for (int i = 0; i < seen.tricks_size(); ++i) {
    const v1::OctrixTrick& trick = seen.tricks(i);
    absl::StrAppendFormat(&out, "%-7d%-4s", i + 1, ModeColumn(trick.mode()));
    for (int seat = 0; seat < trick.cards_size(); ++seat) {
      const bool won = static_cast<uint32_t>(seat) == trick.taker();
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
      absl::StrCat("deal ", seen.deal(), ", trick ", seen.trick(), ", ",
                   ModeColumn(seen.mode()), ": the ",
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

}  // namespace arena::octrix
