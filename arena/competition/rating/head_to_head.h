// Every entrant against every other: sets won, drawn and lost, by what margin.
#ifndef ARENA_COMPETITION_RATING_HEAD_TO_HEAD_H_
#define ARENA_COMPETITION_RATING_HEAD_TO_HEAD_H_

#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/planning/duplicate_score.h"
#include "arena/competition/rating/bootstrap.h"

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
  HeadToHead(int entrants, std::vector<Encounter> encounters)
      : entrants_(entrants), encounters_(std::move(encounters)) {}

  int entrants() const { return entrants_; }
  // As `row` sees it; (row, column) and (column, row) mirror each other.
  const Encounter& At(int row, int column) const {
    return encounters_[row * entrants_ + column];
  }

 private:
  int entrants_;
  std::vector<Encounter> encounters_;
};

// The order of the sets does not matter. INVALID_ARGUMENT for an entrant
// outside 0 .. entrants - 1, or for bad options.
absl::StatusOr<HeadToHead> CompareAll(int entrants,
                                      absl::Span<const SetOutcome> sets,
                                      const BootstrapOptions& options);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_RATING_HEAD_TO_HEAD_H_
