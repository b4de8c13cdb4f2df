// The goldens: one short playthrough for each game, seat count and variant, and
// one prompt for each game.
#ifndef TESTS_ARENA_RECORD_GOLDEN_H_
#define TESTS_ARENA_RECORD_GOLDEN_H_

#include <string>
#include <vector>

#include "arena/record/record.h"

namespace arena::testing {

// A match of a golden, e.g. "ordo/2-seats-variant-x".
struct GoldenMatch {
  std::string name;
  Record record;
  // Whether the golden has every line. Goldens of single options are abridged.
  bool whole = true;
};

// The matches of all playthroughs below.
std::vector<GoldenMatch> GoldenMatches();

struct Golden {
  // The path below tests/golden, e.g. "ordo/2-seats-variant-x.txt".
  std::string path;
  std::string text;
};

// The goldens of all registered games: every seat count with the defaults,
// every value of `variant`, and one other value of each further switch or
// choice among the options. New games and options are found without a change
// here. A golden with the defaults holds the whole match. A golden with another
// value holds the beginning and the end of the match, and the hash of all of
// it.
//
// Each game also has prompt.jsonl, the messages that a bot gets in one
// decision, and prompt.txt, the text that all SDKs print of these messages: the
// position as in a replay.
std::vector<Golden> Goldens();

}  // namespace arena::testing

#endif  // TESTS_ARENA_RECORD_GOLDEN_H_
