// The kinds of competitions that are simulated: the rows of the coverage table.
#ifndef TESTS_MEASURE_COVERAGE_COMPETITION_KIND_H_
#define TESTS_MEASURE_COVERAGE_COMPETITION_KIND_H_

#include <string>
#include <vector>

#include "arena/core/rng.h"
#include "arena/v1/competition.pb.h"
#include "tests/measure/coverage/simulated.h"

namespace arena::competition {

// The true strengths of a field.
enum class Field {
  // All equal.
  kIdentical,
  // The distance from each entrant to the next is equal, 600 points in all.
  kEven,
  // Normal with a deviation of 200 points, drawn anew for every competition.
  kNormal,
};

struct CompetitionKind {
  v1::Format format = v1::FORMAT_UNSPECIFIED;
  int entrants = 0;
  Field field = Field::kIdentical;
  // About how many sets an entrant plays; in a gauntlet the first entrant is
  // not meant. In a ladder where an entrant has only one match in a set, the
  // number is multiplied by the matches of a duplicate set.
  int sets = 100;
  int seats = 2;
  v1::Deals deals = v1::DEALS_DUPLICATE;
  // Ratings are distances to the first entrant, which is not counted.
  bool anchored = false;
  Conduct conduct = {};

  // Whether the mean of the counted entrants is known to be the origin, so that
  // ratings cannot all be too high.
  bool OnOwnOrigin() const { return !anchored && conduct.newcomers == 0; }
  // Returns the first cells of a row.
  std::string ToString() const;
};

// Draws the strengths; their mean is 0, without those of newcomers.
std::vector<double> StrengthsOf(const CompetitionKind& kind, Rng& rng);
// Draws the seed.
v1::CompetitionSpec SpecOf(const CompetitionKind& kind, Rng& rng);

// The deal decides three tenths of a match's luck.
inline constexpr DealLuck kDealLuck = 0.3;

// Returns the rows of the table in which all are honest, and those in which
// some are not.
std::vector<CompetitionKind> HonestKinds();
std::vector<CompetitionKind> PlantedKinds();

}  // namespace arena::competition

#endif  // TESTS_MEASURE_COVERAGE_COMPETITION_KIND_H_
