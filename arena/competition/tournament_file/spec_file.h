// Tournament files: several competitions of the same bots, written by a person.
// README.md describes the format, with an example.
#ifndef ARENA_COMPETITION_TOURNAMENT_FILE_SPEC_FILE_H_
#define ARENA_COMPETITION_TOURNAMENT_FILE_SPEC_FILE_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// A bot of a tournament: a program, a built-in player, or (if neither is given)
// a bot that connects by itself.
struct FileBot {
  std::string name;
  // A command line; empty if there is none.
  std::string command;
  // The name of a built-in player; empty if it is none.
  std::string built_in;
  // Matches that its program plays at once; 0: the program decides.
  uint32_t max_matches = 0;
  // The file of the token with which its program plays at a referee of other
  // people; empty: none.
  std::string token_file;
  // Its line in the file, counted from 1.
  uint32_t line = 0;
};

struct TournamentFile {
  std::string name;
  std::vector<FileBot> bots;
  // The completed specifications. Each has the name "<tournament>.<event>", the
  // tournament's name, and a seed if the file has a seed that suits the event.
  std::vector<v1::CompetitionSpec> events;
  // The names of the events that have no seed because bots could guess the seed
  // of the file.
  std::set<std::string> unseeded;
  // The names of the events to which the file gives an isolation.
  std::set<std::string> isolated;
};

// Reads the text of a tournament file. Error messages begin with `file_name`:
// INVALID_ARGUMENT names file, line, key and value, and what would be right.
absl::StatusOr<TournamentFile> ReadTournamentFile(absl::string_view text,
                                                  absl::string_view file_name);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_TOURNAMENT_FILE_SPEC_FILE_H_
