// arena tournament: several competitions of the same bots, from a file.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/match_flags.h"
#include "arena/cli/base/output.h"
#include "arena/cli/bots/submitted_bots.h"
#include "arena/cli/competitions/competition_changes.h"
#include "arena/cli/competitions/kept_tournaments.h"
#include "arena/cli/competitions/reader_link.h"
#include "arena/cli/competitions/standings_output.h"
#include "arena/cli/competitions/tournament_run.h"
#include "arena/competition/course/scheduler.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/planning/spec.h"
#include "arena/competition/report/standings_words.h"
#include "arena/competition/tournament_file/spec_file.h"
#include "arena/core/check.h"
#include "arena/core/command_words.h"
#include "arena/core/quantities.h"
#include "arena/record/file.h"

namespace arena::cli {
namespace {

struct TournamentFlags {
  std::string file;
  RefereeFlags referee = {.address = ""};
  std::string data;
  std::string http;
  std::string connect_timeout = "30s";
  v1::Isolation isolation = v1::ISOLATION_UNSPECIFIED;
  SandboxFlags sandbox;
  std::vector<std::string> offers;
  bool dry_run = false;
  bool bot_output = false;
  std::string bot_logs;
  bool quiet = false;
  bool yes = false;
  StandingsFlags standings;
};

// ---- From the file to the plan ----

// "cup.toml:7: bot "alice": ", the beginning of a message about a bot.
std::string PlaceOf(const competition::FileBot& bot, const std::string& file) {
  return absl::StrCat(file, ":", bot.line, ": bot \"", bot.name, "\": ");
}

absl::StatusOr<std::vector<std::string>> CommandOf(
    const competition::FileBot& bot, const std::string& file) {
  absl::StatusOr<std::vector<std::string>> words = SplitWords(bot.command);
  absl::Status wrong = words.status();
  if (wrong.ok() && IsBotFolder(*words)) return words;
  if (wrong.ok()) wrong.Update(CheckProgram((*words)[0]));
  if (wrong.ok()) return words;
  return absl::Status(
      wrong.code(),
      absl::StrCat(PlaceOf(bot, file), wrong.message(),
                   " (commands start in the folder in which arena is called)"));
}

// The token of a bot; empty if the bot needs none.
absl::StatusOr<std::string> TokenOf(const competition::FileBot& bot,
                                    const TournamentFlags& flags) {
  if (bot.token_file.empty() || flags.referee.address.empty()) return "";
  const absl::StatusOr<std::string> text = ReadFile(bot.token_file);
  if (!text.ok()) {
    return absl::Status(
        text.status().code(),
        absl::StrCat(PlaceOf(bot, flags.file), text.status().message()));
  }
  const absl::string_view token = absl::StripAsciiWhitespace(*text);
  if (!token.empty()) return std::string(token);
  return absl::InvalidArgumentError(
      absl::StrCat(PlaceOf(bot, flags.file), "its token_file \"",
                   bot.token_file, "\" is empty; expected a token of the bot"));
}

// Bots that connect by themselves are not isolated by default.
void SetIsolation(const TournamentFlags& flags,
                  const competition::TournamentFile& file,
                  v1::CompetitionSpec& event) {
  if (flags.isolation != v1::ISOLATION_UNSPECIFIED) {
    event.set_isolation(flags.isolation);
    return;
  }
  const bool started_here = absl::c_all_of(file.bots, [](const auto& bot) {
    return !bot.command.empty() || !bot.built_in.empty();
  });
  if (started_here && !event.independent_deals() &&
      event.deals() != v1::DEALS_INDEPENDENT &&
      !file.isolated.contains(event.name())) {
    event.set_isolation(v1::ISOLATION_MATCHES);
  }
}

// Chooses independent deals if bots could remember the deals of a set. They
// cannot if every process is started here for one match. The choice of a
// referee of --address is not known here.
void ChooseDeals(const TournamentFlags& flags, v1::CompetitionSpec& event) {
  if (event.deals() != v1::DEALS_UNSPECIFIED || !flags.referee.address.empty())
    return;
  const bool isolated = event.isolation() == v1::ISOLATION_MATCHES;
  competition::SetDeals(isolated && !event.independent_deals()
                            ? v1::DEALS_DUPLICATE
                            : competition::DefaultDeals(event),
                        event);
}

// Warns once if bots that connect by themselves get the same deals in several
// matches.
void TellWhatDuplicatesMean(const TournamentPlan& plan) {
  const bool shared =
      absl::c_any_of(plan.events, [](const v1::CompetitionSpec& event) {
        return event.deals() == v1::DEALS_DUPLICATE &&
               !competition::DealsCaution(event).empty();
      });
  if (!shared || plan.awaited.empty()) return;
  TellRemembered();
}

absl::Status CheckFolder(const competition::FileBot& bot, const BotSpec& folder,
                         const TournamentFlags& flags) {
  if (!flags.referee.address.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(PlaceOf(bot, flags.file),
                     "hand the folder over to the referee (`arena "
                     "bots submit ",
                     folder.folder, "`), and leave its command out"));
  }
  if (bot.name == folder.name) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(PlaceOf(bot, flags.file), "the bot.toml of ", folder.folder,
                   " has the name \"", folder.name, "\"; expected the same"));
}

// Notes the commands, so that a later change of a command under the same name
// is noticed.
void NamePrograms(TournamentPlan& plan) {
  std::map<std::string, std::string> programs;
  for (const TournamentBot& bot : plan.programs) {
    programs[bot.spec.name] = ProgramOf(bot.spec.command);
  }
  for (v1::CompetitionSpec& event : plan.events) {
    for (v1::Entrant& entrant : *event.mutable_entrants()) {
      std::vector<std::string> own;
      for (const v1::SeatSpec& player : entrant.players()) {
        const auto program = programs.find(player.bot());
        if (program != programs.end()) own.push_back(program->second);
      }
      entrant.set_program(absl::StrJoin(own, "-"));
    }
  }
}

absl::StatusOr<TournamentPlan> ReadTournament(
    const TournamentFlags& flags, const competition::TournamentFile& file) {
  TournamentPlan plan;
  plan.events = file.events;
  for (v1::CompetitionSpec& event : plan.events) {
    SetIsolation(flags, file, event);
    ChooseDeals(flags, event);
  }
  plan.referee = flags.referee;
  plan.data = flags.data;
  plan.http = flags.http;
  plan.offers = flags.offers;
  plan.connect_timeout = ToDuration(flags.connect_timeout);
  plan.forfeits = true;
  plan.show_output = flags.bot_output;
  plan.bot_logs = flags.bot_logs;
  plan.yes = flags.yes;
  for (const competition::FileBot& bot : file.bots) {
    if (!bot.built_in.empty()) continue;
    if (bot.command.empty()) {
      plan.awaited.insert(bot.name);
      continue;
    }
    ARENA_ASSIGN_OR_RETURN(std::vector<std::string> words,
                           CommandOf(bot, flags.file));
    if (IsBotFolder(words)) {
      ARENA_ASSIGN_OR_RETURN(BotSpec folder, ReadBotFolder(words[0]));
      ARENA_RETURN_IF_ERROR(CheckFolder(bot, folder, flags));
      plan.folders.push_back(std::move(folder));
      continue;
    }
    const int at_once = std::max<int>(1, static_cast<int>(bot.max_matches));
    ARENA_ASSIGN_OR_RETURN(std::string token, TokenOf(bot, flags));
    plan.programs.push_back({.spec = {bot.name, std::move(words)},
                             .token = std::move(token),
                             .token_file = bot.token_file,
                             .at_once = at_once});
  }
  NamePrograms(plan);
  return plan;
}

// Refuses bots that connect by themselves to a referee that is started here,
// because they cannot find it.
absl::Status CheckCommands(const TournamentFlags& flags,
                           const competition::TournamentFile& file) {
  for (const competition::FileBot& bot : file.bots) {
    if (!bot.command.empty() || !bot.built_in.empty()) continue;
    if (!flags.referee.address.empty()) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        PlaceOf(bot, flags.file),
        "it has neither command nor built_in. Bots that other people start "
        "cannot find the referee that is started for the tournament; give the "
        "bot one of the two keys, or name a referee with --address"));
  }
  return absl::OkStatus();
}

// ---- Dry run ----

// The number of sets that are shown of a ladder without end.
constexpr uint32_t kSetsOfLadder = 50;

bool Endless(const v1::CompetitionSpec& spec) {
  return competition::FormatOf(spec).endless && spec.max_sets() == 0;
}

// A dry run shows no deals, so it uses any seed.
absl::StatusOr<competition::Scheduler> SchedulerOf(v1::CompetitionSpec spec) {
  spec.set_seed(std::string(sizeof(Seed), '\0'));
  spec.set_concurrent_sets(Endless(spec) ? kSetsOfLadder : 1'000'000);
  if (Endless(spec)) spec.set_max_sets(kSetsOfLadder);
  return competition::Scheduler::Create(std::move(spec));
}

Json ScheduleJson(const v1::CompetitionSpec& spec,
                  absl::Span<const competition::PlannedMatch> matches,
                  const v1::Progress& progress) {
  Json list = Json::array();
  for (const competition::PlannedMatch& match : matches) {
    std::vector<std::string> names;
    for (const uint32_t entrant : match.entrants) {
      names.push_back(spec.entrants(static_cast<int>(entrant)).name());
    }
    list.push_back(
        {{"set", match.set}, {"match", match.match}, {"seats", names}});
  }
  return {{"spec", JsonOf(spec)},
          {"progress", JsonOf(progress)},
          {"endless", Endless(spec)},
          {"firstMatches", std::move(list)}};
}

std::string ScheduleText(const v1::CompetitionSpec& spec,
                         absl::Span<const competition::PlannedMatch> matches,
                         const v1::Progress& progress) {
  std::string text = absl::StrCat(
      spec.name(), ": ", spec.game(), ", ", competition::FormatOf(spec).name,
      ", ", Endless(spec) ? "without end (max_sets is not set); first " : "",
      progress.sets_total(), " sets, ", progress.matches_total(), " matches\n");
  Columns columns({"set", "match", "by seat"});
  for (const competition::PlannedMatch& match : matches) {
    columns.AddRow({absl::StrCat(match.set), absl::StrCat(match.match),
                    absl::StrJoin(match.entrants, "  ",
                                  [&](std::string* out, uint32_t entrant) {
                                    absl::StrAppend(
                                        out, spec.entrants(entrant).name());
                                  })});
  }
  absl::StrAppend(&text, columns.ToString());
  if (Endless(spec) || matches.size() < progress.matches_total()) {
    absl::StrAppend(&text, "What follows depends on results.\n");
  }
  return text;
}

absl::StatusOr<int> DryRun(const TournamentFlags& flags,
                           const competition::TournamentFile& file) {
  Json out = Json::array();
  for (v1::CompetitionSpec spec : file.events) {
    SetIsolation(flags, file, spec);
    ChooseDeals(flags, spec);
    if (spec.deals() == v1::DEALS_UNSPECIFIED) {
      competition::SetDeals(competition::DefaultDeals(spec), spec);
    }
    ARENA_ASSIGN_OR_RETURN(competition::Scheduler scheduler, SchedulerOf(spec));
    ARENA_ASSIGN_OR_RETURN(const std::vector<competition::PlannedMatch> matches,
                           scheduler.Next(std::numeric_limits<int32_t>::max()));
    const v1::Progress progress = scheduler.progress();
    if (flags.standings.json) {
      out.push_back(ScheduleJson(spec, matches, progress));
    } else {
      Print(ScheduleText(spec, matches, progress) + "\n");
    }
  }
  if (flags.standings.json) PrintJson(out);
  return kSuccess;
}

// ---- Playing ----

// Shows the events of an interrupted tournament as stopped, because nobody
// plays them.
void ShowAsStopped(std::vector<CompetitionData>& events) {
  for (CompetitionData& event : events) {
    if (!IsOver(event.competition)) event.competition.set_stopped(true);
  }
}

absl::Status EndedEarly(const absl::Status& why, const v1::Progress& progress,
                        const TournamentFlags& flags) {
  const bool kept = !flags.data.empty() || !flags.referee.address.empty();
  return absl::Status(
      why.code(),
      absl::StrCat(why.message(), "\nThe tournament stops after ",
                   progress.matches_over(), " of ", progress.matches_total(),
                   " matches; ",
                   kept ? "the same command goes on from there."
                        : "with --data it could go on from there."));
}

// A ladder without an end is always stopped.
bool EndedBeforeItsTime(const CompetitionData& event) {
  return event.competition.stopped() && !Endless(event.competition.spec());
}

absl::Status CheckNotStopped(absl::Span<const CompetitionData> events) {
  std::vector<std::string> stopped;
  for (const CompetitionData& event : events) {
    if (!EndedBeforeItsTime(event)) continue;
    const v1::Progress& progress = event.competition.progress();
    stopped.push_back(absl::StrCat(
        event.competition.spec().name(), " was stopped after ",
        progress.matches_over(), " of ", progress.matches_total(), " matches"));
  }
  if (stopped.empty()) return absl::OkStatus();
  const std::string& name = events[0].competition.spec().tournament();
  return absl::AbortedError(absl::StrCat(
      absl::StrJoin(stopped, ", "),
      ", by somebody at the referee, and does not go on; for new matches "
      "choose another name, or delete the tournament with `arena tournament "
      "delete ",
      name, "`"));
}

absl::StatusOr<int> RunTournamentCommand(const TournamentFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const std::string text, ReadFile(flags.file));
  ARENA_ASSIGN_OR_RETURN(const competition::TournamentFile file,
                         competition::ReadTournamentFile(text, flags.file));
  if (!flags.http.empty()) {
    ARENA_RETURN_IF_ERROR(CheckReaderAddress(flags.http));
  }
  if (flags.dry_run) return DryRun(flags, file);
  ARENA_RETURN_IF_ERROR(CheckCommands(flags, file));
  ARENA_ASSIGN_OR_RETURN(TournamentPlan plan, ReadTournament(flags, file));
  StandingsFlags standings = flags.standings;
  ARENA_RETURN_IF_ERROR(PrepareStandings(standings));
  ARENA_RETURN_IF_ERROR(OpenSandbox(flags.sandbox, plan));
  if (plan.sandbox != nullptr) {
    standings.sandbox = plan.sandbox->ResultJson();
    standings.sandbox_text = plan.sandbox->ResultText();
  }
  if (!file.unseeded.empty()) TellGuessable();
  TellWhatDuplicatesMean(plan);
  if (const std::string by = AddressVariable(flags.referee); !by.empty()) {
    PrintMessage(absl::StrCat("the tournament is played at the referee ",
                              flags.referee.address, by));
  }
  LiveStandings live("matches");
  StandingsFiles files(standings);
  std::vector<CompetitionData> events;
  const absl::Status end = RunTournament(
      plan, events, [&](absl::Span<const CompetitionData> events) {
        const v1::Progress sum = SumOf(events);
        live.Update(events, sum.matches_over(), sum.matches_total());
        files.Update(events);
        return true;
      });
  live.Clear();
  if (!end.ok()) ShowAsStopped(events);
  const v1::Progress sum = SumOf(events);
  if (!end.ok() && sum.matches_over() == 0) {
    const bool may_go_on = absl::IsUnavailable(end) || absl::IsCancelled(end);
    return may_go_on && !events.empty() ? EndedEarly(end, sum, flags) : end;
  }
  ARENA_RETURN_IF_ERROR(ShowStandings(events, flags.quiet, standings));
  if (!end.ok()) return EndedEarly(end, sum, flags);
  ARENA_RETURN_IF_ERROR(CheckNotStopped(events));
  return sum.faults() == 0 ? kSuccess : kProblem;
}

void AddRun(Commands& commands, CLI::App& parent) {
  const auto flags = std::make_shared<TournamentFlags>();
  CLI::App& command = commands.AddBelow(
      parent, "run", "Plays a tournament to its end and prints the standings",
      "arena tournament run cup.toml --data ./cup --html cup.html\n"
      "A tournament that was stopped or killed goes on where it was when it "
      "is run again with the same --data.\n"
      "Exit status 1 if a bot committed a fault or the tournament was "
      "stopped.");
  command.add_option("FILE", flags->file, "The TOML file of the tournament")
      ->required();
  CLI::Option* dry_run = command.add_flag(
      "--dry-run", flags->dry_run, "Print the schedule and play nothing");
  CLI::Option* data =
      command.add_option("--data", flags->data,
                         "Folder for matches, records and results; created if "
                         "missing. A temporary folder if absent");
  CLI::Option* http = command.add_option(
      "--http", flags->http,
      "Show the tournament in a browser at this address, such as "
      "127.0.0.1:8080, while it is played; prints a link that only you have");
  AddRefereeFlags(command, flags->referee)
      ->description(
          "Play at this referee (host:port or unix:PATH) instead of a referee "
          "started for the tournament")
      ->excludes(data)
      ->excludes(http);
  AddSandboxFlags(command, flags->sandbox);
  AddOfferFlag(command, flags->offers);
  AddIsolationFlag(command, flags->isolation)
      ->description(
          "How much a process of a bot may see, in all events: matches (one "
          "match; the default for duplicate sets of bots that are started "
          "here), seats (one seat of a match) or none (everything its bot "
          "does)");
  command
      .add_option("--connect-timeout", flags->connect_timeout,
                  "Time within which the first match must begin; also the "
                  "time that the referee of --address may be gone")
      ->check(CheckDuration)
      ->capture_default_str();
  command.add_flag("--bot-output", flags->bot_output,
                   "Pass the output of the bots on to stderr; for bots in "
                   "folders, when their processes have ended");
  command.add_option(
      "--bot-logs", flags->bot_logs,
      "Keep the last output of each process of a bot, and the output before "
      "its first fault, in this folder: up to 64 KiB; DATA/bot-logs if absent");
  command.add_flag("--quiet,-q", flags->quiet, "Print no standings");
  command.add_flag("--yes", flags->yes,
                   "Change events that have begun as the edited file says, "
                   "without a question");
  AddStandingsFlags(command, flags->standings);
  for (const char* file : {"--html", "--csv", "--json-file", "--bot-logs"}) {
    dry_run->excludes(command.get_option(file));
  }
  commands.OnChosen(command, [flags] { return RunTournamentCommand(*flags); });
}

}  // namespace

void AddTournamentCommands(Commands& commands) {
  CLI::App& tournament =
      commands.Add("tournament", "Competitions of several bots", "");
  tournament.require_subcommand(0, 1);
  tournament.footer("Example: arena tournament run cup.toml");
  AddRun(commands, tournament);
  AddKeptTournamentCommands(commands, tournament);
}

}  // namespace arena::cli
