// What one viewer sees of a state: the part of a step that could tell a secret.
#ifndef ARENA_MATCH_STEP_VIEW_H_
#define ARENA_MATCH_STEP_VIEW_H_

#include <optional>

#include "arena/games/base/any_state.h"
#include "arena/v1/match_step.pb.h"

namespace arena {

// Whose eyes a match is seen with: a seat's, kSpectator's, or the table's,
// which see everything.
using View = std::optional<Seat>;
inline constexpr View kTableView = std::nullopt;

// A ply that is about to be made, as it is seen. No actions: an announcement
// that the viewer may not know of.
v1::PlyEvent EventSeen(const AnyState& state, View view, const Ply& ply);

// Fills the observations and the returns of a step, and the text if asked for.
void FillPosition(const AnyState& state, int seats, View view, bool text,
                  v1::MatchStep& step);

}  // namespace arena

#endif  // ARENA_MATCH_STEP_VIEW_H_
