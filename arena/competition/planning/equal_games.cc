#include "arena/competition/planning/equal_games.h"

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

}  // namespace arena::competition
