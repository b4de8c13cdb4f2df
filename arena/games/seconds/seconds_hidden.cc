#include "arena/games/seconds/seconds_hidden.h"

#include <algorithm>
#include <bit>

#include "arena/core/check.h"
#include "arena/games/seconds/seconds.h"

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
  for (size_t holders = 1; holders < groups.size(); ++holders) {
    groups[holders] = kAllCards;
    for (int h = 0; h < kHolders; ++h) {
      const bool may = (holders >> h & 1) != 0;
      groups[holders] &= may ? hidden.possible[h] : ~hidden.possible[h];
    }
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

// Takes that many cards out of the set; all choices are equally likely.
// Requires: the set has that many.
Cards TakeAny(Cards& from, int count, Rng& rng) {
  Cards taken = 0;
  for (int left = std::popcount(from); count > 0; --count, --left) {
    const Card card = NthOf(from, rng.Below(static_cast<uint32_t>(left)));
    taken |= SetOf(card);
    from &= ~SetOf(card);
  }
  return taken;
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

std::optional<std::array<Cards, kSeats>> DrawOthers(const KnownCards& known,
                                                    Rng& rng) {
  Cards hidden = kAllCards & ~known.seen;
  HiddenCards others;
  int size = 0;
  for (int h = 0; h < kHolders; ++h) {
    const Seat other = (known.seat + 1 + h) % kSeats;
    others.sizes[h] = known.sizes[other];
    others.possible[h] = hidden & ~known.lacks[other];
    size += known.sizes[other];
  }
  std::optional<std::array<Cards, kHolders>> hands;
  if (size > std::popcount(hidden)) return std::nullopt;
  if (size == std::popcount(hidden)) {
    hands = DrawHands(others, rng);
    if (!hands.has_value()) return std::nullopt;
  } else {
    hands.emplace();
    for (int h = 0; h < kHolders; ++h) {
      (*hands)[h] = TakeAny(hidden, others.sizes[h], rng);
    }
  }
  std::array<Cards, kSeats> by_seat = {};
  for (int h = 0; h < kHolders; ++h) {
    by_seat[(known.seat + 1 + h) % kSeats] = (*hands)[h];
  }
  return by_seat;
}

// Hidden are only the hands of the other seats.
State State::SampleFor(Seat seat, Rng& rng) const {
  KnownCards known = {.seat = seat, .seen = hands_[seat]};
  for (int i = 0; i <= tricks_played_ && i < kTricks; ++i) {
    const int cards = i < tricks_played_ ? kSeats : open_cards_;
    for (int at = 0; at < cards; ++at) {
      known.See(tricks_[i].SeatAt(at), tricks_[i].cards[at],
                tricks_[i].cards[0]);
    }
  }
  for (Seat each = 0; each < kSeats; ++each) {
    known.sizes[each] = std::popcount(hands_[each]);
  }
  const auto others = DrawOthers(known, rng);
  ARENA_CHECK(others.has_value(), "no hands are possible for seat ", seat);
  State sample = *this;
  for (Seat each = 0; each < kSeats; ++each) {
    if (each != seat) sample.hands_[each] = (*others)[each];
  }
  return sample;
}

}  // namespace arena::seconds
