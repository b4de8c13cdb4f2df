#include "arena/competition/planning/swiss.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "arena/competition/pairing/relations.h"

namespace arena::competition {
namespace {

int CompareSwiss(const Standing& a, const Standing& b) {
  if (a.half_points != b.half_points) {
    return a.half_points > b.half_points ? -1 : 1;
  }
  if (a.buchholz != b.buchholz) return a.buchholz > b.buchholz ? -1 : 1;
  return CompareTotals(a, b);
}

}  // namespace

Swiss::Swiss(const v1::CompetitionSpec& spec, int sides, uint32_t factor)
    : spec_(spec),
      log_(spec),
      sides_(sides),
      planned_rounds_(spec.rounds()),
      factor_(factor),
      tables_(TablesOf(spec)),
      families_(FamiliesOf(spec)) {}

std::vector<uint32_t> Swiss::Present() const {
  std::vector<uint32_t> present;
  for (int i = 0; i < log_.EntrantsAt(next_set_); ++i) {
    const auto entrant = static_cast<uint32_t>(i);
    if (!log_.IsOutAt(entrant, next_set_)) present.push_back(entrant);
  }
  return present;
}

uint32_t Swiss::sets_total() const {
  const auto tables = static_cast<uint32_t>(tables_);
  const auto unpaired = planned_rounds_ - static_cast<uint32_t>(rounds_.size());
  uint32_t sets = unpaired * SetsOfNextRound() *
                  ((EncountersToCome() + tables - 1) / tables);
  for (const Round& round : rounds_) {
    sets += static_cast<uint32_t>(round.shared.deals().size()) *
            round.sets_per_encounter;
  }
  return sets;
}

uint32_t Swiss::missing_tables() const {
  const auto unpaired = planned_rounds_ - static_cast<uint32_t>(rounds_.size());
  const uint32_t encounters =
      next_set_ + unpaired * SetsOfNextRound() * EncountersToCome();
  return sets_total() * static_cast<uint32_t>(tables_) - encounters;
}

bool Swiss::LastRoundIsOver(const Results& results) const {
  if (rounds_.empty()) return true;
  const Round& last = rounds_.back();
  const uint32_t sets = static_cast<uint32_t>(last.shared.deals().size()) *
                        last.sets_per_encounter;
  // Called after every match, so the sets that end last are checked first.
  for (uint32_t set = last.first + sets; set > last.first; --set) {
    const SetFacts* facts = results.Find(set - 1);
    if (facts == nullptr || !facts->over()) return false;
  }
  return true;
}

std::vector<SwissEntrant> Swiss::Score(const Results& results) const {
  std::vector<SwissEntrant> entrants(spec_.entrants_size());
  for (int i = 0; i < spec_.entrants_size(); ++i) {
    entrants[i].index = static_cast<uint32_t>(i);
  }
  for (const auto& [pairing, shared, first, sets_per_encounter] : rounds_) {
    for (const uint32_t entrant : pairing.byes) {
      ++entrants[entrant].byes;
      entrants[entrant].points += ByePoints();
    }
    const auto deals = static_cast<uint32_t>(shared.deals().size());
    for (size_t number = 0; number < pairing.encounters.size(); ++number) {
      const std::vector<uint32_t>& encounter = pairing.encounters[number];
      std::vector<uint32_t> sets;
      for (uint32_t pass = 0; pass < sets_per_encounter; ++pass) {
        sets.push_back(first + shared.deal_of()[number] + pass * deals);
      }
      const auto points = EncounterPoints(results, encounter, sets);
      for (size_t i = 0; i < encounter.size(); ++i) {
        SwissEntrant& entrant = entrants[encounter[i]];
        if (points.has_value()) entrant.points += (*points)[i];
        for (const uint32_t other : encounter) {
          if (other != entrant.index) ++entrant.met[other];
        }
      }
    }
  }
  return entrants;
}

absl::StatusOr<std::vector<ScheduledSet>> Swiss::Extend(const Results& results,
                                                        bool /*room*/) {
  std::vector<ScheduledSet> sets;
  // A round has no sets if almost all entrants are out.
  while (sets.empty() && !complete() && LastRoundIsOver(results)) {
    const uint32_t variation = variation_;
    BeginRound(results);
    const Round& round = rounds_.back();
    sets = SetsOf(round.shared.deals(), round.sets_per_encounter, round.first,
                  variation);
  }
  return sets;
}

void Swiss::BeginRound(const Results& results) {
  const std::vector<SwissEntrant> all = Score(results);
  std::vector<SwissEntrant> order;
  for (const uint32_t entrant : Present()) order.push_back(all[entrant]);
  absl::c_stable_sort(
      order, [](const auto& a, const auto& b) { return a.points > b.points; });
  SwissRound pairing;
  if (static_cast<int>(order.size()) >= sides_) {
    pairing = PairSwiss(std::move(order), sides_,
                        Relations(spec_, log_.EntrantsAt(next_set_)));
  } else {
    for (const SwissEntrant& left : order) pairing.byes.push_back(left.index);
  }
  SharedDeals shared(pairing.encounters, tables_, families_);
  const uint32_t sets = SetsOfNextRound();
  const auto encounters = static_cast<uint32_t>(pairing.encounters.size());
  rounds_.push_back({std::move(pairing), std::move(shared), next_set_, sets});
  next_set_ += encounters * sets;
  variation_ += sets;
}

std::vector<Standing> Swiss::Standings(const Results& results) const {
  std::vector<Standing> standings = Totals(spec_.entrants_size(), results);
  const std::vector<SwissEntrant> entrants = Score(results);
  for (Standing& standing : standings) {
    const SwissEntrant& entrant = entrants[standing.entrant];
    standing.half_points = entrant.points;
    for (const auto& [other, times] : entrant.met) {
      standing.buchholz += times * entrants[other].points;
    }
    // Its imagined opponents are as good as itself.
    standing.buchholz += entrant.byes * (sides_ - 1) * entrant.points;
  }
  Rank(standings, CompareSwiss);
  return standings;
}

}  // namespace arena::competition
