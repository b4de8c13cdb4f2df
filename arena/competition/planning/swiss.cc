#include "arena/competition/planning/swiss.h"

#include "absl/algorithm/container.h"

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

uint32_t Swiss::sets_total() const {
  const auto tables = static_cast<uint32_t>(tables_);
  const auto unpaired = planned_rounds_ - static_cast<uint32_t>(rounds_.size());
  uint32_t deals = unpaired * ((EncountersPerRound() + tables - 1) / tables);
  for (const Round& round : rounds_) {
    deals += static_cast<uint32_t>(round.shared.deals().size());
  }
  return deals * sets_per_encounter_;
}

uint32_t Swiss::missing_tables() const {
  return sets_total() * static_cast<uint32_t>(tables_) -
         planned_rounds_ * NumbersPerRound();
}

bool Swiss::LastRoundIsOver(const Results& results) const {
  if (rounds_.empty()) return true;
  const auto first =
      static_cast<uint32_t>(rounds_.size() - 1) * NumbersPerRound();
  const uint32_t sets =
      static_cast<uint32_t>(rounds_.back().shared.deals().size()) *
      sets_per_encounter_;
  // Called after every match, so the sets that end last are looked at first.
  for (uint32_t set = first + sets; set > first; --set) {
    const SetFacts* facts = results.Find(set - 1);
    if (facts == nullptr || !facts->over()) return false;
  }
  return true;
}

std::vector<SwissEntrant> Swiss::Score(const Results& results) const {
  std::vector<SwissEntrant> entrants(entrants_);
  for (int i = 0; i < entrants_; ++i) {
    entrants[i].index = static_cast<uint32_t>(i);
  }
  for (size_t round = 0; round < rounds_.size(); ++round) {
    const auto& [pairing, shared] = rounds_[round];
    for (const uint32_t entrant : pairing.byes) {
      ++entrants[entrant].byes;
      entrants[entrant].points += ByePoints();
    }
    const auto first = static_cast<uint32_t>(round) * NumbersPerRound();
    const auto deals = static_cast<uint32_t>(shared.deals().size());
    for (size_t number = 0; number < pairing.encounters.size(); ++number) {
      const std::vector<uint32_t>& encounter = pairing.encounters[number];
      std::vector<uint32_t> sets;
      for (uint32_t pass = 0; pass < sets_per_encounter_; ++pass) {
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
  if (complete() || !LastRoundIsOver(results)) {
    return std::vector<ScheduledSet>();
  }
  std::vector<SwissEntrant> order = Score(results);
  absl::c_stable_sort(
      order, [](const auto& a, const auto& b) { return a.points > b.points; });
  const auto round = static_cast<uint32_t>(rounds_.size());
  SwissRound pairing = PairSwiss(std::move(order), sides_, kinship_);
  SharedDeals shared(pairing.encounters, tables_, families_);
  rounds_.push_back({std::move(pairing), std::move(shared)});
  return SetsOf(rounds_.back().shared.deals(), sets_per_encounter_,
                round * NumbersPerRound(), round * sets_per_encounter_);
}

std::vector<Standing> Swiss::Standings(const Results& results) const {
  std::vector<Standing> standings = Totals(entrants_, results);
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
