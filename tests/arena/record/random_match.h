// Random matches of any game, for tests and goldens.
#ifndef TESTS_ARENA_RECORD_RANDOM_MATCH_H_
#define TESTS_ARENA_RECORD_RANDOM_MATCH_H_

#include <string>
#include <vector>

#include "arena/record/record.h"
#include "tests/arena/record/tally_game.h"

namespace arena::testing {

// All registered games and tally.
std::vector<Game> GamesOfTests();

struct RandomMatch {
  const Game* game;
  int seats;
  std::string options = "";
  std::string seed = "7";
  // One choice in this many is a fault (with more than two seats); 0 for none.
  uint32_t fault_every = 0;
  // One decision in this many begins with an announcement; 0 for none.
  uint32_t announcement_every = 0;
  // Each choice is charged up to this many milliseconds.
  uint32_t max_milliseconds = 0;
  // The number of decisions after which the match is cancelled; 0 for never.
  uint32_t cancel_after = 0;
};

// Plays to the end. The table follows from the description alone.
Table PlayRandomMatch(const RandomMatch& match);
// The record of that match, with names.
Record RandomRecord(const RandomMatch& match);

}  // namespace arena::testing

#endif  // TESTS_ARENA_RECORD_RANDOM_MATCH_H_
