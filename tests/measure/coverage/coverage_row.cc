#include "tests/measure/coverage/coverage_row.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/competition/course/scheduler.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/spec.h"
#include "arena/competition/rating/batch_rating.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"
#include "arena/v1/competition.pb.h"
#include "tests/arena/competition/made_up.h"
#include "tests/arena/competition/simulation.h"

namespace arena::competition {
namespace {

// The share of a match's luck that its deal decides, seat by seat, from 0 to 1.
// Matches of one set have the same deal.
using DealLuck = double;

// The luck of one deal for each seat: standard normal.
using SeatLuck = std::vector<double>;

// Gumbel's distribution. Sorting bots by their strength plus such noise gives
// Plackett and Luce's model.
double Gumbel(double standard_normal) {
  // Far from the mean, the distribution function rounds to 1.
  const double u = std::min(NormalCdf(standard_normal), 1 - 1e-15);
  return -std::log(-std::log(u));
}

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

// Rates all entrants of a competition. A Scheduler plans its matches, and they
// end in random order. Every match of two or more single seats follows Plackett
// and Luce's model with these strengths (in points), whatever the luck of the
// deal is: without a tie, a bot comes before another in proportion to the odds
// of their strengths.
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

// The deal decides three tenths of a match's luck.
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

// Draws the strengths; their mean is 0.
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

// The encounters of an entrant in a round robin or in a gauntlet. In a gauntlet
// the first entrant is not meant.
int EncountersOfEach(const CompetitionKind& kind) {
  int choices = 1;
  // The first entrant of a gauntlet is in all encounters.
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
        // A gauntlet says little about all entrants but the first. A slope near
        // 1 needs many sets.
        const int sets = format == v1::FORMAT_GAUNTLET ? 200
                         : field == Field::kEven       ? 150
                                                       : 100;
        kinds.push_back({format, entrants, field, sets});
      }
    }
  }
  // A hundred entrants take long, and only a ladder has so many.
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
