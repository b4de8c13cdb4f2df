// Players that search: in states that are possible for their seat they play
// the match on, and choose what ends best.
#ifndef ARENA_SEARCH_SEARCHER_H_
#define ARENA_SEARCH_SEARCHER_H_

#include <memory>

#include "absl/types/span.h"
#include "arena/core/rng.h"
#include "arena/games/base/any_state.h"

namespace arena {

// Chooses for one seat of a match. Not thread-safe.
class Searcher {
 public:
  virtual ~Searcher() = default;
  // One of the legal actions, which are ascending. Requires: at least two. The
  // choice depends only on the arguments and on the numbers of `rng`.
  virtual Action Choose(Seat seat, absl::Span<const Action> legal,
                        const v1::Observation& observation, Rng& rng) = 0;
};

// How much a searcher plays on for a decision: from 1 to kMaxSearchLevel. Each
// level plays about ten times as many plies as the one before it: about 0.5, 5
// and 50 ms on one processor of 2026.
inline constexpr int kMaxSearchLevel = 3;

// Whether there is a searcher for this game.
bool HasSearcher(const Game& game);

// A searcher for a match with these seats and options. Requires: the game has
// one, seats and options go together, and a level within its bounds.
std::unique_ptr<Searcher> MakeSearcher(const Game& game, int seats,
                                       const GameOptions& options, int level);

}  // namespace arena

#endif  // ARENA_SEARCH_SEARCHER_H_
