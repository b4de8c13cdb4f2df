#include "arena/competition/pairing/online_rating.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// A side as one competitor, with sums over its members.
struct Team {
  double mu = 0;
  double variance = 0;
  int rank = 0;
};

// The effect of a result on a team.
struct Step {
  double omega = 0;
  double delta = 0;
};

Team TeamOf(absl::Span<const OnlineRating> members) {
  Team team;
  for (const OnlineRating& member : members) {
    team.mu += member.mu;
    team.variance += member.sigma * member.sigma;
  }
  return team;
}

// 1 / (1 + exp((mu_b - mu_a) / c)).
double WinProbability(const Team& a, const Team& b, double c) {
  return 1 / (1 + std::exp((b.mu - a.mu) / c));
}

double PairDeviation(const Team& a, const Team& b, double beta) {
  return std::sqrt(a.variance + b.variance + 2 * beta * beta);
}

Step StepOf(const std::vector<Team>& teams, size_t i, double beta) {
  const Team& team = teams[i];
  Step step;
  for (size_t q = 0; q < teams.size(); ++q) {
    if (q == i) continue;
    const double c = PairDeviation(team, teams[q], beta);
    const double p = WinProbability(team, teams[q], c);
    const double score = team.rank < teams[q].rank   ? 1
                         : team.rank > teams[q].rank ? 0
                                                     : 0.5;
    step.omega += team.variance / c * (score - p);
    step.delta +=
        std::sqrt(team.variance) / c * team.variance / (c * c) * p * (1 - p);
  }
  return step;
}

absl::Status CheckOptions(const OnlineRatingOptions& options) {
  if (!(options.beta > 0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("beta is ", options.beta, "; expected more than 0"));
  }
  if (!(options.kappa > 0 && options.kappa <= 1)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "kappa is ", options.kappa, "; expected more than 0 and at most 1"));
  }
  if (!(options.drift >= 0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("drift is ", options.drift, "; expected 0 or more"));
  }
  return absl::OkStatus();
}

absl::Status CheckOncePerPlacing(const Placing& placing, int competitors) {
  std::vector<bool> seen(competitors);
  for (const Side& side : placing.sides) {
    for (const int member : side.members) {
      if (seen[member]) {
        return absl::InvalidArgumentError(absl::StrCat(
            "competitor ", member, " takes part twice; expected at most once"));
      }
      seen[member] = true;
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<OnlineRating>> UpdateRatings(
    absl::Span<const OnlineRating> ratings, const Placing& placing,
    const OnlineRatingOptions& options) {
  const int competitors = static_cast<int>(ratings.size());
  ARENA_RETURN_IF_ERROR(CheckOptions(options));
  ARENA_RETURN_IF_ERROR(CheckPlacing(placing, competitors));
  ARENA_RETURN_IF_ERROR(CheckOncePerPlacing(placing, competitors));
  std::vector<OnlineRating> updated(ratings.begin(), ratings.end());
  std::vector<Team> teams;
  for (const Side& side : placing.sides) {
    std::vector<OnlineRating> members;
    for (const int member : side.members) {
      OnlineRating& rating = updated[member];
      rating.sigma = std::hypot(rating.sigma, std::sqrt(options.drift));
      members.push_back(rating);
    }
    teams.push_back(TeamOf(members));
    teams.back().rank = side.rank;
  }
  for (size_t i = 0; i < teams.size(); ++i) {
    const Step step = StepOf(teams, i, options.beta);
    for (const int member : placing.sides[i].members) {
      OnlineRating& rating = updated[member];
      const double share = rating.sigma * rating.sigma / teams[i].variance;
      rating.mu += share * step.omega;
      rating.sigma *=
          std::sqrt(std::max(1 - share * step.delta, options.kappa));
    }
  }
  return updated;
}

}  // namespace arena::competition
