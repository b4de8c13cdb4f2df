// The scores of finished matches for their entrants, alone and over a whole
// set.
#ifndef ARENA_COMPETITION_PLANNING_DUPLICATE_SCORE_H_
#define ARENA_COMPETITION_PLANNING_DUPLICATE_SCORE_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/pairing/placing.h"
#include "arena/competition/planning/spec_form.h"
#include "arena/match/entry.h"
#include "arena/v1/result.pb.h"

namespace arena::competition {

// The part of a v1.MatchResult that a competition keeps. A value.
struct MatchScore {
  v1::Termination termination = v1::TERMINATION_UNSPECIFIED;
  // By seat; 1 is best.
  SeatRanks ranks = {};
  // By seat, in the game's points.
  SeatScores returns = {};
  // Number of faults, by seat.
  std::array<int, kMaxSeats> faults = {};
  // Identifies equal games (see v1.CompetitionMatch); empty: the match equals
  // no other match.
  std::string actions_sha256 = "";

  bool counts() const { return HasResult(termination); }
  friend bool operator==(const MatchScore&, const MatchScore&) = default;
};

// INVALID_ARGUMENT if the result does not fit the number of seats.
absl::StatusOr<MatchScore> ScoreOf(const GameForm& form,
                                   const v1::MatchResult& result);

// A match that counts, with its entrants by seat.
struct ScoredMatch {
  std::vector<uint32_t> entrants;
  MatchScore score;
};

// The scores of an entrant in a set (or in several sets, added up). All numbers
// are integers, so that sums do not depend on any order.
//
// Rank points: in every match each side is compared with every side of another
// entrant; 2 half points for a better rank, 1 for an equal one.
//
// Score difference: the points of a side are the mean returns of its seats; its
// difference is these points less the mean points of the other entrants' sides.
// In a forfeited match (two seats) returns are only the points so far, so a
// difference that contradicts the ranks counts as 0.
struct EntrantOutcome {
  uint32_t entrant = 0;
  int64_t half_points = 0;
  // Half of the half points that were possible.
  int64_t comparisons = 0;
  // Sides held, summed over the matches.
  int64_t sides = 0;
  // Sum of the score differences in twelfths of a point, over sides held.
  int64_t difference_12 = 0;
  // In the set, by rank points; equal entrants share a place. 1 is best.
  int place = 1;

  // Mean rank points, from 0 (always last) to 1 (always alone first).
  double RankPoints() const;
  // Mean score difference per match, in points of the game.
  double ScoreDifference() const;
  // Adds everything but the place. Requires: the same entrant.
  void Add(const EntrantOutcome& other);
  friend bool operator==(const EntrantOutcome&,
                         const EntrantOutcome&) = default;
};

// Negative if a is better: more mean rank points; 0 if they are equal. Exact.
int CompareRankPoints(const EntrantOutcome& a, const EntrantOutcome& b);

// The outcome of a duplicate set, the unit of all statistics.
struct SetOutcome {
  uint32_t set = 0;
  // Every entrant of the set once, ascending by index.
  std::vector<EntrantOutcome> entrants;
};

// The outcome of the matches of a set. Requires: all matches count.
SetOutcome OutcomeOf(const GameForm& form, uint32_t set,
                     absl::Span<const ScoredMatch> matches);

// The points of a minus the points of b, as the mean over the matches of their
// set. (The distance to the mean of n - 1 others is n / (n - 1) times the
// distance to the mean of all.) Requires: as many sides as entrants in the set.
double PointsBetween(const SetOutcome& set, const EntrantOutcome& a,
                     const EntrantOutcome& b);

// The set as pairing sees it: its entrants by place, each as one side.
Placing PlacingOf(const SetOutcome& set);
// A match as ratings see it: its sides by rank.
Placing PlacingOf(const GameForm& form, const ScoredMatch& match);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_DUPLICATE_SCORE_H_
