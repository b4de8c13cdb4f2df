// Every entrant against every other: sets won, drawn and lost, by what margin.
#ifndef ARENA_COMPETITION_RATING_HEAD_TO_HEAD_H_
#define ARENA_COMPETITION_RATING_HEAD_TO_HEAD_H_

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/comparison/bootstrap.h"
#include "arena/competition/planning/duplicate_score.h"

namespace arena::competition {

// One entrant against another, over the sets in which both took part.
struct Encounter {
  int sets = 0;
  // Sets with a better, an equal and a worse place.
  int wins = 0;
  int draws = 0;
  int losses = 0;
  // Mean over the sets of PointsBetween, with its interval; nothing if they
  // never met.
  std::optional<MeanEstimate> difference;
};

// The encounters of n entrants. A value.
class HeadToHead {
 public:
  // `rows` has the encounters of each entrant with those after it, by column;
  // only of pairs that have met.
  explicit HeadToHead(std::vector<std::map<uint32_t, Encounter>> rows)
      : rows_(std::move(rows)) {}

  int entrants() const { return static_cast<int>(rows_.size()); }
  // As `row` sees it; (row, column) and (column, row) mirror each other.
  Encounter At(uint32_t row, uint32_t column) const;

 private:
  std::vector<std::map<uint32_t, Encounter>> rows_;
};

// The order of the sets does not matter. INVALID_ARGUMENT for an entrant
// outside 0 .. entrants - 1, or for bad options.
absl::StatusOr<HeadToHead> CompareAll(int entrants,
                                      absl::Span<const SetOutcome> sets,
                                      const BootstrapOptions& options);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_HEAD_TO_HEAD_H_
