// arena match: matches of a running referee.
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/cli/at_referee/match_output.h"
#include "arena/cli/at_referee/open_browser.h"
#include "arena/cli/base/bot_sessions.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/competition_client.h"
#include "arena/cli/base/match_flags.h"
#include "arena/cli/base/match_id.h"
#include "arena/cli/base/message_output.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/core/suggestion.h"
#include "arena/games/registry.h"
#include "arena/match/clock.h"
#include "arena/match/entry.h"
#include "arena/match/player.h"
#include "arena/v1/match_service.grpc.pb.h"

namespace arena::cli {
namespace {

struct CommonFlags {
  RefereeFlags referee;
  bool json = false;
};

using MatchStub = v1::MatchService::Stub;

absl::StatusOr<std::unique_ptr<MatchStub>> Connect(const CommonFlags& flags) {
  return StubFor<v1::MatchService>(flags.referee);
}

CLI::App& AddMatchCommand(Commands& commands, CLI::App& parent,
                          const std::string& name, const std::string& summary,
                          const std::string& example, CommonFlags& flags) {
  CLI::App& command = commands.AddBelow(parent, name, summary, example);
  AddRefereeFlags(command, flags.referee)->capture_default_str();
  command.add_flag("--json", flags.json, "Print JSON");
  return command;
}

struct CreateFlags {
  CommonFlags common;
  GameFlags game;
  std::string seats;
  ClockFlags clock;
  std::optional<std::string> seed;
  std::string label;
  std::string request_id;
  uint32_t max_faults = 0;
  v1::Isolation isolation = v1::ISOLATION_UNSPECIFIED;
};

absl::StatusOr<int> RunCreate(const CreateFlags& flags) {
  const std::vector<std::string> seats = absl::StrSplit(flags.seats, ',');
  // Only the referee knows whether its games are the same, but most errors are
  // found without asking it.
  ARENA_ASSIGN_OR_RETURN(
      const Setup setup,
      ReadGameFlags(flags.game, static_cast<int>(seats.size())));
  v1::CreateMatchRequest request;
  request.set_game(flags.game.game);
  request.mutable_options()->insert(setup.options.given().begin(),
                                    setup.options.given().end());
  for (const std::string& seat : seats) {
    *request.add_seats() = SeatOf(seat);
  }
  if (flags.clock.given()) {
    ARENA_ASSIGN_OR_RETURN(const ClockSettings clock, ReadClock(flags.clock));
    ClockToMessage(clock, *request.mutable_clock());
  }
  if (flags.seed.has_value()) {
    ARENA_ASSIGN_OR_RETURN(const Seed seed, ParseSeed(*flags.seed));
    request.set_seed(seed.data(), seed.size());
  }
  request.set_label(flags.label);
  request.set_request_id(flags.request_id);
  request.set_max_faults(flags.max_faults);
  request.set_isolation(flags.isolation);
  ARENA_ASSIGN_OR_RETURN(const auto stub, Connect(flags.common));
  ARENA_ASSIGN_OR_RETURN(const v1::CreateMatchResponse response,
                         Call(*stub, &MatchStub::CreateMatch, request));
  // Only the stored match says what it waits for.
  ARENA_ASSIGN_OR_RETURN(const v1::GetMatchResponse kept,
                         GetMatch(*stub, response.match().match_id()));
  return PrintResponse(flags.common.json, kept, MatchText(kept.match()));
}

void AddCreate(Commands& commands, CLI::App& parent) {
  const auto flags = std::make_shared<CreateFlags>();
  CLI::App& command = AddMatchCommand(
      commands, parent, "create", "Creates a match",
      "arena match create --game ordo --players alice,built-in:greedy",
      flags->common);
  AddGameFlags(command, flags->game);
  command
      .add_option(
          "--players,-p", flags->seats,
          absl::StrCat("The players by seat, separated by commas: names of "
                       "bots that are or will be connected, or built-in:NAME (",
                       BuiltInList(), ")"))
      ->required();
  AddClockFlags(command, flags->clock);
  command.add_option("--seed", flags->seed,
                     "Any text or 64 hexadecimal digits; random if absent");
  command.add_option("--label", flags->label, "Free text for people");
  command.add_option("--request-id", flags->request_id,
                     "Any text; the same request with the same id creates no "
                     "second match");
  command
      .add_option("--max-faults", flags->max_faults,
                  "Faults after which a seat is played for; 3 if absent")
      ->check(command_line::WholeNumber(1));
  AddIsolationFlag(command, flags->isolation);
  commands.OnChosen(command, [flags] { return RunCreate(*flags); });
}

struct OneMatchFlags {
  CommonFlags common;
  std::string match_id;
};

// Calls a method about one match that returns the match.
template <typename Request, typename Response>
using MatchCall = grpc::Status (MatchStub::*)(grpc::ClientContext*,
                                              const Request&, Response*);

template <typename Request, typename Response>
absl::StatusOr<int> RunOne(const OneMatchFlags& flags, Request request,
                           MatchCall<Request, Response> call) {
  ARENA_ASSIGN_OR_RETURN(const auto stub, Connect(flags.common));
  ARENA_ASSIGN_OR_RETURN(const v1::GetMatchResponse found,
                         FindMatch(*stub, flags.match_id));
  request.set_match_id(found.match().match_id());
  ARENA_ASSIGN_OR_RETURN(const Response response, Call(*stub, call, request));
  return PrintResponse(flags.common.json, response,
                       MatchText(response.match()));
}

absl::StatusOr<int> RunShow(const OneMatchFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.common.referee));
  ARENA_ASSIGN_OR_RETURN(
      const v1::GetMatchResponse found,
      FindMatch(*v1::MatchService::NewStub(channel), flags.match_id));
  const v1::Match& match = found.match();
  std::string text = MatchText(match);
  if (!flags.common.json && !match.record_sha256().empty() &&
      IsRecordGone(channel, match.match_id())) {
    absl::StrAppend(&text, "        (the referee has removed this record)\n");
  }
  return PrintResponse(flags.common.json, found, text);
}

absl::StatusOr<int> RunCancel(const OneMatchFlags& flags) {
  return RunOne(flags, v1::CancelMatchRequest(), &MatchStub::CancelMatch);
}

absl::StatusOr<int> RunRetry(const OneMatchFlags& flags) {
  return RunOne(flags, v1::RetryMatchRequest(), &MatchStub::RetryMatch);
}

absl::StatusOr<int> RunVoid(const OneMatchFlags& flags) {
  return RunOne(flags, v1::VoidMatchRequest(), &MatchStub::VoidMatch);
}

// The reason why a pending match does not begin.
std::string WaitsFor(const v1::Match& match) {
  return match.waits_for().empty() ? "room: its bots play other matches"
                                   : match.waits_for();
}

// One line of JSON per message, or text.
void ShowNews(const v1::WatchMatchResponse& news, bool json) {
  if (json) {
    PrintJsonLine(JsonOf(news));
  } else if (news.has_match()) {
    PrintText(MatchText(news.match()));
  } else if (news.has_step()) {
    PrintText(StepText(news.step()));
  }
  std::fflush(stdout);
}

struct WatchFlags {
  OneMatchFlags match;
  bool browser = false;
};

// Opens the referee's page of the match.
absl::StatusOr<int> WatchInBrowser(const WatchFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto stub, Connect(flags.match.common));
  ARENA_ASSIGN_OR_RETURN(const v1::GetMatchResponse found,
                         FindMatch(*stub, flags.match.match_id));
  const std::string& url = found.page_url();
  if (url.empty()) {
    return absl::FailedPreconditionError(
        "this referee serves no pages: start it with --http 127.0.0.1:8080, "
        "or leave out --browser");
  }
  ARENA_RETURN_IF_ERROR(CheckPageUrl(url));
  flags.match.common.json ? PrintJsonLine(JsonOf(found))
                          : PrintText(url + "\n");
  std::fflush(stdout);
  if (HasDisplay()) ARENA_RETURN_IF_ERROR(OpenInBrowser(url));
  return kSuccess;
}

absl::StatusOr<int> RunMatchWatch(const WatchFlags& flags) {
  if (flags.browser) return WatchInBrowser(flags);
  const OneMatchFlags& one = flags.match;
  ARENA_ASSIGN_OR_RETURN(const auto stub, Connect(one.common));
  ARENA_ASSIGN_OR_RETURN(const v1::GetMatchResponse found,
                         FindMatch(*stub, one.match_id));
  v1::WatchMatchRequest request;
  request.set_match_id(found.match().match_id());
  request.set_from_step(0);
  grpc::ClientContext context;
  const auto stream = stub->WatchMatch(&context, request);
  v1::WatchMatchResponse news;
  while (stream->Read(&news)) {
    // Only the stored match says what it waits for.
    const bool waits = news.match().state() == v1::Match::STATE_PENDING &&
                       news.match().waits_for().empty();
    if (waits) news.mutable_match()->set_waits_for(WaitsFor(found.match()));
    ShowNews(news, one.common.json);
  }
  ARENA_RETURN_IF_ERROR(FromReferee(stream->Finish()));
  return kSuccess;
}

CLI::App& AddMatchArgument(Commands& commands, CLI::App& parent,
                           const std::string& name, const std::string& summary,
                           OneMatchFlags& flags) {
  CLI::App& command =
      AddMatchCommand(commands, parent, name, summary,
                      "arena match " + name + " 5f1c...", flags.common);
  command
      .add_option("MATCH", flags.match_id,
                  "The match id, or its first characters")
      ->required();
  return command;
}

void AddWatch(Commands& commands, CLI::App& parent) {
  const auto flags = std::make_shared<WatchFlags>();
  CLI::App& command = AddMatchArgument(
      commands, parent, "watch",
      "Prints a match from its beginning and as it is played, as spectators "
      "see it",
      flags->match);
  command.add_flag("--browser", flags->browser,
                   "Print the address of its page, and open it if there is a "
                   "display; needs a referee with --http");
  commands.OnChosen(command, [flags] { return RunMatchWatch(*flags); });
}

void AddOneMatch(Commands& commands, CLI::App& parent, const std::string& name,
                 const std::string& summary,
                 absl::StatusOr<int> (*run)(const OneMatchFlags&)) {
  const auto flags = std::make_shared<OneMatchFlags>();
  CLI::App& command = AddMatchArgument(commands, parent, name, summary, *flags);
  commands.OnChosen(command, [flags, run] { return run(*flags); });
}

struct ListFlags {
  CommonFlags common;
  std::string game;
  std::string state;
  std::string player;
  std::string competition;
  std::string fault;
  std::string since;
  std::string before;
  int limit = 50;
};

// The empty name stands for any state.
v1::Match::State StateOfName(const std::string& name) {
  v1::Match::State state = v1::Match::STATE_UNSPECIFIED;
  v1::Match::State_Parse("STATE_" + absl::AsciiStrToUpper(name), &state);
  return state;
}

// As results show them.
std::vector<std::string> FaultNames() {
  std::vector<std::string> names;
  for (int kind = 1; kind <= v1::FaultKind_MAX; ++kind) {
    names.emplace_back(FaultName(static_cast<v1::FaultKind>(kind)));
  }
  return names;
}

// The empty name stands for any fault.
v1::FaultKind FaultOfName(const std::string& name) {
  v1::FaultKind fault = v1::FAULT_KIND_UNSPECIFIED;
  const std::string word = absl::StrReplaceAll(name, {{"-", "_"}});
  v1::FaultKind_Parse("FAULT_KIND_" + absl::AsciiStrToUpper(word), &fault);
  return fault;
}

absl::StatusOr<v1::ListMatchesRequest> ListRequest(const ListFlags& flags) {
  v1::ListMatchesRequest request;
  request.set_game(flags.game);
  request.set_state(StateOfName(flags.state));
  request.set_player(flags.player);
  request.set_competition(flags.competition);
  request.set_fault(FaultOfName(flags.fault));
  if (!flags.since.empty()) {
    ARENA_ASSIGN_OR_RETURN(*request.mutable_created_from(),
                           ReadTime("--since", flags.since));
  }
  if (!flags.before.empty()) {
    ARENA_ASSIGN_OR_RETURN(*request.mutable_created_before(),
                           ReadTime("--before", flags.before));
  }
  return request;
}

// The end of the match and its faults, or the reason why it is not played.
std::string LastColumn(const v1::Match& match) {
  if (!match.has_result()) {
    return match.quarantine().empty() ? match.waits_for() : match.quarantine();
  }
  std::string text = EndText(match.result());
  if (!match.result().faults().empty()) {
    absl::StrAppend(&text, ", ", FaultsText(match.result()));
  }
  return text;
}

// Says why there are no matches to list. NOT_FOUND for a game or a competition
// that does not exist.
absl::StatusOr<std::string> WhyNone(const ListFlags& flags) {
  if (!flags.game.empty()) ARENA_RETURN_IF_ERROR(FindGame(flags.game).status());
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.common.referee));
  if (!flags.competition.empty()) {
    const absl::Status known =
        CompetitionClient(channel).Get(flags.competition).status();
    if (absl::IsNotFound(known)) return known;
  }
  if (!flags.player.empty()) {
    const std::vector<std::string> names = BotNames(channel);
    if (!absl::c_linear_search(names, flags.player)) {
      return absl::StrCat("No matches: no bot is registered or connected as \"",
                          flags.player, "\"", DidYouMean(flags.player, names),
                          ", and no match with that name passes the flags.\n");
    }
  }
  return "No matches: this referee has none, or none passes the flags.\n";
}

absl::StatusOr<int> RunMatchList(const ListFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(v1::ListMatchesRequest request, ListRequest(flags));
  ARENA_ASSIGN_OR_RETURN(const auto stub, Connect(flags.common));
  request.set_page_size(std::min(flags.limit, kLargestPage));
  v1::ListMatchesResponse all;
  ARENA_RETURN_IF_ERROR(ForEachPage(*stub, &MatchStub::ListMatches, request,
                                    [&](const v1::ListMatchesResponse& page) {
                                      all.MergeFrom(page);
                                      return all.matches_size() < flags.limit;
                                    }));
  all.clear_next_page_token();
  auto& matches = *all.mutable_matches();
  if (matches.size() > flags.limit) {
    matches.DeleteSubrange(flags.limit, matches.size() - flags.limit);
  }
  Columns columns({"match", "state", "game", "plies", "players", "created",
                   "ended", "end"});
  for (const v1::Match& match : matches) {
    columns.AddRow({match.match_id(), StateName(match.state()), match.game(),
                    // Only `match show` asks the match itself.
                    match.state() == v1::Match::STATE_RUNNING
                        ? "-"
                        : absl::StrCat(match.plies()),
                    absl::StrJoin(PlayerNames(match), ", "),
                    TimeOrDash(match.has_create_time(), match.create_time()),
                    TimeOrDash(match.has_end_time(), match.end_time()),
                    LastColumn(match)});
  }
  std::string text = columns.ToString();
  if (matches.empty()) {
    ARENA_ASSIGN_OR_RETURN(text, WhyNone(flags));
  }
  PrintEither(flags.common.json, all, text);
  return kSuccess;
}

void AddList(Commands& commands, CLI::App& parent) {
  const auto flags = std::make_shared<ListFlags>();
  CLI::App& command = AddMatchCommand(
      commands, parent, "list", "Lists matches, newest first",
      "arena match list --player alice --fault late", flags->common);
  command.add_option("--game", flags->game, "Only this game")
      ->check(GameNames());
  command.add_option("--state", flags->state, "Only this state")
      ->check(command_line::OneOf(
          {"pending", "running", "finished", "quarantined"}));
  command.add_option("--player,-p", flags->player,
                     "Only with this bot or built-in player");
  command.add_option("--competition", flags->competition,
                     "Only matches of this competition");
  command
      .add_option("--fault", flags->fault,
                  "Only matches with this fault; with --player, only faults of "
                  "that player count")
      ->transform([](const std::string& name) {
        return absl::StrReplaceAll(name, {{"_", "-"}});
      })
      ->check(command_line::OneOf(FaultNames()));
  command.add_option("--since", flags->since,
                     "Only matches created then or later: 2026-01-31 (UTC) "
                     "or 2026-01-31T18:00:00Z");
  command.add_option("--before,--until", flags->before,
                     "Only matches created before then");
  command.add_option("--limit,-n", flags->limit, "At most this many")
      ->check(command_line::WholeNumber(1))
      ->capture_default_str();
  commands.OnChosen(command, [flags] { return RunMatchList(*flags); });
}

}  // namespace

void AddMatchCommands(Commands& commands) {
  CLI::App& match = commands.Add("match", "Matches of a running referee",
                                 "arena match list --address 127.0.0.1:5757");
  match.require_subcommand(0, 1);
  AddCreate(commands, match);
  AddOneMatch(commands, match, "show", "Shows a match", &RunShow);
  AddList(commands, match);
  AddOneMatch(commands, match, "cancel", "Ends a match without a result",
              &RunCancel);
  AddOneMatch(commands, match, "retry", "Tries to resume a quarantined match",
              &RunRetry);
  AddOneMatch(
      commands, match, "void",
      "Ends a quarantined match without a result, or removes the result "
      "of a match that keeps its competition in quarantine",
      &RunVoid);
  AddWatch(commands, match);
}

}  // namespace arena::cli
