#include "arena/competition/planning/schedule.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "arena/competition/planning/duplicate.h"
#include "arena/competition/planning/equal_games.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"

namespace arena::competition {

std::vector<std::vector<uint32_t>> MatchesOf(const v1::CompetitionSpec& spec,
                                             const GameForm& form,
                                             const ScheduledSet& set) {
  if (IsField(spec)) return FieldMatches(form, set);
  if (spec.swap_pairs()) {
    return SwapPairMatches(form, set.entrants, set.variation);
  }
  if (DealsOf(spec) != v1::DEALS_INDEPENDENT) {
    return DuplicateMatches(form, set.entrants, set.variation);
  }
  const auto rotations = static_cast<uint32_t>(
      DuplicateOrders(form.side_count(), static_cast<int>(set.entrants.size()))
          .size());
  const auto all =
      DuplicateMatches(form, set.entrants, set.variation / rotations);
  return {all[set.variation % rotations]};
}

void Schedule::AddEntrant(const v1::Entrant& /*entrant*/) {
  ARENA_CHECK(false, "this format has all entrants from the beginning");
}

std::vector<Standing> Totals(int entrants, const Results& results) {
  std::vector<Standing> standings(entrants);
  for (int i = 0; i < entrants; ++i) {
    standings[i].entrant = standings[i].total.entrant =
        static_cast<uint32_t>(i);
  }
  const std::set<uint32_t> repeated = RepeatedSets(results);
  for (const auto& [number, facts] : results.sets()) {
    const std::optional<SetOutcome> outcome = results.Outcome(number);
    if (!outcome.has_value() || repeated.contains(number)) continue;
    for (const EntrantOutcome& entrant : outcome->entrants) {
      ++standings[entrant.entrant].sets;
      standings[entrant.entrant].total.Add(entrant);
    }
  }
  return standings;
}

void Rank(
    std::vector<Standing>& standings,
    absl::FunctionRef<int(const Standing& a, const Standing& b)> compare) {
  std::stable_sort(
      standings.begin(), standings.end(),
      [&](const Standing& a, const Standing& b) { return compare(a, b) < 0; });
  for (size_t i = 0; i < standings.size(); ++i) {
    const bool shared = i > 0 && compare(standings[i - 1], standings[i]) == 0;
    standings[i].place =
        shared ? standings[i - 1].place : static_cast<int>(i) + 1;
  }
}

int CompareTotals(const Standing& a, const Standing& b) {
  const int points = CompareRankPoints(a.total, b.total);
  if (points != 0) return points;
  const int64_t left =
      a.total.difference_12 * std::max<int64_t>(b.total.sides, 1);
  const int64_t right =
      b.total.difference_12 * std::max<int64_t>(a.total.sides, 1);
  return left > right ? -1 : left < right ? 1 : 0;
}

absl::StatusOr<std::vector<ScheduledSet>> ListSchedule::Extend(
    const Results& /*results*/, bool /*room*/) {
  std::vector<ScheduledSet> sets;
  if (std::exchange(complete_, true)) return sets;
  for (const EncounterList& list : lists_) {
    const std::vector<ScheduledSet> more =
        SetsOf(list.encounters, list.sets_per_encounter,
               static_cast<uint32_t>(sets.size()), list.variation);
    sets.insert(sets.end(), more.begin(), more.end());
  }
  return sets;
}

uint32_t ListSchedule::sets_total() const {
  size_t sets = 0;
  for (const EncounterList& list : lists_) {
    sets += list.encounters.size() * list.sets_per_encounter;
  }
  return static_cast<uint32_t>(sets);
}

uint32_t ListSchedule::missing_tables() const {
  uint32_t missing = 0;
  for (const EncounterList& list : lists_) missing += list.missing_tables;
  return missing;
}

std::vector<Standing> ListSchedule::Standings(const Results& results) const {
  std::vector<Standing> standings = Totals(entrants_, results);
  Rank(standings, CompareTotals);
  return standings;
}

std::vector<ScheduledSet> SetsOf(
    const std::vector<std::vector<uint32_t>>& encounters,
    uint32_t sets_per_encounter, uint32_t first, uint32_t variation) {
  std::vector<ScheduledSet> sets;
  sets.reserve(encounters.size() * sets_per_encounter);
  for (uint32_t pass = 0; pass < sets_per_encounter; ++pass) {
    uint32_t encounter = first;
    for (const std::vector<uint32_t>& entrants : encounters) {
      const auto number = static_cast<uint32_t>(first + sets.size());
      sets.push_back({number, entrants, variation + pass, encounter++});
    }
  }
  return sets;
}

std::optional<std::vector<int64_t>> EncounterPoints(
    const Results& results, const std::vector<uint32_t>& entrants,
    const std::vector<uint32_t>& sets) {
  // Called after every match, so the sets that end last are checked first.
  for (auto set = sets.rbegin(); set != sets.rend(); ++set) {
    const SetFacts* facts = results.Find(*set);
    if (facts == nullptr || !facts->over()) return std::nullopt;
  }
  std::vector<int64_t> totals(entrants.size());
  for (const uint32_t set : sets) {
    const std::optional<SetOutcome> outcome = results.Outcome(set);
    if (!outcome.has_value()) continue;
    for (const EntrantOutcome& entrant : outcome->entrants) {
      const auto place = absl::c_find(entrants, entrant.entrant);
      // A result of other entrants is reported when the set is scheduled.
      if (place == entrants.end()) continue;
      totals[place - entrants.begin()] += entrant.half_points;
    }
  }
  std::vector<int64_t> points(entrants.size());
  for (size_t i = 0; i < totals.size(); ++i) {
    for (size_t j = 0; j < totals.size(); ++j) {
      if (i == j) continue;
      points[i] += totals[i] > totals[j] ? 2 : totals[i] == totals[j] ? 1 : 0;
    }
  }
  return points;
}

}  // namespace arena::competition
