#include "referee/site/pages/rounds.h"

#include <algorithm>
#include <map>
#include <set>

namespace arena::referee {
namespace {

// By the number of the encounter's first set, which is its place in the
// schedule.
struct Placed {
  uint32_t first_set = 0;
  RoundEncounter encounter;
};

void Count(const v1::CompetitionMatch& match, Placed& placed) {
  RoundEncounter& encounter = placed.encounter;
  placed.first_set = std::min(placed.first_set, match.set());
  encounter.wins.resize(encounter.entrants.size());
  const v1::MatchResult& result = match.result();
  if (result.ranks().empty()) return;
  ++encounter.matches;
  encounter.match_id = match.match_id();
  std::set<uint32_t> winners;
  for (int seat = 0; seat < result.ranks_size(); ++seat) {
    if (result.ranks(seat) == 1 && seat < match.entrants_size()) {
      winners.insert(match.entrants(seat));
    }
  }
  if (winners.size() != 1) return;
  const auto at = std::find(encounter.entrants.begin(),
                            encounter.entrants.end(), *winners.begin());
  ++encounter.wins[at - encounter.entrants.begin()];
}

}  // namespace

std::vector<std::vector<RoundEncounter>> RoundsOf(
    const google::protobuf::RepeatedPtrField<v1::CompetitionMatch>& results) {
  std::map<std::set<uint32_t>, Placed> encounters;
  for (const v1::CompetitionMatch& match : results) {
    const std::set<uint32_t> key(match.entrants().begin(),
                                 match.entrants().end());
    const auto [at, is_new] = encounters.try_emplace(key);
    if (is_new) {
      at->second.first_set = match.set();
      at->second.encounter.entrants.assign(key.begin(), key.end());
    }
    Count(match, at->second);
  }
  std::vector<Placed> ordered;
  for (auto& [key, placed] : encounters) ordered.push_back(std::move(placed));
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const Placed& a, const Placed& b) {
                     return a.first_set < b.first_set;
                   });
  std::map<uint32_t, size_t> rounds_of;
  std::vector<std::vector<RoundEncounter>> rounds;
  for (Placed& placed : ordered) {
    size_t round = 0;
    for (const uint32_t entrant : placed.encounter.entrants) {
      round = std::max(round, rounds_of[entrant]);
    }
    for (const uint32_t entrant : placed.encounter.entrants) {
      rounds_of[entrant] = round + 1;
    }
    if (rounds.size() <= round) rounds.resize(round + 1);
    rounds[round].push_back(std::move(placed.encounter));
  }
  return rounds;
}

}  // namespace arena::referee
