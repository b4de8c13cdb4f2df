// arena bots: registered bots of a running referee, and access tokens.
#include <CLI/CLI.hpp>
#include <memory>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "arena/cli/at_referee/bot_flags.h"
#include "arena/cli/at_referee/bot_ratings.h"
#include "arena/cli/base/bot_sessions.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/match/entry.h"
#include "google/protobuf/util/time_util.h"

namespace arena::cli {
namespace {

using google::protobuf::util::TimeUtil;

// ---- Bots and tokens as output ----

std::string StatusName(v1::Bot::Status status) {
  return EnumWord(v1::Bot::Status_Name(status), "STATUS_");
}

std::string RoleName(v1::Role role) {
  return EnumWord(v1::Role_Name(role), "ROLE_");
}

int64_t ChargedMs(const v1::BotFault& fault) {
  return TimeUtil::DurationToMilliseconds(fault.charged());
}

// "late at decision 3 (seat 1) of match 5f1c, after 1500 ms".
std::string BotFaultText(const v1::BotFault& fault) {
  std::string text =
      absl::StrCat(FaultName(fault.fault().kind()), " at decision ",
                   fault.fault().decision(), " (seat ", fault.fault().seat(),
                   ") of match ", fault.match_id());
  if (fault.has_charged()) {
    absl::StrAppend(&text, ", after ", ChargedMs(fault), " ms");
  }
  if (!fault.version().empty()) {
    absl::StrAppend(&text, ", by version ", fault.version());
  }
  return text;
}

std::string ReportText(const v1::BenchReport& report) {
  std::string text =
      absl::StrCat("benched  ", TimeText(report.time()), " by the ladder ",
                   report.competition(), " (as ", report.entrant(),
                   "): ", report.fault_count(), " faults in ", report.matches(),
                   " matches\n");
  for (const v1::BotFault& fault : report.faults()) {
    absl::StrAppend(&text, "         ", BotFaultText(fault), "\n");
  }
  return text;
}

// ---- Subcommands ----

absl::StatusOr<std::unique_ptr<BotStub>> Connect(const BotsFlags& flags) {
  return StubFor<v1::BotService>(flags.referee);
}

absl::StatusOr<int> RunBotList(const BotsFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto stub, Connect(flags));
  v1::ListBotsRequest request;
  request.set_author(flags.author);
  ARENA_ASSIGN_OR_RETURN(const v1::ListBotsResponse all,
                         AllPages(*stub, &BotStub::ListBots, request));
  Columns columns({"bot", "author", "status", "matches", "faults", "games"});
  for (const v1::Bot& bot : all.bots()) {
    columns.AddRow(
        {bot.name(), bot.author(), StatusName(bot.status()),
         absl::StrCat(bot.matches()), absl::StrCat(bot.fault_count()),
         bot.games().empty() ? "all" : absl::StrJoin(bot.games(), ", ")});
  }
  PrintEither(flags.json, all,
              all.bots().empty()
                  ? "No bots: none is registered here, or none by this author. "
                    "`arena bots sessions` lists connected bots.\n"
                  : columns.ToString());
  return kSuccess;
}

absl::StatusOr<int> RunSessions(const BotsFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.referee));
  ARENA_ASSIGN_OR_RETURN(const v1::ListSessionsResponse all,
                         FetchSessions(channel, flags.name));
  Columns columns({"bot", "instance", "version", "language", "matches", "room",
                   "takes more"});
  for (const v1::BotSession& session : all.sessions()) {
    columns.AddRow({session.bot(), session.instance(), session.version(),
                    session.language(), absl::StrCat(session.matches()),
                    absl::StrCat(session.max_matches()),
                    session.leaving()     ? "no"
                    : session.one_match() ? "one match"
                                          : "yes"});
  }
  PrintEither(flags.json, all,
              all.sessions().empty() ? "No sessions: no bot is connected, or "
                                       "the bot of --bot is not connected.\n"
                                     : columns.ToString());
  return kSuccess;
}

absl::StatusOr<int> RunShow(const BotsFlags& flags) {
  v1::GetBotRequest request;
  request.set_name(flags.name);
  ARENA_ASSIGN_OR_RETURN(const v1::GetBotResponse response,
                         CallForBot(flags, &BotStub::GetBot, request));
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.referee));
  ARENA_ASSIGN_OR_RETURN(const std::vector<BotRating> ratings,
                         FetchBotRatings(channel, flags.name));
  Json out = JsonOf(response);
  out["ratings"] = Json::array();
  for (const BotRating& rating : ratings) {
    out["ratings"].push_back({{"competition", rating.competition},
                              {"standing", JsonOf(rating.standing)}});
  }
  PrintEither(flags.json, out,
              absl::StrCat(BotText(response.bot()), RatingsText(ratings)));
  return kSuccess;
}

absl::StatusOr<int> RunRegister(const BotsFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto stub, Connect(flags));
  v1::RegisterBotRequest request;
  request.set_name(flags.name);
  request.set_author(flags.author);
  request.set_description(flags.description);
  request.set_request_id(flags.request_id);
  for (absl::string_view game :
       absl::StrSplit(flags.games, ',', absl::SkipEmpty())) {
    request.add_games(std::string(game));
  }
  ARENA_ASSIGN_OR_RETURN(const v1::RegisterBotResponse response,
                         Call(*stub, &BotStub::RegisterBot, request));
  if (flags.token_only) {
    Print(response.token() + "\n");
    return kSuccess;
  }
  PrintEither(
      flags.json, response,
      absl::StrCat(BotText(response.bot()), "token    ", response.token(),
                   "\nThe token is shown only now; the bot takes it from "
                   "ARENA_TOKEN.\n"));
  return kSuccess;
}

absl::StatusOr<int> RunDescribe(const BotsFlags& flags) {
  v1::UpdateBotRequest request;
  request.set_name(flags.name);
  request.set_description(flags.description);
  ARENA_ASSIGN_OR_RETURN(const v1::UpdateBotResponse response,
                         CallForBot(flags, &BotStub::UpdateBot, request));
  return PrintResponse(flags.json, response, BotText(response.bot()));
}

absl::Status SetLifetime(const std::string& text,
                         v1::CreateTokenRequest& request) {
  if (text.empty()) return absl::OkStatus();
  absl::Duration lifetime;
  if (!absl::ParseDuration(text, &lifetime) ||
      lifetime <= absl::ZeroDuration()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--lifetime is \"", text, "\"; expected a duration like 90m or 720h"));
  }
  *request.mutable_lifetime() =
      TimeUtil::SecondsToDuration(absl::ToInt64Seconds(lifetime));
  return absl::OkStatus();
}

absl::StatusOr<int> RunCreateToken(const BotsFlags& flags) {
  v1::CreateTokenRequest request;
  v1::Role role = v1::ROLE_UNSPECIFIED;
  v1::Role_Parse("ROLE_" + absl::AsciiStrToUpper(flags.role), &role);
  request.set_role(role);
  request.set_owner(flags.owner);
  request.set_request_id(flags.request_id);
  ARENA_RETURN_IF_ERROR(SetLifetime(flags.lifetime, request));
  ARENA_ASSIGN_OR_RETURN(const auto stub, Connect(flags));
  ARENA_ASSIGN_OR_RETURN(const v1::CreateTokenResponse response,
                         Call(*stub, &BotStub::CreateToken, request));
  // As text, only the secret is printed, so that a script can keep it.
  PrintEither(flags.json, response, response.secret() + "\n");
  return kSuccess;
}

absl::StatusOr<int> RunRevokeToken(const BotsFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto stub, Connect(flags));
  v1::RevokeTokenRequest request;
  request.set_token_id(flags.token_id);
  ARENA_ASSIGN_OR_RETURN(const v1::RevokeTokenResponse response,
                         Call(*stub, &BotStub::RevokeToken, request));
  return PrintResponse(flags.json, response, "");
}

absl::StatusOr<int> RunListTokens(const BotsFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto stub, Connect(flags));
  v1::ListTokensRequest request;
  request.set_owner(flags.owner);
  ARENA_ASSIGN_OR_RETURN(const v1::ListTokensResponse all,
                         AllPages(*stub, &BotStub::ListTokens, request));
  Columns columns({"token", "role", "owner", "created", "expires"});
  for (const v1::Token& token : all.tokens()) {
    columns.AddRow(
        {token.token_id(), RoleName(token.role()), token.owner(),
         TimeText(token.created_time()),
         token.has_expire_time() ? TimeText(token.expire_time()) : "never"});
  }
  PrintEither(flags.json, all,
              all.tokens().empty()
                  ? "No tokens: this referee has none, or none of this owner.\n"
                  : columns.ToString());
  return kSuccess;
}

// ---- Flags ----

void AddRequestId(CLI::App& command, BotsFlags& flags) {
  command.add_option("--request-id", flags.request_id,
                     "Any text; the same request with the same id within an "
                     "hour prints a new token, which replaces the first");
}

void AddTokenCommands(Commands& commands, CLI::App& bots) {
  CLI::App& token =
      commands.AddBelow(bots, "token", "Tokens that identify callers", "");
  token.require_subcommand(1);
  AddBotsCommand(
      commands, token, "create", "Makes a token and prints its secret",
      "arena bots token create --role author ada", &RunCreateToken,
      [](CLI::App& command, BotsFlags& flags) {
        command.add_option("OWNER", flags.owner, "The bot or person")
            ->required();
        command.add_option("--role", flags.role, "What it allows")
            ->required()
            ->check(command_line::OneOf(
                {"bot", "author", "admin", "spectator", "runner"}));
        command.add_option("--lifetime", flags.lifetime,
                           "How long it is valid, e.g. 90m or 720h; until it "
                           "is revoked if absent");
        AddRequestId(command, flags);
      });
  AddBotsCommand(commands, token, "list", "Lists tokens, never their secrets",
                 "arena bots token list --owner mybot", &RunListTokens,
                 [](CLI::App& command, BotsFlags& flags) {
                   command.add_option("--owner", flags.owner,
                                      "Only tokens of this bot or person");
                 });
  AddBotsCommand(commands, token, "revoke",
                 "Makes a token invalid and ends the streams that it opened",
                 "arena bots token revoke 5f1c...", &RunRevokeToken,
                 [](CLI::App& command, BotsFlags& flags) {
                   command
                       .add_option("TOKEN", flags.token_id,
                                   "The token's id; see `token list`")
                       ->required();
                 });
}

}  // namespace

std::string BotText(const v1::Bot& bot) {
  std::string text = absl::StrCat(
      "bot      ", bot.name(), "\nauthor   ", bot.author(), "\ngames    ",
      bot.games().empty() ? "all" : absl::StrJoin(bot.games(), ", "),
      "\nstatus   ", StatusName(bot.status()));
  if (!bot.status_by().empty()) {
    absl::StrAppend(&text, " by ", bot.status_by());
  }
  if (!bot.status_reason().empty()) {
    absl::StrAppend(&text, ": ", bot.status_reason());
  }
  for (absl::string_view line :
       absl::StrSplit(bot.description(), '\n', absl::SkipEmpty())) {
    absl::StrAppend(&text, "\nabout    ", line);
  }
  absl::StrAppend(&text, "\nsince    ", TimeText(bot.created_time()),
                  "\nmatches  ", bot.matches(), ", with ", bot.fault_count(),
                  " faults\n");
  for (const v1::BotVersion& version : bot.versions()) {
    absl::StrAppend(&text, "version  ", version.version(), " (",
                    version.language(), "), last seen ",
                    TimeText(version.last_seen_time()), "\n");
  }
  for (const v1::BotFault& fault : bot.faults()) {
    absl::StrAppend(&text, "fault    ", BotFaultText(fault), "\n");
  }
  for (const v1::BenchReport& report : bot.bench_reports()) {
    absl::StrAppend(&text, ReportText(report));
  }
  if (!bot.active_version().empty()) {
    absl::StrAppend(&text, "plays    version ", bot.active_version(),
                    ", which was submitted; `arena bots versions ", bot.name(),
                    "` lists all of them.\n");
  }
  if (bot.status() == v1::Bot::STATUS_BENCHED) {
    absl::StrAppend(&text, "`arena bots activate ", bot.name(),
                    "` brings it back to its ladders.\n");
  }
  return text;
}

void AddBotsCommands(Commands& commands) {
  CLI::App& bots = commands.Add("bots", "Registered bots of a running referee",
                                "arena bots register mybot --author ada");
  bots.require_subcommand(0, 1);
  AddBotsCommand(commands, bots, "list", "Lists registered bots",
                 "arena bots list", &RunBotList,
                 [](CLI::App& command, BotsFlags& flags) {
                   command.add_option("--author", flags.author,
                                      "Only bots of this author");
                 });
  AddBotsCommand(commands, bots, "sessions",
                 "Lists the connected processes of bots, registered or not",
                 "arena bots sessions --bot mybot", &RunSessions,
                 [](CLI::App& command, BotsFlags& flags) {
                   command.add_option("--bot", flags.name,
                                      "Only processes of this bot");
                 });
  AddBotsCommand(commands, bots, "show", "Shows a bot and its ratings",
                 "arena bots show mybot", &RunShow, &AddBotName);
  AddBotsCommand(commands, bots, "register",
                 "Registers a bot and prints the token that it plays with",
                 "arena bots register mybot --author ada --games ordo,octrix",
                 &RunRegister, [](CLI::App& command, BotsFlags& flags) {
                   AddBotName(command, flags);
                   command.add_option("--author", flags.author,
                                      "The person responsible for it; needed with "
                                      "an admin's token, otherwise the author "
                                      "whose token is used");
                   command.add_option("--games", flags.games,
                                      "The games it plays, separated by "
                                      "commas; all if absent");
                   command.add_option("--description", flags.description,
                                      "What it is, for people");
                   command
                       .add_flag("--token-only", flags.token_only,
                                 "Print nothing but the token, for a file")
                       ->excludes(command.get_option("--json"));
                   AddRequestId(command, flags);
                 });
  AddBotsCommand(commands, bots, "describe", "Changes the description of a bot",
                 "arena bots describe mybot 'Searches three plies deep.'",
                 &RunDescribe, [](CLI::App& command, BotsFlags& flags) {
                   AddBotName(command, flags);
                   command
                       .add_option("TEXT", flags.description,
                                   "What it is, for people; '' for no "
                                   "description")
                       ->required();
                 });
  AddBotStatusCommands(commands, bots);
  AddVersionCommands(commands, bots);
  AddTokenCommands(commands, bots);
}

}  // namespace arena::cli
