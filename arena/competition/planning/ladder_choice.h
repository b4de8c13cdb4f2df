// Whom the ladder lets play next.
#ifndef ARENA_COMPETITION_PLANNING_LADDER_CHOICE_H_
#define ARENA_COMPETITION_PLANNING_LADDER_CHOICE_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "arena/competition/planning/bench.h"
#include "arena/competition/planning/online_rating.h"

namespace arena::competition {

// Who has begun fewer encounters is new.
inline constexpr uint32_t kNewEncounters = 8;
// Opponents that an entrant remembers, so as to meet others.
inline constexpr size_t kRememberedOpponents = 6;
// An entrant of the ladder.
struct Contender {
  // Encounters begun, and those of them that are not over.
  uint32_t encounters = 0;
  uint32_t open = 0;
  // One more than the number of its last encounter; 0: none yet.
  uint32_t last = 0;
  // The latest first.
  std::deque<uint32_t> opponents;
};

// Chooses the entrants of encounter number `number`, which is one of `slots`
// at a time:
// 1. Whoever has its share of the slots already (one and a half times what
//    would be even, at most half of all) waits, as long as there are enough
//    others: a slow bot never holds everybody up.
// 2. Even numbers: the newest of those who are new. Odd numbers, and if nobody
//    is new: who has waited longest. So among n entrants below their share,
//    everybody begins an encounter within 2n (if nobody joins meanwhile).
// 3. Its opponents are those whose rating is nearest, considering how
//    uncertain both are; whom it met lately counts as further away.
// Nothing if there are fewer than `sides` entrants who may play.
std::optional<std::vector<uint32_t>> ChooseEncounter(
    absl::Span<const Contender> contenders, const Bench& bench,
    absl::Span<const OnlineRating> ratings, int sides, uint32_t number,
    uint32_t slots);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PLANNING_LADDER_CHOICE_H_
