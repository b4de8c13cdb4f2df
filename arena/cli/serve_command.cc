// arena serve: becomes the referee program.
#include <unistd.h>

#include <cstring>
#include <memory>

#include "absl/strings/str_cat.h"
#include "arena/cli/command.h"
#include "arena/cli/program_path.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

absl::StatusOr<int> RunServe(std::vector<std::string> arguments) {
  ARENA_ASSIGN_OR_RETURN(std::string program, ProgramBeside("referee"));
  std::vector<char*> argv = {program.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  return absl::UnavailableError(
      absl::StrCat("cannot run ", program, ": ", std::strerror(errno)));
}

}  // namespace

void AddServeCommand(Commands& commands) {
  CLI::App& command =
      commands.Add("serve", "Starts a referee; its flags follow",
                   "arena serve --data ./arena-data --listen 127.0.0.1:5757");
  // All flags go to the referee, also --help.
  command.set_help_flag();
  command.prefix_command();
  commands.OnChosen(command,
                    [&command] { return RunServe(command.remaining()); });
}

}  // namespace arena::cli
