// Draws outcomes and actions, and plays random matches, at full speed.
#ifndef ARENA_GAMES_BASE_PLAYOUT_H_
#define ARENA_GAMES_BASE_PLAYOUT_H_

#include "arena/games/base/abilities.h"
#include "arena/games/base/game.h"

namespace arena {

// Draws an outcome of chance by its probability. Requires: a chance node.
template <GameState S>
Action DrawChance(const S& state, Rng& rng) {
  if constexpr (HasSampleChance<S>) {
    return state.SampleChance(rng);
  } else {
    ActionList outcomes;
    state.LegalActions(kChance, outcomes);
    if constexpr (HasChanceWeights<S>) {
      ChanceWeights weights;
      state.WeighChance(weights);
      ARENA_CHECK(weights.size() == outcomes.size(), weights.size(),
                  " weights of ", outcomes.size(), " outcomes");
      return outcomes[rng.Weighted(weights)];
    }
    return outcomes[rng.Below(static_cast<uint32_t>(outcomes.size()))];
  }
}

// Draws a legal action; all are equally likely. Requires: seat in ToAct.
template <GameState S>
Action DrawLegal(const S& state, Seat seat, Rng& rng) {
  if constexpr (HasSampleLegal<S>) {
    return state.SampleLegal(seat, rng);
  } else {
    ActionList legal;
    state.LegalActions(seat, legal);
    return legal[rng.Below(static_cast<uint32_t>(legal.size()))];
  }
}

// Plays a match to its end: outcomes by their probabilities, legal actions all
// equally likely, no announcements. Returns the number of plies.
template <GameState S>
int PlayOut(S& state, Rng& rng) {
  int plies = 0;
  Ply ply;
  for (Node node = state.node(); node != Node::kTerminal; node = state.node()) {
    ply.clear();
    if (S::kInfo.chance && node == Node::kChance) {
      ply.push_back({kChance, DrawChance(state, rng)});
    }
    for (const Seat seat : state.ToAct()) {
      ply.push_back({seat, DrawLegal(state, seat, rng)});
    }
    state.Apply(ply);
    ++plies;
  }
  return plies;
}

}  // namespace arena

#endif  // ARENA_GAMES_BASE_PLAYOUT_H_
