#include "arena/competition/rating/calibration.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include "arena/competition/rating/place_chances.h"
#include "arena/competition/rating/place_choices.h"

namespace arena::competition {
namespace {

constexpr int kMostBins = 8;
constexpr int64_t kFewestSides = 50;
// Bins consist of cells of one per cent, so that the last digits of a
// prediction decide nothing. Round predictions are not at the edge of a cell.
constexpr int kPercentCells = 101;
constexpr double kOffEdge = 0.003;
constexpr double kLargestError = 0.5;
// So even sides have no better one.
constexpr double kNoEdge = 1e-9;

// A side that was left for a place.
struct Candidate {
  size_t set = 0;
  double predicted = 0;
  double observed = 0;

  int Cell() const { return static_cast<int>(100 * predicted + kOffEdge); }
};

struct PlaceResults {
  SetRatio slope;
  std::vector<Candidate> candidates;
};

// The shares of the sides in a place, by side of the match.
using PlaceShares = std::array<double, kMaxSides>;

PlaceShares SharesOf(const std::vector<Takers>& takers) {
  PlaceShares shares = {};
  for (const auto& [sides, chance] : takers) {
    for (int side = 0; side < kMaxSides; ++side) {
      if ((sides >> side & 1) == 0) continue;
      shares[side] += chance / std::popcount(sides);
    }
  }
  return shares;
}

class Calibrator {
 public:
  explicit Calibrator(const BatchRating& rating) : rating_(rating) {
    for (int i = 0; i < rating.competitors(); ++i) {
      strengths_.push_back(rating.Strength(i));
    }
  }

  void Add(PlacingSet set, bool fitted) {
    for (Placing& placing : set) placing = Canonical(std::move(placing));
    const std::map<int, double> pull =
        fitted ? PullOf(set) : std::map<int, double>();
    for (const auto& [competitor, shift] : pull) {
      strengths_[competitor] -= shift;
    }
    for (const Placing& placing : set) {
      ForEachPlace(placing,
                   [&](int place, SideMask left, const PlaceShares& chances,
                       const PlaceShares& taken) {
                     AddPlace(place, left, chances, taken);
                   });
    }
    for (const auto& [competitor, shift] : pull) {
      strengths_[competitor] = rating_.Strength(competitor);
    }
    for (PlaceResults& place : places_) place.slope.EndSet();
    ++sets_;
  }

  const std::vector<PlaceResults>& places() const { return places_; }

 private:
  // Calls `function` with the place, from 0, the sides that are left for it,
  // and their predicted and observed shares. Requires: a canonical placing.
  template <typename Function>
  void ForEachPlace(const Placing& placing, Function function) const {
    std::vector<double> strengths;
    for (const Side& side : placing.sides) {
      double sum = 0;
      for (const int member : side.members) sum += strengths_[member];
      strengths.push_back(sum / static_cast<double>(side.members.size()));
    }
    const auto sides = static_cast<int>(placing.sides.size());
    SideMask left = (SideMask{1} << sides) - 1;
    for (int rank = 1; std::popcount(left) > 1; ++rank) {
      const SideMask taken = SidesOfRank(placing, rank);
      function(sides - std::popcount(left), left,
               SharesOf(NextTakers(rating_, strengths, left)),
               SharesOf({{taken, 1}}));
      left &= ~taken;
    }
  }

  // What the set has added to the strengths of its competitors.
  std::map<int, double> PullOf(const PlacingSet& set) const {
    std::map<int, double> gradient;
    for (const Placing& placing : set) {
      ForEachPlace(placing, [&](int place, SideMask, const PlaceShares& chances,
                                const PlaceShares& taken) {
        const double factor = FactorAt(*rating_.options().place_factors, place);
        for (size_t side = 0; side < placing.sides.size(); ++side) {
          const std::vector<int>& members = placing.sides[side].members;
          const double share = placing.weight * factor *
                               (taken[side] - chances[side]) /
                               static_cast<double>(members.size());
          for (const int member : members) gradient[member] += share;
        }
      });
    }
    std::map<int, double> pull;
    for (const auto& [competitor, own] : gradient) {
      for (const auto& [other, slope] : gradient) {
        pull[competitor] += rating_.Covariance(competitor, other) * slope /
                            *rating_.options().dispersion;
      }
    }
    return pull;
  }

  void AddPlace(int place, SideMask left, const PlaceShares& chances,
                const PlaceShares& taken) {
    if (places_.size() <= static_cast<size_t>(place)) {
      places_.resize(place + 1);
    }
    PlaceResults& results = places_[place];
    const double even = 1.0 / std::popcount(left);
    for (int side = 0; side < kMaxSides; ++side) {
      if ((left >> side & 1) == 0) continue;
      const double off = chances[side] - even;
      results.slope.Add(off * (taken[side] - even), off * off);
      if (std::popcount(left) > 2 || off > kNoEdge) {
        results.candidates.push_back({sets_, chances[side], taken[side]});
      }
    }
  }

  const BatchRating& rating_;
  std::vector<double> strengths_;
  size_t sets_ = 0;
  std::vector<PlaceResults> places_;
};

// By cell: its bin. A bin ends when it is full.
std::vector<int> BinsByCell(const std::vector<Candidate>& candidates) {
  std::vector<int64_t> counts(kPercentCells);
  for (const Candidate& candidate : candidates) ++counts[candidate.Cell()];
  auto left = static_cast<int64_t>(candidates.size());
  const int64_t full =
      std::max(kFewestSides, (left + kMostBins - 1) / kMostBins);
  std::vector<int> bins(kPercentCells);
  int bin = 0;
  int64_t in_bin = 0;
  for (int cell = 0; cell < kPercentCells; ++cell) {
    bins[cell] = bin;
    in_bin += counts[cell];
    left -= counts[cell];
    // A rest that fills no bin belongs to the last one.
    if (in_bin < full || left < std::max(kFewestSides, full / 2)) continue;
    ++bin;
    in_bin = 0;
  }
  return bins;
}

std::vector<CalibrationBin> BinsOf(const std::vector<Candidate>& candidates) {
  if (candidates.empty()) return {};
  const std::vector<int> by_cell = BinsByCell(candidates);
  std::vector<CalibrationBin> bins(by_cell.back() + 1);
  std::vector<SetRatio> shares(bins.size());
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& one = candidates[i];
    const int bin = by_cell[one.Cell()];
    ++bins[bin].sides;
    bins[bin].predicted += one.predicted;
    shares[bin].Add(one.observed, 1);
    const bool ends =
        i + 1 == candidates.size() || candidates[i + 1].set != one.set;
    if (!ends) continue;
    for (SetRatio& share : shares) share.EndSet();
  }
  for (size_t bin = 0; bin < bins.size(); ++bin) {
    bins[bin].predicted /= static_cast<double>(bins[bin].sides);
    bins[bin].observed = shares[bin].Share();
  }
  return bins;
}

}  // namespace

std::vector<PlaceCalibration> Calibrate(const BatchRating& rating,
                                        absl::Span<const PlacingSet> sets,
                                        bool fitted) {
  Calibrator calibrator(rating);
  for (const PlacingSet& set : sets) {
    const bool settled =
        std::any_of(set.begin(), set.end(),
                    [](const Placing& placing) { return placing.settled; });
    if (!settled) calibrator.Add(set, fitted);
  }
  std::vector<PlaceCalibration> calibration;
  for (const PlaceResults& place : calibrator.places()) {
    PlaceCalibration& own = calibration.emplace_back();
    own.factor = FactorAt(*rating.options().place_factors,
                          static_cast<int>(calibration.size()) - 1);
    own.bins = BinsOf(place.candidates);
    const double error = place.slope.StandardError();
    if (place.slope.sets() > 1 && error > 0 && error <= kLargestError) {
      own.slope = place.slope.Mean();
    }
  }
  return calibration;
}

}  // namespace arena::competition
