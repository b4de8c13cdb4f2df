#include "arena/competition/pairing/swiss_pairing.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

using Encounters = std::vector<std::vector<uint32_t>>;

// The number of unpaired entrants of each clan. As long as no clan has more
// than half of all unpaired entrants, all can be paired without two of a clan.
class FreeClans {
 public:
  FreeClans(const std::vector<SwissEntrant>& order, const Relations& relations)
      : clans_of_size_(order.size() + 1),
        free_(static_cast<int>(order.size())) {
    std::map<uint32_t, int> numbers;
    for (const SwissEntrant& entrant : order) {
      const auto next = static_cast<int>(numbers.size());
      const int number =
          numbers.emplace(relations.ClanOf(entrant.index), next).first->second;
      clan_.push_back(number);
      if (number == static_cast<int>(sizes_.size())) sizes_.push_back(0);
      ++sizes_[number];
    }
    for (const int size : sizes_) ++clans_of_size_[size];
    largest_ = sizes_.empty() ? 0 : *absl::c_max_element(sizes_);
  }

  // By place in the order.
  void Take(size_t place) { Change(place, -1); }
  void Return(size_t place) { Change(place, 1); }
  bool MayAvoidEachOther() const { return 2 * largest_ <= free_; }

 private:
  void Change(size_t place, int step) {
    int& size = sizes_[clan_[place]];
    --clans_of_size_[size];
    size += step;
    ++clans_of_size_[size];
    free_ += step;
    largest_ = std::max(largest_, size);
    while (largest_ > 0 && clans_of_size_[largest_] == 0) --largest_;
  }

  // The number of the clan, by place in the order.
  std::vector<int> clan_;
  std::vector<int> sizes_;
  std::vector<int> clans_of_size_;
  int largest_ = 0;
  int free_;
};

// Pairs entrants so that few of them have met before. The search is
// depth-first, with the best opponents first.
class PairSearch {
 public:
  PairSearch(const std::vector<SwissEntrant>& order, const Relations& relations)
      : order_(order),
        relations_(relations),
        clans_(order, relations),
        partner_(order.size(), kNone) {}

  Encounters Run() {
    kin_meet_ = !clans_.MayAvoidEachOther();
    if (!Pair()) {
      kin_meet_ = true;
      Pair();
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

  // False only if related entrants do not meet and no way was found.
  bool Pair() {
    const auto pairs = static_cast<int>(order_.size() / 2);
    for (int rematches = 0;; rematches = 2 * rematches + 1) {
      // The last try accepts every rematch, so it never goes back, except among
      // pairs that share players.
      anything_goes_ = rematches >= pairs;
      steps_ = 20 * static_cast<int>(order_.size()) + 1000;
      absl::c_fill(partner_, kNone);
      clans_ = FreeClans(order_, relations_);
      if (Search(0, rematches)) return true;
      if (anything_goes_) return false;
    }
  }

  bool Search(size_t first, int rematches) {
    while (first < order_.size() && partner_[first] != kNone) ++first;
    if (first == order_.size()) return true;
    for (const size_t other : Opponents(first)) {
      const bool met = order_[first].Met(order_[other]) > 0;
      if (met && rematches == 0 && !anything_goes_) continue;
      SetPair(first, other);
      bool given_up = false;
      if (kin_meet_ || clans_.MayAvoidEachOther()) {
        given_up = --steps_ < 0 && !(anything_goes_ && kin_meet_);
        if (!given_up && Search(first + 1, rematches - (met ? 1 : 0))) {
          return true;
        }
      }
      UndoPair(first, other);
      if (given_up) return false;
    }
    return false;
  }

  void SetPair(size_t a, size_t b) {
    partner_[a] = b;
    partner_[b] = a;
    clans_.Take(a);
    clans_.Take(b);
  }
  void UndoPair(size_t a, size_t b) {
    partner_[a] = partner_[b] = kNone;
    clans_.Return(a);
    clans_.Return(b);
  }
  bool AreRelated(size_t a, size_t b) const {
    return relations_.AreRelated(order_[a].index, order_[b].index);
  }

  // All free entrants that may meet the first one, the best opponent first.
  // Good opponents have about equal points and, in the same group, are about
  // half the group away.
  std::vector<size_t> Opponents(size_t first) const {
    std::vector<size_t> free;
    int group = 1;
    for (size_t i = first + 1; i < order_.size(); ++i) {
      if (partner_[i] != kNone) continue;
      if (!kin_meet_ && AreRelated(first, i)) continue;
      free.push_back(i);
      if (order_[i].points == order_[first].points) ++group;
    }
    std::vector<std::tuple<bool, int, int64_t, int, size_t>> ranked;
    for (size_t at = 0; at < free.size(); ++at) {
      const SwissEntrant& other = order_[free[at]];
      const int place = static_cast<int>(at) + 1;
      const int64_t gap = order_[first].points - other.points;
      ranked.emplace_back(AreRelated(first, free[at]),
                          anything_goes_ ? order_[first].Met(other) : 0, gap,
                          gap == 0 ? std::abs(place - group / 2) : place,
                          free[at]);
    }
    absl::c_sort(ranked);
    for (size_t at = 0; at < free.size(); ++at) {
      free[at] = std::get<4>(ranked[at]);
    }
    return free;
  }

  const std::vector<SwissEntrant>& order_;
  const Relations& relations_;
  FreeClans clans_;
  std::vector<size_t> partner_;
  bool kin_meet_ = false;
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

// Whether two entrants can change tables so that neither has a related entrant
// at its new table.
bool MayChange(const std::vector<uint32_t>& table, size_t place,
               const std::vector<uint32_t>& other, size_t other_place,
               const Relations& relations) {
  for (size_t i = 0; i < table.size(); ++i) {
    const bool comes = i != place;
    if (comes && relations.AreRelated(other[other_place], table[i]))
      return false;
    const bool goes = i != other_place;
    if (goes && relations.AreRelated(table[place], other[i])) return false;
  }
  return true;
}

// Moves an entrant to a table without entrants related to it, if there is one.
void Move(Encounters& encounters, std::vector<uint32_t>& table, size_t place,
          const Relations& relations) {
  for (std::vector<uint32_t>& other : encounters) {
    for (size_t i = 0; &other != &table && i < other.size(); ++i) {
      if (!MayChange(table, place, other, i, relations)) continue;
      return std::swap(table[place], other[i]);
    }
  }
}

// Lets related entrants at one table change places with entrants at other
// tables.
void Separate(Encounters& encounters, const Relations& relations) {
  if (!relations.any()) return;
  for (std::vector<uint32_t>& table : encounters) {
    for (size_t place = 1; place < table.size(); ++place) {
      const absl::Span<const uint32_t> before(table.data(), place);
      if (!relations.IsRelatedToAny(table[place], before)) continue;
      Move(encounters, table, place, relations);
    }
  }
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

SwissRound PairSwiss(std::vector<SwissEntrant> order, int sides,
                     const Relations& relations) {
  ARENA_CHECK(static_cast<int>(order.size()) >= sides, order.size(),
              " entrants, ", sides, " sides");
  SwissRound round;
  round.byes = TakeByes(order, sides);
  const bool first = absl::c_all_of(
      order, [](const auto& entrant) { return entrant.met.empty(); });
  if (sides == 2) {
    round.encounters = PairSearch(order, relations).Run();
  } else if (first) {
    round.encounters = Snake(order, sides);
  } else {
    round.encounters = Tables(std::move(order), sides);
  }
  if (sides > 2) Separate(round.encounters, relations);
  return round;
}

}  // namespace arena::competition
