#include "arena/competition/head_to_head.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

absl::Status CheckSet(int entrants, const DuplicateSet& set) {
  std::vector<bool> seen(entrants);
  for (const EntrantScore& score : set.scores) {
    if (score.entrant < 0 || score.entrant >= entrants) {
      return absl::InvalidArgumentError(
          absl::StrCat("entrant ", score.entrant, " is unknown; expected 0 to ",
                       entrants - 1));
    }
    if (seen[score.entrant]) {
      return absl::InvalidArgumentError(
          absl::StrCat("entrant ", score.entrant,
                       " is twice in a set; expected its mean score once"));
    }
    if (!std::isfinite(score.score)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "a score is ", score.score, "; expected a finite number"));
    }
    seen[score.entrant] = true;
  }
  return absl::OkStatus();
}

absl::StatusOr<Encounter> EncounterOf(const std::vector<double>& differences,
                                      const BootstrapOptions& options) {
  Encounter encounter;
  if (differences.empty()) return encounter;
  encounter.sets = static_cast<int>(differences.size());
  for (const double difference : differences) {
    ++(difference > 0   ? encounter.wins
       : difference < 0 ? encounter.losses
                        : encounter.draws);
  }
  ARENA_ASSIGN_OR_RETURN(encounter.difference,
                         BootstrapMean(differences, options));
  return encounter;
}

Encounter Mirrored(Encounter encounter) {
  std::swap(encounter.wins, encounter.losses);
  if (!encounter.difference.has_value()) return encounter;
  MeanEstimate& difference = *encounter.difference;
  difference.mean = 0 - difference.mean;
  if (difference.interval.has_value()) {
    difference.interval = {0 - difference.interval->high,
                           0 - difference.interval->low};
  }
  return encounter;
}

}  // namespace

absl::StatusOr<HeadToHead> CompareAll(int entrants,
                                      absl::Span<const DuplicateSet> sets,
                                      const BootstrapOptions& options) {
  if (entrants < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(entrants, " entrants; expected at least 1"));
  }
  // Differences by set of row and column; only columns above the row.
  std::vector<std::vector<double>> differences(entrants * entrants);
  for (const DuplicateSet& set : sets) {
    ARENA_RETURN_IF_ERROR(CheckSet(entrants, set));
    for (const EntrantScore& a : set.scores) {
      for (const EntrantScore& b : set.scores) {
        if (a.entrant >= b.entrant) continue;
        differences[a.entrant * entrants + b.entrant].push_back(
            ScoreDifference(a.score, b.score));
      }
    }
  }
  std::vector<Encounter> encounters(entrants * entrants);
  for (int row = 0; row < entrants; ++row) {
    for (int column = row + 1; column < entrants; ++column) {
      ARENA_ASSIGN_OR_RETURN(
          Encounter encounter,
          EncounterOf(differences[row * entrants + column], options));
      encounters[column * entrants + row] = Mirrored(encounter);
      encounters[row * entrants + column] = std::move(encounter);
    }
  }
  return HeadToHead(entrants, std::move(encounters));
}

}  // namespace arena::competition
