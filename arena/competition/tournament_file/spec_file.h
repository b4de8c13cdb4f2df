// Tournament files: several competitions of the same bots, as a person writes
// them. The format is described, with an example, in README.md.
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

// A bot of a tournament: a program, a built-in player, or (neither) one that
// connects by itself.
struct FileBot {
  std::string name;
  // A command line; empty: none.
  std::string command;
  // A built-in player's name; empty: none.
  std::string built_in;
  // Matches that its program plays at once; 0: as it says itself.
  uint32_t max_matches = 0;
  // Where it is in the file, counted from 1.
  uint32_t line = 0;
};

struct TournamentFile {
  std::string name;
  std::vector<FileBot> bots;
  // Completed; each with name "<tournament>.<event>", the tournament's name and
  // a seed if the file has one.
  std::vector<v1::CompetitionSpec> events;
  // The names of the events to which the file gives an isolation.
  std::set<std::string> isolated;
};

// Reads the text of a tournament file. `file_name` begins error messages:
// INVALID_ARGUMENT names file, line, key and value, and what would be right.
absl::StatusOr<TournamentFile> ReadTournamentFile(absl::string_view text,
                                                  absl::string_view file_name);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_TOURNAMENT_FILE_SPEC_FILE_H_
