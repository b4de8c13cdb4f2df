#include "arena/competition/pairing/round_robin.h"

#include <algorithm>
#include <numeric>

#include "arena/core/check.h"

namespace arena::competition {
namespace {

using Encounters = std::vector<std::vector<uint32_t>>;

// One entrant stays and the others go round in a circle; opposite entrants
// meet. With an odd number the fixed place is empty: its opponent has a break.
Encounters Circle(int entrants) {
  Encounters encounters;
  const int places = entrants + entrants % 2;
  const int circle = places - 1;
  for (int round = 0; round < circle; ++round) {
    for (int i = 0; i < places / 2; ++i) {
      const int a = i == 0 ? places - 1 : (round + i) % circle;
      const int b = (round + circle - i) % circle;
      if (std::max(a, b) >= entrants) continue;
      encounters.push_back({static_cast<uint32_t>(std::min(a, b)),
                            static_cast<uint32_t>(std::max(a, b))});
    }
  }
  return encounters;
}

// The entrants sit in a circle. A choice of entrants is a cycle of gaps. All
// choices with the same gaps are rotations of each other. They form an orbit,
// in which all entrants play equally often.
using Gaps = std::vector<int>;

// The number of gaps after which the cycle repeats.
size_t PeriodOf(const Gaps& gaps) {
  Gaps rotated = gaps;
  size_t period = 0;
  do {
    std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());
    ++period;
  } while (rotated != gaps);
  return period;
}

// Whether no rotation of the cycle sorts before it, so each orbit counts once.
bool IsFirst(const Gaps& gaps) {
  Gaps rotated = gaps;
  for (size_t i = 1; i < gaps.size(); ++i) {
    std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());
    if (rotated < gaps) return false;
  }
  return true;
}

// A step round the circle that reaches every place, and distant places soon.
int StrideOf(int entrants) {
  int stride = std::max(1, entrants * 5 / 13);
  while (std::gcd(stride, entrants) != 1) ++stride;
  return stride;
}

void AddOrbit(int entrants, const Gaps& gaps, Encounters& encounters) {
  // A cycle that repeats comes back to itself before a full turn.
  int length = 0;
  for (size_t i = 0; i < PeriodOf(gaps); ++i) length += gaps[i];
  const int stride = StrideOf(length);
  for (int step = 0; step < length; ++step) {
    int place = step * stride % length;
    std::vector<uint32_t> encounter;
    for (const int gap : gaps) {
      encounter.push_back(static_cast<uint32_t>(place % entrants));
      place += gap;
    }
    std::sort(encounter.begin(), encounter.end());
    encounters.push_back(std::move(encounter));
  }
}

// Every cycle of gaps that begins with `gaps` and goes once round.
void AddOrbits(int entrants, int sides, int left, Gaps& gaps,
               Encounters& encounters) {
  const int missing = sides - static_cast<int>(gaps.size());
  if (missing == 1) {
    gaps.push_back(left);
    if (IsFirst(gaps)) AddOrbit(entrants, gaps, encounters);
    gaps.pop_back();
    return;
  }
  for (int gap = 1; gap <= left - (missing - 1); ++gap) {
    gaps.push_back(gap);
    AddOrbits(entrants, sides, left - gap, gaps, encounters);
    gaps.pop_back();
  }
}

}  // namespace

std::vector<std::vector<uint32_t>> RoundRobin(int entrants, int sides) {
  ARENA_CHECK(sides >= 2 && sides <= entrants, entrants, " entrants, ", sides,
              " sides");
  if (sides == 2) return Circle(entrants);
  Encounters encounters;
  Gaps gaps;
  AddOrbits(entrants, sides, entrants, gaps, encounters);
  return encounters;
}

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
