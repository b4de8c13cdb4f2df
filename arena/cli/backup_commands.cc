// arena backup and arena restore. The referee program copies the data, because
// it alone knows how the data is kept.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arena/cli/base/command.h"
#include "arena/cli/base/program_path.h"
#include "arena/core/quantities.h"

namespace arena::cli {
namespace {

struct Folders {
  std::string data;
  std::string backup;
  std::string check_time;
};

// Adds a command that makes a copy by a flag of the referee program.
void AddCopyCommand(Commands& commands, CLI::App& command,
                    const std::string& flag) {
  const auto folders = std::make_shared<Folders>();
  command.add_option("--data", folders->data, "The folder of the referee")
      ->required();
  command.add_option("FOLDER", folders->backup, "The folder of the backup")
      ->required();
  command
      .add_option("--check-time", folders->check_time,
                  "How long to look for damage; 0s: do not look")
      ->check(CheckDuration);
  commands.OnChosen(command, [folders, flag]() -> absl::StatusOr<int> {
    std::vector<std::string> arguments = {"--data", folders->data, flag,
                                          folders->backup};
    if (!folders->check_time.empty()) {
      arguments.insert(arguments.end(), {"--check-time", folders->check_time});
    }
    return BecomeProgram("referee", std::move(arguments), "arena");
  });
}

}  // namespace

void AddBackupCommands(Commands& commands) {
  AddCopyCommand(
      commands,
      commands.Add("backup",
                   "Copies the data of a referee, which may be running",
                   "arena backup --data ./arena-data ./arena-backup"),
      "--backup");
  AddCopyCommand(
      commands,
      commands.Add("restore", "Copies a backup to a new folder for a referee",
                   "arena restore --data ./new-data ./arena-backup"),
      "--restore");
}

}  // namespace arena::cli
