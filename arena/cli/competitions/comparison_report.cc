#include "arena/cli/competitions/comparison_report.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
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

// "-0.103 to +0.220".
std::string RangeText(const Interval& interval, int digits) {
  return absl::StrFormat("%+.*f to %+.*f", digits, interval.low, digits,
                         interval.high);
}

// The interval of the test, in rank points or in points.
std::string TestInterval(const ComparisonFacts& facts,
                         const Comparison& comparison) {
  return absl::StrFormat(
      "             %g %% interval %s, valid at all times\n",
      100 * (1 - facts.test.alpha),
      RangeText(comparison.test().MeanInterval(),
                InPoints(comparison) ? 2 : 3));
}

std::string RankPointsText(const ComparisonFacts& facts,
                           const Comparison& comparison) {
  const double share = comparison.ShareOfA();
  std::string text =
      absl::StrFormat("rank points  %s %.3f, %s %.3f; difference %+.3f\n",
                      facts.a, share, facts.b, 1 - share, 2 * share - 1);
  if (!InPoints(comparison)) text += TestInterval(facts, comparison);
  return text;
}

std::string PointsText(const ComparisonFacts& facts,
                       const Comparison& comparison,
                       const competition::MeanEstimate& points) {
  std::string text = absl::StrFormat("score        %s %+.2f points a match\n",
                                     facts.a, points.mean);
  if (InPoints(comparison)) {
    const double cut = comparison.test().Mean();
    // The interval is about the mean of the cut differences.
    if (std::abs(cut - points.mean) > 1e-9) {
      absl::StrAppendFormat(&text,
                            "             %+.2f if no set counts for more than "
                            "%.4g points, as in the test\n",
                            cut, facts.test.bound);
    }
    return text + TestInterval(facts, comparison);
  }
  if (points.interval.has_value()) {
    absl::StrAppend(&text, "             95 % interval ",
                    RangeText(*points.interval, 2), "\n");
  }
  return text;
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

}  // namespace

absl::StatusOr<std::string> ReportText(const ComparisonFacts& facts,
                                       const Comparison& comparison) {
  ARENA_ASSIGN_OR_RETURN(const competition::MeanEstimate points,
                         comparison.Difference());
  return absl::StrCat(VerdictText(facts, comparison),
                      RankPointsText(facts, comparison),
                      PointsText(facts, comparison, points),
                      PlayedText(facts, comparison),
                      RatesText(facts, comparison));
}

absl::StatusOr<Json> ReportJson(const ComparisonFacts& facts,
                                const Comparison& comparison) {
  ARENA_ASSIGN_OR_RETURN(const competition::MeanEstimate points,
                         comparison.Difference());
  const SequentialTest& test = comparison.test();
  const Interval interval = test.MeanInterval();
  Json out = {{"a", facts.a},
              {"b", facts.b},
              {"verdict", VerdictName(comparison)},
              {"sets", test.sets()},
              {"matches", comparison.matches()},
              {"equalGames", comparison.equal_games()},
              {"openingPlies", competition::OpeningPlies(facts.spec)},
              {"faults", comparison.faults()},
              {"score", InPoints(comparison) ? "points" : "rank-points"},
              {"rankPointDifference", 2 * comparison.ShareOfA() - 1},
              {"scoreDifference", points.mean},
              {"alpha", facts.test.alpha},
              {"beta", facts.test.beta},
              {"delta", facts.test.delta}};
  if (InPoints(comparison)) {
    out["scoreInterval"] = {interval.low, interval.high};
  } else {
    out["rankPointInterval"] = {interval.low, interval.high};
    if (points.interval.has_value()) {
      out["scoreInterval"] = {points.interval->low, points.interval->high};
    }
  }
  if (facts.sandbox != nullptr) out["sandbox"] = facts.sandbox->ResultJson();
  if (const auto saved = comparison.saved()) {
    out["varianceSaved"] = saved->share;
    out["varianceSavedInterval"] = {saved->interval.low, saved->interval.high};
  }
  return out;
}

std::string StandText(const ComparisonFacts& facts,
                      const Comparison& comparison) {
  return absl::StrFormat(
      "after %d sets: %s has %.3f of the rank points; difference in %s %s",
      comparison.test().sets(), facts.a, comparison.ShareOfA(),
      InPoints(comparison) ? "points a match" : "rank points",
      RangeText(comparison.test().MeanInterval(), 2));
}

}  // namespace arena::cli
