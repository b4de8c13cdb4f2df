#include "tests/measure/coverage/simulated_competition.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "arena/competition/course/scheduler.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "tests/arena/competition/simulation.h"

namespace arena::competition {
namespace {

// The luck of one deal for each seat: standard normal.
using SeatLuck = std::vector<double>;

// Gumbel's distribution: whoever has the largest strength plus such noise
// comes first, and so on, is Plackett and Luce's model.
double Gumbel(double standard_normal) {
  // Far out the distribution function rounds to 1.
  const double u = std::min(NormalCdf(standard_normal), 1 - 1e-15);
  return -std::log(-std::log(u));
}

// Results of matches.
class Matches {
 public:
  Matches(const std::vector<double>& strengths, DealLuck luck, Rng& rng)
      : strengths_(strengths), luck_(luck), rng_(rng) {}

  v1::CompetitionMatch Play(const PlannedMatch& match) {
    const SeatLuck& deal = DealOf(match.set, match.entrants.size());
    std::vector<double> heights;
    for (size_t seat = 0; seat < match.entrants.size(); ++seat) {
      const double luck =
          std::sqrt(luck_) * deal[seat] + std::sqrt(1 - luck_) * Normal(rng_);
      heights.push_back(strengths_[match.entrants[seat]] / kPointsPerLogUnit +
                        Gumbel(luck));
    }
    v1::CompetitionMatch played = match.ToMessage();
    v1::MatchResult& result = *played.mutable_result();
    result.set_termination(v1::TERMINATION_NORMAL);
    for (const double own : heights) {
      const auto better = absl::c_count_if(
          heights, [own](double other) { return other > own; });
      result.add_ranks(static_cast<uint32_t>(better) + 1);
      result.add_returns(-better);
    }
    return played;
  }

 private:
  const SeatLuck& DealOf(uint32_t set, size_t seats) {
    SeatLuck& deal = deals_[set];
    while (deal.size() < seats) deal.push_back(Normal(rng_));
    return deal;
  }

  const std::vector<double>& strengths_;
  DealLuck luck_;
  Rng& rng_;
  std::map<uint32_t, SeatLuck> deals_;
};

}  // namespace

BatchRating SimulateCompetition(const v1::CompetitionSpec& spec,
                                const std::vector<double>& strengths,
                                DealLuck luck, Rng& rng) {
  absl::StatusOr<Scheduler> scheduler = Scheduler::Create(spec);
  ARENA_CHECK(scheduler.ok(), scheduler.status().ToString());
  Matches matches(strengths, luck, rng);
  std::vector<PlannedMatch> open;
  for (;;) {
    const auto planned = scheduler->Next(/*max_open_sets=*/1000);
    ARENA_CHECK(planned.ok(), planned.status().ToString());
    open.insert(open.end(), planned->begin(), planned->end());
    if (open.empty()) break;
    std::swap(open[rng.Below(static_cast<uint32_t>(open.size()))], open.back());
    const absl::Status added = scheduler->Add(matches.Play(open.back()));
    ARENA_CHECK(added.ok(), added.ToString());
    open.pop_back();
  }
  std::vector<PlacingSet> sets;
  for (const auto& [number, facts] : scheduler->results().sets()) {
    sets.push_back(scheduler->results().Placings(number));
  }
  BatchRatingOptions scale = {.field = IsField(scheduler->spec())};
  if (const std::optional<int> anchor = AnchorOf(spec)) {
    scale.origin = AnchoredAt(*anchor, spec.entrants_size());
  }
  auto rating = FitBatchRating(spec.entrants_size(), sets, scale);
  ARENA_CHECK(rating.ok(), rating.status().ToString());
  return *std::move(rating);
}

}  // namespace arena::competition
