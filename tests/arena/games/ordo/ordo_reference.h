// A second, slow generator for Ordo, written from the definitions on a plain
// grid, to compare the rules with.
#ifndef TESTS_ARENA_GAMES_ORDO_ORDO_REFERENCE_H_
#define TESTS_ARENA_GAMES_ORDO_ORDO_REFERENCE_H_

#include <map>
#include <string>

namespace arena::ordo {

// Which parts to look for.
enum class ReferenceMode { kClassic, kX, kXForward };

// The legal parts of the side to act as text, each with the rows that it
// leads to. Takes a position in the notation of the game.
std::map<std::string, std::string> ReferenceParts(const std::string& position,
                                                  ReferenceMode mode);

}  // namespace arena::ordo

#endif  // TESTS_ARENA_GAMES_ORDO_ORDO_REFERENCE_H_
