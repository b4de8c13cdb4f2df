// Compares two bots: the sequential test over the sets of a competition, and
// other figures of these sets.
#ifndef ARENA_CLI_COMPETITIONS_COMPARISON_H_
#define ARENA_CLI_COMPETITIONS_COMPARISON_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/cli/base/competition_client.h"
#include "arena/competition/comparison/sequential_test.h"
#include "arena/competition/comparison/set_counts.h"
#include "arena/competition/comparison/variance_saved.h"
#include "arena/competition/planning/equal_games.h"
#include "arena/competition/planning/results.h"

namespace arena::cli {

// The score that the test compares.
enum class CompareScore {
  // A win is 1, a loss 0: which bot wins more.
  kRankPoints,
  // The game's own points: which bot scores more. Often decided sooner.
  kPoints,
};

// After this many sets in a row that only repeat earlier games, both bots are
// taken to play without any randomness.
inline constexpr int kRepeatedSets = 10;

// Takes sets in the order of the schedule. Not thread-safe.
class Comparison {
 public:
  // Errors as SequentialTest::Create.
  static absl::StatusOr<Comparison> Create(
      const v1::CompetitionSpec& spec, CompareScore score,
      const competition::SequentialTestOptions& options);

  // Takes the results that came since the last call.
  absl::Status Take(const CompetitionData& data);

  bool decided() const;
  // Whether the last sets only repeated games, so that all further sets will.
  bool NothingNew() const { return repeated_sets_ >= kRepeatedSets; }
  // Matches of sets that repeated earlier games and do not count.
  int equal_games() const { return equal_games_; }
  // Sets, of those that count, with the same games if the bots exchange seats.
  int mirrored_sets() const { return mirrored_sets_; }
  CompareScore score() const { return score_; }
  const competition::SequentialTest& test() const { return test_; }
  uint32_t matches() const { return matches_; }
  // All sets with smaller numbers have been taken.
  uint32_t next_set() const { return next_set_; }
  int sides() const { return form_.side_count(); }
  // Counts all matches, including matches of sets that are not over.
  int faults() const { return faults_; }
  // A's share of the rank points over all sets, from 0 to 1.
  double ShareOfA() const;
  // A's score minus B's score in a match, in points of the game. Requires: a
  // set.
  double MeanPoints() const { return points_ / test_.sets(); }
  // By matches won, of two-sided games. In other games by sets won, as if a set
  // were one match.
  const competition::SetCounts& set_counts() const { return set_counts_; }
  int matches_per_set() const { return matches_per_set_; }
  // The variance that duplicate sets saved, in the unit of the test.
  std::optional<competition::SavedVariance> saved() const {
    return saved_.Estimate();
  }

 private:
  Comparison(competition::GameForm form, CompareScore score,
             competition::SequentialTest test, competition::Results results,
             int matches_per_set)
      : form_(std::move(form)),
        score_(score),
        matches_per_set_(matches_per_set),
        test_(std::move(test)),
        results_(std::move(results)),
        set_counts_(sides() == 2 ? matches_per_set : 1) {}

  absl::Status Feed(const competition::SetOutcome& outcome);

  competition::GameForm form_;
  CompareScore score_;
  int matches_per_set_;
  competition::SequentialTest test_;
  competition::Results results_;
  competition::SetCounts set_counts_;
  competition::EqualGames games_;
  competition::VarianceSaved saved_;
  // Sums of the leads in sets, in points of the game and in rank points.
  double points_ = 0;
  double rank_points_ = 0;
  int repeated_sets_ = 0;
  int equal_games_ = 0;
  int mirrored_sets_ = 0;
  size_t taken_ = 0;
  uint32_t next_set_ = 0;
  uint32_t matches_ = 0;
  int faults_ = 0;
};

// A's lead over B in a set of two entrants.
double LeadIn(const competition::SetOutcome& outcome, CompareScore score);

// The standard deviation of a set's lead in points between built-in players.
// The scale of points differs from game to game, and a test of points must
// bound the weight of a set before the first set. Deterministic. `spec` is
// complete, has two entrants and a seed.
absl::StatusOr<double> DeviationOfPoints(const v1::CompetitionSpec& spec);

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_COMPARISON_H_
