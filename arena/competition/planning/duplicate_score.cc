#include "arena/competition/planning/duplicate_score.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// One side of a finished match.
struct SideScore {
  uint32_t entrant;
  int rank;
  // Twelve times the mean returns of its seats. Twelfths are exact for sides of
  // one, two or three seats, and for the mean over one, two or three such
  // sides.
  int64_t points_12;
};

std::vector<SideScore> SidesOf(const GameForm& form, const ScoredMatch& match) {
  std::vector<SideScore> sides;
  for (const std::vector<Seat>& seats : form.sides) {
    SideScore side{match.entrants[seats.front()], kMaxSeats, 0};
    int64_t sum = 0;
    for (const Seat seat : seats) {
      side.rank = std::min(side.rank, match.score.ranks[seat]);
      sum += match.score.returns[seat];
    }
    side.points_12 = 12 * sum / static_cast<int64_t>(seats.size());
    sides.push_back(side);
  }
  return sides;
}

// The outcome of a side against the sides of other entrants.
EntrantOutcome Compare(const std::vector<SideScore>& all, const SideScore& side,
                       bool forfeit) {
  EntrantOutcome outcome{.entrant = side.entrant, .sides = 1};
  int64_t sum_12 = 0;
  int best_other = kMaxSeats;
  for (const SideScore& other : all) {
    if (other.entrant == side.entrant) continue;
    ++outcome.comparisons;
    outcome.half_points += side.rank < other.rank    ? 2
                           : side.rank == other.rank ? 1
                                                     : 0;
    sum_12 += other.points_12;
    best_other = std::min(best_other, other.rank);
  }
  if (outcome.comparisons == 0) return outcome;
  outcome.difference_12 = side.points_12 - sum_12 / outcome.comparisons;
  const bool lost = side.rank > best_other;
  const bool won = side.rank < best_other;
  if (forfeit && ((lost && outcome.difference_12 > 0) ||
                  (won && outcome.difference_12 < 0))) {
    outcome.difference_12 = 0;
  }
  return outcome;
}

void FillPlaces(std::vector<EntrantOutcome>& outcomes) {
  for (EntrantOutcome& outcome : outcomes) {
    outcome.place = 1 + static_cast<int>(std::count_if(
                            outcomes.begin(), outcomes.end(),
                            [&](const EntrantOutcome& other) {
                              return CompareRankPoints(other, outcome) < 0;
                            }));
  }
}

}  // namespace

absl::StatusOr<MatchScore> ScoreOf(const GameForm& form,
                                   const v1::MatchResult& result) {
  MatchScore score{.termination = result.termination()};
  const auto wrong = [&](absl::string_view field, int size) {
    return absl::InvalidArgumentError(absl::StrCat(
        "result.", field, " has ", size, " values; expected ", form.seats));
  };
  for (const v1::Fault& fault : result.faults()) {
    if (fault.seat() >= static_cast<uint32_t>(form.seats)) {
      return absl::InvalidArgumentError(
          absl::StrCat("result.faults names seat ", fault.seat(),
                       "; expected 0 to ", form.seats - 1));
    }
    ++score.faults[fault.seat()];
  }
  if (result.termination() == v1::TERMINATION_UNSPECIFIED) {
    return absl::InvalidArgumentError(
        "result.termination is not set; expected how the match ended");
  }
  if (!score.counts()) return score;
  if (result.returns_size() != form.seats) {
    return wrong("returns", result.returns_size());
  }
  if (result.ranks_size() != form.seats) {
    return wrong("ranks", result.ranks_size());
  }
  for (Seat seat = 0; seat < form.seats; ++seat) {
    if (result.ranks(seat) < 1 ||
        result.ranks(seat) > static_cast<uint32_t>(form.seats)) {
      return absl::InvalidArgumentError(
          absl::StrCat("result.ranks has the rank ", result.ranks(seat),
                       "; expected 1 to ", form.seats));
    }
    score.returns[seat] = result.returns(seat);
    score.ranks[seat] = static_cast<int>(result.ranks(seat));
  }
  return score;
}

double EntrantOutcome::RankPoints() const {
  return comparisons == 0 ? 0.5
                          : static_cast<double>(half_points) /
                                static_cast<double>(2 * comparisons);
}

double EntrantOutcome::ScoreDifference() const {
  return sides == 0 ? 0
                    : static_cast<double>(difference_12) /
                          (12 * static_cast<double>(sides));
}

void EntrantOutcome::Add(const EntrantOutcome& other) {
  ARENA_CHECK(entrant == other.entrant, entrant, " ", other.entrant);
  half_points += other.half_points;
  comparisons += other.comparisons;
  sides += other.sides;
  difference_12 += other.difference_12;
}

int CompareRankPoints(const EntrantOutcome& a, const EntrantOutcome& b) {
  // An entrant that was never compared gets one half. The fractions are
  // cross-multiplied to stay exact.
  const auto fraction = [](const EntrantOutcome& outcome) {
    return outcome.comparisons == 0
               ? std::pair<int64_t, int64_t>{1, 1}
               : std::pair{outcome.half_points, outcome.comparisons};
  };
  const auto [points_a, of_a] = fraction(a);
  const auto [points_b, of_b] = fraction(b);
  const int64_t left = points_a * of_b;
  const int64_t right = points_b * of_a;
  return left > right ? -1 : left < right ? 1 : 0;
}

SetOutcome OutcomeOf(const GameForm& form, uint32_t set,
                     absl::Span<const ScoredMatch> matches) {
  std::map<uint32_t, EntrantOutcome> by_entrant;
  for (const ScoredMatch& match : matches) {
    ARENA_CHECK(match.score.counts());
    const bool forfeit = match.score.termination == v1::TERMINATION_FORFEIT;
    const std::vector<SideScore> sides = SidesOf(form, match);
    for (const SideScore& side : sides) {
      EntrantOutcome& total = by_entrant[side.entrant];
      total.entrant = side.entrant;
      total.Add(Compare(sides, side, forfeit));
    }
  }
  SetOutcome outcome;
  outcome.set = set;
  for (const auto& [entrant, total] : by_entrant) {
    outcome.entrants.push_back(total);
  }
  FillPlaces(outcome.entrants);
  return outcome;
}

double PointsBetween(const SetOutcome& set, const EntrantOutcome& a,
                     const EntrantOutcome& b) {
  const auto entrants = static_cast<double>(set.entrants.size());
  return (a.ScoreDifference() - b.ScoreDifference()) * (entrants - 1) /
         entrants;
}

Placing PlacingOf(const GameForm& form, const ScoredMatch& match) {
  Placing placing;
  for (const SideScore& side : SidesOf(form, match)) {
    placing.sides.push_back({{static_cast<int>(side.entrant)}, side.rank});
  }
  return placing;
}

Placing PlacingOf(const SetOutcome& set) {
  Placing placing;
  for (const EntrantOutcome& entrant : set.entrants) {
    placing.sides.push_back(
        {{static_cast<int>(entrant.entrant)}, entrant.place});
  }
  return placing;
}

}  // namespace arena::competition
