// Flags and functions that the subcommands of `arena bots` share.
#ifndef ARENA_CLI_AT_REFEREE_BOT_FLAGS_H_
#define ARENA_CLI_AT_REFEREE_BOT_FLAGS_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "arena/cli/base/bot_sessions.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/check.h"
#include "arena/v1/bot_service.grpc.pb.h"

namespace arena::cli {

using BotStub = v1::BotService::Stub;

struct BotsFlags {
  RefereeFlags referee;
  bool json = false;
  std::string name;
  std::string author;
  std::string games;
  bool token_only = false;
  std::string reason;
  std::string role;
  std::string owner;
  std::string token_id;
  std::string description;
  std::string request_id;
  // Empty: forever.
  std::string lifetime;

  // ---- Of submitted bots ----
  std::string version;
  // A folder or an archive.
  std::string path;
  bool keep_inactive = false;
  bool no_wait = false;
  std::string match_id;
  bool only_failures = false;
  bool build_log = false;
  int reports = 5;
};

// Adds a subcommand with the flags of all subcommands; `add` adds its own
// flags.
void AddBotsCommand(
    Commands& commands, CLI::App& parent, const std::string& name,
    const std::string& summary, const std::string& example,
    const std::function<absl::StatusOr<int>(const BotsFlags&)>& run,
    const std::function<void(CLI::App&, BotsFlags&)>& add);
// Adds the argument that names the bot.
void AddBotName(CLI::App& command, BotsFlags& flags);

// Calls a method about the bot that the flags name.
template <typename Request, typename Response>
absl::StatusOr<Response> CallForBot(
    const BotsFlags& flags,
    grpc::Status (BotStub::*method)(grpc::ClientContext*, const Request&,
                                    Response*),
    const Request& request) {
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.referee));
  absl::StatusOr<Response> response =
      Call(*v1::BotService::NewStub(channel), method, request);
  if (!absl::IsNotFound(response.status())) return response;
  return WithNearest(response.status(), flags.name, BotNames(channel));
}

// A line for each known fact.
std::string BotText(const v1::Bot& bot);

// bench, activate, retire.
void AddBotStatusCommands(Commands& commands, CLI::App& bots);
// submit, versions, rollback, log, runners.
void AddVersionCommands(Commands& commands, CLI::App& bots);

}  // namespace arena::cli

#endif  // ARENA_CLI_AT_REFEREE_BOT_FLAGS_H_
