#include "arena/competition/duplicate_set.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

absl::Status CheckMatch(const MatchScores& match) {
  if (match.entrants.size() != match.scores.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("a match has ", match.scores.size(), " scores for ",
                     match.entrants.size(), " seats; expected one for each"));
  }
  for (const int entrant : match.entrants) {
    if (entrant >= 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("entrant ", entrant, " is negative; expected 0 or more"));
  }
  for (const double score : match.scores) {
    if (std::isfinite(score)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("a score is ", score, "; expected a finite number"));
  }
  return absl::OkStatus();
}

// Added in ascending order, so that the order given does not matter.
double Mean(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

}  // namespace

std::optional<double> DuplicateSet::ScoreOf(int entrant) const {
  for (const EntrantScore& score : scores) {
    if (score.entrant == entrant) return score.score;
  }
  return std::nullopt;
}

absl::StatusOr<DuplicateSet> CombineMatches(
    absl::Span<const MatchScores> matches) {
  if (matches.empty()) {
    return absl::InvalidArgumentError(
        "a set has no matches; expected at least one");
  }
  std::map<int, std::vector<double>> scores;
  for (const MatchScores& match : matches) {
    ARENA_RETURN_IF_ERROR(CheckMatch(match));
    for (size_t seat = 0; seat < match.entrants.size(); ++seat) {
      scores[match.entrants[seat]].push_back(match.scores[seat]);
    }
  }
  DuplicateSet set;
  for (const auto& [entrant, values] : scores) {
    set.scores.push_back({entrant, Mean(values)});
  }
  return set;
}

double ScoreDifference(double a, double b) {
  const double rounding = 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
  return std::abs(a - b) <= rounding ? 0 : a - b;
}

Placing PlacingOf(const DuplicateSet& set) {
  std::vector<EntrantScore> order = set.scores;
  std::stable_sort(order.begin(), order.end(),
                   [](const EntrantScore& a, const EntrantScore& b) {
                     return a.score > b.score;
                   });
  Placing placing;
  for (size_t i = 0; i < order.size(); ++i) {
    const bool tied =
        i > 0 && ScoreDifference(order[i - 1].score, order[i].score) == 0;
    const int rank = tied ? placing.sides.back().rank : static_cast<int>(i) + 1;
    placing.sides.push_back({{order[i].entrant}, rank});
  }
  return placing;
}

}  // namespace arena::competition
