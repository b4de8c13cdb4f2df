#include "arena/competition/planning/ladder_choice.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"

namespace arena::competition {
namespace {

// How much each remembered encounter adds to the distance of an opponent.
constexpr double kMetLately = 0.5;

// One of so many encounters has random opponents. The intervals of simulated
// ladders hold with a quarter or more of them.
constexpr uint32_t kRandomEncounters = 3;

void Shuffle(Rng& draws, std::vector<uint32_t>& items) {
  for (size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[draws.Below(static_cast<uint32_t>(i))]);
  }
}

// How far apart two entrants certainly are. It is small if a set between them
// would tell much.
double Distance(const OnlineRating& a, const OnlineRating& b) {
  const double beta = OnlineRatingOptions().beta;
  return std::abs(a.mu - b.mu) /
         std::sqrt(a.sigma * a.sigma + b.sigma * b.sigma + 2 * beta * beta);
}

// The slots that one entrant may have.
uint32_t ShareOf(size_t playing, int sides, uint32_t slots) {
  const auto even =
      static_cast<double>(slots) * sides / static_cast<double>(playing);
  const double share = std::min(1.5 * even, slots / 2.0);
  return std::max(1u, static_cast<uint32_t>(share));
}

// Whether entrants of the pool might meet: there is a bot, and there are as
// many clans as sides.
bool MightMeet(absl::Span<const Contender> contenders,
               const std::vector<uint32_t>& pool, int sides,
               const Kinship& kinship) {
  bool any_bot = false;
  std::set<uint32_t> clans;
  for (const uint32_t i : pool) {
    any_bot = any_bot || !contenders[i].built_in;
    clans.insert(kinship.ClanOf(i));
    if (any_bot && static_cast<int>(clans.size()) >= sides) return true;
  }
  return false;
}

// The entrants that may be chosen: all that are below the share or, if these
// are too few, those with the fewest slots.
std::vector<uint32_t> Pool(absl::Span<const Contender> contenders,
                           const Bench& bench, int sides, uint32_t slots,
                           const Kinship& kinship) {
  std::vector<uint32_t> pool;
  for (uint32_t i = 0; i < contenders.size(); ++i) {
    if (bench.MayPlay(i)) pool.push_back(i);
  }
  if (!MightMeet(contenders, pool, sides, kinship)) return {};
  const uint32_t share = ShareOf(pool.size(), sides, slots);
  absl::c_stable_sort(pool, [&](uint32_t a, uint32_t b) {
    return contenders[a].open < contenders[b].open;
  });
  const auto needed = static_cast<size_t>(sides);
  uint32_t most = std::max(share, contenders[pool[needed - 1]].open + 1);
  for (;;) {
    std::vector<uint32_t> below;
    for (const uint32_t i : pool) {
      if (contenders[i].open < most) below.push_back(i);
    }
    const bool all = below.size() == pool.size();
    if (all || MightMeet(contenders, below, sides, kinship)) {
      absl::c_sort(below);
      return below;
    }
    most = contenders[pool[below.size()]].open + 1;
  }
}

uint32_t ChooseFirst(absl::Span<const Contender> contenders,
                     const std::vector<uint32_t>& pool, bool new_first) {
  return *absl::c_min_element(pool, [&](uint32_t a, uint32_t b) {
    // New entrants come first if `new_first`, then those that waited longest.
    const auto key = [&](uint32_t i) {
      const Contender& contender = contenders[i];
      const uint32_t newness =
          new_first ? std::min(contender.encounters, kNewEncounters) : 0;
      return std::tuple(newness, contender.last, i);
    };
    return key(a) < key(b);
  });
}

// The first with those of the others, in their order, that may meet it and each
// other; nothing if they are too few.
std::optional<std::vector<uint32_t>> Gather(
    uint32_t first, const std::vector<uint32_t>& others, int sides,
    absl::Span<const Contender> contenders, const Kinship& kinship) {
  std::vector<uint32_t> chosen = {first};
  bool any_bot = !contenders[first].built_in;
  for (const uint32_t other : others) {
    const int missing = sides - static_cast<int>(chosen.size());
    if (missing == 0) break;
    // The last place must go to a bot if no other place did.
    if (missing == 1 && !any_bot && contenders[other].built_in) continue;
    if (kinship.IsKinOfAny(other, chosen)) continue;
    chosen.push_back(other);
    any_bot = any_bot || !contenders[other].built_in;
  }
  if (static_cast<int>(chosen.size()) < sides) return std::nullopt;
  return chosen;
}

}  // namespace

std::optional<std::vector<uint32_t>> ChooseEncounter(
    absl::Span<const Contender> contenders, const Bench& bench,
    absl::Span<const OnlineRating> ratings, int sides, uint32_t number,
    uint32_t slots, Rng draws, const Kinship& kinship) {
  std::vector<uint32_t> pool = Pool(contenders, bench, sides, slots, kinship);
  draws.Seek(number, 0);
  const bool random = draws.Below(kRandomEncounters) == 0;
  while (static_cast<int>(pool.size()) >= sides) {
    const uint32_t first = ChooseFirst(contenders, pool, number % 2 == 0);
    const auto cost = [&](uint32_t i) {
      const auto met = absl::c_count(contenders[first].opponents, i);
      return std::tuple(Distance(ratings[first], ratings[i]) +
                            kMetLately * static_cast<double>(met),
                        contenders[i].last, i);
    };
    pool.erase(absl::c_find(pool, first));
    std::vector<uint32_t> others = pool;
    if (random) {
      Shuffle(draws, others);
    } else {
      absl::c_sort(others,
                   [&](uint32_t a, uint32_t b) { return cost(a) < cost(b); });
    }
    auto chosen = Gather(first, others, sides, contenders, kinship);
    if (chosen.has_value()) return chosen;
  }
  return std::nullopt;
}

}  // namespace arena::competition
