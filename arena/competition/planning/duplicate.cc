#include "arena/competition/planning/duplicate.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// Whether the numbers of sides that entrants hold differ by at most one.
bool IsEven(const SideOrder& order, int entrants) {
  std::vector<int> held(entrants);
  for (const int entrant : order) ++held[entrant];
  const auto [fewest, most] = absl::c_minmax_element(held);
  return *most - *fewest <= 1;
}

// Counts up like an odometer; false at the end.
bool Increment(SideOrder& order, int entrants) {
  for (auto digit = order.rbegin(); digit != order.rend(); ++digit) {
    if (++*digit < entrants) return true;
    *digit = 0;
  }
  return false;
}

}  // namespace

std::vector<SideOrder> DuplicateOrders(int sides, int entrants) {
  ARENA_CHECK(entrants >= 2 && entrants <= sides, entrants, " entrants, ",
              sides, " sides");
  std::vector<SideOrder> orders;
  SideOrder order(sides);
  if (entrants == sides) {
    std::iota(order.begin(), order.end(), 0);
    for (int match = 0; match < sides; ++match) {
      orders.push_back(order);
      std::rotate(order.begin(), order.end() - 1, order.end());
    }
    return orders;
  }
  do {
    if (IsEven(order, entrants)) orders.push_back(order);
  } while (Increment(order, entrants));
  return orders;
}

std::vector<std::vector<SideOrder>> SwapPairs(int sides) {
  std::vector<std::vector<SideOrder>> pairs;
  for (const SideOrder& order : DuplicateOrders(sides, 2)) {
    // The other half are the swapped ones.
    if (order[0] != 0) continue;
    SideOrder swapped;
    for (const int entrant : order) swapped.push_back(1 - entrant);
    pairs.push_back({order, swapped});
  }
  return pairs;
}

SideOrder CyclicOrder(int sides, uint32_t number) {
  SideOrder order(sides);
  std::iota(order.begin(), order.end(), 0);
  uint32_t orders = 1;
  for (int i = 2; i < sides; ++i) orders *= static_cast<uint32_t>(i);
  for (number %= orders; number > 0; --number) {
    std::next_permutation(order.begin() + 1, order.end());
  }
  return order;
}

std::vector<uint32_t> BySeat(const GameForm& form,
                             absl::Span<const uint32_t> by_side) {
  std::vector<uint32_t> by_seat(form.seats);
  for (size_t side = 0; side < form.sides.size(); ++side) {
    for (const Seat seat : form.sides[side]) by_seat[seat] = by_side[side];
  }
  return by_seat;
}

std::vector<uint32_t> BySide(const GameForm& form,
                             absl::Span<const uint32_t> by_seat) {
  std::vector<uint32_t> by_side;
  for (const std::vector<Seat>& side : form.sides) {
    by_side.push_back(by_seat[side.front()]);
  }
  return by_side;
}

absl::Status CheckSeating(const GameForm& form, int entrants,
                          const v1::CompetitionMatch& match) {
  const std::vector<uint32_t> by_seat(match.entrants().begin(),
                                      match.entrants().end());
  bool right = static_cast<int>(by_seat.size()) == form.seats;
  for (const uint32_t entrant : by_seat) {
    right = right && entrant < static_cast<uint32_t>(entrants);
  }
  if (right) {
    const std::vector<uint32_t> by_side = BySide(form, by_seat);
    const size_t different = std::set(by_side.begin(), by_side.end()).size();
    right =
        BySeat(form, by_side) == by_seat &&
        static_cast<int>(different) == std::min(entrants, form.side_count());
  }
  if (right) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("match ", match.match(), " of set ", match.set(),
                   " has entrants ", absl::StrJoin(by_seat, ","),
                   "; expected one of ", entrants, " for each of ", form.seats,
                   " seats, spread evenly over ", form.side_count(), " sides"));
}

std::vector<std::vector<uint32_t>> DuplicateMatches(
    const GameForm& form, absl::Span<const uint32_t> entrants,
    uint32_t variation) {
  const int sides = form.side_count();
  const auto count = static_cast<int>(entrants.size());
  const SideOrder cyclic = CyclicOrder(count, count == sides ? variation : 0);
  std::vector<std::vector<uint32_t>> matches;
  for (const SideOrder& order : DuplicateOrders(sides, count)) {
    std::vector<uint32_t> by_side;
    for (const int entrant : order)
      by_side.push_back(entrants[cyclic[entrant]]);
    matches.push_back(BySeat(form, by_side));
  }
  return matches;
}

std::vector<std::vector<uint32_t>> SwapPairMatches(
    const GameForm& form, absl::Span<const uint32_t> entrants,
    uint32_t variation) {
  ARENA_CHECK(entrants.size() == 2, entrants.size());
  const auto pairs = SwapPairs(form.side_count());
  std::vector<std::vector<uint32_t>> matches;
  for (const SideOrder& order : pairs[variation % pairs.size()]) {
    std::vector<uint32_t> by_side;
    for (const int entrant : order) by_side.push_back(entrants[entrant]);
    matches.push_back(BySeat(form, by_side));
  }
  return matches;
}

}  // namespace arena::competition
