// Players that search: from states that are possible for their seat they try
// how the match may go on, and choose what ends best.
#ifndef ARENA_SEARCH_SEARCHER_H_
#define ARENA_SEARCH_SEARCHER_H_

#include <array>
#include <memory>

#include "absl/strings/string_view.h"
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

// The names of players that search, by level: from level 1 on. Each level tries
// about ten times as many plies for a decision as the one before it: about 0.5,
// 5 and 50 ms on one processor of 2026.
inline constexpr std::array<absl::string_view, 3> kSearchPlayers = {
    "search-1", "search-2", "search-3"};
inline constexpr int kMaxSearchLevel = kSearchPlayers.size();

// A searcher for a match with these seats and options. Requires: the game is in
// the registry, seats and options go together, and a level within its bounds.
std::unique_ptr<Searcher> MakeSearcher(const Game& game, int seats,
                                       const GameOptions& options, int level);

}  // namespace arena

#endif  // ARENA_SEARCH_SEARCHER_H_
