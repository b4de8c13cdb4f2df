#include "arena/competition/rating/place_choices.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace arena::competition {
namespace {

// The logarithms of factors are normal before any result, with this deviation.
constexpr double kLogFactorDeviation = 0.5;
constexpr int kMostFactorSteps = 50;
// A step this short changes no visible digit.
constexpr double kShortestStep = 1e-7;
constexpr double kLongestStep = 0.5;

// How a choice depends on the logarithm of its factor.
struct Slope {
  double pull = 0;
  double variance = 0;
};

// With `times` the present factor.
Slope SlopeOf(const Choice& choice, int competitors, const Vector& x,
              double times) {
  const int rows = choice.coefficients.rows();
  std::vector<double> strengths(rows);
  std::vector<double> values(rows);
  for (size_t k = 0; k < choice.parameters.size(); ++k) {
    const int parameter = choice.parameters[k];
    const bool is_strength = parameter < competitors;
    const double own = x[parameter] * (is_strength ? times : 1);
    for (int row = 0; row < rows; ++row) {
      const double term = own * choice.coefficients(row, static_cast<int>(k));
      values[row] += term;
      if (is_strength) strengths[row] += term;
    }
  }
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0;
  double mean = 0;
  double squares = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double mass = std::exp(values[i] - largest);
    sum += mass;
    mean += mass * strengths[i];
    squares += mass * strengths[i] * strengths[i];
  }
  mean /= sum;
  return {strengths[choice.chosen] - mean,
          std::max(0.0, squares / sum - mean * mean)};
}

// The chance that equal sides A and B come in this order grows with the
// strength of A as if all factors were 1.
PlaceFactors Normalised(PlaceFactors factors) {
  const size_t sides = factors.size() + 1;
  double mean = 0;
  double weights = 0;
  for (size_t place = 0; place < factors.size(); ++place) {
    const auto others = static_cast<double>(sides - place - 1);
    mean += others * factors[place];
    weights += others;
  }
  for (double& factor : factors) factor *= weights / mean;
  return factors;
}

}  // namespace

double FactorAt(const PlaceFactors& factors, int place) {
  return place < static_cast<int>(factors.size()) ? factors[place] : 1;
}

std::vector<CountedSet> WithCounts(absl::Span<const PlacingSet> sets) {
  std::vector<PlacingSet> sorted(sets.begin(), sets.end());
  for (PlacingSet& set : sorted) {
    for (Placing& placing : set) placing = Canonical(std::move(placing));
    std::sort(set.begin(), set.end());
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<CountedSet> counted;
  for (PlacingSet& set : sorted) {
    if (!counted.empty() && counted.back().matches == set) {
      ++counted.back().sets;
    } else {
      counted.push_back({std::move(set)});
    }
  }
  return counted;
}

PlaceChoices::PlaceChoices(int competitors, const std::vector<CountedSet>& sets,
                           const PlaceFactors& factors)
    : competitors_(competitors), factors_(factors), parameters_(competitors) {
  std::array<bool, kMaxSides + 1> has_ties = {};
  for (const CountedSet& set : sets) {
    for (const Placing& placing : set.matches) {
      most_sides_ =
          std::max(most_sides_, static_cast<int>(placing.sides.size()));
      for (int rank = 1; rank <= placing.sides.back().rank; ++rank) {
        has_ties[std::popcount(SidesOfRank(placing, rank))] = true;
      }
    }
  }
  for (int size = 2; size <= kMaxSides; ++size) {
    if (has_ties[size]) tie_parameters_[size] = parameters_++;
  }
  for (const CountedSet& set : sets) {
    shared_deals_ = shared_deals_ || set.matches.size() > 1;
    SetResults& added = sets_.emplace_back();
    added.sets = set.sets;
    for (const Placing& placing : set.matches) {
      const auto [found, news] =
          known_.try_emplace(placing.sides, results_.size());
      if (news) AddResult(placing);
      results_[found->second].weight += placing.weight * set.sets;
      added.matches.push_back({found->second, placing.weight});
      added.settled = added.settled || placing.settled;
    }
  }
  for (const MatchChoices& result : results_) {
    for (size_t i = result.first; i < result.last; ++i) {
      choices_[i].weight = result.weight;
    }
  }
}

void PlaceChoices::AddResult(const Placing& placing) {
  const size_t first = choices_.size();
  const auto sides = static_cast<int>(placing.sides.size());
  SideMask left = (SideMask{1} << sides) - 1;
  // Ranks of a canonical placing are 1, 2, ...
  for (int rank = 1; std::popcount(left) > 1; ++rank) {
    const SideMask taken = SidesOfRank(placing, rank);
    places_.push_back(sides - std::popcount(left));
    choices_.push_back(Place(placing, left, taken));
    left &= ~taken;
  }
  results_.push_back({first, choices_.size()});
}

// The choice of the sides that take a place, among the sides that are left.
Choice PlaceChoices::Place(const Placing& placing, SideMask left,
                           SideMask taken) const {
  const auto sides = static_cast<int>(placing.sides.size());
  const double factor = FactorAt(factors_, sides - std::popcount(left));
  Choice choice;
  std::vector<int>& all = choice.parameters;
  for (int i = 0; i < sides; ++i) {
    if ((left >> i & 1) == 0) continue;
    const std::vector<int>& members = placing.sides[i].members;
    all.insert(all.end(), members.begin(), members.end());
  }
  std::vector<SideMask> takers;
  for (SideMask mask = 1; mask <= left; ++mask) {
    const int size = std::popcount(mask);
    if ((mask & ~left) != 0 || (size > 1 && tie_parameters_[size] == 0)) {
      continue;
    }
    if (size > 1) all.push_back(tie_parameters_[size]);
    if (mask == taken) choice.chosen = static_cast<int>(takers.size());
    takers.push_back(mask);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  choice.coefficients =
      Matrix(static_cast<int>(takers.size()), static_cast<int>(all.size()));
  for (size_t row = 0; row < takers.size(); ++row) {
    AddPropensity(placing, takers[row], factor, static_cast<int>(row), choice);
  }
  return choice;
}

void PlaceChoices::AddPropensity(const Placing& placing, SideMask mask,
                                 double factor, int row, Choice& choice) const {
  const auto add = [&](int parameter, double coefficient) {
    const auto place = std::lower_bound(choice.parameters.begin(),
                                        choice.parameters.end(), parameter);
    const auto column = static_cast<int>(place - choice.parameters.begin());
    choice.coefficients(row, column) += coefficient;
  };
  const int size = std::popcount(mask);
  for (size_t i = 0; i < placing.sides.size(); ++i) {
    if ((mask >> i & 1) == 0) continue;
    const std::vector<int>& members = placing.sides[i].members;
    const double share = factor / (size * static_cast<double>(members.size()));
    for (const int member : members) add(member, share);
  }
  if (size > 1) add(tie_parameters_[size], 1);
}

PlaceFactors PlaceChoices::FactorsAt(const Vector& x) const {
  PlaceFactors factors;
  for (int place = 0; place + 1 < most_sides_; ++place) {
    const double present = FactorAt(factors_, place);
    double log_factor = std::log(present);
    for (int step = 0; step < kMostFactorSteps; ++step) {
      const double precision = 1 / (kLogFactorDeviation * kLogFactorDeviation);
      double pull = -log_factor * precision;
      double curvature = precision;
      for (size_t i = 0; i < choices_.size(); ++i) {
        if (places_[i] != place) continue;
        const Slope slope = SlopeOf(choices_[i], competitors_, x,
                                    std::exp(log_factor) / present);
        pull += choices_[i].weight * slope.pull;
        curvature += choices_[i].weight * slope.variance;
      }
      const double change =
          std::clamp(pull / curvature, -kLongestStep, kLongestStep);
      log_factor += change;
      if (std::abs(change) < kShortestStep) break;
    }
    factors.push_back(std::exp(log_factor));
  }
  return Normalised(std::move(factors));
}

}  // namespace arena::competition
