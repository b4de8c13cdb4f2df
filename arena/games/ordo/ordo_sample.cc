// Turns an observation of Ordo back into the state: nothing is hidden.
#include <algorithm>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/ordo/ordo.h"
#include "arena/v1/observation.pb.h"

namespace arena::ordo {
namespace {

absl::Status ReadSquares(
    const google::protobuf::RepeatedField<uint32_t>& squares, Bits& pieces) {
  for (const uint32_t square : squares) {
    if (square >= kSquares) return Wrong("square ", square, "; expected 0..79");
    pieces |= BitOf(static_cast<Square>(square));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<State> State::Sample(int seats, const GameOptions& options,
                                    Seat seat,
                                    const v1::Observation& observation,
                                    Rng& /*rng*/) {
  ARENA_RETURN_IF_ERROR(Create(seats, options).status());
  ARENA_ASSIGN_OR_RETURN(State state, FromOptions(options));
  if (!observation.has_ordo()) return Wrong("expected an observation of ordo");
  const v1::OrdoObservation& ordo = observation.ordo();
  ARENA_RETURN_IF_ERROR(ReadSquares(ordo.white(), state.pieces_[0]));
  ARENA_RETURN_IF_ERROR(ReadSquares(ordo.black(), state.pieces_[1]));
  if (!(state.pieces_[0] & state.pieces_[1]).empty()) {
    return Wrong("White and Black stand on one square");
  }
  const uint32_t most = state.max_plies_ != 0 ? state.max_plies_ : kMaxPlies;
  if (ordo.turns() > most) {
    return Wrong("turns is ", ordo.turns(), "; expected 0..", most);
  }
  state.turns_ = ordo.turns();
  // White begins. This also holds after the end, when no seat is to act.
  state.to_act_ = static_cast<uint8_t>(state.turns_ % 2);
  state.forward_due_ = ordo.forward_part_due();
  if (state.forward_due_ && state.variant_ != Variant::kX) {
    return Wrong("a forward part is due; expected this in Ordo X only");
  }
  std::vector<Action> reversible;
  for (const v1::OrdoAction& part : ordo.reversible_actions()) {
    v1::GameAction message;
    *message.mutable_ordo() = part;
    ARENA_ASSIGN_OR_RETURN(reversible.emplace_back(),
                           state.ActionFromMessage(seat, message));
  }
  ARENA_RETURN_IF_ERROR(state.TakeBack(reversible));
  ARENA_RETURN_IF_ERROR(state.CheckPosition());
  state.Settle();
  ARENA_RETURN_IF_ERROR(state.Replay(reversible));
  return state;
}

absl::Status State::TakeBack(absl::Span<const uint32_t> actions) {
  if (actions.empty()) return absl::OkStatus();
  if (variant_ == Variant::kX || actions.size() > kMaxReversible ||
      actions.size() > turns_) {
    return Wrong(
        actions.size(), " reversible actions; expected at most ",
        variant_ == Variant::kX ? 0 : std::min<int>(turns_, kMaxReversible));
  }
  for (size_t i = actions.size(); i-- > 0;) {
    const Part part = PartOf(actions[i]);
    ARENA_RETURN_IF_ERROR(CheckPart(part));
    to_act_ ^= 1;
    --turns_;
    Board board = BoardOf(to_act_);
    MakeClassicPart(Reversed(part), board);
    pieces_[to_act_] = board.own;
  }
  return absl::OkStatus();
}

absl::Status State::Replay(absl::Span<const uint32_t> actions) {
  for (const Action action : actions) {
    // Chance has made the plies of the opening.
    ActionList legal;
    LegalActions(Mover(), legal);
    if (!absl::c_binary_search(legal, action)) {
      return Wrong("reversible action ", action,
                   " was not possible on its board");
    }
    Apply({{{Mover(), action}}});
  }
  return absl::OkStatus();
}

}  // namespace arena::ordo
