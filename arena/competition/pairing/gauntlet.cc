#include "arena/competition/pairing/gauntlet.h"

#include "arena/competition/pairing/round_robin.h"
#include "arena/core/check.h"

namespace arena::competition {

std::vector<std::vector<uint32_t>> Gauntlet(int entrants, int sides) {
  ARENA_CHECK(sides >= 2 && sides <= entrants, entrants, " entrants, ", sides,
              " sides");
  std::vector<std::vector<uint32_t>> encounters;
  if (sides == 2) {
    for (int other = 1; other < entrants; ++other) {
      encounters.push_back({0, static_cast<uint32_t>(other)});
    }
    return encounters;
  }
  for (const std::vector<uint32_t>& others :
       RoundRobin(entrants - 1, sides - 1)) {
    std::vector<uint32_t>& encounter = encounters.emplace_back();
    encounter.push_back(0);
    for (const uint32_t other : others) encounter.push_back(other + 1);
  }
  return encounters;
}

}  // namespace arena::competition
