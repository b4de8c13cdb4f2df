// The legal parts of a turn in Ordo, and the effect of a part on the board.
#ifndef ARENA_GAMES_ORDO_ORDO_PARTS_H_
#define ARENA_GAMES_ORDO_ORDO_PARTS_H_

#include <array>
#include <cstdint>

#include "absl/status/status.h"
#include "arena/games/base/action.h"
#include "arena/games/ordo/bitboard.h"

namespace arena::ordo {

// One piece or run travels; in Ordo X a capture may name the group that stays.
// Requires: from <= end, both on one line.
struct Part {
  // Value of `stays` where there is no choice.
  static constexpr int kNoChoice = 127;

  Square from;
  Square end;
  Square to;  // where `from` arrives
  int stays = kNoChoice;

  friend bool operator==(const Part&, const Part&) = default;
};

// The bits of an action; the layout is in ordo.h.
constexpr Action CodeOf(Square from, Square end, Square to) {
  return static_cast<Action>(from | end << 7 | to << 14);
}
constexpr Action ClassicAction(const Part& part) {
  return CodeOf(part.from, part.end, part.to);
}
constexpr Action XAction(const Part& part) {
  return ClassicAction(part) | static_cast<Action>(part.stays) << 21;
}
// Reads an action of either variant; `stays` has a meaning only in Ordo X.
constexpr Part PartOf(Action action) {
  return {static_cast<Square>(action & 127),
          static_cast<Square>(action >> 7 & 127),
          static_cast<Square>(action >> 14 & 127),
          static_cast<int>(action >> 21 & 127)};
}

// OK if the part stays on the board; INVALID_ARGUMENT says what is wrong.
absl::Status CheckPart(const Part& part);

// The part that undoes a part without a capture.
constexpr Part Reversed(const Part& part) {
  return {part.to, part.end + part.to - part.from, part.from};
}

// The rows that the pieces go ahead, summed over the pieces. `up`: the side
// goes towards row 8.
int ProgressOf(const Part& part, bool up);

// A board as the side to act sees it.
struct Board {
  Bits own;
  Bits enemy;
  bool up;  // the side goes towards row 8

  Bits GoalRow() const { return RowBits(up ? kRows - 1 : 0); }
};

// The parts that a side may make.
enum class Duty {
  kClassic,    // Classic, the side is connected
  kReconnect,  // Classic, the side is split
  kAnyPart,    // Ordo X, start of a turn
  kForward,    // Ordo X, after a sideways part
};

// Some groups of one colour, at most as many as it has pieces.
struct Groups {
  int count = 0;
  std::array<Bits, 20> group;
};

// The groups of the largest size that are left when a piece of a connected
// side is captured. In Ordo X one of them stays.
Groups LargestGroups(Bits pieces, Square captured);

// The pieces that can leave, or be captured, without splitting their side:
// their neighbours touch each other. There may be more.
Bits LoosePieces(Bits pieces);

// Fills the legal parts as actions, ascending. Requires: the side to act has a
// piece, none on its goal row, and is connected unless the duty is
// kReconnect.
void LegalParts(const Board& board, Duty duty, ActionList& out);

// The parts that somebody looks for.
struct Wanted {
  // Parts that land on one of these squares...
  Bits landings = kBoard;
  // ...or take pieces this many rows ahead, summed over the pieces. Requires:
  // at least 1.
  int progress = 1;
};
// Fills the legal parts that are wanted, ascending. Requires the same. The
// fewer parts are wanted, the cheaper it is.
void WantedParts(const Board& board, Duty duty, const Wanted& wanted,
                 ActionList& out);

// Whether there is a legal part. Requires the same, and is much cheaper.
bool HasLegalPart(const Board& board, Duty duty);

// Makes a part and removes a captured piece. In Ordo X a capture also removes
// all enemy groups except one: the largest group, or the group that the part
// names. Returns the number of enemy pieces removed.
int MakeClassicPart(const Part& part, Board& board);
int MakeXPart(const Part& part, Board& board);

}  // namespace arena::ordo

#endif  // ARENA_GAMES_ORDO_ORDO_PARTS_H_
