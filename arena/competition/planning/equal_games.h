// Finds games that were played twice, and sets whose result is no sample of
// luck.
#ifndef ARENA_COMPETITION_PLANNING_EQUAL_GAMES_H_
#define ARENA_COMPETITION_PLANNING_EQUAL_GAMES_H_

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/competition/planning/results.h"

namespace arena::competition {

// Remembers the games of all sets that it has seen. Two bots without any
// randomness play the same game every time, and all repetitions together are
// one result.
//
// A set repeats others if each of its matches was the same game as a match of
// an earlier set with the same entrants in the same seats. A set with a single
// new game counts as a whole. Without its repeated matches the set would favour
// a seat, and a bot could lose the same game many times and pay only once.
//
// A value. Use: Repeats for every set that is over and not void, by number.
class EqualGames {
 public:
  bool Repeats(absl::Span<const ScoredMatch> set);

 private:
  // Entrants by seat, and the hash of the actions.
  using PlayedGame = std::pair<std::vector<uint32_t>, std::string>;

  std::set<PlayedGame> known_;
};

// The sets of `results` that repeat other sets.
std::set<uint32_t> RepeatedSets(const Results& results);

// Whether the set has the same games if its entrants pass on their seats, each
// to the next one: then they played alike, without any randomness of their own,
// and tied whatever the deals were. So the set tells that they are equally
// strong, and nothing of how much luck decides.
bool IsMirrored(absl::Span<const ScoredMatch> set);

// Whether any match of the set ended as a forfeit, by faults or by a change of
// the competition: then its ranks tell of a failure, and not of luck.
bool HasForfeit(absl::Span<const ScoredMatch> set);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_EQUAL_GAMES_H_
