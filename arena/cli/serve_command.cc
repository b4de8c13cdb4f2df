// arena serve: becomes the referee program.
#include "arena/cli/base/command.h"
#include "arena/cli/base/program_path.h"

namespace arena::cli {

void AddServeCommand(Commands& commands) {
  CLI::App& command =
      commands.Add("serve", "Starts a referee; its flags follow",
                   "arena serve --data ./arena-data --listen 127.0.0.1:5757");
  // All flags go to the referee, also --help.
  command.set_help_flag();
  command.prefix_command();
  commands.OnChosen(command, [&command]() -> absl::StatusOr<int> {
    return BecomeProgram("referee", command.remaining());
  });
}

}  // namespace arena::cli
