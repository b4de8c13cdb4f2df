// arena compare: is bot A better than bot B? Plays until this is clear.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/match_flags.h"
#include "arena/cli/base/output.h"
#include "arena/cli/bots/submitted_bots.h"
#include "arena/cli/competitions/comparison.h"
#include "arena/cli/competitions/comparison_report.h"
#include "arena/cli/competitions/tournament_run.h"
#include "arena/command_line/values.h"
#include "arena/competition/comparison/sequential_test.h"
#include "arena/competition/planning/openings.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "arena/core/command_words.h"
#include "arena/core/quantities.h"
#include "arena/match/player.h"

namespace arena::cli {
namespace {

// The bound of points, in standard deviations: larger points are cut.
constexpr double kDeviationsOfBound = 4;
constexpr int kMostSets = competition::kMostSets;

enum class Placements { kAuto, kPairs, kAll };

struct CompareFlags {
  std::string bot_a;
  std::string bot_b;
  GameFlags game;
  ClockFlags clock;
  std::optional<std::string> seed;
  CompareScore score = CompareScore::kRankPoints;
  Placements placements = Placements::kAuto;
  // The rates; the rest follows from the other flags.
  competition::SequentialTestOptions test;
  std::optional<double> delta;
  std::optional<int> max_sets;
  bool independent = false;
  v1::Isolation isolation = v1::ISOLATION_UNSPECIFIED;
  SandboxFlags sandbox;
  std::vector<std::string> offers;
  int at_once = 4;
  std::string connect_timeout = "30s";
  bool bot_output = false;
  std::string bot_logs;
  std::string record_dir;
  bool json = false;
};

// ---- The competition of two ----

absl::StatusOr<std::vector<BotSpec>> ReadTwo(const CompareFlags& flags) {
  std::vector<std::vector<std::string>> commands;
  for (const std::string& text : {flags.bot_a, flags.bot_b}) {
    ARENA_ASSIGN_OR_RETURN(commands.emplace_back(), SplitWords(text));
  }
  return ReadBots(commands, 2);
}

// Sets the placements of the two bots in a set.
absl::Status SetPlacements(const CompareFlags& flags,
                           v1::CompetitionSpec& spec) {
  if (flags.independent && flags.placements == Placements::kPairs) {
    return absl::InvalidArgumentError(
        "--placements pairs is about duplicate sets, and with --independent "
        "every match has deals of its own; expected one of the two");
  }
  spec.set_swap_pairs(!flags.independent &&
                      flags.placements != Placements::kAll);
  return absl::OkStatus();
}

absl::StatusOr<v1::CompetitionSpec> SpecFor(const CompareFlags& flags,
                                            absl::Span<const BotSpec> bots) {
  ARENA_ASSIGN_OR_RETURN(const Setup setup, ReadGameFlags(flags.game));
  ARENA_ASSIGN_OR_RETURN(const ClockSettings clock, ReadClock(flags.clock));
  const bool programs =
      absl::c_any_of(bots, [](const BotSpec& bot) { return !bot.built_in(); });
  ARENA_ASSIGN_OR_RETURN(const Seed seed, programs ? ReadSecretSeed(flags.seed)
                                                   : ReadSeed(flags.seed));
  v1::CompetitionSpec spec;
  spec.set_name("compare");
  spec.set_game(flags.game.game);
  spec.mutable_options()->insert(setup.options.given().begin(),
                                 setup.options.given().end());
  spec.set_seats(static_cast<uint32_t>(setup.seats));
  ClockToMessage(clock, *spec.mutable_clock());
  spec.set_seed(seed.data(), seed.size());
  spec.set_format(v1::FORMAT_ROUND_ROBIN);
  competition::SetDeals(
      flags.independent ? v1::DEALS_INDEPENDENT : v1::DEALS_DUPLICATE, spec);
  ARENA_RETURN_IF_ERROR(SetPlacements(flags, spec));
  spec.set_isolation(flags.isolation);
  // A bot could remember the deals of a set.
  if (spec.isolation() == v1::ISOLATION_UNSPECIFIED && !flags.independent) {
    spec.set_isolation(v1::ISOLATION_MATCHES);
  }
  // Sets that are under way at the verdict are played in vain.
  spec.set_concurrent_sets(static_cast<uint32_t>(flags.at_once));
  for (size_t i = 0; i < bots.size(); ++i) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(bots[i].name);
    *entrant.add_players() = bots[i].Seat();
  }
  if (bots[0].name == bots[1].name) {
    spec.mutable_entrants(1)->set_name(absl::StrCat(bots[1].name, "-2"));
  }
  competition::GiveOpenings(spec);
  return competition::Complete(std::move(spec));
}

// The settings of the test, including the unit of points if the test is about
// points.
absl::StatusOr<competition::SequentialTestOptions> TestFor(
    const CompareFlags& flags, const v1::CompetitionSpec& spec) {
  competition::SequentialTestOptions test = flags.test;
  if (flags.score == CompareScore::kPoints) {
    ARENA_ASSIGN_OR_RETURN(const double deviation, DeviationOfPoints(spec));
    if (deviation == 0) {
      return absl::FailedPreconditionError(
          absl::StrCat("--score points: all matches of ", spec.game(),
                       " have equal points; expected --score rank-points"));
    }
    test.bound = kDeviationsOfBound * deviation;
    test.delta = deviation / 10;
  }
  test.delta = flags.delta.value_or(test.delta);
  if (test.delta >= test.bound) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--delta is %g; expected less than %.3g, %s", test.delta, test.bound,
        flags.score == CompareScore::kPoints
            ? "four standard deviations of a set between built-in players"
            : "the difference between winning and losing every match"));
  }
  const int enough = competition::EnoughSets(test);
  test.max_sets = flags.max_sets.value_or(std::min(enough, kMostSets));
  if (!flags.max_sets.has_value() && enough > kMostSets) {
    PrintMessage(absl::StrCat(
        "a difference of ", test.delta, " may need up to ", enough,
        " sets; the comparison ends after ", kMostSets, " at most"));
  }
  return test;
}

// ---- Following it ----

// Reports the state of the comparison: with a bar on a terminal, otherwise with
// a line after 10, 20, 40, ... sets.
class Stand {
 public:
  explicit Stand(const ComparisonFacts& facts) : facts_(facts) {}

  void Show(const Comparison& comparison) {
    progress_.Update(static_cast<int>(100 * comparison.test().Progress()), 100);
    if (terminal_ || comparison.decided()) return;
    if (comparison.test().sets() < next_) return;
    while (next_ <= comparison.test().sets()) next_ *= 2;
    PrintMessage(StandText(facts_, comparison));
  }

 private:
  const ComparisonFacts& facts_;
  const bool terminal_ = isatty(STDERR_FILENO) != 0;
  Progress progress_{"% of what a verdict needs"};
  int next_ = 10;
};

// Plays until the comparison is decided. After an error `comparison` has the
// results so far.
absl::Status Follow(const TournamentPlan& plan, const ComparisonFacts& facts,
                    Comparison& comparison) {
  Stand stand(facts);
  std::vector<CompetitionData> events;
  return RunTournament(
      plan, events,
      [&](absl::Span<const CompetitionData> events) -> absl::StatusOr<bool> {
        ARENA_RETURN_IF_ERROR(comparison.Take(events[0]));
        stand.Show(comparison);
        return !comparison.decided() && !comparison.NothingNew();
      });
}

void Show(const CompareFlags& flags, const ComparisonFacts& facts,
          const Comparison& comparison) {
  if (flags.json) {
    PrintJson(ReportJson(facts, comparison));
  } else {
    Print(ReportText(facts, comparison));
  }
}

TournamentPlan PlanFor(const CompareFlags& flags,
                       absl::Span<const BotSpec> bots) {
  TournamentPlan plan;
  for (const BotSpec& bot : bots) {
    if (bot.built_in()) continue;
    if (bot.submitted()) {
      plan.folders.push_back(bot);
      continue;
    }
    plan.programs.push_back({.spec = bot, .at_once = flags.at_once});
  }
  plan.offers = flags.offers;
  plan.connect_timeout = ToDuration(flags.connect_timeout);
  plan.show_output = flags.bot_output;
  plan.bot_logs = flags.bot_logs;
  plan.record_dir = flags.record_dir;
  return plan;
}

absl::StatusOr<int> RunCompare(const CompareFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<BotSpec> bots, ReadTwo(flags));
  ARENA_ASSIGN_OR_RETURN(v1::CompetitionSpec spec, SpecFor(flags, bots));
  ARENA_ASSIGN_OR_RETURN(const competition::SequentialTestOptions test,
                         TestFor(flags, spec));
  spec.set_sets(static_cast<uint32_t>(test.max_sets));
  ARENA_ASSIGN_OR_RETURN(Comparison comparison,
                         Comparison::Create(spec, flags.score, test));
  TournamentPlan plan = PlanFor(flags, bots);
  ARENA_RETURN_IF_ERROR(OpenSandbox(flags.sandbox, plan));
  const ComparisonFacts facts{.a = spec.entrants(0).name(),
                              .b = spec.entrants(1).name(),
                              .test = test,
                              .spec = spec,
                              .record_dir = flags.record_dir,
                              .sandbox = plan.sandbox.get()};
  plan.events = {spec};
  const absl::Status end = Follow(plan, facts, comparison);
  if (comparison.test().sets() == 0) {
    ARENA_RETURN_IF_ERROR(end);
    return absl::AbortedError("no set has a result; expected at least one");
  }
  Show(flags, facts, comparison);
  ARENA_RETURN_IF_ERROR(end);
  return comparison.faults() == 0 ? kSuccess : kProblem;
}

void AddTest(CLI::App& command, CompareFlags& flags) {
  const std::string group = "The test";
  command_line::AddChoice<CompareScore>(
      command, "--score", flags.score,
      {{"rank-points", CompareScore::kRankPoints},
       {"points", CompareScore::kPoints}},
      "The score to compare: rank-points (which bot is better; the default) or "
      "points (which bot scores more points of the game; often decided sooner)")
      ->group(group);
  command
      .add_option("--delta", flags.delta,
                  "The smallest difference that matters. Of rank points (a "
                  "win is 1, a loss 0): 0.1 if absent, which is 55 against 45 "
                  "percent. Of points: a tenth of the standard deviation of a "
                  "set between built-in players if absent")
      ->check(command_line::Number(0.001, 1e6))
      ->group(group);
  command
      .add_option("--alpha", flags.test.alpha,
                  "Largest probability of naming a winner between equals")
      ->check(command_line::Number(1e-6, 0.5))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--beta", flags.test.beta,
                  "Largest probability of missing a difference of --delta")
      ->check(command_line::Number(1e-6, 0.5))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--max-sets", flags.max_sets,
                  "End without a verdict after this many sets; if absent, "
                  "after as many as --delta may need")
      ->check(command_line::WholeNumber(10, kMostSets))
      ->group(group);
  command_line::AddChoice<Placements>(
      command, "--placements", flags.placements,
      {{"pairs", Placements::kPairs}, {"all", Placements::kAll}},
      "Sets in games of more than two sides: pairs (the bots swap all seats; "
      "the default) or all (every even placement, six matches), which shows "
      "the bots between all neighbours")
      ->group(group);
  command
      .add_flag("--independent", flags.independent,
                "New deals for every match, instead of the same deals in all "
                "rotations of the seats: needs more matches, and the error "
                "rates hold only for games whose seats are equally good")
      ->group(group);
}

}  // namespace

void AddCompareCommand(Commands& commands) {
  const auto flags = std::make_shared<CompareFlags>();
  CLI::App& command = commands.Add(
      "compare", "Plays two bots until it is clear which one is better",
      "arena compare greedy random --game ordago\n"
      "         arena compare ./new.py ./old.py --game seconds --delta 0.05");
  command
      .add_option("A", flags->bot_a,
                  absl::StrCat("A built-in player (", BuiltInList(),
                               ") or a command that starts a bot"))
      ->required();
  command.add_option("B", flags->bot_b, "The other bot, likewise")->required();
  AddGameFlags(command, flags->game);
  AddTest(command, *flags);
  command.add_option("--seed", flags->seed,
                     "64 hexadecimal digits, or, between built-in players, any "
                     "text; random if absent");
  AddClockFlags(command, flags->clock);
  AddSandboxFlags(command, flags->sandbox);
  AddOfferFlag(command, flags->offers);
  AddIsolationFlag(command, flags->isolation)
      ->description(
          "How much a process of a bot may see: matches (one match; the "
          "default, unless --independent), seats (one seat of a match) or none "
          "(everything its bot does)");
  command
      .add_option("--at-once", flags->at_once,
                  "Sets under way at once, and matches that a bot plays at "
                  "once")
      ->check(command_line::WholeNumber(1, 1000))
      ->capture_default_str();
  command
      .add_option("--connect-timeout", flags->connect_timeout,
                  "Time within which the first match must begin")
      ->check(CheckDuration)
      ->capture_default_str();
  command.add_flag("--bot-output", flags->bot_output,
                   "Pass the output of the bots on to stderr; for bots in "
                   "folders, when their processes have ended");
  command.add_option(
      "--bot-logs", flags->bot_logs,
      "Keep the last output of each process of a bot, and the output before "
      "its first fault, in this folder: up to 64 KiB");
  command.add_option("--record-dir", flags->record_dir,
                     "Keep the record of every match in this folder");
  command.add_flag("--json", flags->json, "Print JSON");
  commands.OnChosen(command, [flags] { return RunCompare(*flags); });
}

}  // namespace arena::cli
