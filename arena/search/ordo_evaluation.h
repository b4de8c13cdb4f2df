// What a board of Ordo is worth before it is searched any deeper.
#ifndef ARENA_SEARCH_ORDO_EVALUATION_H_
#define ARENA_SEARCH_ORDO_EVALUATION_H_

#include "arena/games/ordo/ordo_parts.h"

namespace arena::ordo {

// Values are in hundredths of a piece.
inline constexpr int kPieceValue = 100;

// The most that one row ahead is worth to a piece.
inline constexpr int kMostForRow = 8;

// The value of a board for the side to act: pieces, rows that they have gone
// ahead, pieces that hold their side together (they are weak points), and room
// in front. Either side may be without pieces.
int Evaluate(const Board& board);

}  // namespace arena::ordo

#endif  // ARENA_SEARCH_ORDO_EVALUATION_H_
