#include "arena/cli/at_referee/bot_flags.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace arena::cli {

void AddBotsCommand(
    Commands& commands, CLI::App& parent, const std::string& name,
    const std::string& summary, const std::string& example,
    const std::function<absl::StatusOr<int>(const BotsFlags&)>& run,
    const std::function<void(CLI::App&, BotsFlags&)>& add) {
  const auto flags = std::make_shared<BotsFlags>();
  CLI::App& command = commands.AddBelow(parent, name, summary, example);
  AddRefereeFlags(command, flags->referee)->capture_default_str();
  command.add_flag("--json", flags->json, "Print JSON");
  add(command, *flags);
  commands.OnChosen(command, [flags, run] { return run(*flags); });
}

void AddBotName(CLI::App& command, BotsFlags& flags) {
  command.add_option("BOT", flags.name, "The bot's name")->required();
}

}  // namespace arena::cli
