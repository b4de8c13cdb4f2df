// Reads the command line of a referee.
#ifndef REFEREE_COMMAND_LINE_H_
#define REFEREE_COMMAND_LINE_H_

#include <string>
#include <variant>

#include "absl/time/time.h"
#include "referee/embedded_runners.h"
#include "referee/server.h"

namespace arena::referee {

struct CommandLine {
  ServerOptions server;
  // How long the program may go on after a signal to stop.
  absl::Duration drain;
  std::string log_level = "info";
  // A folder to copy all data to; then the program does nothing else. Empty:
  // none.
  std::string backup;
  // The same, with a backup to copy to the data folder.
  std::string restore;
  // A folder to copy the records that may be shown to; then the program does
  // nothing else. Empty: none.
  std::string copy_records;
  // Runners to start on this machine.
  RunnerFlags runners;
  // The owner of an admin token to make; then the program does nothing else.
  // Empty: make none.
  std::string new_admin;
  // The address of a referee to ask for its health; then the program does
  // nothing else. Empty: none.
  std::string check_health;
};

// Returns the exit status if there is nothing to run: the help was printed, or
// a flag is wrong, as explained on stderr.
std::variant<CommandLine, int> ReadCommandLine(int argc, char** argv);

}  // namespace arena::referee

#endif  // REFEREE_COMMAND_LINE_H_
