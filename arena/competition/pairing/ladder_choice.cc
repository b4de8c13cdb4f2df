#include "arena/competition/pairing/ladder_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"

namespace arena::competition {
namespace {

// The distance that each remembered encounter adds to an opponent.
constexpr double kMetLately = 0.5;

// The encounters after which an entrant has waited long, is in a hurry, and has
// waited for too long.
constexpr uint32_t kLongWait = 80;
constexpr uint32_t kHurryWait = 110;
constexpr uint32_t kLongestWait = 120;

// One in this many encounters has random opponents. In simulations a quarter or
// more was enough for correct intervals.
constexpr uint32_t kRandomEncounters = 3;
// Usually the opponents are among this many entrants with the least cost.
constexpr size_t kLikelyOpponents = 64;

void Shuffle(Rng& draws, std::vector<uint32_t>& items) {
  for (size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[draws.Below(static_cast<uint32_t>(i))]);
  }
}

// The certain distance of two entrants. It is small if a set between them would
// tell much.
double Distance(const OnlineRating& a, const OnlineRating& b) {
  const double beta = OnlineRatingOptions().beta;
  return std::abs(a.mu - b.mu) /
         std::sqrt(a.sigma * a.sigma + b.sigma * b.sigma + 2 * beta * beta);
}

// The slots that one entrant may have.
uint32_t ShareOf(double even, uint32_t slots) {
  const double share = std::min(1.5 * even, slots / 2.0);
  return std::max(1u, static_cast<uint32_t>(share));
}

// The encounters since an entrant's last one, or since the first of the ladder.
uint32_t WaitOf(const Contender& contender, uint32_t number) {
  return number - contender.last;
}

// Whether entrants of the pool might meet: there is a bot, and there are as
// many clans (or in field duplicate, families) as places.
bool MightMeet(absl::Span<const Contender> contenders,
               const std::vector<uint32_t>& pool, const EncounterShape& shape,
               const Relations& relations) {
  const auto needed = static_cast<size_t>(shape.entrants());
  bool any_bot = false;
  std::set<uint32_t> groups;
  for (const uint32_t i : pool) {
    any_bot = any_bot || !contenders[i].built_in;
    groups.insert(shape.families.empty() ? relations.ClanOf(i)
                                         : shape.families[i]);
    if (any_bot && groups.size() >= needed) return true;
  }
  return false;
}

// The slots that an entrant may have if it has waited long: at most half of
// all, and no more than its share if entrants together have that many beyond
// theirs. So slow entrants never hold up all others.
uint32_t ShareOfLate(absl::Span<const Contender> contenders, double even,
                     uint32_t slots) {
  const uint32_t share = ShareOf(even, slots);
  const uint32_t usual =
      std::max(share, static_cast<uint32_t>(std::ceil(even)));
  uint32_t beyond = 0;
  for (const Contender& contender : contenders) {
    beyond += contender.open - std::min(contender.open, usual);
  }
  return beyond < slots / 2 ? std::max(share, slots / 2) : share;
}

// The entrants that may be chosen: all entrants below the share or, if these
// are too few, the entrants with the fewest slots; and entrants that have
// waited long. Empty if too few entrants may play.
std::vector<uint32_t> Pool(absl::Span<const Contender> contenders,
                           const Bench& bench, const EncounterShape& shape,
                           uint32_t number, uint32_t slots,
                           const Relations& relations) {
  std::vector<uint32_t> pool;
  for (uint32_t i = 0; i < contenders.size(); ++i) {
    if (bench.MayPlay(i)) pool.push_back(i);
  }
  if (!MightMeet(contenders, pool, shape, relations)) return {};
  const double even = static_cast<double>(slots) * shape.entrants() /
                      static_cast<double>(pool.size());
  const uint32_t of_late = ShareOfLate(contenders, even, slots);
  std::vector<uint32_t> open;
  for (const uint32_t i : pool) open.push_back(contenders[i].open);
  const auto last = open.begin() + shape.entrants() - 1;
  absl::c_nth_element(open, last);
  uint32_t most = std::max(ShareOf(even, slots), *last + 1);
  for (;;) {
    std::vector<uint32_t> below;
    uint32_t next = std::numeric_limits<uint32_t>::max();
    for (const uint32_t i : pool) {
      const bool late = WaitOf(contenders[i], number) >= kLongWait;
      if (contenders[i].open < (late ? std::max(most, of_late) : most)) {
        below.push_back(i);
      } else {
        next = std::min(next, contenders[i].open);
      }
    }
    const bool all = below.size() == pool.size();
    if (all || MightMeet(contenders, below, shape, relations)) return below;
    most = next + 1;
  }
}

// The entrants of the pool that have waited long, if with one of them in each
// encounter some would wait too long; else none.
std::set<uint32_t> Pressing(absl::Span<const Contender> contenders,
                            const std::vector<uint32_t>& pool, uint32_t number,
                            int tables) {
  std::vector<uint32_t> late;
  for (const uint32_t i : pool) {
    if (WaitOf(contenders[i], number) >= kLongWait) late.push_back(i);
  }
  absl::c_sort(late, [&](uint32_t a, uint32_t b) {
    return contenders[a].last < contenders[b].last;
  });
  for (size_t before = 0; before < late.size(); ++before) {
    if (WaitOf(contenders[late[before]], number) + before / tables >
        kHurryWait) {
      return {late.begin(), late.end()};
    }
  }
  return {};
}

uint32_t ChooseFirst(absl::Span<const Contender> contenders,
                     const std::vector<uint32_t>& pool, uint32_t number) {
  const bool hurry = absl::c_any_of(pool, [&](uint32_t i) {
    const uint32_t wait = WaitOf(contenders[i], number);
    return wait > kHurryWait && wait <= kLongestWait;
  });
  const bool new_first = number % 2 == 0 && !hurry;
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

// The first entrant and, in their order, others that may meet it and each
// other. Nothing if these are too few, or if a bot is needed and there is none.
std::optional<std::vector<uint32_t>> Gather(
    uint32_t first, const std::vector<uint32_t>& others, bool needs_bot,
    absl::Span<const Contender> contenders, const EncounterShape& shape,
    const Relations& relations) {
  std::vector<uint32_t> chosen = {first};
  needs_bot = needs_bot && contenders[first].built_in;
  for (const uint32_t other : others) {
    const int missing = shape.sides - static_cast<int>(chosen.size());
    if (missing == 0) break;
    // The last place must go to a bot if no other place did.
    if (missing == 1 && needs_bot && contenders[other].built_in) continue;
    if (relations.IsRelatedToAny(other, chosen)) continue;
    if (shape.IsOfFamilyOfAny(other, chosen)) continue;
    chosen.push_back(other);
    needs_bot = needs_bot && contenders[other].built_in;
  }
  if (static_cast<int>(chosen.size()) < shape.sides) return std::nullopt;
  return chosen;
}

// Takes the families of these entrants out of the pool.
void Take(const EncounterShape& shape, const std::vector<uint32_t>& entrants,
          std::vector<uint32_t>& pool) {
  std::erase_if(pool,
                [&](uint32_t i) { return shape.IsOfFamilyOfAny(i, entrants); });
}

// Fills the tables of one encounter.
class TableChoice {
 public:
  TableChoice(absl::Span<const Contender> contenders,
              absl::Span<const OnlineRating> ratings,
              const EncounterShape& shape, const Relations& relations,
              uint32_t number, std::set<uint32_t> pressing, Rng draws)
      : contenders_(contenders),
        ratings_(ratings),
        shape_(shape),
        relations_(relations),
        number_(number),
        pressing_(std::move(pressing)),
        draws_(draws) {
    draws_.Seek(number, 0);
  }

  // Fills the tables that are empty, from the pool.
  std::optional<std::vector<uint32_t>> Fill(
      std::vector<std::vector<uint32_t>> tables, std::vector<uint32_t> pool) {
    tables.resize(shape_.tables);
    bool needs_bot = true;
    for (const std::vector<uint32_t>& known : tables) {
      Take(shape_, known, pool);
      needs_bot = needs_bot && known.empty();
    }
    std::vector<uint32_t> entrants;
    for (std::vector<uint32_t>& table : tables) {
      if (table.empty()) {
        auto chosen = Choose(pool, std::exchange(needs_bot, false));
        if (!chosen.has_value()) return std::nullopt;
        table = *std::move(chosen);
        Take(shape_, table, pool);
      }
      entrants.insert(entrants.end(), table.begin(), table.end());
    }
    return entrants;
  }

 private:
  // The entrants of one table.
  std::optional<std::vector<uint32_t>> Choose(std::vector<uint32_t> pool,
                                              bool needs_bot) {
    const bool random = draws_.Below(kRandomEncounters) == 0;
    while (static_cast<int>(pool.size()) >= shape_.sides) {
      const uint32_t first = ChooseFirst(contenders_, pool, number_);
      pool.erase(absl::c_find(pool, first));
      auto table = random ? GatherAtRandom(first, pool, needs_bot)
                          : GatherByCost(first, pool, needs_bot);
      if (table.has_value()) return table;
    }
    return std::nullopt;
  }

  std::optional<std::vector<uint32_t>> GatherAtRandom(
      uint32_t first, std::vector<uint32_t> others, bool needs_bot) {
    Shuffle(draws_, others);
    std::stable_partition(others.begin(), others.end(),
                          [&](uint32_t i) { return pressing_.contains(i); });
    return Gather(first, others, needs_bot, contenders_, shape_, relations_);
  }

  // The best opponents of the first come first.
  std::optional<std::vector<uint32_t>> GatherByCost(
      uint32_t first, const std::vector<uint32_t>& pool, bool needs_bot) const {
    std::vector<Cost> costs;
    costs.reserve(pool.size());
    for (const uint32_t other : pool) costs.push_back(CostOf(first, other));
    // Among many entrants, usually only the best few are tried.
    for (size_t count = std::min(kLikelyOpponents, costs.size());;
         count = costs.size()) {
      std::partial_sort(costs.begin(),
                        costs.begin() + static_cast<int64_t>(count),
                        costs.end());
      std::vector<uint32_t> others;
      for (size_t i = 0; i < count; ++i) {
        others.push_back(std::get<3>(costs[i]));
      }
      auto table =
          Gather(first, others, needs_bot, contenders_, shape_, relations_);
      if (table.has_value() || count == costs.size()) return table;
    }
  }

  // The last part is the entrant.
  using Cost = std::tuple<bool, double, uint32_t, uint32_t>;
  Cost CostOf(uint32_t first, uint32_t other) const {
    const auto met = absl::c_count(contenders_[first].opponents, other);
    return {!pressing_.contains(other),
            Distance(ratings_[first], ratings_[other]) +
                kMetLately * static_cast<double>(met),
            contenders_[other].last, other};
  }

  absl::Span<const Contender> contenders_;
  absl::Span<const OnlineRating> ratings_;
  const EncounterShape& shape_;
  const Relations& relations_;
  uint32_t number_;
  // These are opponents before all others.
  std::set<uint32_t> pressing_;
  Rng draws_;
};

// Whether the known tables equal the chosen tables.
bool Agrees(const EncounterShape& shape, const std::vector<uint32_t>& chosen) {
  for (size_t i = 0; i < shape.known.size(); ++i) {
    const std::vector<uint32_t>& table = shape.known[i];
    if (!std::equal(table.begin(), table.end(),
                    chosen.begin() + static_cast<int64_t>(i) * shape.sides)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<std::vector<uint32_t>> ChooseEncounter(
    absl::Span<const Contender> contenders, const Bench& bench,
    absl::Span<const OnlineRating> ratings, const EncounterShape& shape,
    uint32_t number, uint32_t slots, Rng draws, const Relations& relations) {
  const std::vector<uint32_t> pool =
      Pool(contenders, bench, shape, number, slots, relations);
  const TableChoice choice(contenders, ratings, shape, relations, number,
                           Pressing(contenders, pool, number, shape.tables),
                           draws);
  auto chosen = TableChoice(choice).Fill({}, pool);
  if (chosen.has_value() && Agrees(shape, *chosen)) return chosen;
  // Other entrants may play now than when the known tables were chosen.
  return TableChoice(choice).Fill(shape.known, pool);
}

}  // namespace arena::competition
