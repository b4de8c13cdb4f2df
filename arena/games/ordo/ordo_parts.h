// Which parts of a turn are legal in Ordo, and what a part does to the board.
#ifndef ARENA_GAMES_ORDO_ORDO_PARTS_H_
#define ARENA_GAMES_ORDO_ORDO_PARTS_H_

#include <array>
#include <cstdint>

#include "absl/status/status.h"
#include "arena/core/action.h"
#include "arena/games/ordo/bitboard.h"

namespace arena::ordo {

// One piece or run travels; in Ordo X a capture may name a group that stays.
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
// Of either variant; `stays` means something in Ordo X only.
constexpr Part PartOf(Action action) {
  return {static_cast<Square>(action & 127),
          static_cast<Square>(action >> 7 & 127),
          static_cast<Square>(action >> 14 & 127),
          static_cast<int>(action >> 21 & 127)};
}

// Whether the part stays on the board; INVALID_ARGUMENT says what is wrong.
absl::Status CheckPart(const Part& part);

// The part that undoes a part without a capture.
constexpr Part Reversed(const Part& part) {
  return {part.to, part.end + part.to - part.from, part.from};
}

// A board as the side to act sees it.
struct Board {
  Bits own;
  Bits enemy;
  bool up;  // own pieces go towards row 8

  Bits GoalRow() const { return RowBits(up ? kRows - 1 : 0); }
};

// Which parts a side may make.
enum class Duty {
  kClassic,    // Classic, own group connected
  kReconnect,  // Classic, own group split
  kAnyPart,    // Ordo X, start of a turn
  kForward,    // Ordo X, after a sideways part
};

// Some groups of one colour. There cannot be more of them than pieces.
struct Groups {
  int count = 0;
  std::array<Bits, 20> group;
};

// The groups that share the largest size once a piece of a connected side is
// captured: in Ordo X one of them stays.
Groups LargestGroups(Bits pieces, Square captured);

// Fills the legal parts as actions, ascending. Requires: no own piece stands
// on the goal row, there is an own piece, and the own group is connected
// unless the duty is to reconnect.
void LegalParts(const Board& board, Duty duty, ActionList& out);

// Whether there is a legal part; the same requirements, much cheaper.
bool HasLegalPart(const Board& board, Duty duty);

// Makes a part; a captured piece is removed, and in Ordo X with it all enemy
// groups but the largest, or the one that the part names. Returns the number
// of enemy pieces removed.
int MakeClassicPart(const Part& part, Board& board);
int MakeXPart(const Part& part, Board& board);

}  // namespace arena::ordo

#endif  // ARENA_GAMES_ORDO_ORDO_PARTS_H_
