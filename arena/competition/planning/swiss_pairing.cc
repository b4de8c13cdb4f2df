#include "arena/competition/planning/swiss_pairing.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

using Encounters = std::vector<std::vector<uint32_t>>;

// Pairs entrants so that few of them have met before. The search is
// depth-first, with the best opponents first.
class PairSearch {
 public:
  explicit PairSearch(const std::vector<SwissEntrant>& order)
      : order_(order), partner_(order.size(), kNone) {}

  Encounters Run() {
    const auto pairs = static_cast<int>(order_.size() / 2);
    for (int rematches = 0;; rematches = 2 * rematches + 1) {
      // The last try accepts every rematch, so it never goes back.
      anything_goes_ = rematches >= pairs;
      steps_ = 20 * static_cast<int>(order_.size()) + 1000;
      absl::c_fill(partner_, kNone);
      if (Search(0, rematches)) break;
    }
    Encounters encounters;
    for (size_t i = 0; i < order_.size(); ++i) {
      if (partner_[i] < i) continue;
      encounters.push_back({order_[i].index, order_[partner_[i]].index});
    }
    return encounters;
  }

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  bool Search(size_t first, int rematches) {
    while (first < order_.size() && partner_[first] != kNone) ++first;
    if (first == order_.size()) return true;
    for (const size_t other : Opponents(first)) {
      const bool met = order_[first].Met(order_[other]) > 0;
      if (met && rematches == 0 && !anything_goes_) continue;
      if (--steps_ < 0 && !anything_goes_) return false;
      partner_[first] = other;
      partner_[other] = first;
      if (Search(first + 1, rematches - (met ? 1 : 0))) return true;
      partner_[first] = partner_[other] = kNone;
    }
    return false;
  }

  // All free entrants, the best opponent first: those with about equal points
  // and, in the same group, those about half the group away.
  std::vector<size_t> Opponents(size_t first) const {
    std::vector<size_t> free;
    int group = 1;
    for (size_t i = first + 1; i < order_.size(); ++i) {
      if (partner_[i] != kNone) continue;
      free.push_back(i);
      if (order_[i].points == order_[first].points) ++group;
    }
    std::vector<std::tuple<int, int64_t, int, size_t>> ranked;
    for (size_t at = 0; at < free.size(); ++at) {
      const SwissEntrant& other = order_[free[at]];
      const int place = static_cast<int>(at) + 1;
      const int64_t gap = order_[first].points - other.points;
      ranked.emplace_back(anything_goes_ ? order_[first].Met(other) : 0, gap,
                          gap == 0 ? std::abs(place - group / 2) : place,
                          free[at]);
    }
    absl::c_sort(ranked);
    for (size_t at = 0; at < free.size(); ++at) {
      free[at] = std::get<3>(ranked[at]);
    }
    return free;
  }

  const std::vector<SwissEntrant>& order_;
  std::vector<size_t> partner_;
  bool anything_goes_ = false;
  int steps_ = 0;
};

Encounters Snake(const std::vector<SwissEntrant>& order, int sides) {
  const size_t tables = order.size() / sides;
  Encounters encounters(tables);
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t row = i / tables;
    const size_t column = i % tables;
    const size_t table = row % 2 == 0 ? column : tables - 1 - column;
    encounters[table].push_back(order[i].index);
  }
  return encounters;
}

Encounters Tables(std::vector<SwissEntrant> order, int sides) {
  const size_t window = 3 * static_cast<size_t>(sides);
  Encounters encounters;
  while (!order.empty()) {
    std::vector<SwissEntrant> table = {order.front()};
    order.erase(order.begin());
    while (static_cast<int>(table.size()) < sides) {
      const auto met = [&](const SwissEntrant& entrant) {
        int sum = 0;
        for (const SwissEntrant& at_table : table) sum += entrant.Met(at_table);
        return sum;
      };
      const auto next = std::min_element(
          order.begin(), order.begin() + std::min(window, order.size()),
          [&](const auto& a, const auto& b) { return met(a) < met(b); });
      table.push_back(*next);
      order.erase(next);
    }
    std::vector<uint32_t>& encounter = encounters.emplace_back();
    for (const SwissEntrant& entrant : table)
      encounter.push_back(entrant.index);
  }
  return encounters;
}

// Removes the entrants that do not play from the order, and returns them.
std::vector<uint32_t> TakeByes(std::vector<SwissEntrant>& order, int sides) {
  std::vector<uint32_t> byes;
  while (order.size() % sides != 0) {
    const auto last = std::min_element(
        order.rbegin(), order.rend(),
        [](const auto& a, const auto& b) { return a.byes < b.byes; });
    byes.push_back(last->index);
    order.erase(std::next(last).base());
  }
  return byes;
}

}  // namespace

int SwissEntrant::Met(const SwissEntrant& other) const {
  const auto found = met.find(other.index);
  return found == met.end() ? 0 : found->second;
}

SwissRound PairSwiss(std::vector<SwissEntrant> order, int sides) {
  ARENA_CHECK(static_cast<int>(order.size()) >= sides, order.size(),
              " entrants, ", sides, " sides");
  SwissRound round;
  round.byes = TakeByes(order, sides);
  const bool first = absl::c_all_of(
      order, [](const auto& entrant) { return entrant.met.empty(); });
  if (sides == 2) {
    round.encounters = PairSearch(order).Run();
  } else if (first) {
    round.encounters = Snake(order, sides);
  } else {
    round.encounters = Tables(std::move(order), sides);
  }
  return round;
}

}  // namespace arena::competition
