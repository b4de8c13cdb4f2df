// arena check-bot: checks a bot and advises its author.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/output.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/cli/bots/submitted_bots.h"
#include "arena/cli/check/bot_check.h"
#include "arena/cli/check/folder_check.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/process/orphans.h"
#include "arena/process/signal_waiter.h"

namespace arena::cli {
namespace {

using Grade = CheckOutcome::Grade;

struct CheckBotFlags {
  std::vector<std::string> command;
  std::string only;
  int timeout = 60;
  SandboxFlags sandbox;
  std::vector<std::string> offers;
  bool output = false;
  bool json = false;
};

const char* GradeText(Grade grade) {
  switch (grade) {
    case Grade::kPassed:
      return "passed";
    case Grade::kWarned:
      return "better";
    case Grade::kFailed:
      return "FAILED";
    case Grade::kSkipped:
      return "skipped";
  }
  return "";
}

// The name, below it the observation, and below that the bot's output. The
// output is indented further, so that its lines stay unbroken.
std::string TextFor(const std::string& name, const CheckOutcome& outcome) {
  std::string text = absl::StrCat(
      GradeText(outcome.grade), "  ", name, "\n  ",
      absl::StrReplaceAll(outcome.seen, {{"\n", "\n      "}}), "\n");
  if (!outcome.advice.empty()) {
    absl::StrAppend(&text, "  To do: ", outcome.advice, "\n");
  }
  return text;
}

// The words of --only. A mistyped word is an error, because it would silently
// leave out checks.
absl::StatusOr<std::vector<std::string>> ReadOnly(const std::string& only) {
  const std::vector<std::string> names = CheckNames();
  std::vector<std::string> words = absl::StrSplit(only, ',', absl::SkipEmpty());
  for (const std::string& word : words) {
    if (absl::c_any_of(names, [&](const std::string& name) {
          return absl::StrContains(name, word);
        })) {
      continue;
    }
    return absl::InvalidArgumentError(absl::StrCat(
        "--only: no check has \"", word,
        "\" in its name; the checks are: ", absl::StrJoin(names, ", ")));
  }
  return words;
}

// A folder gets the resources that bot.toml asks for; the other flags are for
// programs only. `given` has the flags.
absl::StatusOr<BotSpec> ReadBot(const CheckBotFlags& flags,
                                const CLI::App& given) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<BotSpec> bots,
                         ReadBots({flags.command}, 1));
  if (bots[0].built_in()) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", flags.command[0],
                     "\" is no program; name the command that starts "
                     "the bot, as in `arena check-bot -- ./mybot.py`"));
  }
  const std::vector<std::string> of_programs = {"--only",     "--timeout",
                                                "--readable", "--network",
                                                "--gpus",     "--bot-memory"};
  const std::vector<std::string> of_folders = {"--offer"};
  const bool submitted = bots[0].submitted();
  for (const std::string& flag : submitted ? of_programs : of_folders) {
    if (given.count(flag) == 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(flag, " is for ",
                     submitted ? "programs, and this is a folder with bot.toml"
                               : "folders with bot.toml, and this is a program",
                     ": \"", flags.command[0], "\""));
  }
  return bots[0];
}

absl::StatusOr<int> RunCheckBot(const CheckBotFlags& flags,
                                const CLI::App& given) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> only,
                         ReadOnly(flags.only));
  const SignalWaiter signals;
  ARENA_ASSIGN_OR_RETURN(const BotSpec bot, ReadBot(flags, given));
  // A bot may start programs that outlive it.
  const Orphans orphans;
  Json checks = Json::array();
  std::map<Grade, int> counts;
  const auto check = bot.submitted() ? &CheckBotFolder : &CheckBot;
  ARENA_RETURN_IF_ERROR(
      check({.bot = bot,
             .only = only,
             .sandbox = flags.sandbox,
             .offers = flags.offers,
             .timeout = absl::Seconds(flags.timeout),
             .show_output = flags.output},
            signals, [&](const std::string& name, const CheckOutcome& outcome) {
              ++counts[outcome.grade];
              if (flags.json) {
                checks.push_back({{"check", name},
                                  {"grade", GradeText(outcome.grade)},
                                  {"seen", outcome.seen},
                                  {"advice", outcome.advice}});
              } else {
                PrintText(TextFor(name, outcome));
              }
            }));
  const std::string summary =
      absl::StrCat(counts[Grade::kPassed], " passed, ", counts[Grade::kFailed],
                   " failed, ", counts[Grade::kWarned], " could be better",
                   counts[Grade::kSkipped] > 0
                       ? absl::StrCat(", ", counts[Grade::kSkipped], " skipped")
                       : "");
  if (flags.json) {
    PrintJson(checks);
  } else {
    Print(absl::StrCat(summary, "\n"));
  }
  return counts[Grade::kFailed] == 0 ? kSuccess : kProblem;
}

}  // namespace

void AddCheckBotCommand(Commands& commands) {
  const auto flags = std::make_shared<CheckBotFlags>();
  CLI::App& command = commands.Add(
      "check-bot",
      "Checks a bot's program in all its games and under all disturbances; or "
      "a folder with bot.toml, as its submission would",
      "arena check-bot -- python3 mybot.py --depth 3\n"
      "         arena check-bot mybot/\n"
      "Exit status 1 if a check failed, 2 if the program cannot be started.");
  command
      .add_option("command", flags->command,
                  "The command that starts the bot, behind --, or a folder "
                  "with bot.toml")
      ->required();
  // Not a list for CLI11, which would take the -- after it for the end of the
  // list.
  command.add_option("--only", flags->only,
                     "Make only checks whose names contain one of these words, "
                     "separated by commas, e.g. octrix,SIGTERM");
  command
      .add_option("--timeout", flags->timeout, "Seconds that a match may take")
      ->check(command_line::WholeNumber(1, 3600))
      ->capture_default_str();
  AddSandboxFlags(command, flags->sandbox);
  AddOfferFlag(command, flags->offers);
  command.add_flag("--bot-output", flags->output,
                   "Passes on to stderr what the bot prints");
  command.add_flag("--json", flags->json, "Prints JSON");
  commands.OnChosen(command,
                    [flags, &command] { return RunCheckBot(*flags, command); });
}

}  // namespace arena::cli
