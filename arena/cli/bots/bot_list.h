// The bots that the command line names.
#ifndef ARENA_CLI_BOTS_BOT_LIST_H_
#define ARENA_CLI_BOTS_BOT_LIST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/v1/match_service.pb.h"

namespace arena::cli {

// A built-in player, a program to start, or a folder with bot.toml.
struct BotSpec {
  // The public name at the table. Unique, except for built-in players and
  // repeated folders.
  std::string name;
  // Program and arguments; empty for other players.
  std::vector<std::string> command;
  // The folder that a runner builds and starts; empty for other players.
  std::string folder = "";
  // The resources that its bot.toml asks for; 0: none.
  v1::Resources needs = {};

  bool submitted() const { return !folder.empty(); }
  bool built_in() const { return command.empty() && !submitted(); }
  // The bot as a referee names it.
  v1::SeatSpec Seat() const;
};

// The player of a seat as text: the name of a bot, or built-in:NAME.
v1::SeatSpec SeatOf(absl::string_view text);
std::string SeatText(const v1::SeatSpec& seat);

// Whether a command is only the name of a folder; and the bot that the folder's
// bot.toml describes. INVALID_ARGUMENT says what is wrong with bot.toml, or
// that this machine has too few cores for the bot.
bool IsBotFolder(const std::vector<std::string>& command);
absl::StatusOr<BotSpec> ReadBotFolder(const std::string& folder);

// OK if the program can be started; otherwise the error says why not.
absl::Status CheckProgram(const std::string& program);

// The bots by seat. Each command names a built-in player or a folder, or starts
// a program. A single bot takes all seats. NOT_FOUND for a program that does
// not exist. INVALID_ARGUMENT if there are not `seats` bots (with `seats` 0,
// any number is right), or if a folder has no valid bot.toml.
absl::StatusOr<std::vector<BotSpec>> ReadBots(
    const std::vector<std::vector<std::string>>& commands, int seats);

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_BOT_LIST_H_
