// arena bots bench, activate, retire: choose the bots that play, and their
// versions.
#include <CLI/CLI.hpp>

#include "arena/cli/at_referee/bot_flags.h"
#include "arena/cli/at_referee/version_output.h"
#include "arena/cli/base/output.h"

namespace arena::cli {
namespace {

absl::StatusOr<int> SetStatus(const BotsFlags& flags, v1::Bot::Status status) {
  v1::SetBotStatusRequest request;
  request.set_name(flags.name);
  request.set_status(status);
  request.set_reason(flags.reason);
  ARENA_ASSIGN_OR_RETURN(const v1::SetBotStatusResponse response,
                         CallForBot(flags, &BotStub::SetBotStatus, request));
  return PrintResponse(flags.json, response, BotText(response.bot()));
}

absl::StatusOr<int> RunBench(const BotsFlags& flags) {
  return SetStatus(flags, v1::Bot::STATUS_BENCHED);
}

absl::Status CheckNoReason(const BotsFlags& flags) {
  if (flags.reason.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--reason is kept with a bot; a single version has none");
}

absl::StatusOr<int> RunActivate(const BotsFlags& flags) {
  if (flags.version.empty()) return SetStatus(flags, v1::Bot::STATUS_ACTIVE);
  ARENA_RETURN_IF_ERROR(CheckNoReason(flags));
  v1::ActivateVersionRequest request;
  request.set_bot(flags.name);
  request.set_version(flags.version);
  ARENA_ASSIGN_OR_RETURN(const v1::ActivateVersionResponse response,
                         CallForBot(flags, &BotStub::ActivateVersion, request));
  return PrintResponse(flags.json, response, VersionText(response.version()));
}

absl::StatusOr<int> RunRetire(const BotsFlags& flags) {
  if (flags.version.empty()) return SetStatus(flags, v1::Bot::STATUS_RETIRED);
  ARENA_RETURN_IF_ERROR(CheckNoReason(flags));
  v1::RetireVersionRequest request;
  request.set_bot(flags.name);
  request.set_version(flags.version);
  ARENA_ASSIGN_OR_RETURN(const v1::RetireVersionResponse response,
                         CallForBot(flags, &BotStub::RetireVersion, request));
  return PrintResponse(flags.json, response, VersionText(response.version()));
}

void AddReason(CLI::App& command, BotsFlags& flags) {
  command.add_option("--reason", flags.reason,
                     "Why; shown to the author and to admins");
}

}  // namespace

void AddBotStatusCommands(Commands& commands, CLI::App& bots) {
  AddBotsCommand(commands, bots, "bench",
                 "Keeps a bot out of ladders until it is activated",
                 "arena bots bench mybot", &RunBench,
                 [](CLI::App& command, BotsFlags& flags) {
                   AddBotName(command, flags);
                   AddReason(command, flags);
                 });
  AddBotsCommand(
      commands, bots, "activate",
      "Undoes `bench`, also if a ladder has benched the bot; with a version, "
      "lets that version play for the bot",
      "arena bots activate mybot 1.2", &RunActivate,
      [](CLI::App& command, BotsFlags& flags) {
        AddBotName(command, flags);
        command.add_option("VERSION", flags.version,
                           "A version that was submitted");
        AddReason(command, flags);
      });
  AddBotsCommand(
      commands, bots, "retire",
      "Keeps a bot out of ladders forever, and ends its versions; with a "
      "version, ends only that one",
      "arena bots retire mybot 1.1", &RunRetire,
      [](CLI::App& command, BotsFlags& flags) {
        AddBotName(command, flags);
        command.add_option("VERSION", flags.version,
                           "A version that was submitted");
        AddReason(command, flags);
      });
}

}  // namespace arena::cli
