// Online ratings against values computed from the paper's formulas.
#include "arena/competition/pairing/online_rating.h"

#include "gmock/gmock.h"
#include "tests/arena/competition/rating_data.h"
#include "tests/arena/competition/reference_values.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::HasSubstr;

constexpr OnlineRating kNew;
constexpr OnlineRating kSettled{30, 2};
constexpr OnlineRating kRising{22, 5};

std::vector<OnlineRating> Updated(const std::vector<OnlineRating>& ratings,
                                  const Placing& placing,
                                  const OnlineRatingOptions& options = {}) {
  return UpdateRatings(ratings, placing, options).value();
}

// `expected` holds mu and sigma of each rating.
void ExpectRatings(const std::vector<OnlineRating>& ratings,
                   absl::Span<const double> expected) {
  ASSERT_EQ(ratings.size() * 2, expected.size());
  for (size_t i = 0; i < ratings.size(); ++i) {
    EXPECT_NEAR(ratings[i].mu, expected[2 * i], 1e-11) << "seat " << i;
    EXPECT_NEAR(ratings[i].sigma, expected[2 * i + 1], 1e-11) << "seat " << i;
  }
}

// A case of tests/independent/ratings.py.
struct Reference {
  const char* name;
  std::vector<OnlineRating> ratings;
  Placing placing;
  absl::Span<const double> expected;
};

class ReferenceTest : public ::testing::TestWithParam<Reference> {};
TEST_P(ReferenceTest, IsAsComputedIndependently) {
  ExpectRatings(Updated(GetParam().ratings, GetParam().placing),
                GetParam().expected);
}
INSTANTIATE_TEST_SUITE_P(
    All, ReferenceTest,
    ::testing::Values(Reference{"Pair", {kNew, kNew}, Win(0, 1), kOnlinePair},
                      Reference{"Four",
                                {kNew, kSettled, kRising, kNew},
                                {{{{0}, 2}, {{1}, 1}, {{2}, 2}, {{3}, 4}}},
                                kOnlineFour},
                      Reference{"Partners",
                                {kNew, kSettled, kRising, kNew},
                                {{{{0, 1}, 2}, {{2, 3}, 1}}},
                                kOnlinePartners}),
    [](const auto& info) { return info.param.name; });

TEST(OnlineRatingTest, WhoTookNoPartKeepsTheRating) {
  EXPECT_EQ(Updated({kNew, kSettled, kNew}, Win(0, 2))[1], kSettled);
}
TEST(OnlineRatingTest, DrawOfEqualsMovesNobody) {
  EXPECT_NEAR(Updated({kNew, kNew}, Tie(0, 1))[0].mu, 25, 1e-12);
}
TEST(OnlineRatingTest, DrawOfEqualsMakesBothMoreCertain) {
  EXPECT_LT(Updated({kNew, kNew}, Tie(0, 1))[0].sigma, kNew.sigma);
}
TEST(OnlineRatingTest, OrderOfSidesDoesNotMatter) {
  const auto forward =
      Updated({kNew, kSettled, kRising}, {{{{0}, 1}, {{1}, 2}, {{2}, 3}}});
  const auto backward =
      Updated({kNew, kSettled, kRising}, {{{{2}, 3}, {{1}, 2}, {{0}, 1}}});
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(forward[i].mu, backward[i].mu, 1e-12);
    EXPECT_NEAR(forward[i].sigma, backward[i].sigma, 1e-12);
  }
}
TEST(OnlineRatingTest, DriftIsAddedToTheVarianceFirst) {
  const OnlineRating wider{30, std::sqrt(5.0)};
  EXPECT_NEAR(Updated({kSettled, kSettled}, Win(0, 1), {.drift = 1})[0].mu,
              Updated({wider, wider}, Win(0, 1))[0].mu, 1e-12);
}
TEST(OnlineRatingTest, VarianceStaysAboveKappaOfItself) {
  const OnlineRating huge{25, 1e6};
  const auto updated = Updated({huge, kSettled}, Win(0, 1), {.kappa = 0.9});
  EXPECT_NEAR(updated[0].sigma * updated[0].sigma, 0.9e12, 1e3);
}

// ---- Errors ----

TEST(OnlineRatingTest, UnknownCompetitorIsRefused) {
  const std::vector<OnlineRating> ratings = {kNew, kNew};
  EXPECT_THAT(UpdateRatings(ratings, Win(0, 2)),
              StatusIs(kInvalid, HasSubstr("competitor 2")));
}
TEST(OnlineRatingTest, WhoTakesPartTwiceIsRefused) {
  const std::vector<OnlineRating> ratings = {kNew, kNew};
  EXPECT_THAT(UpdateRatings(ratings, Win(1, 1)),
              StatusIs(kInvalid, HasSubstr("competitor 1 takes part twice")));
}
TEST(OnlineRatingTest, BetaOfZeroIsRefused) {
  const std::vector<OnlineRating> ratings = {kNew, kNew};
  EXPECT_THAT(UpdateRatings(ratings, Win(0, 1), {.beta = 0}),
              StatusIs(kInvalid, HasSubstr("beta is 0")));
}
TEST(OnlineRatingTest, KappaAboveOneIsRefused) {
  const std::vector<OnlineRating> ratings = {kNew, kNew};
  EXPECT_THAT(UpdateRatings(ratings, Win(0, 1), {.kappa = 2}),
              StatusIs(kInvalid, HasSubstr("kappa is 2")));
}
TEST(OnlineRatingTest, NegativeDriftIsRefused) {
  const std::vector<OnlineRating> ratings = {kNew, kNew};
  EXPECT_THAT(UpdateRatings(ratings, Win(0, 1), {.drift = -1}),
              StatusIs(kInvalid, HasSubstr("drift is -1")));
}

}  // namespace
}  // namespace arena::competition
