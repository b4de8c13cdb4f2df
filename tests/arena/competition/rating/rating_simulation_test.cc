// Ratings of simulated players whose true strengths are known.
#include <algorithm>
#include <numeric>

#include "arena/competition/rating/batch_rating.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/simulation.h"

namespace arena::competition {
namespace {

// Log-strengths; their mean is 0.
std::vector<double> RandomStrengths(Rng& rng, int competitors, double spread) {
  std::vector<double> strengths(competitors);
  for (double& strength : strengths) strength = spread * Normal(rng);
  const double mean =
      std::accumulate(strengths.begin(), strengths.end(), 0.0) / competitors;
  for (double& strength : strengths) strength -= mean;
  return strengths;
}

// `sides` teams of `members` different competitors.
Placing RandomSides(Rng& rng, int competitors, int sides, int members) {
  std::vector<int> order(competitors);
  std::iota(order.begin(), order.end(), 0);
  Placing placing;
  for (int i = 0; i < sides; ++i) {
    Side side;
    for (int j = 0; j < members; ++j) {
      const uint32_t k = rng.Below(static_cast<uint32_t>(order.size()));
      side.members.push_back(order[k]);
      order.erase(order.begin() + k);
    }
    placing.sides.push_back(side);
  }
  return placing;
}

// Ranks by Plackett and Luce: each competitor waits an exponential time of mean
// 1 / strength, and the shortest wait is first. Times are rounded up to
// multiples of `tick`, if any, so that some tie.
void Play(Rng& rng, const std::vector<double>& strengths, double tick,
          Placing& placing) {
  std::vector<double> times;
  for (const Side& side : placing.sides) {
    double sum = 0;
    for (const int member : side.members) sum += strengths[member];
    const double mean = sum / static_cast<double>(side.members.size());
    const double time = -std::log(Uniform(rng)) * std::exp(-mean);
    times.push_back(tick > 0 ? std::ceil(time / tick) : time);
  }
  for (size_t i = 0; i < times.size(); ++i) {
    placing.sides[i].rank =
        1 + static_cast<int>(
                std::count_if(times.begin(), times.end(),
                              [&](double other) { return other < times[i]; }));
  }
}

struct Field {
  int competitors;
  int sides;
  int members;
  int placings;
};

// The share of competitors whose interval holds the true strength.
double Coverage(const Field& field, int tournaments) {
  Rng rng("ratings cover");
  int covered = 0;
  for (int i = 0; i < tournaments; ++i) {
    const std::vector<double> strengths =
        RandomStrengths(rng, field.competitors, 1);
    std::vector<PlacingSet> sets;
    for (int j = 0; j < field.placings; ++j) {
      sets.push_back(
          {RandomSides(rng, field.competitors, field.sides, field.members)});
      Play(rng, strengths, 0, sets.back().front());
    }
    const BatchRating rating = FitBatchRating(field.competitors, sets).value();
    for (int k = 0; k < field.competitors; ++k) {
      const double truth = 1500 + kPointsPerLogUnit * strengths[k];
      covered += rating.PointsInterval(k).Contains(truth);
    }
  }
  return static_cast<double>(covered) / (field.competitors * tournaments);
}

TEST(RatingSimulationTest, IntervalsOfPairsCoverTheTruthIn95Percent) {
  EXPECT_NEAR(Coverage({8, 2, 1, 200}, 250), 0.95, 0.02);
}
TEST(RatingSimulationTest, IntervalsOfFourCoverTheTruthIn95Percent) {
  EXPECT_NEAR(Coverage({8, 4, 1, 60}, 250), 0.95, 0.02);
}
TEST(RatingSimulationTest, IntervalsOfPartnersCoverTheTruthIn95Percent) {
  EXPECT_NEAR(Coverage({8, 2, 2, 300}, 250), 0.95, 0.02);
}

// With so few results the deviation of the field is hardly known.
TEST(RatingSimulationTest, IntervalsOfASmallFieldCoverTheTruthIn95Percent) {
  EXPECT_NEAR(Coverage({4, 2, 1, 12}, 1500), 0.95, 0.02);
}

// Short competitions of unequal bots: every pair has one set of two matches. A
// fit is nearer to their results than the truth is. That difference must not
// look like matches that cancel their luck.
TEST(RatingSimulationTest, IndependentMatchesOfASetHaveAFactorOfOne) {
  constexpr int kCompetitors = 16;
  constexpr int kTournaments = 60;
  Rng rng("factor");
  double factors = 0;
  for (int i = 0; i < kTournaments; ++i) {
    const auto strengths = RandomStrengths(rng, kCompetitors, 1.15);
    std::vector<PlacingSet> sets;
    for (int a = 0; a < kCompetitors; ++a) {
      for (int b = 0; b < a; ++b) {
        const Placing unplayed = {{{{a}, 1}, {{b}, 2}}};
        for (Placing& match : sets.emplace_back(PlacingSet(2, unplayed))) {
          Play(rng, strengths, 0, match);
        }
      }
    }
    factors += *FitBatchRating(kCompetitors, sets)->options().dispersion;
  }
  EXPECT_NEAR(factors / kTournaments, 1, 0.03);
}

TEST(RatingSimulationTest, SuperiorityIsAsOftenTrueAsItSays) {
  Rng rng("superiority");
  double claimed = 0;
  double true_claims = 0;
  for (int i = 0; i < 400; ++i) {
    const std::vector<double> strengths = RandomStrengths(rng, 6, 0.5);
    std::vector<PlacingSet> sets;
    for (int j = 0; j < 60; ++j) {
      sets.push_back({RandomSides(rng, 6, 2, 1)});
      Play(rng, strengths, 0, sets.back().front());
    }
    const BatchRating rating =
        FitBatchRating(
            6, sets,
            {.prior_points = 0.5 * kPointsPerLogUnit, .prior_tails = 0})
            .value();
    for (int a = 0; a < 6; ++a) {
      for (int b = 0; b < 6; ++b) {
        if (rating.Superiority(a, b) <= 0.5) continue;
        claimed += rating.Superiority(a, b);
        true_claims += strengths[a] > strengths[b];
      }
    }
  }
  EXPECT_NEAR(true_claims / claimed, 1, 0.02);
}

// The fit ends at a point where no result pulls.
TEST(RatingSimulationTest, EveryRandomFieldConverges) {
  Rng rng("converge");
  for (int i = 0; i < 300; ++i) {
    const int competitors = 4 + static_cast<int>(rng.Below(12));
    const auto strengths = RandomStrengths(rng, competitors, 3);
    std::vector<PlacingSet> sets;
    for (uint32_t j = rng.Below(40); j > 0; --j) {
      Placing placing =
          RandomSides(rng, competitors, 2 + static_cast<int>(rng.Below(3)), 1);
      placing.weight = std::exp(2.5 * Normal(rng));
      Play(rng, strengths, 0.5, placing);
      sets.push_back({std::move(placing)});
    }
    const auto rating = FitBatchRating(
        competitors, sets, {.prior_points = 10.0 + rng.Below(100000)});
    double sum = 0;
    for (int k = 0; k < competitors; ++k) sum += rating->Points(k) - 1500;
    EXPECT_NEAR(sum, 0, 1e-3);
  }
}

}  // namespace
}  // namespace arena::competition
