// The numbers of all parts of turns that the board of Ordo has room for, in
// both variants and of both sides.
#ifndef ARENA_GAMES_ORDO_ORDO_NUMBERS_H_
#define ARENA_GAMES_ORDO_ORDO_NUMBERS_H_

#include <cstdint>

#include "arena/games/ordo/ordo_parts.h"

namespace arena::ordo {

// Single pieces and runs, each to every square in eight directions.
inline constexpr int kPlainParts = 14400;
// Captures with a choice, by the captured square, the direction and the square
// that names the group that stays.
inline constexpr int kChoiceParts = kSquares * 8 * (kSquares - 1);
inline constexpr int kActionSpace = kPlainParts + kChoiceParts;

// Below kActionSpace. Captures of one square that come from one direction and
// leave the same group share a number: only the nearest piece can make them, so
// no position has two. Requires: CheckPart, and from and to are on one line.
uint32_t NumberOf(const Part& part);

}  // namespace arena::ordo

#endif  // ARENA_GAMES_ORDO_ORDO_NUMBERS_H_
