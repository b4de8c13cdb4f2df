// The suggestion of Ordo: the best turn by a plain rule.
#include <algorithm>
#include <array>
#include <optional>

#include "arena/core/check.h"
#include "arena/games/ordo/ordo.h"
#include "arena/games/ordo/ordo_parts.h"

namespace arena::ordo {
namespace {

// The value of a turn: rows that pieces go ahead, and much more for pieces that
// are removed. A value above all others wins. A draw is worse than any turn
// that does not let the other side win at once.
constexpr int kPiece = 1'000;
constexpr int kWin = 1'000'000;
constexpr int kDraw = -100'000;
constexpr int kThreatened = -200'000;

// More rows than a part can go ahead.
constexpr int kNever = kPiece;

// The squares on which another piece would stop the part. A single piece may
// capture where it arrives.
Bits PathOf(const Part& part) {
  const auto sign = [](int n) { return n > 0 ? 1 : n < 0 ? -1 : 0; };
  const int step = sign(RowOf(part.to) - RowOf(part.from)) * kColumns +
                   sign(ColumnOf(part.to) - ColumnOf(part.from));
  Bits path = {};
  for (Square from = part.from; from != part.to; from += step) {
    path |= RunBits(from, from + part.end - part.from);
  }
  path -= RunBits(part.from, part.end);
  if (part.from == part.end) return path;
  return path | RunBits(part.to, part.to + part.end - part.from);
}

}  // namespace

// The pieces that the capture of each piece removes in Ordo X.
class Removals {
 public:
  // A capture of the last piece removes more than any other.
  static constexpr int kLast = kWin / kPiece;

  explicit Removals(Bits pieces) : pieces_(pieces) {
    const int count = Count(pieces);
    ForEach(pieces, [this, count](Square s) {
      const Groups left = LargestGroups(pieces_, s);
      removed_[s] = left.count == 0 ? kLast : count - Count(left.group[0]);
    });
  }
  // The pieces whose capture removes at least that many.
  Bits AtLeast(int least) const {
    Bits found = {};
    ForEach(pieces_, [&](Square s) {
      if (removed_[s] >= least) found |= BitOf(s);
    });
    return found;
  }

 private:
  Bits pieces_;
  std::array<int, kSquares> removed_;
};

namespace {

bool IsSideways(const Part& part) { return RowOf(part.from) == RowOf(part.to); }

}  // namespace

// Compares turns. The suggestion is the first part of the best turn; among
// equals, the part with the lowest code.
class State::Chooser {
 public:
  explicit Chooser(const State& state)
      : state_(state), start_(state.BoardOf(state.to_act_)) {}

  Action Choose();

 private:
  // What the first of two parts has left behind.
  struct Middle {
    Action first;
    Board board;
    int removed;
  };
  void TryTurnsWith(const Middle& middle);
  void TryLastPart(const Middle& middle, const Part& part);
  // Whether a turn of this value would be the best so far.
  bool Improves(int value, Action first) const {
    return value > best_ || (value == best_ && first < choice_);
  }

  bool IsX() const { return state_.variant_ == Variant::kX; }
  int Make(const Part& part, Board& board) const {
    return IsX() ? MakeXPart(part, board) : MakeClassicPart(part, board);
  }
  // What the other side must do on a board where the turn has ended.
  Duty DutyAfter(const Board& board, int removed) const;
  bool Wins(const Board& board, int removed) const;
  bool IsDraw(const Part& part, int removed) const;
  // Whether the other side can reach its goal row at once.
  bool IsThreatened(const Board& board, int removed);

  const State& state_;
  const Board start_;
  int best_ = -kWin;
  Action choice_ = 0;
  // The path of a part that reaches the other side's goal row, if known.
  std::optional<Bits> threat_;
  std::optional<Removals> removals_;
};

Action State::Chooser::Choose() {
  ActionList legal;
  LegalParts(start_, state_.DutyToAct(), legal);
  ARENA_CHECK(!legal.empty());
  // Turns of one part are cheap, and their values spare much of the others.
  for (const Action action : legal) {
    const Part part = PartOf(action);
    if (IsX() && IsSideways(part)) continue;
    TryLastPart({action, start_, 0}, part);
  }
  if (!IsX()) return choice_;
  for (const Action action : legal) {
    const Part part = PartOf(action);
    if (!IsSideways(part)) continue;
    Middle middle = {action, start_, 0};
    middle.removed = Make(part, middle.board);
    TryTurnsWith(middle);
  }
  return choice_;
}

// Looks only at forward parts that may improve on the best turn: they go far
// enough, or capture enough, or reach the goal row.
void State::Chooser::TryTurnsWith(const Middle& middle) {
  constexpr int kMostRows = kRows - 1;  // of a piece that captures
  const int missing = best_ - kPiece * middle.removed;
  Wanted wanted = {middle.board.GoalRow(),
                   std::max(1, missing + (middle.first < choice_ ? 0 : 1))};
  if (middle.board.enemy.empty()) wanted.landings = kBoard;
  const int least = std::max(1, (missing - kMostRows + kPiece - 1) / kPiece);
  if (middle.removed > 0) {
    wanted.landings |= Removals(middle.board.enemy).AtLeast(least);
  } else {
    if (!removals_.has_value()) removals_.emplace(start_.enemy);
    wanted.landings |= removals_->AtLeast(least);
  }
  ActionList parts;
  WantedParts(middle.board, Duty::kForward, wanted, parts);
  for (const Action action : parts) TryLastPart(middle, PartOf(action));
}

void State::Chooser::TryLastPart(const Middle& middle, const Part& part) {
  Board board = middle.board;
  const int removed = middle.removed + Make(part, board);
  int value = kPiece * removed + ProgressOf(part, board.up);
  if (Wins(board, removed)) value = kWin;
  if (!Improves(value, middle.first)) return;
  if (value != kWin) {
    if (IsDraw(part, removed)) {
      value = kDraw;
    } else if (IsThreatened(board, removed)) {
      value += kThreatened;
    }
    if (!Improves(value, middle.first)) return;
  }
  best_ = value;
  choice_ = middle.first;
}

Duty State::Chooser::DutyAfter(const Board& board, int removed) const {
  if (IsX()) return Duty::kAnyPart;
  return removed > 0 && !IsConnected(board.enemy) ? Duty::kReconnect
                                                  : Duty::kClassic;
}

bool State::Chooser::Wins(const Board& board, int removed) const {
  return !(board.own & board.GoalRow()).empty() || board.enemy.empty() ||
         !HasLegalPart({board.enemy, board.own, !board.up},
                       DutyAfter(board, removed));
}

// Only a state remembers what has been before. Requires: not won.
bool State::Chooser::IsDraw(const Part& part, int removed) const {
  if (IsX()) return false;
  const bool last = state_.turns_ + 1u == state_.max_plies_;
  if (!last && (removed > 0 || !IsSideways(part))) return false;
  State next = state_;
  next.ApplyPart(part);
  next.Conclude();
  return next.IsDraw();
}

bool State::Chooser::IsThreatened(const Board& board, int removed) {
  const Board other = {board.enemy, board.own, !board.up};
  if (removed == 0 && threat_.has_value() && (*threat_ & board.own).empty()) {
    return true;
  }
  // No sideways part reaches the goal row.
  const Duty duty = IsX() ? Duty::kForward : DutyAfter(board, removed);
  ActionList parts;
  WantedParts(other, duty, {other.GoalRow(), kNever}, parts);
  if (parts.empty()) return false;
  if (removed == 0) threat_ = PathOf(PartOf(parts[0]));
  return true;
}

Action State::Suggest(Seat /*seat*/) const { return Chooser(*this).Choose(); }

}  // namespace arena::ordo
