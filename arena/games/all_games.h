// The list of all games, for the two registries.
#ifndef ARENA_GAMES_ALL_GAMES_H_
#define ARENA_GAMES_ALL_GAMES_H_

#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/games/octrix/octrix.h"
#include "arena/games/ordago/ordago.h"
#include "arena/games/ordo/ordo.h"
#include "arena/games/seconds/seconds.h"

namespace arena {

template <typename... States>
struct StateList {};

// Ascending by name.
using AllStates = StateList<doppelkopf::State, octrix::State, ordago::State,
                            ordo::State, seconds::State>;

}  // namespace arena

#endif  // ARENA_GAMES_ALL_GAMES_H_
