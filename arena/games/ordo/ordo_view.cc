// The view of seats of Ordo: observations, events and actions as messages.

#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/ordo/ordo.h"
#include "arena/v1/observation.pb.h"

namespace arena::ordo {
namespace {

void FillSquares(Bits set, google::protobuf::RepeatedField<uint32_t>* out) {
  ForEach(set, [out](Square square) { out->Add(square); });
}

void FillAction(const Part& part, Variant variant, v1::OrdoAction& out) {
  out.set_from_square(part.from);
  out.set_end_square(part.end);
  out.set_to_square(part.to);
  if (variant == Variant::kX && part.stays != Part::kNoChoice) {
    out.set_stays_square(part.stays);
  }
}

// Rows 8 to 1 with their numbers, and the letters of the columns.
std::string Drawing(const v1::OrdoObservation& ordo) {
  std::string squares(kSquares, '.');
  const auto place = [&](uint32_t square, char piece) {
    if (square < kSquares) squares[square] = piece;
  };
  for (const uint32_t square : ordo.white()) place(square, 'W');
  for (const uint32_t square : ordo.black()) place(square, 'B');
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    absl::StrAppend(&text, row + 1, " ");
    for (int column = 0; column < kColumns; ++column) {
      text += ' ';
      text += squares[row * kColumns + column];
    }
    text += '\n';
  }
  return text + "   a b c d e f g h i j\n";
}

const char* ColourOf(uint32_t seat) { return seat == 0 ? "White" : "Black"; }

}  // namespace

// ---- Observations ----

// Everything is open: all seats and spectators see the same.
void State::ObservationFor(Seat /*seat*/, v1::Observation& out) const {
  v1::OrdoObservation& ordo = *out.mutable_ordo();
  ordo.Clear();
  const bool classic = variant_ == Variant::kClassic;
  ordo.set_variant(classic ? v1::ORDO_VARIANT_CLASSIC : v1::ORDO_VARIANT_X);
  FillSquares(pieces_[0], ordo.mutable_white());
  FillSquares(pieces_[1], ordo.mutable_black());
  for (const Seat seat : ToAct()) {
    ordo.add_to_act(static_cast<uint32_t>(seat));
  }
  ordo.set_forward_part_due(forward_due_);
  ordo.set_must_reconnect(must_reconnect_);
  ordo.set_turns(turns_);
  if (!classic) return;
  ordo.set_occurrences(Occurrences());
  ordo.set_sideways_plies(reversible_count_);
  for (int i = 0; i < reversible_count_; ++i) {
    FillAction(Unpack(reversible_[i]), variant_,
               *ordo.add_reversible_actions());
  }
}

std::string State::ObservationToString(const v1::Observation& observation) {
  const v1::OrdoObservation& ordo = observation.ordo();
  const bool classic = ordo.variant() != v1::ORDO_VARIANT_X;
  std::string text = Drawing(ordo);
  absl::StrAppend(&text, classic ? "Ordo" : "Ordo X", ", turns: ", ordo.turns(),
                  ordo.to_act().empty()
                      ? ""
                      : absl::StrCat(", to act: ", ColourOf(ordo.to_act(0))),
                  ordo.must_reconnect() ? ", must reconnect" : "",
                  ordo.forward_part_due() ? ", forward part due" : "", "\n");
  if (classic) {
    absl::StrAppend(&text, "sideways plies in a row: ", ordo.sideways_plies(),
                    ", occurrences of this position: ", ordo.occurrences(),
                    "\n");
  }
  return text;
}

std::string State::ToString() const {
  v1::Observation observation;
  ObservationFor(kSpectator, observation);
  std::string text = ObservationToString(observation);
  if (end_ == End::kNone) return text;
  absl::StrAppend(&text, IsDraw() ? "draw" : ColourOf(1 - to_act_),
                  IsDraw() ? "" : " wins", ": ", EndReason(), "\n");
  return text;
}

// ---- Actions and events ----

void State::EventFor(Seat /*seat*/, absl::Span<const SeatAction> ply,
                     v1::PlyEvent& out) const {
  out.clear_actions();
  for (const SeatAction& choice : ply) {
    v1::SeatEvent& event = *out.add_actions();
    if (choice.seat != kChance) {
      event.set_seat(static_cast<uint32_t>(choice.seat));
    }
    ActionToMessage(choice.seat, choice.action, *event.mutable_action());
    event.set_text(ActionToString(choice.seat, choice.action));
  }
}

void State::ActionToMessage(Seat /*seat*/, Action action,
                            v1::GameAction& out) const {
  FillAction(PartOf(action), variant_, *out.mutable_ordo());
}

absl::StatusOr<Action> State::ActionFromMessage(
    Seat /*seat*/, const v1::GameAction& message) const {
  if (!message.has_ordo()) return Wrong("expected an action of ordo");
  const v1::OrdoAction& ordo = message.ordo();
  for (const uint32_t square :
       {ordo.from_square(), ordo.end_square(), ordo.to_square()}) {
    if (square >= kSquares) {
      return Wrong("square ", square, "; expected 0..79");
    }
  }
  Part part = {static_cast<Square>(ordo.from_square()),
               static_cast<Square>(ordo.end_square()),
               static_cast<Square>(ordo.to_square())};
  if (ordo.has_stays_square()) {
    if (variant_ != Variant::kX) {
      return Wrong("stays_square is ", ordo.stays_square(),
                   "; expected none in Classic");
    }
    if (ordo.stays_square() >= kSquares) {
      return Wrong("stays_square is ", ordo.stays_square(), "; expected 0..79");
    }
    part.stays = static_cast<int>(ordo.stays_square());
  }
  ARENA_RETURN_IF_ERROR(CheckPart(part));
  return ActionOf(part);
}

}  // namespace arena::ordo
