// arena compare: is bot A better than bot B? Plays until this is clear.
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/clock_flag.h"
#include "arena/cli/command.h"
#include "arena/cli/game_flags.h"
#include "arena/cli/isolation_flag.h"
#include "arena/cli/output.h"
#include "arena/cli/tournament_run.h"
#include "arena/competition/planning/equal_games.h"
#include "arena/competition/planning/openings.h"
#include "arena/competition/planning/results.h"
#include "arena/competition/planning/spec.h"
#include "arena/competition/rating/bootstrap.h"
#include "arena/competition/rating/sequential_test.h"
#include "arena/core/check.h"
#include "arena/core/duration.h"

namespace arena::cli {
namespace {

using competition::Verdict;

struct CompareFlags {
  std::string bot_a;
  std::string bot_b;
  GameFlags game;
  ClockFlags clock;
  std::optional<std::string> seed;
  competition::SequentialTestOptions test;
  bool independent = false;
  v1::Isolation isolation = v1::ISOLATION_UNSPECIFIED;
  SandboxWish sandbox = SandboxWish::kAuto;
  int at_once = 4;
  std::string connect_timeout = "30s";
  bool bot_output = false;
  std::string bot_logs;
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
  spec.set_sets(static_cast<uint32_t>(flags.test.max_sets));
  competition::SetDeals(
      flags.independent ? v1::DEALS_INDEPENDENT : v1::DEALS_DUPLICATE, spec);
  spec.set_isolation(flags.isolation);
  // A bot could remember the deals of a set.
  if (spec.isolation() == v1::ISOLATION_UNSPECIFIED && !flags.independent) {
    spec.set_isolation(v1::ISOLATION_MATCHES);
  }
  // Sets that are under way when the verdict falls were played for nothing.
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

// ---- Following it ----

// So many sets in a row that only repeat earlier games show that both bots play
// without any randomness.
constexpr int kRepeatedSets = 10;

// Feeds the test with sets in the order of the schedule.
class Comparison {
 public:
  Comparison(competition::SequentialTest test, competition::Results results)
      : test_(std::move(test)), results_(std::move(results)) {}

  static absl::StatusOr<Comparison> Create(
      const v1::CompetitionSpec& spec,
      const competition::SequentialTestOptions& options) {
    ARENA_ASSIGN_OR_RETURN(const competition::GameForm form,
                           competition::FormOf(spec));
    ARENA_ASSIGN_OR_RETURN(competition::SequentialTest test,
                           competition::SequentialTest::Create(options));
    return Comparison(
        std::move(test),
        competition::Results(form, competition::MatchesPerSet(spec, form)));
  }

  absl::Status Take(const CompetitionData& data) {
    for (; taken_ < data.results.size(); ++taken_) {
      ARENA_RETURN_IF_ERROR(results_.Add(data.results[taken_]).status());
      faults_ += data.results[taken_].result().faults_size();
    }
    while (!decided() && !NothingNew()) {
      const competition::SetFacts* const facts = results_.Find(next_set_);
      if (facts == nullptr || !facts->over()) break;
      const auto outcome = results_.Outcome(next_set_++);
      if (!outcome.has_value()) continue;  // void
      if (games_.Repeats(competition::ScoredMatches(*facts))) {
        equal_games_ += static_cast<int>(facts->matches.size());
        ++repeated_sets_;
        continue;
      }
      repeated_sets_ = 0;
      ARENA_RETURN_IF_ERROR(Feed(*outcome));
    }
    return absl::OkStatus();
  }

  bool decided() const { return test_.verdict() != Verdict::kUndecided; }
  // Whether the last sets only repeated games, and so will all further ones.
  bool NothingNew() const { return repeated_sets_ >= kRepeatedSets; }
  // Matches of sets that repeated earlier games, and count for nothing.
  int equal_games() const { return equal_games_; }
  const competition::SequentialTest& test() const { return test_; }
  uint32_t matches() const { return matches_; }
  // Counts all matches, also those of sets that are not over.
  int faults() const { return faults_; }
  // A's share of the rank points over all sets, from 0 to 1.
  double ShareOfA() const {
    return test_.sets() == 0 ? 0.5 : (1 + test_.Mean()) / 2;
  }
  // A's score minus B's score in a match, in points of the game.
  absl::StatusOr<competition::MeanEstimate> Difference() const {
    return competition::BootstrapMean(differences_, {});
  }

 private:
  absl::Status Feed(const competition::SetOutcome& outcome) {
    const auto& a = outcome.entrants[0];
    const auto& b = outcome.entrants[1];
    differences_.push_back((a.ScoreDifference() - b.ScoreDifference()) / 2);
    matches_ +=
        static_cast<uint32_t>(results_.Find(outcome.set)->matches.size());
    return test_.Add(a.RankPoints() - b.RankPoints());
  }

  competition::SequentialTest test_;
  competition::Results results_;
  competition::EqualGames games_;
  std::vector<double> differences_;
  int repeated_sets_ = 0;
  int equal_games_ = 0;
  size_t taken_ = 0;
  uint32_t next_set_ = 0;
  uint32_t matches_ = 0;
  int faults_ = 0;
};

// ---- What is printed ----

std::string VerdictName(const Comparison& comparison) {
  const competition::SequentialTest& test = comparison.test();
  switch (test.verdict()) {
    case Verdict::kABetter:
      return "a-better";
    case Verdict::kBBetter:
      return "b-better";
    case Verdict::kNoDifferenceShown:
      return test.ran_out() ? "ran-out" : "no-difference-shown";
    case Verdict::kUndecided:
      break;
  }
  return comparison.NothingNew() ? "nothing-new" : "undecided";
}

std::string VerdictText(const Comparison& comparison, const std::string& a,
                        const std::string& b, double delta) {
  const competition::SequentialTest& test = comparison.test();
  switch (test.verdict()) {
    case Verdict::kABetter:
      return absl::StrCat(a, " is better than ", b, ".");
    case Verdict::kBBetter:
      return absl::StrCat(b, " is better than ", a, ".");
    case Verdict::kNoDifferenceShown:
      if (!test.ran_out()) {
        return absl::StrFormat(
            "No difference shown between %s and %s; a difference of %g or "
            "more is excluded.",
            a, b, delta);
      }
      [[fallthrough]];
    case Verdict::kUndecided:
      break;
  }
  if (comparison.NothingNew()) {
    return absl::StrCat(
        "Not decided between ", a, " and ", b, ": the last ", kRepeatedSets,
        " sets only repeated games that they had played before, so more sets "
        "will tell nothing. Both play without any randomness; random openings "
        "(--options ",
        competition::kOpeningOption, "=", competition::kOpeningPlies,
        ") bring new games.");
  }
  return absl::StrCat("Not decided between ", a, " and ", b, " after ",
                      test.sets(), " sets; see --max-sets.");
}

// What was played, and what of it counts.
void PrintPlayed(const CompareFlags& flags, const Comparison& comparison,
                 const v1::CompetitionSpec& spec) {
  Print(absl::StrFormat(
      "played       %d %s, %d matches\n", comparison.test().sets(),
      flags.independent ? "independent deals" : "duplicate sets",
      comparison.matches()));
  if (const int plies = competition::OpeningPlies(spec); plies > 0) {
    Print(absl::StrFormat(
        "openings     random, of %d plies%s; see `arena rules %s`\n", plies,
        flags.independent ? "" : ", each played by both bots from all seats",
        spec.game()));
  }
  if (comparison.equal_games() > 0) {
    Print(absl::StrCat("equal games  ", comparison.equal_games(),
                       " matches only repeated earlier games and count for "
                       "nothing\n"));
  }
  if (comparison.faults() > 0) {
    Print(absl::StrCat("faults       ", comparison.faults(),
                       ", with substitutes for the missing actions\n"));
  }
}

absl::Status ShowText(const CompareFlags& flags, const Comparison& comparison,
                      const v1::CompetitionSpec& spec) {
  const competition::SequentialTest& test = comparison.test();
  ARENA_ASSIGN_OR_RETURN(const competition::MeanEstimate points,
                         comparison.Difference());
  const std::string& a = spec.entrants(0).name();
  const std::string& b = spec.entrants(1).name();
  const competition::Interval interval = test.MeanInterval();
  Print(absl::StrCat(VerdictText(comparison, a, b, flags.test.delta), "\n"));
  Print(absl::StrFormat(
      "rank points  %s %.3f, %s %.3f; difference %+.3f, %g %% interval %+.3f "
      "to %+.3f\n",
      a, comparison.ShareOfA(), b, 1 - comparison.ShareOfA(), test.Mean(),
      100 * (1 - flags.test.alpha), interval.low, interval.high));
  std::string range;
  if (points.interval.has_value()) {
    range = absl::StrFormat(", 95 %% interval %+.2f to %+.2f",
                            points.interval->low, points.interval->high);
  }
  Print(absl::StrFormat("score        %s %+.2f points a match%s\n", a,
                        points.mean, range));
  PrintPlayed(flags, comparison, spec);
  Print(absl::StrFormat(
      "error rates  at most %g for naming a winner between equals, at most "
      "%g for missing a difference of %g%s\n",
      flags.test.alpha, flags.test.beta, flags.test.delta,
      // Only whole sets give both bots every seat of the same deal.
      flags.independent ? ", if no seat is better than another" : ""));
  return absl::OkStatus();
}

absl::Status ShowJson(const CompareFlags& flags, const Comparison& comparison,
                      const v1::CompetitionSpec& spec) {
  const competition::SequentialTest& test = comparison.test();
  ARENA_ASSIGN_OR_RETURN(const competition::MeanEstimate points,
                         comparison.Difference());
  const competition::Interval interval = test.MeanInterval();
  Json out = {{"a", spec.entrants(0).name()},
              {"b", spec.entrants(1).name()},
              {"verdict", VerdictName(comparison)},
              {"sets", test.sets()},
              {"matches", comparison.matches()},
              {"equal_games", comparison.equal_games()},
              {"opening_plies", competition::OpeningPlies(spec)},
              {"faults", comparison.faults()},
              {"rank_point_difference", test.Mean()},
              {"rank_point_interval", {interval.low, interval.high}},
              {"score_difference", points.mean},
              {"alpha", flags.test.alpha},
              {"beta", flags.test.beta},
              {"delta", flags.test.delta}};
  if (points.interval.has_value()) {
    out["score_interval"] = {points.interval->low, points.interval->high};
  }
  PrintJson(out);
  return absl::OkStatus();
}

// Plays until it is decided; after an error the comparison has what is known.
absl::Status Follow(const TournamentPlan& plan, Comparison& comparison) {
  Progress progress("% of what a verdict needs");
  std::vector<CompetitionData> events;
  return RunTournament(
      plan, events,
      [&](absl::Span<const CompetitionData> events) -> absl::StatusOr<bool> {
        ARENA_RETURN_IF_ERROR(comparison.Take(events[0]));
        progress.Update(static_cast<int>(100 * comparison.test().Progress()),
                        100);
        return !comparison.decided() && !comparison.NothingNew();
      });
}

absl::StatusOr<int> RunCompare(const CompareFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<BotSpec> bots, ReadTwo(flags));
  TournamentPlan plan;
  ARENA_ASSIGN_OR_RETURN(plan.events.emplace_back(), SpecFor(flags, bots));
  for (const BotSpec& bot : bots) {
    if (bot.built_in()) continue;
    plan.programs.push_back({.spec = bot, .at_once = flags.at_once});
  }
  plan.sandbox = flags.sandbox;
  plan.connect_timeout = ToDuration(flags.connect_timeout);
  plan.show_output = flags.bot_output;
  plan.bot_logs = flags.bot_logs;
  const v1::CompetitionSpec& spec = plan.events[0];
  ARENA_ASSIGN_OR_RETURN(Comparison comparison,
                         Comparison::Create(spec, flags.test));
  const absl::Status end = Follow(plan, comparison);
  if (comparison.test().sets() == 0) {
    ARENA_RETURN_IF_ERROR(end);
    return absl::AbortedError("no set has a result; expected at least one");
  }
  ARENA_RETURN_IF_ERROR(flags.json ? ShowJson(flags, comparison, spec)
                                   : ShowText(flags, comparison, spec));
  ARENA_RETURN_IF_ERROR(end);
  return comparison.faults() == 0 ? kSuccess : kProblem;
}

void AddTest(CLI::App& command, CompareFlags& flags) {
  const std::string group = "The test";
  command
      .add_option("--delta", flags.test.delta,
                  "The smallest difference of rank points (a win is 1, a loss "
                  "0) that matters; 0.1 is 55 against 45 percent")
      ->check(CLI::Range(0.001, 0.999))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--alpha", flags.test.alpha,
                  "Largest probability of naming a winner between equals")
      ->check(CLI::Range(1e-6, 0.5))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--beta", flags.test.beta,
                  "Largest probability of missing a difference of --delta")
      ->check(CLI::Range(1e-6, 0.5))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--max-sets", flags.test.max_sets,
                  "End without a verdict after this many sets")
      ->check(CLI::Range(10, 1000000))
      ->capture_default_str()
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
                  "A built-in player (first, greedy, random) or a command that "
                  "starts a bot")
      ->required();
  command.add_option("B", flags->bot_b, "The other bot, likewise")->required();
  AddGameFlags(command, flags->game);
  AddTest(command, *flags);
  command.add_option("--seed", flags->seed,
                     "64 hexadecimal digits, or, between built-in players, any "
                     "text; random if absent");
  AddClockFlags(command, flags->clock);
  AddSandboxFlag(command, flags->sandbox);
  AddIsolationFlag(command, flags->isolation)
      ->description(
          "How much a process of a bot may see: matches (one match; the "
          "default, unless --independent), seats (one seat of a match) or none "
          "(everything its bot does)");
  command
      .add_option("--at-once", flags->at_once,
                  "Sets under way at once, and matches that a bot plays at "
                  "once")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      .add_option("--connect-timeout", flags->connect_timeout,
                  "Time within which the first match must begin")
      ->check(CheckDuration)
      ->capture_default_str();
  command.add_flag("--bot-output", flags->bot_output,
                   "Pass the output of the bots on to stderr");
  command.add_option(
      "--bot-logs", flags->bot_logs,
      "Keep the last 64 KiB of each bot's output in this folder");
  command.add_flag("--json", flags->json, "Print JSON");
  commands.OnChosen(command, [flags] { return RunCompare(*flags); });
}

}  // namespace arena::cli
