// The small language of the tests of Ordo.
#ifndef TESTS_ARENA_GAMES_ORDO_ORDO_TESTING_H_
#define TESTS_ARENA_GAMES_ORDO_ORDO_TESTING_H_

#include <string>
#include <vector>

#include "arena/games/ordo/ordo.h"

namespace arena::ordo {

// Makes options from text. Requires: valid.
GameOptions Options(const std::string& text);
State Start(const std::string& options = "");
State At(const std::string& position, const std::string& options = "");

// Applies one part of the side to act. Requires: legal.
State After(State state, const std::string& part);
// Applies parts separated by blanks.
State AfterAll(State state, const std::string& parts);

// The legal parts as text, sorted.
std::vector<std::string> LegalTexts(const State& state);
// The complete legal turns as text, sorted; then the turns that win at once.
std::vector<std::string> Turns(const State& state);
std::vector<std::string> WinningTurns(const State& state);

// The words of a text, sorted.
std::vector<std::string> Words(const std::string& text);

// Positions of random matches from the start, and of random placements.
std::vector<std::string> RandomPositions(const std::string& options, int count,
                                         const std::string& seed);

}  // namespace arena::ordo

#endif  // TESTS_ARENA_GAMES_ORDO_ORDO_TESTING_H_
