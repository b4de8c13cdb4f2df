// Random openings for the matches of competitions in games without luck.
#ifndef ARENA_COMPETITION_PLANNING_OPENINGS_H_
#define ARENA_COMPETITION_PLANNING_OPENINGS_H_

#include "arena/games/base/any_state.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// A game without luck may have this option: the number of plies that chance
// makes before the first decision. They follow from the seed of the match, so
// the matches of a set have the same opening, in every rotation of the seats.
inline constexpr char kOpeningOption[] = "opening_plies";
// The value in a new competition: each side has acted twice.
inline constexpr int kOpeningPlies = 4;

// Whether the game has the option. Such a game has no other chance.
bool HasOpenings(const Game& game);

// Gives a new competition openings if its game has the option and the
// specification does not set it. Without openings, bots without randomness play
// the same game in every set.
void GiveOpenings(v1::CompetitionSpec& spec);

// The openings of the matches; 0: none.
int OpeningPlies(const v1::CompetitionSpec& spec);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_OPENINGS_H_
