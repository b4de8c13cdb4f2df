// A match of a referee on the terminal.
#ifndef ARENA_CLI_AT_REFEREE_MATCH_OUTPUT_H_
#define ARENA_CLI_AT_REFEREE_MATCH_OUTPUT_H_

#include <string>
#include <vector>

#include "arena/v1/match_service.pb.h"

namespace arena::cli {

// "pending".
std::string StateName(v1::Match::State state);
// The names, with the version of each bot that has told its version: "ada 1.2".
std::vector<std::string> PlayerNames(const v1::Match& match);
// A line for each known fact.
std::string MatchText(const v1::Match& match);

}  // namespace arena::cli

#endif  // ARENA_CLI_AT_REFEREE_MATCH_OUTPUT_H_
