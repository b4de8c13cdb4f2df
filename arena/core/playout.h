// Random matches at full speed, for measurements and simple bots.
#ifndef ARENA_CORE_PLAYOUT_H_
#define ARENA_CORE_PLAYOUT_H_

#include "arena/core/game.h"

namespace arena {

// Plays a match to its end: chance by its probabilities, choices evenly, no
// announcements. Returns the number of plies.
template <GameState S>
int PlayOut(S& state, Rng& rng) {
  int plies = 0;
  ActionList legal;
  Ply ply;
  for (Node node = state.node(); node != Node::kTerminal; node = state.node()) {
    ply.clear();
    if constexpr (HasChance<S>) {
      if (node == Node::kChance) {
        ply.push_back({kChance, state.SampleChance(rng)});
      }
    }
    for (const Seat seat : state.ToAct()) {
      state.LegalActions(seat, legal);
      ply.push_back(
          {seat, legal[rng.Below(static_cast<uint32_t>(legal.size()))]});
    }
    state.Apply(ply);
    ++plies;
  }
  return plies;
}

}  // namespace arena

#endif  // ARENA_CORE_PLAYOUT_H_
