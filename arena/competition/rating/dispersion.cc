#include "arena/competition/rating/dispersion.h"

#include <Eigen/Cholesky>
#include <algorithm>

namespace arena::competition {
namespace {

// Sets with a factor of 1 that count beside those of the competition.
constexpr double kImaginedSets = 10;
// Beyond these the model does not fit, and no factor mends it.
constexpr double kLowestFactor = 0.1;
constexpr double kHighestFactor = 10;

// A vector of which few elements are not 0.
struct Sparse {
  std::vector<Eigen::Index> places;
  Eigen::VectorXd values;
};

Sparse ToSparse(const Eigen::VectorXd& vector) {
  Sparse sparse{{}, vector};
  for (Eigen::Index i = 0; i < vector.size(); ++i) {
    if (vector[i] != 0) sparse.places.push_back(i);
  }
  return sparse;
}

double Product(const Sparse& a, const Eigen::MatrixXd& matrix) {
  double sum = 0;
  for (const Eigen::Index i : a.places) {
    for (const Eigen::Index j : a.places) {
      sum += a.values[i] * matrix(i, j) * a.values[j];
    }
  }
  return sum;
}

// The score of one match with each result.
std::vector<Sparse> ScoresOf(const ChoiceModel& model,
                             const std::vector<MatchChoices>& results,
                             const Eigen::VectorXd& x) {
  std::vector<Sparse> scores;
  for (const MatchChoices& result : results) {
    scores.push_back(
        ToSparse(model.Score(result.first, result.last, x) / result.weight));
  }
  return scores;
}

}  // namespace

double Dispersion(const ChoiceModel& model,
                  const std::vector<MatchChoices>& results,
                  const std::vector<SetResults>& sets,
                  const Eigen::VectorXd& x) {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;
  model.Derivatives(x, gradient, curvature);
  const Eigen::MatrixXd inverse =
      curvature.ldlt().solve(Eigen::MatrixXd::Identity(x.size(), x.size()));
  // The number of parameters that the choices determine, and not the prior.
  const double determined = static_cast<double>(x.size()) -
                            inverse.diagonal().dot(model.PriorCurvature(x));
  const std::vector<Sparse> scores = ScoresOf(model, results, x);
  double count = 0;
  double sum = 0;
  for (const SetResults& set : sets) {
    Eigen::VectorXd score = Eigen::VectorXd::Zero(x.size());
    for (const auto& [result, weight] : set.matches) {
      for (const Eigen::Index i : scores[result].places) {
        score[i] += weight * scores[result].values[i];
      }
    }
    sum += set.sets * Product(ToSparse(score), inverse);
    count += set.sets;
  }
  return FactorOf(sum, determined, count);
}

double FactorOf(double variation, double determined, double count) {
  // A fit follows its own data: so many sets fewer show how they vary.
  const double free_sets = count - determined;
  if (determined <= 0 || free_sets <= 0) return 1;
  const double observed = variation / determined * count / free_sets;
  const double shrunk =
      (free_sets * observed + kImaginedSets) / (free_sets + kImaginedSets);
  return std::clamp(shrunk, kLowestFactor, kHighestFactor);
}

}  // namespace arena::competition
