#include "tests/measure/coverage/coverage_row.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/competition/rating/batch_rating.h"
#include "tests/arena/competition/made_up.h"
#include "tests/arena/competition/simulation.h"
#include "tests/measure/coverage/simulated_competition.h"

namespace arena::competition {
namespace {

// Three tenths of a match's luck are the deal's.
constexpr DealLuck kDealLuck = 0.3;

constexpr v1::Format kFormats[] = {v1::FORMAT_LADDER, v1::FORMAT_SWISS,
                                   v1::FORMAT_ROUND_ROBIN, v1::FORMAT_GAUNTLET};

std::string NameOf(v1::Format format) {
  switch (format) {
    case v1::FORMAT_LADDER:
      return "ladder";
    case v1::FORMAT_SWISS:
      return "Swiss";
    case v1::FORMAT_ROUND_ROBIN:
      return "round robin";
    default:
      return "gauntlet";
  }
}

std::string NameOf(Field field) {
  switch (field) {
    case Field::kIdentical:
      return "identical";
    case Field::kEven:
      return "even";
    case Field::kNormal:
      return "normal";
  }
  return "";
}

std::string NameOf(v1::Deals deals) {
  switch (deals) {
    case v1::DEALS_FIELD:
      return "field";
    case v1::DEALS_INDEPENDENT:
      return "independent";
    default:
      return "duplicate";
  }
}

// With the mean 0.
std::vector<double> StrengthsOf(const CompetitionKind& kind, Rng& rng) {
  std::vector<double> strengths(kind.entrants);
  double sum = 0;
  for (int i = 0; i < kind.entrants; ++i) {
    if (kind.field == Field::kNormal) strengths[i] = 200 * Normal(rng);
    if (kind.field == Field::kEven) {
      strengths[i] = 600.0 * i / (kind.entrants - 1);
    }
    sum += strengths[i];
  }
  for (double& strength : strengths) strength -= sum / kind.entrants;
  return strengths;
}

// The encounters of an entrant in a round robin or (of all but the first) in a
// gauntlet.
int EncountersOfEach(const CompetitionKind& kind) {
  int choices = 1;
  // The first of a gauntlet is in all of them.
  const bool gauntlet = kind.format == v1::FORMAT_GAUNTLET;
  const int others = kind.entrants - (gauntlet ? 2 : 1);
  const int seats = kind.seats - (gauntlet ? 2 : 1);
  for (int i = 0; i < seats; ++i) choices = choices * (others - i) / (i + 1);
  return choices;
}

v1::CompetitionSpec SpecOf(const CompetitionKind& kind, Rng& rng) {
  const NamedForm octrix = {
      "seats", "octrix", static_cast<uint32_t>(kind.seats), {}, kind.seats};
  v1::CompetitionSpec spec = SpecOf(octrix, kind.format, kind.entrants);
  for (char& byte : *spec.mutable_seed()) {
    byte = static_cast<char>(rng.Below(256));
  }
  spec.set_deals(kind.deals);
  spec.set_independent_deals(kind.deals == v1::DEALS_INDEPENDENT);
  if (kind.anchored) spec.set_anchor(spec.entrants(0).name());
  const int matches = kind.deals == v1::DEALS_DUPLICATE ? 1 : kind.seats;
  if (kind.format == v1::FORMAT_LADDER) {
    // A set of a field has half the entrants.
    const int encounters = kind.deals == v1::DEALS_FIELD
                               ? 2
                               : kind.entrants / kind.seats;
    spec.set_max_sets(kind.sets * matches * encounters);
  } else if (kind.format == v1::FORMAT_SWISS) {
    spec.set_rounds(kind.sets / 2);
    spec.set_sets(2);
  } else {
    spec.set_sets(std::max(1, kind.sets / EncountersOfEach(kind)));
  }
  return spec;
}

}  // namespace

std::string CompetitionKind::ToString() const {
  return absl::StrCat(
      NameOf(format), anchored ? ", anchored" : "", " | ", entrants, " | ",
      NameOf(field), " | ", seats, " | ", NameOf(deals), " | ", sets);
}

std::vector<CompetitionKind> AllKinds() {
  std::vector<CompetitionKind> kinds;
  for (const int entrants : {4, 16}) {
    for (const Field field : {Field::kIdentical, Field::kEven}) {
      for (const v1::Format format : kFormats) {
        // A gauntlet says less about all entrants but the first; and a slope
        // near 1 needs many sets.
        const int sets = format == v1::FORMAT_GAUNTLET ? 200
                         : field == Field::kEven       ? 150
                                                       : 100;
        kinds.push_back({format, entrants, field, sets});
      }
    }
  }
  // A hundred take long, and only a ladder has so many.
  kinds.push_back({v1::FORMAT_LADDER, 100, Field::kIdentical, 100});
  for (const int entrants : {4, 8, 16}) {
    for (const v1::Format format : kFormats) {
      kinds.push_back({format, entrants, Field::kNormal, 20});
    }
  }
  kinds.push_back(
      {v1::FORMAT_LADDER, 16, Field::kEven, 150, 2, v1::DEALS_INDEPENDENT});
  kinds.push_back(
      {v1::FORMAT_LADDER, 8, Field::kIdentical, 120, 2, v1::DEALS_FIELD});
  kinds.push_back(
      {v1::FORMAT_LADDER, 8, Field::kEven, 120, 2, v1::DEALS_FIELD});
  for (const v1::Format format :
       {v1::FORMAT_LADDER, v1::FORMAT_SWISS, v1::FORMAT_ROUND_ROBIN}) {
    kinds.push_back({format, 24, Field::kEven, 120, 2, v1::DEALS_FIELD});
    kinds.push_back({format, 16, Field::kNormal, 20, 2, v1::DEALS_FIELD});
  }
  kinds.push_back({v1::FORMAT_LADDER, 16, Field::kIdentical, 100, 4});
  kinds.push_back({v1::FORMAT_LADDER, 16, Field::kEven, 100, 4});
  kinds.push_back({v1::FORMAT_SWISS, 16, Field::kEven, 100, 4});
  kinds.push_back({v1::FORMAT_ROUND_ROBIN, 8, Field::kEven, 105, 4});
  kinds.push_back({v1::FORMAT_GAUNTLET, 8, Field::kEven, 100, 4});
  for (const v1::Format format : kFormats) {
    const int sets = format == v1::FORMAT_GAUNTLET ? 200 : 150;
    kinds.push_back(
        {format, 8, Field::kEven, sets, 2, v1::DEALS_DUPLICATE, true});
  }
  return kinds;
}

CoverageRow::CoverageRow(const CompetitionKind& kind, int competitions)
    : kind_(kind), competitions_(competitions) {
  for (int i = 0; i < competitions; ++i) {
    Rng rng(absl::StrCat(kind.ToString(), " ", i));
    const std::vector<double> strengths = StrengthsOf(kind, rng);
    const BatchRating rating =
        SimulateCompetition(SpecOf(kind, rng), strengths, kDealLuck, rng);
    for (int k = kind.anchored ? 1 : 0; k < kind.entrants; ++k) {
      const double mean = rating.options().mean_points;
      const Interval interval = rating.PointsInterval(k);
      const double estimate = rating.Points(k) - mean;
      const double truth = strengths[k] - (kind.anchored ? strengths[0] : 0);
      ++intervals_;
      covered_ += interval.Contains(mean + truth) ? 1 : 0;
      half_widths_ += (interval.high - interval.low) / 2;
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
  return absl::StrCat("| ", kind_.ToString(), " | ", competitions_, " | ",
                      absl::StrFormat("%.3f", Coverage()), " | ",
                      number(Slope()), " | ", number(Worth()), " | ",
                      absl::StrFormat("%.0f", MeanHalfWidth()), " |");
}

}  // namespace arena::competition
