// What the command line of a referee says.
#ifndef REFEREE_COMMAND_LINE_H_
#define REFEREE_COMMAND_LINE_H_

#include <string>
#include <variant>

#include "absl/time/time.h"
#include "referee/server.h"

namespace arena::referee {

struct CommandLine {
  ServerOptions server;
  // How long the program may go on after it was told to stop.
  absl::Duration drain;
  std::string log_level = "info";
  // In whose name a token is wanted, and then nothing else; empty: not wanted.
  std::string new_admin;
};

// Returns the exit status instead if there is nothing to run: help was asked
// for and printed, or a flag is wrong, which stands on stderr.
std::variant<CommandLine, int> ReadCommandLine(int argc, char** argv);

}  // namespace arena::referee

#endif  // REFEREE_COMMAND_LINE_H_
