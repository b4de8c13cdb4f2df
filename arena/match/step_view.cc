#include "arena/match/step_view.h"

namespace arena {

v1::PlyEvent EventSeen(const AnyState& state, View view, const Ply& ply) {
  v1::PlyEvent open;
  state->EventFor(view.value_or(kSpectator), ply, open);
  if (view.has_value()) return open;
  // The table sees every action, and everything that spectators see revealed.
  v1::PlyEvent event;
  for (size_t i = 0; i < ply.size(); ++i) {
    const auto [seat, action] = ply[i];
    v1::SeatEvent& part = *event.add_actions();
    if (seat != kChance) part.set_seat(static_cast<uint32_t>(seat));
    state->ActionToMessage(seat, action, *part.mutable_action());
    part.set_text(state->ActionToString(seat, action));
    if (static_cast<size_t>(open.actions_size()) != ply.size()) continue;
    const v1::SeatEvent& shown = open.actions(static_cast<int>(i));
    if (shown.has_reveal()) *part.mutable_reveal() = shown.reveal();
  }
  return event;
}

void FillPosition(const AnyState& state, int seats, View view, bool text,
                  v1::MatchStep& step) {
  if (view.has_value()) {
    state->ObservationFor(*view, *step.add_observations());
  }
  const SeatScores returns = state->Returns();
  for (Seat seat = 0; seat < seats; ++seat) {
    step.add_returns(static_cast<int32_t>(returns[seat]));
    if (view.has_value()) continue;
    state->ObservationFor(seat, *step.add_observations());
  }
  if (!text) return;
  step.set_position_text(view.has_value()
                             ? state->ObservationToString(step.observations(0))
                             : state->ToString());
}

}  // namespace arena
