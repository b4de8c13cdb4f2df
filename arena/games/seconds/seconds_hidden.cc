#include "arena/games/seconds/seconds_hidden.h"

#include <algorithm>
#include <bit>

namespace arena::seconds {
namespace {

// n choose k: enough for the 39 cards of the others at the start.
constexpr int kMaxChoose = kCards - kHandCards;
using Binomials =
    std::array<std::array<uint64_t, kMaxChoose + 1>, kMaxChoose + 1>;
constexpr Binomials MakeBinomials() {
  Binomials table = {};
  for (int n = 0; n <= kMaxChoose; ++n) {
    table[n][0] = 1;
    for (int k = 1; k <= n; ++k) {
      table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
  }
  return table;
}
constexpr Binomials kChoose = MakeBinomials();

// A number in 0 .. n - 1, every one equally likely.
uint64_t Below(uint64_t n, Rng& rng) {
  for (;;) {
    const uint64_t high = rng.Next();
    const uint64_t number = high << 32 | rng.Next();
    if (number >= -n % n) return number % n;
  }
}

// The hidden cards by who may have them: bit h of the index is holder h.
using Groups = std::array<Cards, 1 << kHolders>;
constexpr int kAll = 7;

Groups GroupsOf(const HiddenCards& hidden) {
  Groups groups = {};
  for (Cards cards =
           hidden.possible[0] | hidden.possible[1] | hidden.possible[2];
       cards != 0; cards &= cards - 1) {
    const Card card = LowestOf(cards);
    int holders = 0;
    for (int h = 0; h < kHolders; ++h) {
      if ((hidden.possible[h] & SetOf(card)) != 0) holders |= 1 << h;
    }
    groups[holders] |= SetOf(card);
  }
  return groups;
}

// The number of cards of each group that each holder gets.
struct Split {
  // By group of two holders: the cards for the first of the two.
  std::array<int, 1 << kHolders> to_first = {};
  // By holder: cards of the group of all three.
  std::array<int, kHolders> of_all = {};
};

// The pairs of holders as groups: 0 and 1, 0 and 2, 1 and 2.
constexpr std::array<int, 3> kPairs = {0b011, 0b101, 0b110};

// Completes `of_all`; returns the number of distributions with this split.
uint64_t Count(const HiddenCards& hidden, const Groups& groups, Split& split) {
  for (int h = 0; h < kHolders; ++h) {
    split.of_all[h] = hidden.sizes[h] - std::popcount(groups[1 << h]);
  }
  uint64_t ways = 1;
  for (const int pair : kPairs) {
    const int size = std::popcount(groups[pair]);
    const int to_first = split.to_first[pair];
    ways *= kChoose[size][to_first];
    split.of_all[std::countr_zero(static_cast<unsigned>(pair))] -= to_first;
    split.of_all[std::bit_width(static_cast<unsigned>(pair)) - 1] -=
        size - to_first;
  }
  int rest = std::popcount(groups[kAll]);
  for (const int count : split.of_all) {
    if (count < 0 || count > rest) return 0;
    ways *= kChoose[rest][count];
    rest -= count;
  }
  return rest == 0 ? ways : 0;
}

// Calls with every split that is possible and the number of its distributions,
// until the function returns true.
template <typename Function>
void ForEachSplit(const HiddenCards& hidden, const Groups& groups,
                  Function function) {
  const auto most = [&](int pair) { return std::popcount(groups[pair]); };
  Split split;
  const auto [a, b, c] = kPairs;
  for (int i = 0; i <= most(a); ++i) {
    for (int j = 0; j <= most(b); ++j) {
      for (int k = 0; k <= most(c); ++k) {
        split.to_first[a] = i;
        split.to_first[b] = j;
        split.to_first[c] = k;
        const uint64_t ways = Count(hidden, groups, split);
        if (ways > 0 && function(split, ways)) return;
      }
    }
  }
}

std::array<Cards, kHolders> Deal(Groups groups, const Split& split, Rng& rng) {
  std::array<Cards, kHolders> hands;
  for (int h = 0; h < kHolders; ++h) {
    hands[h] = groups[1 << h] | TakeAny(groups[kAll], split.of_all[h], rng);
  }
  for (const int pair : kPairs) {
    const int first = std::countr_zero(static_cast<unsigned>(pair));
    const int second = std::bit_width(static_cast<unsigned>(pair)) - 1;
    hands[first] |= TakeAny(groups[pair], split.to_first[pair], rng);
    hands[second] |= groups[pair];
  }
  return hands;
}

}  // namespace

Cards TakeAny(Cards& from, int count, Rng& rng) {
  Cards taken = 0;
  for (int left = std::popcount(from); count > 0; --count, --left) {
    const Card card = NthOf(from, rng.Below(static_cast<uint32_t>(left)));
    taken |= SetOf(card);
    from &= ~SetOf(card);
  }
  return taken;
}

// Draws a split with the probability of its distributions, and then one of
// these. No sum overflows: without any rule there are 39! / (13!)^3 < 2^57
// distributions.
std::optional<std::array<Cards, kHolders>> DrawHands(const HiddenCards& hidden,
                                                     Rng& rng) {
  const Groups groups = GroupsOf(hidden);
  uint64_t all = 0;
  ForEachSplit(hidden, groups, [&](const Split&, uint64_t ways) {
    all += ways;
    return false;
  });
  if (all == 0) return std::nullopt;
  uint64_t drawn = Below(all, rng);
  Split chosen;
  ForEachSplit(hidden, groups, [&](const Split& split, uint64_t ways) {
    chosen = split;
    if (drawn < ways) return true;
    drawn -= ways;
    return false;
  });
  return Deal(groups, chosen, rng);
}

}  // namespace arena::seconds
