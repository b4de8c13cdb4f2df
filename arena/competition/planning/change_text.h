// Changes of competitions in words.
#ifndef ARENA_COMPETITION_PLANNING_CHANGE_TEXT_H_
#define ARENA_COMPETITION_PLANNING_CHANGE_TEXT_H_

#include <string>

#include "arena/v1/competition.pb.h"

namespace arena::competition {

// "sets 2 → 4", "bob is disqualified, and its results count for nothing: it
// cheated". Does not name the set from which the change holds.
std::string ChangeText(const v1::CompetitionChange& change);

// The players of an entrant: "alice@v2 and built-in:greedy".
std::string EntrantText(const v1::Entrant& entrant);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_CHANGE_TEXT_H_
