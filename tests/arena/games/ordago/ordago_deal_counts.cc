// A deal of four hands takes u[r] cards of rank r in all, and c[h][r] of them
// go to hand h. The deal has prod_r n[r]! / (n[r] - u[r])! / prod_h c[h][r]!
// ways. The first factor depends on u alone, and the second one is one factor a
// hand. So sets of hands are polynomials with u as the exponents, and to count
// is to multiply.
#include "tests/arena/games/ordago/ordago_deal_counts.h"

#include <map>

namespace arena::ordago {
namespace {

using Wide = unsigned __int128;

constexpr int64_t kFour = 24;  // 4!, so that 4! / prod c! is a whole number
constexpr Wide kScale = Wide{kFour} * kFour * kFour * kFour;

// Coefficients by cards used. Two hands use at most 8 cards of a rank.
using Polynomial = std::map<Cards, int64_t>;

int64_t Factorial(int n) { return n <= 1 ? 1 : n * Factorial(n - 1); }

int64_t Weight(Cards hand) {
  int64_t weight = kFour;
  for (Rank rank = 0; rank < kRanks; ++rank) {
    weight /= Factorial(CountOf(hand, rank));
  }
  return weight;
}

void Extend(Rank rank, int left, Cards hand, std::vector<Cards>& out) {
  if (left == 0) {
    out.push_back(hand);
  } else if (rank < kRanks) {
    for (int i = 0; i <= left; ++i) {
      Extend(rank + 1, left - i, hand + static_cast<Cards>(i) * One(rank), out);
    }
  }
}

Polynomial Times(const Polynomial& a, const Polynomial& b) {
  Polynomial product;
  for (const auto& [x, p] : a) {
    for (const auto& [y, q] : b) {
      if (Includes(kPack, x + y)) product[x + y] += p * q;
    }
  }
  return product;
}

void Add(Polynomial& sum, const Polynomial& more, int64_t times = 1) {
  for (const auto& [used, count] : more) sum[used] += times * count;
}

// The product of n! / (n - u)! over all ranks. Zero if there are too few cards.
int64_t Arrangements(Cards a, Cards b) {
  static const auto* const table = [] {
    auto* falling = new std::array<std::array<int64_t, 17>, 9>{};
    for (int n = 0; n <= 8; ++n) {
      for (int u = 0; u <= n; ++u) {
        (*falling)[n][u] = Factorial(n) / Factorial(n - u);
      }
    }
    return falling;
  }();
  int64_t product = 1;
  for (Rank rank = 0; rank < kRanks && product != 0; ++rank) {
    product *= (*table)[kCopies[rank]][CountOf(a, rank) + CountOf(b, rank)];
  }
  return product;
}

// The number of deals of two hands of `a` and two hands of `b`.
Wide Count(const Polynomial& a, const Polynomial& b) {
  const std::vector<std::pair<Cards, int64_t>> inner(b.begin(), b.end());
  Wide count = 0;
  for (const auto& [x, p] : a) {
    Wide sum = 0;
    for (const auto& [y, q] : inner) {
      sum += static_cast<Wide>(q) * static_cast<Wide>(Arrangements(x, y));
    }
    count += sum * static_cast<Wide>(p);
  }
  return count;
}

int64_t Unscaled(Wide count) { return static_cast<int64_t>(count / kScale); }

}  // namespace

const std::vector<Cards>& AllHands() {
  static const auto* const hands = [] {
    auto* all = new std::vector<Cards>();
    Extend(0, kHandSize, 0, *all);
    return all;
  }();
  return *hands;
}

int64_t WaysToDeal(Cards hand) {
  return Arrangements(hand, 0) * Weight(hand) / kFour;
}

int64_t DealsWithAll(const std::function<bool(Cards)>& predicate) {
  Polynomial hands;
  for (const Cards hand : AllHands()) {
    if (predicate(hand)) hands[hand] = Weight(hand);
  }
  const Polynomial two = Times(hands, hands);
  return Unscaled(Count(two, two));
}

// Let s[k] count the deals in which k given positions share the best key and
// the others have worse ones. Position 0 wins s[1] + 3 s[2] + 3 s[3] + s[4].
// Position 1 wins s[1] + 2 s[2] + s[3], because no earlier position may have as
// much, and so on. The four positions together win all deals, so s[1], the
// expensive one, follows from the rest.
Wins WinsByPosition(Bet bet) {
  std::map<uint32_t, Polynomial> by_key;
  for (const Cards hand : AllHands()) {
    by_key[KeyOf(bet, hand)][hand] = Weight(hand);
  }
  Polynomial worse;
  Polynomial worse_two;
  std::array<Wide, 5> s = {};
  for (const auto& [key, equal] : by_key) {
    const Polynomial equal_two = Times(equal, equal);
    const Polynomial mixed = Times(worse, equal);
    s[2] += Count(equal_two, worse_two);
    s[3] += Count(equal_two, mixed);
    s[4] += Count(equal_two, equal_two);
    Add(worse_two, mixed, 2);
    Add(worse_two, equal_two);
    Add(worse, equal);
  }
  const Wide all = Count(worse_two, worse_two);
  s[1] = (all - 6 * s[2] - 4 * s[3] - s[4]) / 4;
  return {Unscaled(s[1] + 3 * s[2] + 3 * s[3] + s[4]),
          Unscaled(s[1] + 2 * s[2] + s[3]), Unscaled(s[1] + s[2]),
          Unscaled(s[1])};
}

}  // namespace arena::ordago
