#include "arena/cli/competitions/comparison_report.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/competition/comparison/set_counts.h"
#include "arena/competition/comparison/stopped_mean.h"
#include "arena/competition/planning/openings.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

using competition::Interval;
using competition::SequentialTest;
using competition::Verdict;

std::string VerdictName(const Comparison& comparison) {
  const SequentialTest& test = comparison.test();
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

bool Independent(const ComparisonFacts& facts) {
  return competition::DealsOf(facts.spec) == v1::DEALS_INDEPENDENT;
}

bool InPoints(const Comparison& comparison) {
  return comparison.score() == CompareScore::kPoints;
}

// "0.1", or "1.5 points a match".
std::string DeltaText(const ComparisonFacts& facts,
                      const Comparison& comparison) {
  return absl::StrFormat("%.4g%s", facts.test.delta,
                         InPoints(comparison) ? " points a match" : "");
}

std::string VerdictText(const ComparisonFacts& facts,
                        const Comparison& comparison) {
  const SequentialTest& test = comparison.test();
  const char* const does =
      InPoints(comparison) ? " scores more than " : " is better than ";
  switch (test.verdict()) {
    case Verdict::kABetter:
      return absl::StrCat(facts.a, does, facts.b, ".\n");
    case Verdict::kBBetter:
      return absl::StrCat(facts.b, does, facts.a, ".\n");
    case Verdict::kNoDifferenceShown:
      if (!test.ran_out()) {
        return absl::StrCat("No difference shown between ", facts.a, " and ",
                            facts.b, ";\na difference of ",
                            DeltaText(facts, comparison),
                            " or more is excluded.\n");
      }
      [[fallthrough]];
    case Verdict::kUndecided:
      break;
  }
  const std::string undecided =
      absl::StrCat("Not decided between ", facts.a, " and ", facts.b);
  if (comparison.NothingNew()) {
    return absl::StrCat(
        undecided, ": the last ", kRepeatedSets,
        " sets only\nrepeated games that they had played before, so more sets "
        "will tell nothing.\nBoth play without any randomness; random openings "
        "(--options\n",
        competition::kOpeningOption, "=", competition::kOpeningPlies,
        ") bring new games.\n");
  }
  // In all other cases the comparison was ended early.
  return absl::StrCat(undecided, " after ", test.sets(), " sets",
                      test.ran_out() ? "; see --max-sets.\n" : ".\n");
}

// "-0.103", or "below 0" if rounding would make it 0.
std::string LimitText(double end, int digits) {
  if (end != 0 && std::abs(end) < 0.5 * std::pow(10, -digits)) {
    return end > 0 ? "above 0" : "below 0";
  }
  return absl::StrFormat("%+.*f", digits, end);
}

// "-0.103 to +0.220".
std::string RangeText(const Interval& interval, int digits) {
  return absl::StrCat(LimitText(interval.low, digits), " to ",
                      LimitText(interval.high, digits));
}

// The figures of the test, in rank points or in points.
std::string EstimateText(const ComparisonFacts& facts,
                         const Comparison& comparison) {
  const SequentialTest& test = comparison.test();
  const bool in_points = InPoints(comparison);
  const int digits = in_points ? 2 : 3;
  std::string text = absl::StrFormat(
      "estimate     %s %+.*f %s a match; %s\n", facts.a, digits,
      competition::MedianUnbiasedMean(test),
      in_points ? "points" : "rank points",
      test.Variance() == 0 ? "all sets are equal, so this is their mean"
                           : "this is as often too high as too low");
  if (in_points) {
    absl::StrAppendFormat(&text,
                          "             no set counts for more than %.4g "
                          "points, as in the test\n",
                          facts.test.bound);
  }
  absl::StrAppendFormat(
      &text, "             %g %% interval %s, whenever the sets end\n",
      100 * (1 - facts.test.alpha), RangeText(test.MeanInterval(), digits));
  const double share = comparison.ShareOfA();
  absl::StrAppendFormat(
      &text,
      "means        %s %.3f, %s %.3f of the rank points; %s %+.2f points a "
      "match;\n             a verdict ends the sets, so the means are mostly "
      "too "
      "far from equal\n",
      facts.a, share, facts.b, 1 - share, facts.a, comparison.MeanPoints());
  return text;
}

std::string EloText(const competition::Elo& elo) {
  return elo.error.has_value()
             ? absl::StrFormat("%+.1f +- %.1f", elo.value, *elo.error)
             : absl::StrFormat("%+.1f", elo.value);
}

// The expected score of a lead in rank points, in 0 .. 1.
double ScoreOf(double lead) { return (1 + lead) / 2; }

Interval EloInterval(const Comparison& comparison) {
  const Interval interval = comparison.test().MeanInterval();
  return {competition::EloOf(ScoreOf(interval.low)),
          competition::EloOf(ScoreOf(interval.high))};
}

// Elo is about two sides that win, draw or lose.
bool HasElo(const Comparison& comparison) {
  return comparison.sides() == 2 && !InPoints(comparison);
}

double SuperiorityIn(const SequentialTest& test) {
  return competition::LikelihoodOfSuperiority(test.Mean(), test.Variance(),
                                              test.sets());
}

// The estimate as Elo, and what fastchess derives from the sets.
std::string EloLines(const ComparisonFacts& facts,
                     const Comparison& comparison) {
  const std::string superiority = absl::StrFormat(
      "LOS %.1f %%; it is the chance that %s is better, if no verdict ended "
      "the sets\n",
      100 * SuperiorityIn(comparison.test()), facts.a);
  if (!HasElo(comparison)) {
    return absl::StrCat("fastchess    ", superiority, "             no Elo, ",
                        comparison.sides() == 2
                            ? "because the test is about points\n"
                            : "because it is about games of two sides\n");
  }
  std::string text = absl::StrFormat(
      "Elo          %s %+.1f, %g %% interval %s; this is the estimate as Elo\n"
      "fastchess    ",
      facts.a,
      competition::EloOf(
          ScoreOf(competition::MedianUnbiasedMean(comparison.test()))),
      100 * (1 - facts.test.alpha), RangeText(EloInterval(comparison), 1));
  const std::string indent(13, ' ');
  if (const auto elo = comparison.set_counts().Logistic()) {
    absl::StrAppend(&text, "Elo ", EloText(*elo),
                    "; +- is 95 % only if no verdict ended the sets\n", indent);
  }
  if (const auto elo = comparison.set_counts().Normalized()) {
    absl::StrAppend(&text, "nElo ", EloText(*elo),
                    "; it counts in deviations of a match, whatever the share "
                    "of draws\n",
                    indent);
  }
  return absl::StrCat(text, superiority);
}

std::string ResultsText(const ComparisonFacts& facts,
                        const Comparison& comparison) {
  const competition::SetCounts& counts = comparison.set_counts();
  const auto pair_ratio = counts.PairRatio();
  return absl::StrCat(
      "set results  ", absl::StrJoin(counts.counts(), " "), "; ",
      comparison.sides() == 2
          ? absl::StrCat("these are sets by the half wins of ", facts.a,
                         ", from none to all\n")
          : absl::StrCat("these are sets that ", facts.a,
                         " lost, drew and won\n"),
      absl::StrFormat("draw ratio   %.1f %%; this share of the sets was even\n",
                      100 * counts.DrawRatio()),
      "pair ratio   ",
      pair_ratio.has_value()
          ? absl::StrFormat("%.2f; %s won so many sets for each set lost\n",
                            *pair_ratio, facts.a)
          : absl::StrCat("none; ", facts.a, " lost no set\n"));
}

double VarianceOfMatch(const Comparison& comparison) {
  return comparison.test().Variance() * comparison.matches_per_set();
}

std::string ProgressText(const ComparisonFacts& facts,
                         const Comparison& comparison) {
  const competition::Shares shares = comparison.test().ProgressOf();
  std::string text = absl::StrFormat(
      "progress     %s better %.0f %%, %s better %.0f %%, no difference %.0f "
      "%%;"
      "\n             a verdict comes at 100 %%\n"
      "variance     %.3g a match; the sets needed grow in proportion\n",
      facts.a, 100 * shares.a_better, facts.b, 100 * shares.b_better,
      100 * shares.no_difference, VarianceOfMatch(comparison));
  if (comparison.decided()) return text;
  const auto further = comparison.test().FurtherSets();
  return absl::StrCat(
      text, "further sets ",
      further.has_value() ? absl::StrFormat("%.0f", std::ceil(*further))
                          : "more than are left",
      "; a verdict needs so many if they are like those played\n");
}

std::string PlayedText(const ComparisonFacts& facts,
                       const Comparison& comparison) {
  std::string text = absl::StrFormat(
      "played       %d %s, %d matches\n", comparison.test().sets(),
      Independent(facts) ? "independent deals" : "duplicate sets",
      comparison.matches());
  if (const int plies = competition::OpeningPlies(facts.spec); plies > 0) {
    absl::StrAppendFormat(
        &text, "openings     random, of %d plies%s\n", plies,
        Independent(facts) ? "" : ", each played by both bots from all seats");
  }
  if (comparison.equal_games() > 0) {
    absl::StrAppend(&text, "equal games  ", comparison.equal_games(),
                    " matches only repeated earlier games and count for "
                    "nothing\n");
  }
  if (comparison.mirrored_sets() > 0) {
    absl::StrAppend(&text, "mirrored     ", comparison.mirrored_sets(), " of ",
                    comparison.test().sets(),
                    " sets had the same games with seats exchanged, as if the "
                    "bots were one program\n");
  }
  if (const auto saved = comparison.saved()) {
    const double percent = std::round(100 * std::abs(saved->share));
    const std::string what =
        percent == 0 ? "saved nothing"
                     : absl::StrFormat("%s %.0f %% of the variance",
                                       saved->share < 0 ? "cost" : "saved",
                                       percent);
    absl::StrAppendFormat(
        &text, "duplicates   %s (95 %% interval %+.0f to %+.0f)\n", what,
        100 * saved->interval.low, 100 * saved->interval.high);
  }
  if (comparison.faults() > 0) {
    absl::StrAppend(&text, "faults       ", comparison.faults(),
                    comparison.sides() == 2
                        ? ", each with a lost match or a substitute action\n"
                        : ", with substitutes for the missing actions\n");
  }
  const std::string sandbox =
      facts.sandbox == nullptr ? "" : facts.sandbox->ResultText();
  if (!sandbox.empty()) absl::StrAppend(&text, "sandbox      ", sandbox, "\n");
  if (!facts.record_dir.empty() && comparison.next_set() > 0) {
    absl::StrAppend(&text, "records      of sets 0 to ",
                    comparison.next_set() - 1,
                    " count; records of later sets, if any, do not\n");
  }
  return text;
}

std::string RatesText(const ComparisonFacts& facts,
                      const Comparison& comparison) {
  return absl::StrFormat(
      "error rates  at most %g for naming a winner between equals,\n"
      "             at most %g for missing a difference of %s%s\n",
      facts.test.alpha, facts.test.beta, DeltaText(facts, comparison),
      // Only whole sets give both bots every seat of the same deal.
      Independent(facts) ? ",\n             if no seat is better than another"
                        : "");
}

// The figures of a fixed number of sets.
Json FixedJson(const Comparison& comparison) {
  Json out = {{"likelihoodOfSuperiority", SuperiorityIn(comparison.test())}};
  if (!HasElo(comparison)) return out;
  const auto add = [&](const std::string& name,
                       const std::optional<competition::Elo>& elo) {
    if (!elo.has_value()) return;
    out[name] = elo->value;
    if (elo->error.has_value()) out[name + "Error"] = *elo->error;
  };
  add("elo", comparison.set_counts().Logistic());
  add("nElo", comparison.set_counts().Normalized());
  return out;
}

}  // namespace

std::string ReportText(const ComparisonFacts& facts,
                       const Comparison& comparison) {
  return absl::StrCat(
      VerdictText(facts, comparison), EstimateText(facts, comparison),
      EloLines(facts, comparison), ResultsText(facts, comparison),
      ProgressText(facts, comparison), PlayedText(facts, comparison),
      RatesText(facts, comparison));
}

Json ReportJson(const ComparisonFacts& facts, const Comparison& comparison) {
  const SequentialTest& test = comparison.test();
  const Interval interval = test.MeanInterval();
  const competition::Shares shares = test.ProgressOf();
  Json out = {{"a", facts.a},
              {"b", facts.b},
              {"verdict", VerdictName(comparison)},
              {"sets", test.sets()},
              {"matches", comparison.matches()},
              {"equalGames", comparison.equal_games()},
              {"mirroredSets", comparison.mirrored_sets()},
              {"openingPlies", competition::OpeningPlies(facts.spec)},
              {"faults", comparison.faults()},
              {"score", InPoints(comparison) ? "points" : "rank-points"},
              {"estimate", competition::MedianUnbiasedMean(test)},
              {"interval", {interval.low, interval.high}},
              {"rankPointMean", 2 * comparison.ShareOfA() - 1},
              {"scoreMean", comparison.MeanPoints()},
              {"alpha", facts.test.alpha},
              {"beta", facts.test.beta},
              {"delta", facts.test.delta},
              {"progress",
               {{"a", shares.a_better},
                {"b", shares.b_better},
                {"noDifference", shares.no_difference}}},
              {"variancePerMatch", VarianceOfMatch(comparison)},
              {"setResults", comparison.set_counts().counts()},
              {"drawRatio", comparison.set_counts().DrawRatio()}};
  if (const auto ratio = comparison.set_counts().PairRatio()) {
    out["pairRatio"] = *ratio;
  }
  if (const auto further = test.FurtherSets()) out["furtherSets"] = *further;
  out["ifFixed"] = FixedJson(comparison);
  if (facts.sandbox != nullptr) out["sandbox"] = facts.sandbox->ResultJson();
  if (const auto saved = comparison.saved()) {
    out["varianceSaved"] = saved->share;
    out["varianceSavedInterval"] = {saved->interval.low, saved->interval.high};
  }
  return out;
}

std::string StandText(const ComparisonFacts& facts,
                      const Comparison& comparison) {
  const auto further = comparison.test().FurtherSets();
  return absl::StrFormat(
      "after %d sets: %s has %.3f of the rank points; difference in %s %s%s",
      comparison.test().sets(), facts.a, comparison.ShareOfA(),
      InPoints(comparison) ? "points a match" : "rank points",
      RangeText(comparison.test().MeanInterval(), 2),
      further.has_value() ? absl::StrFormat("; at this rate %.0f further sets",
                                            std::ceil(*further))
                          : "");
}

}  // namespace arena::cli
