// arena bridge: a bot that reads and writes JSON lines.
#include <CLI/CLI.hpp>
#include <memory>

#include "arena/bridge/bridge.h"
#include "arena/cli/base/command.h"

namespace arena::cli {

void AddBridgeCommand(Commands& commands) {
  const auto options = std::make_shared<bridge::BridgeOptions>();
  CLI::App& command = commands.Add(
      "bridge", "Plays by a program that reads and writes JSON lines", "");
  bridge::AddBridgeFlags(command, *options);
  command.footer(
      "Every flag can be given by its variable as well; ARENA_TOKEN holds the "
      "token that proves who the bot is.\n"
      "Example: arena bridge --name my-bot -- ruby my_bot.rb");
  commands.OnChosen(command, [options]() -> absl::StatusOr<int> {
    return bridge::RunBridge(*options);
  });
}

}  // namespace arena::cli
