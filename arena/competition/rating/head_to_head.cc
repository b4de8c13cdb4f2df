#include "arena/competition/rating/head_to_head.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// The results of one entrant against another, set by set.
struct Meetings {
  Encounter encounter;
  std::vector<double> differences;

  void Add(const SetOutcome& set, const EntrantOutcome& a,
           const EntrantOutcome& b) {
    ++encounter.sets;
    ++(a.place < b.place   ? encounter.wins
       : a.place > b.place ? encounter.losses
                           : encounter.draws);
    differences.push_back(PointsBetween(set, a, b));
  }
};

absl::Status CheckSet(int entrants, const SetOutcome& set) {
  for (const EntrantOutcome& outcome : set.entrants) {
    if (outcome.entrant < static_cast<uint32_t>(entrants)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("entrant ", outcome.entrant, " is unknown; expected 0 to ",
                     entrants - 1));
  }
  return absl::OkStatus();
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
                                      absl::Span<const SetOutcome> sets,
                                      const BootstrapOptions& options) {
  if (entrants < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(entrants, " entrants; expected at least 1"));
  }
  // By row and column; only columns above the row.
  std::vector<std::map<uint32_t, Meetings>> meetings(entrants);
  for (const SetOutcome& set : sets) {
    ARENA_RETURN_IF_ERROR(CheckSet(entrants, set));
    for (const EntrantOutcome& row : set.entrants) {
      for (const EntrantOutcome& column : set.entrants) {
        if (row.entrant >= column.entrant) continue;
        meetings[row.entrant][column.entrant].Add(set, row, column);
      }
    }
  }
  std::vector<std::map<uint32_t, Encounter>> rows(entrants);
  for (int row = 0; row < entrants; ++row) {
    for (auto& [column, met] : meetings[row]) {
      ARENA_ASSIGN_OR_RETURN(met.encounter.difference,
                             BootstrapMean(met.differences, options));
      rows[row].emplace(column, met.encounter);
    }
  }
  return HeadToHead(std::move(rows));
}

Encounter HeadToHead::At(uint32_t row, uint32_t column) const {
  const auto [first, second] = std::minmax(row, column);
  const auto found = rows_[first].find(second);
  if (found == rows_[first].end()) return {};
  return row < column ? found->second : Mirrored(found->second);
}

}  // namespace arena::competition
