// Draws a legal part without listing all of them.
#ifndef ARENA_GAMES_ORDO_ORDO_DRAW_H_
#define ARENA_GAMES_ORDO_ORDO_DRAW_H_

#include <cstdint>
#include <optional>

#include "arena/core/inline_list.h"
#include "arena/core/rng.h"
#include "arena/games/ordo/ordo_parts.h"

namespace arena::ordo {

// Parts that may be legal, numbered from 0. Every legal part has exactly one
// number; most numbers stand for no part, as a look or two at the board shows.
// Drawing numbers until one of them is a part therefore gives each part with
// the same probability, and takes less time than finding all parts.
//
// A candidate is one of
// - a square beside the side's pieces and a direction: the part of the piece
//   that arrives there, if there is such a piece;
// - Ordo X: the same for a capture, and which of the further groups stays;
// - a run with room in front of it, and a place for it on an empty board.
class Candidates {
 public:
  // Requires what LegalParts requires, and a duty other than kReconnect.
  Candidates(const Board& board, Duty duty);

  uint32_t size() const { return pieces_ + choices_ + runs_; }
  // The action with this number, if the number stands for one.
  std::optional<Action> at(uint32_t number) const;

 private:
  struct Run {
    uint8_t from;
    uint8_t end;
  };
  // Places on an empty board, as a range of their table (see ordo_draw.cc).
  struct Places {
    uint8_t first;
    uint8_t count;
  };
  // Runs that may go to the same places.
  struct Block {
    Places places;
    uint32_t first_run;
    uint32_t runs;

    uint32_t size() const { return runs * places.count; }
  };
  // Any two of 20 pieces might be the ends of a run, in two blocks.
  static constexpr size_t kMaxRuns = 20 * 19;
  static constexpr size_t kMaxBlocks = 4;

  // ---- Collecting ----
  void AddRuns();
  template <typename Line>
  void AddBlock(Places places, Bits pairs, Bits ends, Bits froms);

  // ---- Looking at one candidate ----
  struct Numbered {
    uint32_t index;
    uint32_t direction;  // forward ones come first
  };
  Numbered ByDirection(uint32_t number) const;
  std::optional<Action> PieceAt(Square to, uint32_t direction) const;
  std::optional<Action> ChoiceAt(Square to, uint32_t direction,
                                 int choice) const;
  std::optional<Action> RunAt(const Run& run, uint32_t place) const;
  // The side's piece that sees the square in this direction, or kNoSquare.
  Square PieceTo(Square to, uint32_t direction) const;
  // Whether a run can go that far without meeting a piece.
  bool IsFree(const Run& run, Square to, int direction) const;
  // Whether the side is one group after the part.
  bool StaysTogether(Bits lifted, Bits landed, Bits around_lifted,
                     Bits around_landed) const;
  // The action, unless a forward part must follow it and none can.
  std::optional<Action> Quiet(const Part& part, Bits lifted, Bits landed) const;
  std::optional<Action> Capture(const Part& part, const Groups& largest,
                                int choice) const;
  bool CanGoOn(const Part& part, Bits lifted, Bits landed, Bits enemy) const;

  const Board board_;
  const Bits occupied_;
  const Duty duty_;
  // The number of candidates of each kind.
  uint32_t pieces_ = 0;
  uint32_t choices_ = 0;
  uint32_t runs_ = 0;

  InlineList<uint8_t, kSquares> targets_;
  // The targets that have an enemy on them.
  InlineList<uint8_t, 20> captures_;
  InlineList<Run, kMaxRuns> run_list_;
  InlineList<Block, kMaxBlocks> blocks_;
};

// Draws one of LegalParts, each with the same probability. Requires what
// LegalParts requires, and at least one legal part.
Action DrawPart(const Board& board, Duty duty, Rng& rng);

}  // namespace arena::ordo

#endif  // ARENA_GAMES_ORDO_ORDO_DRAW_H_
