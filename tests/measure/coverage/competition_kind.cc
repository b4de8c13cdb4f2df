#include "tests/measure/coverage/competition_kind.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "tests/arena/competition/made_up.h"
#include "tests/arena/competition/simulation.h"

namespace arena::competition {
namespace {

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

}  // namespace

std::vector<double> StrengthsOf(const CompetitionKind& kind, Rng& rng) {
  // Newcomers are far below the mean of the others.
  constexpr double kNewcomer = -400;
  const Conduct& conduct = kind.conduct;
  const int old = kind.entrants - conduct.newcomers;
  std::vector<double> strengths(old);
  for (int i = 0; i < old; ++i) {
    if (kind.field == Field::kNormal) strengths[i] = 200 * Normal(rng);
    if (kind.field == Field::kEven) strengths[i] = 600.0 * i / (old - 1);
  }
  std::fill_n(strengths.begin() + conduct.actor, conduct.clones + 1,
              strengths[conduct.actor]);
  const double mean = absl::c_accumulate(strengths, 0.0) / old;
  for (double& strength : strengths) strength -= mean;
  strengths.resize(kind.entrants, kNewcomer);
  return strengths;
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
    const int encounters =
        kind.deals == v1::DEALS_FIELD ? 2 : kind.entrants / kind.seats;
    spec.set_max_sets(kind.sets * matches * encounters);
  } else if (kind.format == v1::FORMAT_SWISS) {
    spec.set_rounds(kind.sets / 2);
    spec.set_sets(2);
  } else {
    spec.set_sets(std::max(1, kind.sets / EncountersOfEach(kind)));
  }
  return spec;
}

std::string CompetitionKind::ToString() const {
  return absl::StrCat(NameOf(format), anchored ? ", anchored" : "", " | ",
                      entrants, " | ", NameOf(field), conduct.any() ? ", " : "",
                      conduct.name, " | ", seats, " | ", NameOf(deals), " | ",
                      sets);
}

std::vector<CompetitionKind> HonestKinds() {
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

std::vector<CompetitionKind> PlantedKinds() {
  std::vector<CompetitionKind> kinds;
  const auto add = [&](v1::Format format, int entrants, Conduct conduct) {
    conduct.actor = static_cast<uint32_t>(entrants) / 2;
    const int sets = format == v1::FORMAT_GAUNTLET ? 200 : 150;
    kinds.push_back({.format = format,
                     .entrants = entrants,
                     .field = Field::kEven,
                     .sets = sets,
                     .anchored = conduct.newcomers > 0,
                     .conduct = conduct});
  };
  const Conduct jump = {.name = "jump of 300", .older_points = -300};
  for (const Conduct& conduct :
       {jump, Conduct{.name = "jump of 600", .older_points = -600},
        Conduct{.name = "4 clones", .clones = 3},
        Conduct{.name = "forfeits", .down = 0.25},
        Conduct{.name = "3 helpers", .helpers = 3}}) {
    for (const v1::Format format : kFormats) {
      // In a gauntlet they do not meet.
      const bool meet = conduct.clones == 0 && conduct.helpers == 0;
      if (format == v1::FORMAT_GAUNTLET && !meet) continue;
      add(format, 16, conduct);
    }
  }
  add(v1::FORMAT_LADDER, 8, jump);
  add(v1::FORMAT_LADDER, 8, {.name = "4 clones", .clones = 3});
  add(v1::FORMAT_LADDER, 20, {.name = "10 newcomers", .newcomers = 10});
  add(v1::FORMAT_LADDER, 16, {.name = "2 slow", .slow = 2});
  return kinds;
}

}  // namespace arena::competition
