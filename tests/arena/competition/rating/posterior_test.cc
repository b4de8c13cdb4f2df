#include "arena/competition/rating/posterior.h"

#include <cmath>
#include <vector>

#include "gmock/gmock.h"

namespace arena::competition {
namespace {

// Wins and losses of a bot of unknown strength against one of strength 0.
struct Score {
  double wins;
  double losses;
};
// The deviation of the prior.
constexpr double kDeviation = 1.5;

ChoiceModel ModelOf(const Score& score, double tails) {
  Matrix win_or_loss(2, 1);
  win_or_loss(0, 0) = 1;
  std::vector<Choice> choices = {{score.wins, {0}, win_or_loss, 0}};
  if (score.losses > 0) choices.push_back({score.losses, {0}, win_or_loss, 1});
  ChoiceModel model(choices, {Parameter()});
  model.SetPrior(Kind::kStrength, {kDeviation, tails});
  return model;
}

// With tails, the results and a narrow prior may have a maximum each.
TEST(ChoiceModelTest, AscendsFromTheValleyBetweenTwoMaxima) {
  ChoiceModel model = ModelOf({60, 3}, 0);
  model.SetPrior(Kind::kStrength, {0.005, 1});
  const auto height = [&](double x) {
    return model.LogPosterior(Vector(1, x));
  };
  double valley = 0.01;
  while (height(valley + 1e-6) < height(valley)) valley += 1e-6;
  const double top = model.Maximum(Vector(1, valley + 1e-5))[0];
  EXPECT_GT(top, 2);
  EXPECT_GT(height(top), height(top - 1e-3));
  EXPECT_GT(height(top), height(top + 1e-3));
}

struct Moments {
  double mean;
  double deviation;
};

// Computes the moments by sums over a fine grid.
Moments TrueMoments(const ChoiceModel& model) {
  double sum = 0;
  double first = 0;
  double second = 0;
  for (double x = -30; x <= 30; x += 0.001) {
    const double mass = std::exp(model.LogPosterior(Vector(1, x)));
    sum += mass;
    first += mass * x;
    second += mass * x * x;
  }
  const double mean = first / sum;
  return {mean, std::sqrt(second / sum - mean * mean)};
}

Moments MomentsOf(const Posterior& posterior) {
  return {posterior.means[0], std::sqrt(posterior.covariances(0, 0))};
}

// The mean distance of the truth from `x`.
double ErrorOf(double x, const Moments& moments) {
  return std::hypot(moments.mean - x, moments.deviation);
}

TEST(PosteriorTest, TheNearestOneHasTheTrueMean) {
  const ChoiceModel model = ModelOf({9, 1}, 0);
  const Moments truth = TrueMoments(model);
  const Posterior nearest = NearestPosterior(model, model.Maximum());
  EXPECT_NEAR(nearest.means[0], truth.mean, 0.01 * truth.deviation);
}
TEST(PosteriorTest, TheNearestOneTellsTheErrorOfTheMaximum) {
  const ChoiceModel model = ModelOf({9, 1}, 0);
  const Vector x = model.Maximum();
  const double truth = ErrorOf(x[0], TrueMoments(model));
  EXPECT_NEAR(ErrorOf(x[0], MomentsOf(NearestPosterior(model, x))), truth,
              0.035 * truth);
}
TEST(PosteriorTest, TheOneAtTheMaximumIsNarrowerAndNearerToEquals) {
  const ChoiceModel model = ModelOf({9, 1}, 0);
  const Moments truth = TrueMoments(model);
  const Moments top = MomentsOf(PosteriorAtMaximum(model, model.Maximum()));
  EXPECT_LT(top.mean, truth.mean - 0.1 * truth.deviation);
  EXPECT_LT(top.deviation, 0.97 * truth.deviation);
}
TEST(PosteriorTest, TailsAreAllowedFor) {
  const ChoiceModel model = ModelOf({9, 1}, 0.25);
  const Moments truth = TrueMoments(model);
  const Moments nearest = MomentsOf(NearestPosterior(model, model.Maximum()));
  EXPECT_NEAR(nearest.mean, truth.mean, 0.05 * truth.deviation);
  EXPECT_NEAR(nearest.deviation, truth.deviation, 0.11 * truth.deviation);
}
TEST(PosteriorTest, WhoAlwaysWinsHasOneToo) {
  const ChoiceModel model = ModelOf({1000, 0}, 0);
  const Moments truth = TrueMoments(model);
  const Moments nearest = MomentsOf(NearestPosterior(model, model.Maximum()));
  EXPECT_NEAR(nearest.mean, truth.mean, 0.1 * truth.deviation);
  EXPECT_NEAR(nearest.deviation, truth.deviation, 0.1 * truth.deviation);
}
TEST(PosteriorTest, WhoAlwaysWinsDoesNotRunAway) {
  for (const double deviation : {15.0, 150.0, 1500.0}) {
    ChoiceModel model = ModelOf({20, 0}, 0.5);
    model.SetPrior(Kind::kStrength, {deviation, 0.5});
    const Vector x = model.Maximum();
    const Moments top = MomentsOf(PosteriorAtMaximum(model, x));
    const Moments nearest = MomentsOf(NearestPosterior(model, x));
    EXPECT_LE(nearest.deviation, 1.5 * top.deviation) << deviation;
    EXPECT_LE(nearest.mean, top.mean + top.deviation) << deviation;
  }
}
TEST(PosteriorTest, AfterManyResultsBothAreTheSame) {
  const ChoiceModel model = ModelOf({9000, 1000}, 0);
  const Moments nearest = MomentsOf(NearestPosterior(model, model.Maximum()));
  const Moments top = MomentsOf(PosteriorAtMaximum(model, model.Maximum()));
  EXPECT_NEAR(nearest.mean, top.mean, 0.02 * top.deviation);
  EXPECT_NEAR(nearest.deviation, top.deviation, 0.001 * top.deviation);
}

// There are three alternatives, and the third one is a tie.
TEST(PosteriorTest, TiesAreAChoiceLikeOthers) {
  // Win, loss and tie.
  const Matrix coefficients(3, 2, Vector({1, 0, 0.5, 0, 0, 1}));
  ChoiceModel model({{5, {0, 1}, coefficients, 0},
                     {2, {0, 1}, coefficients, 1},
                     {3, {0, 1}, coefficients, 2}},
                    {{Kind::kStrength}, {Kind::kTie}});
  model.SetPrior(Kind::kStrength, {kDeviation});
  model.SetPrior(Kind::kTie, {kDeviation});
  double sum = 0;
  Vector first(2);
  Matrix second(2, 2);
  Vector x(2);
  for (x[0] = -8; x[0] <= 8; x[0] += 0.05) {
    for (x[1] = -8; x[1] <= 8; x[1] += 0.05) {
      const double mass = std::exp(model.LogPosterior(x));
      sum += mass;
      first += mass * x;
      second.AddSquare(mass, x);
    }
  }
  first *= 1 / sum;
  Matrix truth = 1 / sum * second;
  truth.AddSquare(-1, first);
  const Posterior nearest = NearestPosterior(model, model.Maximum());
  EXPECT_LT(SquaredNorm(nearest.means - first), 0.03 * 0.03);
  Matrix off = nearest.covariances;
  off -= truth;
  EXPECT_LT(SquaredNorm(off), 0.05 * 0.05 * SquaredNorm(truth));
}

}  // namespace
}  // namespace arena::competition
