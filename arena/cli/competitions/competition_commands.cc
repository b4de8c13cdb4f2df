// arena standings, competition and ladder: competitions of a running referee.
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/base/bot_sessions.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/competition_client.h"
#include "arena/cli/base/match_flags.h"
#include "arena/cli/base/output.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/cli/competitions/competition_changes.h"
#include "arena/cli/competitions/competition_follower.h"
#include "arena/cli/competitions/open_matches.h"
#include "arena/cli/competitions/standings_output.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/report/standings_words.h"
#include "arena/competition/tournament_file/spec_file.h"
#include "arena/core/check.h"
#include "arena/match/player.h"
#include "arena/process/signal_waiter.h"
#include "arena/record/file.h"

namespace arena::cli {
namespace {

constexpr absl::Duration kWatchPeriod = absl::Milliseconds(500);

struct Flags {
  RefereeFlags referee;
  std::string name;
  std::vector<std::string> names;
  std::string bot;
  std::string as;
  std::string file;
  bool quiet = false;
  StandingsFlags standings;
};

absl::StatusOr<CompetitionClient> Connect(const Flags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.referee));
  return CompetitionClient(channel);
}

// ---- Standings ----

// The competitions with these names. A name without a competition stands for
// the tournament of this name.
absl::StatusOr<std::vector<CompetitionData>> FetchAll(
    CompetitionClient& client, const std::vector<std::string>& names) {
  std::vector<CompetitionData> all;
  for (const std::string& name : names) {
    absl::StatusOr<CompetitionData> one = client.GetAll(name);
    if (one.ok()) {
      all.push_back(*std::move(one));
      continue;
    }
    if (!absl::IsNotFound(one.status())) return one.status();
    ARENA_ASSIGN_OR_RETURN(const v1::ListCompetitionsResponse events,
                           client.List(name));
    if (events.competitions().empty()) {
      return WithNearest(absl::NotFoundError(absl::StrCat(
                             "no competition and no tournament has the name \"",
                             name, "\"; see `arena standings` without a name")),
                         name, client.Names());
    }
    for (const v1::Competition& event : events.competitions()) {
      ARENA_ASSIGN_OR_RETURN(all.emplace_back(),
                             client.GetAll(event.spec().name()));
    }
  }
  return all;
}

absl::StatusOr<int> ListCompetitions(CompetitionClient& client, bool json) {
  ARENA_ASSIGN_OR_RETURN(const v1::ListCompetitionsResponse all,
                         client.List(""));
  Columns columns({"competition", "game", "format", "state", "entrants", "sets",
                   "matches", "faults", "created", "ended"});
  std::string reasons;
  for (const v1::Competition& competition : all.competitions()) {
    const v1::CompetitionSpec& spec = competition.spec();
    const v1::Progress& progress = competition.progress();
    if (!competition.quarantine().empty()) {
      absl::StrAppend(&reasons, spec.name(),
                      " is quarantined: ", competition.quarantine(), "\n");
    }
    const std::string of_total = progress.sets_total() == 0
                                     ? ""
                                     : absl::StrCat("/", progress.sets_total());
    columns.AddRow(
        {spec.name(), spec.game(),
         std::string(competition::FormatOf(spec).name),
         competition::StateName(competition),
         absl::StrCat(spec.entrants_size()),
         absl::StrCat(progress.sets_over(), of_total),
         absl::StrCat(progress.matches_over()), absl::StrCat(progress.faults()),
         TimeOrDash(competition.has_create_time(), competition.create_time()),
         TimeOrDash(competition.has_end_time(), competition.end_time())});
  }
  PrintEither(json, all,
              all.competitions().empty()
                  ? "This referee has no competitions.\n"
                  : absl::StrCat(columns.ToString(), reasons));
  return kSuccess;
}

absl::StatusOr<int> RunStandings(const Flags& flags) {
  if (flags.names.empty() && (flags.standings.HasFiles() || flags.quiet)) {
    return absl::InvalidArgumentError(
        "--html, --csv, --json-file and --quiet are about standings; name the "
        "competitions or the tournament (`arena standings` lists them)");
  }
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  if (flags.names.empty()) {
    return ListCompetitions(client, flags.standings.json);
  }
  ARENA_RETURN_IF_ERROR(PrepareStandings(flags.standings));
  ARENA_ASSIGN_OR_RETURN(const std::vector<CompetitionData> events,
                         FetchAll(client, flags.names));
  ARENA_RETURN_IF_ERROR(ShowStandings(events, flags.quiet, flags.standings));
  return kSuccess;
}

// ---- Any competition ----

absl::StatusOr<int> RunList(const Flags& flags) {
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  return ListCompetitions(client, flags.standings.json);
}

// Prints the state of the competition in one line.
absl::StatusOr<int> TellState(const v1::Competition& competition) {
  const std::string why = competition.quarantine().empty()
                              ? ""
                              : absl::StrCat(": ", competition.quarantine());
  PrintText(absl::StrCat("competition ", competition.spec().name(), " is ",
                         competition::StateName(competition), why, "\n"));
  return competition.state() == v1::Competition::STATE_QUARANTINED ? kProblem
                                                                   : kSuccess;
}

absl::StatusOr<int> RunRetry(const Flags& flags) {
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  ARENA_ASSIGN_OR_RETURN(const v1::Competition competition,
                         client.Retry(flags.name));
  return TellState(competition);
}

absl::StatusOr<int> RunStopAny(const Flags& flags) {
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  ARENA_ASSIGN_OR_RETURN(const v1::Competition competition,
                         client.Stop(flags.name));
  return TellState(competition);
}

absl::StatusOr<int> RunDelete(const Flags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.referee));
  CompetitionClient client(channel);
  ARENA_ASSIGN_OR_RETURN(const v1::Competition competition,
                         client.Get(flags.name));
  ARENA_RETURN_IF_ERROR(CheckMayBeDeleted(channel, competition));
  ARENA_RETURN_IF_ERROR(client.Delete(flags.name));
  Print(absl::StrCat("competition ", flags.name, " is deleted\n"));
  return kSuccess;
}

// ---- Ladder ----

absl::Status ShowOne(CompetitionClient& client, const std::string& name,
                     const StandingsFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const CompetitionData data, client.GetAll(name));
  return ShowStandings({data}, /*quiet=*/false, flags);
}

// Starts the ladders of a tournament file, with the entrants that it lists.
absl::StatusOr<int> RunStart(const Flags& flags) {
  ARENA_ASSIGN_OR_RETURN(const std::string text, ReadFile(flags.file));
  ARENA_ASSIGN_OR_RETURN(const competition::TournamentFile file,
                         competition::ReadTournamentFile(text, flags.file));
  for (const v1::CompetitionSpec& spec : file.events) {
    if (!competition::FormatOf(spec).endless) {
      return absl::InvalidArgumentError(
          absl::StrCat("event ", spec.name(), " of ", flags.file, " is a ",
                       competition::FormatOf(spec).name,
                       "; play it with `arena tournament run`"));
    }
  }
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  if (!file.unseeded.empty()) TellGuessable();
  if (absl::c_any_of(file.events, [](const v1::CompetitionSpec& spec) {
        return spec.deals() == v1::DEALS_DUPLICATE &&
               !competition::DealsCaution(spec).empty();
      })) {
    TellRemembered();
  }
  for (const v1::CompetitionSpec& spec : file.events) {
    const bool was_there = client.Get(spec.name()).ok();
    ARENA_ASSIGN_OR_RETURN(const v1::Competition ladder, client.Create(spec));
    Print(absl::StrCat("ladder ", spec.name(), " is ",
                       competition::StateName(ladder),
                       was_there ? " already\n" : "\n"));
  }
  return kSuccess;
}

absl::StatusOr<int> RunEnter(const Flags& flags) {
  const v1::SeatSpec player = SeatOf(flags.bot);
  v1::Entrant entrant;
  *entrant.add_players() = player;
  entrant.set_name(flags.as.empty() ? NameOfPlayer(player) : flags.as);
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.referee));
  CompetitionClient client(channel);
  ARENA_RETURN_IF_ERROR(client.Enter(flags.name, entrant).status());
  Print(absl::StrCat(entrant.name(), " takes part in ", flags.name, "\n"));
  if (!player.has_bot()) return kSuccess;
  ARENA_ASSIGN_OR_RETURN(const auto sessions,
                         FetchSessions(channel, player.bot()));
  if (sessions.sessions().empty()) {
    PrintMessage(absl::StrCat("no bot \"", player.bot(),
                              "\" is connected to this referee; it gets "
                              "matches as soon as it is"));
  }
  return kSuccess;
}

// "; 50 matches that are planned are still played", because a set is never left
// half played.
absl::StatusOr<std::string> WhatIsLeftFor(
    const std::string& entrant, const v1::Competition& competition,
    const std::shared_ptr<grpc::Channel>& channel) {
  const v1::CompetitionSpec& spec = competition.spec();
  if (spec.anonymous()) return "; planned matches are still played";
  const auto found = absl::c_find_if(
      spec.entrants(), [&](const auto& one) { return one.name() == entrant; });
  if (found == spec.entrants().end()) return "";
  const v1::SeatSpec& player = found->players(0);
  size_t left = 0;
  for (const v1::Match::State state :
       {v1::Match::STATE_PENDING, v1::Match::STATE_RUNNING}) {
    ARENA_ASSIGN_OR_RETURN(
        const std::vector<std::string> matches,
        MatchesIn(state, channel, spec.name(), NameOfPlayer(player)));
    left += matches.size();
  }
  if (left == 0) return "";
  return absl::StrCat(
      "; ", left, left == 1 ? " match that is" : " matches that are",
      " planned or under way ", left == 1 ? "is" : "are", " still played");
}

absl::StatusOr<int> RunLeave(const Flags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.referee));
  CompetitionClient client(channel);
  ARENA_ASSIGN_OR_RETURN(const v1::Competition competition,
                         client.Leave(flags.name, flags.as));
  ARENA_ASSIGN_OR_RETURN(const std::string rest,
                         WhatIsLeftFor(flags.as, competition, channel));
  PrintText(absl::StrCat(flags.as, " gets no new matches in ", flags.name, rest,
                         "\n"));
  return kSuccess;
}

absl::StatusOr<int> RunStop(const Flags& flags) {
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  ARENA_RETURN_IF_ERROR(client.Stop(flags.name).status());
  ARENA_RETURN_IF_ERROR(ShowOne(client, flags.name, flags.standings));
  return kSuccess;
}

absl::StatusOr<int> RunLadderWatch(const Flags& flags) {
  const SignalWaiter signals;
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  ARENA_RETURN_IF_ERROR(PrepareStandings(flags.standings));
  LiveStandings live("sets");
  StandingsFiles files(flags.standings);
  CompetitionData data;
  data.competition.mutable_spec()->set_name(flags.name);
  CompetitionFollower follower(client, flags.name);
  while (!IsOver(data.competition)) {
    ARENA_RETURN_IF_ERROR(follower.Update(data));
    const v1::Progress& progress = data.competition.progress();
    live.Update({data}, progress.sets_over(), progress.sets_total());
    files.Update({data});
    // An interrupt ends the watch; the last standings are shown then.
    if (!signals.Wait(kWatchPeriod).ok()) break;
  }
  live.Clear();
  ARENA_ASSIGN_OR_RETURN(data, client.GetAll(flags.name));
  ARENA_RETURN_IF_ERROR(ShowStandings({data}, flags.quiet, flags.standings));
  return kSuccess;
}

// "ladder" is followed by "ladder.2", and "ladder.2" by "ladder.3".
std::string NextSeason(const std::string& name) {
  const size_t dot = name.rfind('.');
  int season = 1;
  if (dot != std::string::npos &&
      absl::SimpleAtoi(name.substr(dot + 1), &season) && season > 1) {
    return absl::StrCat(name.substr(0, dot), ".", season + 1);
  }
  return absl::StrCat(name, ".2");
}

// All entrants that are not benched start the new season with equal ratings.
absl::StatusOr<int> RunSeason(const Flags& flags) {
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  ARENA_ASSIGN_OR_RETURN(const v1::Competition before, client.Get(flags.name));
  v1::CompetitionSpec spec = before.spec();
  if (!competition::FormatOf(spec).endless) {
    return absl::InvalidArgumentError(
        absl::StrCat(flags.name, " is a ", competition::FormatOf(spec).name,
                     "; only a ladder has seasons"));
  }
  if (before.stopped()) {
    return absl::FailedPreconditionError(
        absl::StrCat("ladder ", flags.name,
                     " was stopped, so no season follows; start a new ladder "
                     "with `arena ladder start`"));
  }
  spec.set_name(NextSeason(flags.name));
  spec.clear_seed();
  spec.clear_changes();
  spec.clear_entrants();
  for (int i = 0; i < before.spec().entrants_size(); ++i) {
    if (absl::c_linear_search(before.benched(), static_cast<uint32_t>(i))) {
      continue;
    }
    *spec.add_entrants() = before.spec().entrants(i);
  }
  // The old ladder goes on until the new one exists.
  ARENA_RETURN_IF_ERROR(client.Create(spec).status());
  ARENA_RETURN_IF_ERROR(client.Stop(flags.name).status());
  Print(absl::StrCat("ladder ", spec.name(), " follows ", flags.name, ", with ",
                     spec.entrants_size(), " entrants\n"));
  return kSuccess;
}

CLI::App& AddLadderCommand(Commands& commands, CLI::App& parent,
                           const std::string& name, const std::string& summary,
                           const std::string& example, Flags& flags) {
  CLI::App& command = commands.AddBelow(parent, name, summary, example);
  AddRefereeFlags(command, flags.referee)->capture_default_str();
  return command;
}

void AddStart(Commands& commands, CLI::App& parent) {
  const auto flags = std::make_shared<Flags>();
  CLI::App& command = AddLadderCommand(
      commands, parent, "start", "Starts the ladders of a file and returns",
      "arena ladder start ladder.toml", *flags);
  command.add_option("FILE", flags->file, "A TOML file with the ladders")
      ->required();
  commands.OnChosen(command, [flags] { return RunStart(*flags); });
}

void AddEnter(Commands& commands, CLI::App& parent) {
  const auto flags = std::make_shared<Flags>();
  CLI::App& command =
      AddLadderCommand(commands, parent, "enter",
                       "Adds a bot to a ladder, or brings a benched one back",
                       "arena ladder enter club.octrix my-bot", *flags);
  command.add_option("LADDER", flags->name, "The ladder")->required();
  command
      .add_option("BOT", flags->bot,
                  absl::StrCat("The name of a bot, or built-in:NAME (",
                               BuiltInList(), ")"))
      ->required();
  command.add_option("--as", flags->as,
                     "Its name in tables; the bot's name if absent");
  commands.OnChosen(command, [flags] { return RunEnter(*flags); });
}

void AddLeave(Commands& commands, CLI::App& parent) {
  const auto flags = std::make_shared<Flags>();
  CLI::App& command =
      AddLadderCommand(commands, parent, "leave",
                       "Takes an entrant out of a ladder; its results stay",
                       "arena ladder leave club.octrix my-bot", *flags);
  command.add_option("LADDER", flags->name, "The ladder")->required();
  command.add_option("ENTRANT", flags->as, "Its name in tables")->required();
  commands.OnChosen(command, [flags] { return RunLeave(*flags); });
}

void AddNamed(Commands& commands, CLI::App& parent, const std::string& name,
              const std::string& summary,
              absl::StatusOr<int> (*run)(const Flags&), bool shows) {
  const auto flags = std::make_shared<Flags>();
  CLI::App& command =
      AddLadderCommand(commands, parent, name, summary,
                       "arena ladder " + name + " club.octrix", *flags);
  command.add_option("LADDER", flags->name, "The ladder")->required();
  if (shows) AddStandingsFlags(command, flags->standings);
  commands.OnChosen(command, [flags, run] { return run(*flags); });
}

void AddAny(Commands& commands, CLI::App& parent, const std::string& name,
            const std::string& summary,
            absl::StatusOr<int> (*run)(const Flags&)) {
  const auto flags = std::make_shared<Flags>();
  CLI::App& command = commands.AddBelow(parent, name, summary,
                                        "arena competition " + name + " cup");
  AddRefereeFlags(command, flags->referee)->capture_default_str();
  command.add_option("NAME", flags->name, "The competition")->required();
  commands.OnChosen(command, [flags, run] { return run(*flags); });
}

}  // namespace

void AddStandingsCommand(Commands& commands) {
  const auto flags = std::make_shared<Flags>();
  CLI::App& command = commands.Add(
      "standings", "Standings of competitions at a running referee",
      "arena standings cup --html cup.html");
  command.add_option("NAME", flags->names,
                     "Competitions or tournaments; lists all if absent");
  AddRefereeFlags(command, flags->referee)->capture_default_str();
  command.add_flag("--quiet,-q", flags->quiet, "Only write files");
  AddStandingsFlags(command, flags->standings);
  commands.OnChosen(command, [flags] { return RunStandings(*flags); });
}

void AddCompetitionCommands(Commands& commands) {
  CLI::App& competition =
      commands.Add("competition", "Competitions of a running referee",
                   "arena competition list");
  competition.require_subcommand(0, 1);
  const auto flags = std::make_shared<Flags>();
  CLI::App& list =
      commands.AddBelow(competition, "list", "Lists competitions, oldest first",
                        "arena competition list --json");
  AddRefereeFlags(list, flags->referee)->capture_default_str();
  list.add_flag("--json", flags->standings.json, "Print JSON");
  commands.OnChosen(list, [flags] { return RunList(*flags); });
  AddAny(commands, competition, "stop",
         "Ends a competition after the matches that are under way",
         &RunStopAny);
  AddAny(commands, competition, "retry",
         "Tries to resume a quarantined competition", &RunRetry);
  AddAny(commands, competition, "delete",
         "Deletes a competition that is over, with its matches and records; "
         "nothing brings them back",
         &RunDelete);
  AddChangeCommands(commands, competition);
}

void AddLadderCommands(Commands& commands) {
  CLI::App& ladder =
      commands.Add("ladder", "Continuous competitions of a running referee",
                   "arena ladder watch club.octrix");
  ladder.require_subcommand(0, 1);
  AddStart(commands, ladder);
  AddEnter(commands, ladder);
  AddLeave(commands, ladder);
  AddNamed(commands, ladder, "watch",
           "Shows the standings as they change, until it is interrupted",
           &RunLadderWatch, true);
  AddNamed(commands, ladder, "stop",
           "Ends a ladder after the matches that are under way", &RunStop,
           true);
  AddNamed(commands, ladder, "season",
           "Ends a ladder and begins the next season with its bots", &RunSeason,
           false);
}

}  // namespace arena::cli
