#include "tests/measure/coverage/coverage_row.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/competition/rating/batch_rating.h"

namespace arena::competition {

namespace {

// The entrants whose true ratings are known: not an anchor, and not those whose
// results do not follow from their strengths.
std::vector<int> Counted(const CompetitionKind& kind) {
  const Conduct& conduct = kind.conduct;
  const auto actor = static_cast<int>(conduct.actor);
  const bool truthful = conduct.helpers == 0 && conduct.down == 0;
  std::vector<int> counted;
  for (int k = kind.anchored ? 1 : 0; k < kind.entrants - conduct.newcomers;
       ++k) {
    if (truthful || k < actor || k > actor + conduct.helpers) {
      counted.push_back(k);
    }
  }
  return counted;
}

// The ratings, if nothing else is wanted against the mean of the counted.
BatchRating Rated(const CompetitionKind& kind, const Simulated& simulated,
                  bool by_bot, const std::vector<int>& counted) {
  const BatchRating rating = by_bot || !kind.conduct.any()
                                 ? RatingsByBot(simulated)
                                 : RatingsOf(simulated).rating;
  if (!kind.OnOwnOrigin()) return rating;
  std::vector<double> origin(kind.entrants);
  for (const int k : counted) {
    origin[k] = 1.0 / static_cast<double>(counted.size());
  }
  return rating.WithOrigin(origin);
}

}  // namespace

CoverageRow::CoverageRow(const CompetitionKind& kind, int competitions,
                         bool by_bot)
    : kind_(kind), competitions_(competitions) {
  const std::vector<int> counted = Counted(kind);
  for (int i = 0; i < competitions; ++i) {
    Rng rng(absl::StrCat(kind.ToString(), " ", i));
    const std::vector<double> strengths = StrengthsOf(kind, rng);
    const v1::CompetitionSpec spec = SpecOf(kind, rng);
    const BatchRating rating =
        Rated(kind, Simulate(spec, strengths, kDealLuck, kind.conduct, rng),
              by_bot, counted);
    double origin = 0;
    for (const int k : counted) origin += strengths[k] / counted.size();
    if (kind.anchored) origin = strengths[0];
    for (const int k : counted) {
      const double mean = rating.options().mean_points;
      const Interval interval = rating.PointsInterval(k);
      const double estimate = rating.Points(k) - mean;
      const double truth = strengths[k] - origin;
      ++intervals_;
      covered_ += interval.Contains(mean + truth) ? 1 : 0;
      half_widths_ += (interval.high - interval.low) / 2;
      errors_ += estimate - truth;
      product_ += estimate * truth;
      truth_2_ += truth * truth;
      estimate_2_ += estimate * estimate;
    }
  }
}

std::string CoverageRow::ToString() const {
  const bool known = truth_2_ > 0;
  const auto number = [known](double value) {
    return known ? absl::StrFormat("%.3f", value) : std::string("-");
  };
  return absl::StrCat(
      "| ", kind_.ToString(), " | ", competitions_, " | ",
      absl::StrFormat("%.3f", Coverage()), " | ", number(Slope()), " | ",
      number(Worth()), " | ", absl::StrFormat("%.0f | ", MeanHalfWidth()),
      kind_.OnOwnOrigin() ? "-" : absl::StrFormat("%+.0f", MeanError()), " |");
}

}  // namespace arena::competition
