// Field duplicate in simulation: comparing tables saves matches, and bots that
// share their cards gain nothing from the comparison.
#include "arena/competition/rating/deal_luck.h"

#include <cmath>
#include <map>
#include <numbers>

#include "absl/algorithm/container.h"
#include "arena/competition/course/scheduler.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/rating/batch_rating.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/made_up.h"
#include "tests/arena/competition/simulation.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::HasSubstr;

// ---- Formulas ----

TEST(ShareSavedTest, IsWhatLeastSquaresSaves) {
  EXPECT_NEAR(ShareKept(0.15, 2), 0.15, 1e-12);
  EXPECT_NEAR(ShareKept(0.15, 10), 0.61, 0.005);
  EXPECT_NEAR(ShareKept(0.3, 25), 0.91, 0.005);
  EXPECT_NEAR(ShareSaved(0.3, 25), 0.27, 0.005);
}
TEST(ShareSavedTest, IsNothingWithoutLuck) {
  EXPECT_EQ(ShareSaved(0, 25), 0);
}

// ---- A simulated field ----

// Sets of `tables` tables between entrants of equal strength, seated anew for
// each set. `luck` is the share of the seat's deal in what decides a match.
std::vector<PlacingSet> SimulatedSets(int sets, int tables, double luck,
                                      Rng& rng) {
  std::vector<PlacingSet> simulated;
  for (int set = 0; set < sets; ++set) {
    std::vector<int> order(2 * tables);
    absl::c_iota(order, 0);
    for (size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[rng.Below(static_cast<uint32_t>(i))]);
    }
    const double deal = std::sqrt(luck) * Normal(rng);
    PlacingSet& placings = simulated.emplace_back();
    for (int table = 0; table < tables; ++table) {
      const bool first = deal + std::sqrt(1 - luck) * Normal(rng) > 0;
      placings.push_back({{{{order[2 * table]}, first ? 1 : 2},
                           {{order[2 * table + 1]}, first ? 2 : 1}}});
    }
  }
  return simulated;
}

double MeanError(const BatchRating& rating) {
  double sum = 0;
  for (int i = 0; i < rating.competitors(); ++i) {
    sum += rating.StandardError(i);
  }
  return sum / rating.competitors();
}

// The results of two tables correlate by the arcsine of `kLuck`.
constexpr double kLuck = 0.6;
const double kShare = std::asin(kLuck) * 2 / std::numbers::pi;

TEST(DealLuckTest, ItsShareIsLearnt) {
  Rng rng("share");
  const auto sets = SimulatedSets(2000, 8, kLuck, rng);
  const auto rating = FitBatchRating(16, sets, {.field = true});
  EXPECT_NEAR(*rating->options().deal_luck, kShare, 0.03);
  EXPECT_NEAR(*rating->options().dispersion, 1, 0.05);
}
TEST(DealLuckTest, WithoutLuckThereIsNothingToLearn) {
  Rng rng("none");
  const auto sets = SimulatedSets(2000, 8, 0, rng);
  const auto rating = FitBatchRating(16, sets, {.field = true});
  EXPECT_LT(*rating->options().deal_luck, 0.02);
}
TEST(DealLuckTest, AFewTablesSayLittle) {
  Rng rng("few");
  const auto sets = SimulatedSets(4, 2, 1, rng);
  EXPECT_LT(*FitBatchRating(4, sets, {.field = true})->options().deal_luck,
            0.1);
}
// A fit is nearer to the results than the truth is.
TEST(DealLuckTest, AShortFieldHasNoFactorBelowOne) {
  Rng rng("short");
  const auto sets = SimulatedSets(20, 8, kLuck, rng);
  EXPECT_EQ(*FitBatchRating(16, sets, {.field = true})->options().dispersion,
            1);
}
// The saving is against a fit that knows nothing of deals. The prior is fixed
// and wide, so the errors are those of the results.
TEST(DealLuckTest, ComparingTablesSavesWhatTheLuckAllows) {
  Rng rng("saving");
  const auto sets = SimulatedSets(2000, 8, kLuck, rng);
  const BatchRating with =
      *FitBatchRating(16, sets, {.prior_points = 1000, .field = true});
  const BatchRating without =
      *FitBatchRating(16, sets, {.prior_points = 1000, .dispersion = 1});
  const double ratio = MeanError(with) / MeanError(without);
  EXPECT_NEAR(ratio * ratio, 1 - ShareSaved(kShare, 8), 0.04);
}
TEST(DealLuckTest, TheOrderOfSetsAndTablesChangesNoBit) {
  Rng rng("order");
  auto sets = SimulatedSets(50, 4, kLuck, rng);
  const BatchRating one = *FitBatchRating(8, sets, {.field = true});
  absl::c_reverse(sets);
  for (PlacingSet& set : sets) absl::c_reverse(set);
  const BatchRating other = *FitBatchRating(8, sets, {.field = true});
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(one.Points(i), other.Points(i));
    EXPECT_EQ(one.StandardError(i), other.StandardError(i));
  }
}
TEST(DealLuckTest, WhoAlwaysWinsHasAFiniteRating) {
  std::vector<PlacingSet> sets;
  for (int i = 0; i < 30; ++i) {
    sets.push_back({{{{{0}, 1}, {{1}, 2}}}, {{{{3}, 2}, {{2}, 1}}}});
    sets.push_back({{{{{1}, 2}, {{0}, 1}}}, {{{{2}, 1}, {{3}, 2}}}});
  }
  const BatchRating rating = *FitBatchRating(4, sets, {.field = true});
  EXPECT_GT(rating.Points(0), 1600);
  EXPECT_LT(rating.Points(0), 4000);
}

TEST(DealLuckTest, PartnersAreRefused) {
  const Placing placing = {{{{0, 1}, 1}, {{2, 3}, 2}}};
  EXPECT_THAT(FitBatchRating(4, {{placing}}, {.field = true}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("has 2 members; expected 1")));
}
TEST(DealLuckTest, TablesOfAnotherSizeAreRefused) {
  EXPECT_THAT(
      FitBatchRating(5,
                     {{{{{{0}, 1}, {{1}, 2}}},
                       {{{{2}, 1}, {{3}, 2}, {{4}, 3}}}}},
                     {.field = true}),
      StatusIs(absl::StatusCode::kInvalidArgument,
               HasSubstr("has 3 sides; expected 2")));
}

// ---- Bots that share their cards ----

// Entrants 0 to 3 are bots of one author and tell each other their cards. The
// cards are worth 300 points in a match whose deal one of the four also plays
// elsewhere. All entrants are equally strong otherwise.
constexpr uint32_t kSharers = 4;
constexpr int kEntrants = 16;

bool Knows(const std::vector<PlannedMatch>& matches, const PlannedMatch& own) {
  return absl::c_any_of(matches, [&](const PlannedMatch& other) {
    return other.set == own.set && other.match != own.match &&
           absl::c_any_of(other.entrants,
                          [](uint32_t i) { return i < kSharers; });
  });
}

v1::CompetitionMatch Play(const std::vector<PlannedMatch>& matches,
                          const PlannedMatch& match, double deal, Rng& rng) {
  double lead = deal + Normal(rng);
  for (int seat = 0; seat < 2; ++seat) {
    const bool sharer = match.entrants[seat] < kSharers;
    if (sharer && Knows(matches, match)) lead += seat == 0 ? 1 : -1;
  }
  v1::CompetitionMatch played = match.ToMessage();
  v1::MatchResult& result = *played.mutable_result();
  result.set_termination(v1::TERMINATION_NORMAL);
  for (const uint32_t rank : {lead > 0 ? 1u : 2u, lead > 0 ? 2u : 1u}) {
    result.add_ranks(rank);
    result.add_returns(-static_cast<int>(rank));
  }
  return played;
}

BatchRating RatingWithSharers(v1::CompetitionSpec spec, bool known_author) {
  for (uint32_t i = 0; i < kSharers && known_author; ++i) {
    spec.mutable_entrants(static_cast<int>(i))->add_authors("eve");
  }
  Scheduler scheduler = *Scheduler::Create(spec);
  Rng rng("sharers");
  std::map<uint32_t, double> deals;
  for (;;) {
    const std::vector<PlannedMatch> planned = *scheduler.Next(1);
    if (planned.empty()) break;
    for (const PlannedMatch& match : planned) {
      const auto [deal, added] = deals.try_emplace(match.set, 0);
      if (added) deal->second = Normal(rng) / 2;
      ARENA_CHECK(
          scheduler.Add(Play(planned, match, deal->second, rng)).ok());
    }
  }
  std::vector<PlacingSet> sets;
  for (const auto& [number, facts] : scheduler.results().sets()) {
    sets.push_back(scheduler.results().Placings(number));
  }
  return *FitBatchRating(kEntrants, sets, {.field = IsField(scheduler.spec())});
}

v1::CompetitionSpec Rounds(v1::Deals deals) {
  v1::CompetitionSpec spec =
      SpecOf(FormNamed("two"), v1::FORMAT_SWISS, kEntrants);
  spec.set_rounds(60);
  spec.set_deals(deals);
  return spec;
}

TEST(SharedCardsTest, GainInADuplicate) {
  const BatchRating rating =
      RatingWithSharers(Rounds(v1::DEALS_DUPLICATE), true);
  for (uint32_t i = 0; i < kSharers; ++i) {
    EXPECT_GT(rating.PointsInterval(static_cast<int>(i)).low, 1500);
  }
}
TEST(SharedCardsTest, GainNothingInAField) {
  const BatchRating rating = RatingWithSharers(Rounds(v1::DEALS_FIELD), true);
  for (uint32_t i = 0; i < kSharers; ++i) {
    EXPECT_TRUE(rating.PointsInterval(static_cast<int>(i), 0.99).Contains(1500))
        << rating.Points(static_cast<int>(i));
  }
}
// One table of a deal for each author would prevent the gain.
TEST(SharedCardsTest, GainInAFieldIfNobodyKnowsTheirAuthor) {
  const BatchRating rating = RatingWithSharers(Rounds(v1::DEALS_FIELD), false);
  for (uint32_t i = 0; i < kSharers; ++i) {
    EXPECT_GT(rating.PointsInterval(static_cast<int>(i)).low, 1500);
  }
}

}  // namespace
}  // namespace arena::competition
