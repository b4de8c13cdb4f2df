// arena completion: scripts for shells.
#include <CLI/CLI.hpp>
#include <memory>

#include "arena/cli/base/command.h"
#include "arena/cli/base/output.h"
#include "arena/command_line/completion.h"
#include "arena/command_line/values.h"

namespace arena::cli {

void AddCompletionCommand(Commands& commands) {
  const auto shell = std::make_shared<std::string>();
  CLI::App& command = commands.Add(
      "completion", "Prints a script with which a shell completes commands",
      "source <(arena completion bash)");
  command.add_option("SHELL", *shell, "The shell")
      ->required()
      ->check(command_line::OneOf({"bash", "zsh"}));
  commands.OnChosen(command, [&commands, shell]() -> absl::StatusOr<int> {
    Print(*shell == "bash" ? command_line::BashCompletion(commands.app())
                           : command_line::ZshCompletion(commands.app()));
    return kSuccess;
  });
}

}  // namespace arena::cli
