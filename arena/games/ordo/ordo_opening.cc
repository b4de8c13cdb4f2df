// The random opening of a match: what chance may do before the first decision.
#include <algorithm>

#include "arena/games/ordo/ordo.h"
#include "arena/games/ordo/ordo_parts.h"

namespace arena::ordo {
namespace {

// Whether the side can capture, or reach its goal row, with its next part.
bool CanStrike(const Board& board, Duty duty) {
  ActionList parts;
  LegalParts(board, duty, parts);
  const Bits goal = board.GoalRow();
  return std::any_of(parts.begin(), parts.end(), [&](Action action) {
    const Part part = PartOf(action);
    return Has(board.enemy | goal, part.to) ||
           Has(goal, part.end + part.to - part.from);
  });
}

}  // namespace

void State::OpeningParts(ActionList& out) const {
  ActionList legal;
  LegalParts(BoardOf(to_act_), DutyToAct(), legal);
  Grade best = Grade::kEnds;
  out.clear();
  for (const Action action : legal) {
    const Grade grade = GradeOf(PartOf(action));
    if (grade < best) continue;
    if (grade > best) out.clear();
    best = grade;
    out.push_back(action);
  }
}

// Neither side has an advantage that is plain to see if nothing was captured,
// and neither could capture or win at once. In Ordo X the part is a turn by
// itself.
State::Grade State::GradeOf(const Part& part) const {
  State next = *this;
  next.ApplyPart(part);
  next.Conclude();
  if (next.forward_due_ || next.end_ != End::kNone) return Grade::kEnds;
  const Seat enemy = next.to_act_;
  const Duty duty = variant_ == Variant::kX ? Duty::kAnyPart : Duty::kClassic;
  const bool quiet =
      Count(next.pieces_[enemy]) == Count(pieces_[enemy]) &&
      !CanStrike(next.BoardOf(enemy), duty) &&
      !CanStrike(next.BoardOf(to_act_), duty);
  return quiet ? Grade::kQuiet : Grade::kGoesOn;
}

}  // namespace arena::ordo
