// The official table of a competition, with all figures of its entrants.
#ifndef ARENA_COMPETITION_REPORT_STANDINGS_H_
#define ARENA_COMPETITION_REPORT_STANDINGS_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/rating/bootstrap.h"
#include "arena/competition/rating/head_to_head.h"
#include "arena/competition/rating/rating_history.h"
#include "arena/competition/report/version_standings.h"
#include "arena/v1/competition_service.pb.h"

namespace arena::competition {

// ---- Faults ----

// Where a fault happened.
struct FaultPlace {
  uint32_t set = 0;
  uint32_t match = 0;
  uint32_t attempt = 0;
  uint32_t decision = 0;
  // Empty where the results do not name their matches.
  std::string match_id = "";

  auto operator<=>(const FaultPlace&) const = default;
};

// How many places are kept for each kind.
inline constexpr size_t kFaultPlaces = 5;

// The faults of one kind of one entrant, in all attempts of all its matches.
struct FaultCount {
  v1::FaultKind kind = v1::FAULT_KIND_UNSPECIFIED;
  int count = 0;
  // The places with the highest numbers, the last one first.
  std::vector<FaultPlace> last;

  bool operator==(const FaultCount&) const = default;
};

// ---- The table ----

// A line of the table. Statistics are by set and count sets that are over, not
// void, and more than a repetition of the same games; matches and faults count
// all there were.
struct EntrantStanding {
  // 1 is best; equal entrants share a place. 0: it is disqualified.
  int place = 1;
  // Index into the specification.
  uint32_t entrant = 0;
  std::string name;
  // Bots or built-in players; a pair has two.
  std::vector<std::string> players;
  bool benched = false;
  // What its results are worth if it is disqualified; the reason is in the
  // specification.
  v1::CompetitionChange::Ruling disqualified =
      v1::CompetitionChange::RULING_UNSPECIFIED;

  int sets = 0;
  // Sets in which it was alone first, first with others, not first.
  int won = 0;
  int drawn = 0;
  int lost = 0;
  // Sets that count for nothing because a match never had a result.
  int void_sets = 0;
  // Matches with a result.
  int matches = 0;

  // Mean share of the rank points that it could have got, from 0 to 1; 1/2
  // without a set.
  double rank_points = 0.5;
  // With its 95 % interval.
  double rating = 0;
  Interval rating_interval;
  // Mean score difference to the others per match, in points of the game, with
  // 95 % interval over sets; nothing without a set.
  std::optional<MeanEstimate> difference;
  // The rating after more and more sets.
  std::vector<CurvePoint> curve;

  // Swiss only: 1 for a won encounter, 1/2 for a drawn one, and the sum of
  // these points over all opponents met.
  double points = 0;
  double buchholz = 0;
  // Knockout only: the round that it came to, from 1; for the winner, one more
  // than the final.
  int round = 0;

  // By kind, ascending; only kinds that occurred.
  std::vector<FaultCount> faults;
  // The newest first; empty if there was only one.
  std::vector<VersionStanding> versions;

  int fault_count() const;
};

// What comparing the tables of a field duplicate is worth, from its results.
struct FieldFigures {
  // The most tables of a deal.
  int tables = 0;
  // The share of a match's variance that is luck of the deal and the seat; how
  // much of this luck is taken away; and so how much of the variance.
  double luck = 0;
  double kept = 0;
  double saved = 0;

  bool operator==(const FieldFigures&) const = default;
};

// A value.
struct Standings {
  // The competition as given, with its specification completed.
  v1::Competition competition;
  // What decides the places.
  v1::StandingsOrder order;
  // Best first.
  std::vector<EntrantStanding> entrants;
  // By indices of entrants.
  HeadToHead head_to_head;
  // The fit to all sets, by index. Of standings that were read from a message it
  // knows nobody.
  BatchRating rating;
  // Field duplicate only.
  std::optional<FieldFigures> field;
  // Sets that are over and count, and void sets.
  int sets = 0;
  int void_sets = 0;
  // Matches that count for nothing, because their sets only repeated games that
  // the same entrants had played in the same seats.
  int equal_games = 0;
  // Matches with a result, matches that had to be played again, matches that
  // an admin or an author cancelled, and faults.
  int matches = 0;
  int repeated_matches = 0;
  int cancelled_matches = 0;
  int faults = 0;
};

// A pure function of the competition and the SET of its results: order,
// repetitions and matches that are not over do not change a single bit.
// (Floating point: another build may differ in the last digits.) Intervals of
// means are drawn with a seed that follows from the name of the competition.
// INVALID_ARGUMENT for a bad specification, and for matches that do not fit it
// or contradict each other.
absl::StatusOr<Standings> ComputeStandings(
    const v1::Competition& competition,
    absl::Span<const v1::CompetitionMatch> results);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_STANDINGS_H_
