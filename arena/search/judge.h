// Judges what an action was worth, by playing on in worlds that were possible.
#ifndef ARENA_SEARCH_JUDGE_H_
#define ARENA_SEARCH_JUDGE_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/types/span.h"
#include "arena/core/rng.h"
#include "arena/games/base/any_state.h"
#include "arena/search/paired_difference.h"

namespace arena {

// An action that a seat has made.
struct Judged {
  Seat seat;
  Action action;
  // The actions that the seat could choose, ascending; for an announcement
  // empty, because the seat could also say nothing.
  absl::Span<const Action> legal;
  const v1::Observation& observation;
  // The true state, if the action is judged by all cards; null: by what the
  // seat knew.
  const StateInterface* table;
};

struct Judgement {
  // The action that seems best. Absent: the announcement should not have been.
  std::optional<Action> best;
  // The seat's chance to win the match after the action that it made, and what
  // the best action would have added: negative if it only seemed best.
  double win_share = 0;
  PairedDifference win_share_lost = {};
  // The same in the game's points, at the end of the deal.
  PairedDifference points_lost = {};
};

// Not thread-safe.
class Judge {
 public:
  virtual ~Judge() = default;
  // Half of the effort finds the best action, and the other half measures it in
  // other worlds, so that luck in the first half counts for nothing. The answer
  // depends only on the arguments and on the numbers of `rng`.
  virtual Judgement Of(const Judged& judged, Rng& rng) = 0;
};

// A judge of matches with these seats and options, that plays on `plies` plies
// for an action. Requires: seats and options go together.
std::unique_ptr<Judge> MakeJudge(const Game& game, int seats,
                                 const GameOptions& options, int64_t plies);

}  // namespace arena

#endif  // ARENA_SEARCH_JUDGE_H_
