// arena run: several processes of one bot.
#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/base/command.h"
#include "arena/cli/bots/instances.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/core/text.h"

namespace arena::cli {
namespace {

constexpr int kMostInstances = 1000;

absl::Status Check(const InstancesSpec& spec) {
  // Such a flag of the bot would be the same for all processes.
  for (const std::string& word : spec.command) {
    for (const char* flag : {"--instance", "--token-file", "--one-match"}) {
      if (word == flag || absl::StartsWith(word, absl::StrCat(flag, "="))) {
        return absl::InvalidArgumentError(
            absl::StrCat("\"", word,
                         "\" is behind --; expected it before, so that each "
                         "process gets its own"));
      }
    }
  }
  if (spec.instance.empty()) return absl::OkStatus();
  return CheckName("--instance", absl::StrCat(spec.instance, ".", spec.count));
}

absl::StatusOr<int> RunInstances(const InstancesSpec& spec) {
  ARENA_RETURN_IF_ERROR(Check(spec));
  const SignalWaiter signals;
  ARENA_ASSIGN_OR_RETURN(const bool well, Instances(spec, signals).Run());
  return well ? kSuccess : kProblem;
}

}  // namespace

void AddRunCommand(Commands& commands) {
  const auto spec = std::make_shared<InstancesSpec>();
  CLI::App& command = commands.Add(
      "run", "Runs several processes of one bot, until all have ended",
      "arena run --instances 8 --one-match -- python3 my_bot.py\n"
      "Exit status 1 if a process failed; the others are then asked to end.");
  command.add_option("--instances,-n", spec->count, "The number of processes")
      ->required()
      ->check(command_line::WholeNumber(1, kMostInstances));
  command
      .add_option("--instance", spec->instance,
                  "Process number 3 is the instance \"3\", or \"east.3\" with "
                  "--instance east")
      ->envname("ARENA_INSTANCE");
  command
      .add_option("--token-file", spec->token_file,
                  "Process number 3 keeps its session in FILE.3, to go on with "
                  "its matches after a restart")
      ->envname("ARENA_TOKEN_FILE");
  command
      .add_flag("--one-match", spec->one_match,
                "Each process plays one match, and another one follows it")
      ->envname("ARENA_ONE_MATCH");
  command
      .add_option("COMMAND", spec->command,
                  "The command that starts the bot, behind --")
      ->required();
  commands.OnChosen(command, [spec] { return RunInstances(*spec); });
}

}  // namespace arena::cli
