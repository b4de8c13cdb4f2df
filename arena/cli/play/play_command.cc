// arena play: matches on this machine, with nothing to set up.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/match_flags.h"
#include "arena/cli/base/output.h"
#include "arena/cli/bots/submitted_bots.h"
#include "arena/cli/play/play_report.h"
#include "arena/cli/play/record_folder.h"
#include "arena/cli/play/series.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/core/command_words.h"
#include "arena/core/quantities.h"
#include "arena/match/player.h"
#include "arena/process/signal_waiter.h"
#include "arena/record/file.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

struct PlayFlags {
  GameFlags game;
  std::vector<std::string> bot_lists;
  std::vector<std::string> single_bots;
  std::optional<std::string> seed;
  int matches = 1;
  std::string record;
  std::string record_dir;
  ClockFlags clock;
  std::string connect_timeout = "30s";
  int max_faults = 3;
  int at_once = 1;
  v1::Isolation isolation = v1::ISOLATION_UNSPECIFIED;
  SandboxFlags sandbox;
  std::vector<std::string> offers;
  bool bot_output = false;
  std::string bot_logs;
  bool quiet = false;
  bool json = false;
};

// ---- Reading the flags ----

// All bots as commands, or built-in players, in the order given.
absl::StatusOr<std::vector<std::vector<std::string>>> ReadCommands(
    const PlayFlags& flags) {
  std::vector<std::vector<std::string>> commands;
  for (const std::string& list : flags.bot_lists) {
    ARENA_ASSIGN_OR_RETURN(auto several, SplitCommands(list));
    absl::c_move(several, std::back_inserter(commands));
  }
  for (const std::string& text : flags.single_bots) {
    ARENA_ASSIGN_OR_RETURN(std::vector<std::string> words, SplitWords(text));
    commands.push_back(std::move(words));
  }
  if (commands.empty()) {
    return absl::InvalidArgumentError(
        "no bots; name them with --bots, e.g. --bots random,greedy");
  }
  return commands;
}

// Whether the report must compare the matches with each other.
bool MayRepeat(const Setup& setup, int matches) {
  return matches > 1 && !setup.game->info->hidden;
}

absl::StatusOr<SeriesPlan> ReadSeries(const PlayFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto commands, ReadCommands(flags));
  const int given = static_cast<int>(commands.size());
  ARENA_ASSIGN_OR_RETURN(Setup setup,
                         ReadGameFlags(flags.game, given > 1 ? given : 0));
  ARENA_ASSIGN_OR_RETURN(std::vector<BotSpec> bots,
                         ReadBots(commands, setup.seats));
  ARENA_ASSIGN_OR_RETURN(const Seed seed, ReadSeed(flags.seed));
  ARENA_ASSIGN_OR_RETURN(const ClockSettings clock, ReadClock(flags.clock));
  const bool compared = MayRepeat(setup, flags.matches);
  return SeriesPlan{
      .setup = std::move(setup),
      .bots = std::move(bots),
      .seed = seed,
      .matches = flags.matches,
      .max_faults = flags.max_faults,
      .records = compared || !flags.record.empty() || !flags.record_dir.empty(),
      .clock = clock,
      .at_once = flags.at_once,
      .isolation = flags.isolation,
      .sandbox = nullptr,
      .offers = flags.offers,
      .connect_timeout = ToDuration(flags.connect_timeout),
      .show_output = flags.bot_output,
      .bot_logs = flags.bot_logs};
}

// ---- Records ----

// Records are never overwritten.
absl::Status CheckNew(const std::string& record) {
  std::error_code ignored;
  if (!fs::exists(record, ignored)) return absl::OkStatus();
  return absl::AlreadyExistsError(
      absl::StrCat("there is already a file \"", record,
                   "\", and records are never overwritten; name another file "
                   "with --record, or remove this file"));
}

// The number for the first record of the series in the folder, after the
// numbers of all existing records of the game.
int FirstNumber(const std::string& folder, const std::string& game) {
  // Higher numbers were not given by this program.
  constexpr int kMostRecords = 1'000'000'000;
  int first = 0;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename();
    absl::string_view number = name;
    int taken = 0;
    if (absl::ConsumePrefix(&number, game + "-") &&
        absl::ConsumeSuffix(&number, ".record") &&
        absl::SimpleAtoi(number, &taken) && taken < kMostRecords) {
      first = std::max(first, taken + 1);
    }
  }
  return first;
}

// Checks before the first match whether records can be written.
absl::Status PrepareRecords(const PlayFlags& flags) {
  if (!flags.record.empty() && flags.matches > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("--record takes one match, not ", flags.matches,
                     "; name a folder with --record-dir"));
  }
  if (!flags.record_dir.empty()) return MakeRecordFolder(flags.record_dir);
  if (flags.record.empty()) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(CheckNew(flags.record));
  const fs::path folder = fs::path(flags.record).parent_path();
  return CheckRecordFolder(folder.empty() ? "." : folder.string());
}

// The path for the record of a match; empty for none. `first` comes from
// FirstNumber.
std::string RecordPath(const PlayFlags& flags, int first, int number) {
  if (!flags.record.empty()) return flags.record;
  if (flags.record_dir.empty()) return "";
  const int last = first + flags.matches - 1;
  return fs::path(flags.record_dir) /
         absl::StrFormat("%s-%0*d.record", flags.game.game,
                         static_cast<int>(absl::StrCat(last).size()),
                         first + number);
}

// ---- Playing ----

void PrintEnd(const PlayFlags& flags, const PlayReport& report) {
  if (flags.json) {
    PrintJson(report.ToJson());
  } else if (!flags.quiet && flags.matches > 1) {
    Print(report.Summary());
  }
  const std::string caution = report.Caution();
  if (!caution.empty() && !flags.quiet) PrintMessage(caution);
}

// Call it before any other process is started (see arena/sandbox about
// cgroups).
absl::Status OpenSandbox(const PlayFlags& flags, SeriesPlan& plan) {
  ARENA_ASSIGN_OR_RETURN(plan.sandbox, BotSandbox::Open(flags.sandbox));
  plan.sandbox->HideOutput(flags.record_dir);
  plan.sandbox->HideOutput(flags.bot_logs);
  return absl::OkStatus();
}

absl::StatusOr<int> RunPlay(const PlayFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(SeriesPlan plan, ReadSeries(flags));
  const bool here = absl::c_all_of(
      plan.bots, [](const BotSpec& bot) { return bot.built_in(); });
  if (here && !flags.bot_logs.empty()) {
    return absl::InvalidArgumentError(
        "--bot-logs keeps what programs print, and all players are built in");
  }
  ARENA_RETURN_IF_ERROR(PrepareRecords(flags));
  // The sandbox must be removed even if somebody ends this program.
  std::optional<SignalWaiter> signals;
  if (!here) {
    signals.emplace();
    ARENA_RETURN_IF_ERROR(OpenSandbox(flags, plan));
  }
  const int first = FirstNumber(flags.record_dir, flags.game.game);
  PlayReport report(plan);
  const bool talks = !flags.quiet && !flags.json;
  if (talks) Print(report.Head());
  Progress progress("matches");
  const OnMatch on_match = [&](int number,
                               const PlayedMatch& played) -> absl::Status {
    const std::string path = RecordPath(flags, first, number);
    if (!played.record.empty() && !path.empty()) {
      ARENA_RETURN_IF_ERROR(WriteNewFileAtomically(path, played.record));
    }
    report.Add(number, played, path);
    if (talks) {
      Print(report.LastLine());
    } else {
      progress.Update(number + 1, plan.matches);
    }
    return absl::OkStatus();
  };
  const absl::Status status =
      here ? PlayHere(plan, on_match) : PlayWithPrograms(plan, on_match);
  if (plan.sandbox != nullptr) plan.sandbox->Close();
  // The matches that were played count even if the rest could not be played.
  PrintEnd(flags, report);
  ARENA_RETURN_IF_ERROR(status);
  return report.clean() ? kSuccess : kProblem;
}

std::vector<std::string> BuiltIns() {
  return {BuiltInNames().begin(), BuiltInNames().end()};
}

void AddPlayers(CLI::App& command, PlayFlags& flags) {
  command
      .add_option("--bots,-b", flags.bot_lists,
                  absl::StrCat("The players by seat, separated by commas: "
                               "built-in players (",
                               BuiltInList(),
                               ") or commands that start a bot; a single "
                               "player takes all seats"))
      ->check(command_line::Some(BuiltIns()))
      ->allow_extra_args(false);
  command
      .add_option("--bot", flags.single_bots,
                  "One more bot; its command may contain commas")
      ->allow_extra_args(false);
}

void AddRules(CLI::App& command, PlayFlags& flags) {
  command.add_option("--matches,-n", flags.matches, "Number of matches")
      ->check(command_line::WholeNumber(1, 1000000))
      ->capture_default_str();
  command.add_option("--seed", flags.seed,
                     "Any text or 64 hexadecimal digits; the same seed gives "
                     "the same deals. A new random one if absent");
  command
      .add_option("--max-faults", flags.max_faults,
                  "Faults after which a seat is played for (with two seats "
                  "the first one ends the match)")
      ->check(command_line::WholeNumber(1, 1000000))
      ->capture_default_str();
}

void AddOutput(CLI::App& command, PlayFlags& flags) {
  CLI::Option* record =
      command.add_option("--record,-r", flags.record,
                         "Write the record of the match to this new file");
  command
      .add_option("--record-dir", flags.record_dir,
                  "Write a record for every match into this folder; the "
                  "numbers follow those of records already there")
      ->excludes(record);
  CLI::Option* quiet =
      command.add_flag("--quiet,-q", flags.quiet, "Print no results");
  command.add_flag("--json", flags.json, "Print JSON")->excludes(quiet);
}

void AddPrograms(CLI::App& command, PlayFlags& flags) {
  const std::string group = "For bots that are programs";
  command
      .add_option("--connect-timeout", flags.connect_timeout,
                  "Time within which a started bot must connect")
      ->check(CheckDuration)
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--at-once", flags.at_once,
                  "Matches that a bot plays at once")
      ->check(command_line::WholeNumber(1, 1000))
      ->capture_default_str()
      ->group(group);
  AddIsolationFlag(command, flags.isolation)->group(group);
  AddSandboxFlags(command, flags.sandbox);
  AddOfferFlag(command, flags.offers)->group(group);
  command
      .add_flag("--bot-output", flags.bot_output,
                "Pass the output of the bots on to stderr; for bots in "
                "folders, when their processes have ended")
      ->group(group);
  command
      .add_option("--bot-logs", flags.bot_logs,
                  "Keep the last output of each process of a bot, and the "
                  "output before its first fault, in this folder: up to 64 KiB")
      ->group(group);
}

}  // namespace

void AddPlayCommand(Commands& commands) {
  const auto flags = std::make_shared<PlayFlags>();
  CLI::App& command = commands.Add(
      "play", "Plays matches on this machine",
      "arena play --game octrix --bots random,random,greedy,random --seed 7\n"
      "         arena play --game ordo --bots './mybot.py --fast',greedy "
      "--matches 10\n"
      "Exit status 1 if a bot committed a fault or a match has no result.");
  AddGameFlags(command, flags->game);
  AddPlayers(command, *flags);
  AddRules(command, *flags);
  AddOutput(command, *flags);
  AddClockFlags(command, flags->clock);
  AddPrograms(command, *flags);
  commands.OnChosen(command, [flags] { return RunPlay(*flags); });
}

}  // namespace arena::cli
