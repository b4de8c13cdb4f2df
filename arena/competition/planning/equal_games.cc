#include "arena/competition/planning/equal_games.h"

#include "absl/algorithm/container.h"

namespace arena::competition {

bool EqualGames::Repeats(absl::Span<const ScoredMatch> set) {
  bool repeats = true;
  std::vector<PlayedGame> games;
  for (const ScoredMatch& match : set) {
    if (match.score.actions_sha256.empty()) {
      repeats = false;
      continue;
    }
    games.emplace_back(match.entrants, match.score.actions_sha256);
    repeats = repeats && known_.contains(games.back());
  }
  known_.insert(games.begin(), games.end());
  return repeats;
}

std::set<uint32_t> RepeatedSets(const Results& results) {
  EqualGames games;
  std::set<uint32_t> repeated;
  for (const auto& [number, facts] : results.sets()) {
    const std::vector<ScoredMatch> matches = ScoredMatches(facts);
    if (!matches.empty() && games.Repeats(matches)) repeated.insert(number);
  }
  return repeated;
}

bool IsMirrored(absl::Span<const ScoredMatch> set) {
  if (set.size() < 2) return false;
  std::vector<uint32_t> entrants;
  for (const ScoredMatch& match : set) {
    if (match.score.actions_sha256.empty()) return false;
    for (const uint32_t entrant : match.entrants) {
      if (!absl::c_linear_search(entrants, entrant)) {
        entrants.push_back(entrant);
      }
    }
  }
  return absl::c_all_of(set, [&](const ScoredMatch& match) {
    std::vector<uint32_t> passed;
    for (const uint32_t entrant : match.entrants) {
      const size_t place = absl::c_find(entrants, entrant) - entrants.begin();
      passed.push_back(entrants[(place + 1) % entrants.size()]);
    }
    return absl::c_any_of(set, [&](const ScoredMatch& other) {
      return other.entrants == passed &&
             other.score.actions_sha256 == match.score.actions_sha256;
    });
  });
}

bool HasForfeit(absl::Span<const ScoredMatch> set) {
  return absl::c_any_of(set, [](const ScoredMatch& match) {
    return match.score.termination == v1::TERMINATION_FORFEIT;
  });
}

}  // namespace arena::competition
