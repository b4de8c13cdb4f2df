// The acts of a match that can be judged, and its deals.
#ifndef ARENA_ANALYSIS_MOMENTS_H_
#define ARENA_ANALYSIS_MOMENTS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/table.h"
#include "arena/record/record.h"

namespace arena {

// An act, and the table before it.
struct Moment {
  AnyState state;
  uint32_t decision;
  MatchEntry entry;
  // Empty for an announcement.
  std::vector<Action> legal = {};
};

// A deal in which a seat could choose.
struct PlayedDeal {
  // Before its first decision.
  AnyState begin;
  // The points of the seats in it.
  SeatScores points;
};

struct Moments {
  TableConfig config;
  // Choices without an alternative are left out.
  std::vector<Moment> acts = {};
  // None in a game without cards or other chance.
  std::vector<PlayedDeal> deals = {};
};

// Plays the record, and collects the acts of these seats. Errors as for
// TableOf.
absl::StatusOr<Moments> MomentsOf(const Record& record, SeatSet seats,
                                  absl::Span<const Game> games);

}  // namespace arena

#endif  // ARENA_ANALYSIS_MOMENTS_H_
