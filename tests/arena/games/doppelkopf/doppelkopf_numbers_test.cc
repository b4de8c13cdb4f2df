// Known numbers of Doppelkopf, counted from its deck and trumps.
#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>

#include "absl/numeric/int128.h"
#include "arena/games/doppelkopf/doppelkopf_scoring.h"
#include "tests/arena/games/doppelkopf/doppelkopf_notation.h"

namespace arena::doppelkopf {
namespace {

// ---- Trumps and Augen ----

// The counts of all cards, as "trumps/plain".
std::string SplitOf(Contract contract, absl::string_view options) {
  const Rules rules = RulesWith(options);
  const Cards deck = Cards::Deck(rules.nines());
  const int trumps = deck.CountIn(TrumpsOf(contract, rules));
  return absl::StrCat(trumps, "/", deck.size() - trumps);
}

TEST(DoppelkopfNumbersTest, TrumpsOfTheNormalGame) {
  EXPECT_EQ(SplitOf(Contract::kNormal, "deck=48"), "26/22");
  EXPECT_EQ(SplitOf(Contract::kNormal, "deck=40"), "24/16");
}

TEST(DoppelkopfNumbersTest, TrumpsOfTheNormalGameWithoutDulle) {
  EXPECT_EQ(SplitOf(Contract::kNormal, "deck=48,dulle=off"), "24/24");
  EXPECT_EQ(SplitOf(Contract::kNormal, "deck=40,dulle=off"), "22/18");
}

TEST(DoppelkopfNumbersTest, TrumpsOfAHeartsSolo) {
  EXPECT_EQ(SplitOf(Contract::kHearts, "deck=48"), "24/24");
  EXPECT_EQ(SplitOf(Contract::kHearts, "deck=40"), "22/18");
}

TEST(DoppelkopfNumbersTest, TrumpsOfTheOtherSuitSolos) {
  for (const Contract solo :
       {Contract::kClubs, Contract::kSpades, Contract::kDiamonds}) {
    EXPECT_EQ(SplitOf(solo, "deck=48"), "26/22");
    EXPECT_EQ(SplitOf(solo, "deck=40"), "24/16");
  }
}

TEST(DoppelkopfNumbersTest, TrumpsOfTheOtherSolos) {
  for (const Contract solo : {Contract::kQueens, Contract::kJacks}) {
    EXPECT_EQ(SplitOf(solo, "deck=48"), "8/40");
    EXPECT_EQ(SplitOf(solo, "deck=40"), "8/32");
  }
  EXPECT_EQ(SplitOf(Contract::kFleshless, "deck=48"), "0/48");
  EXPECT_EQ(SplitOf(Contract::kFleshless, "deck=40"), "0/40");
}

// All cards of a set, with their copies.
std::vector<Card> ListOf(CardSet set) {
  std::vector<Card> cards;
  for (; set != 0; set &= set - 1) {
    cards.insert(cards.end(), kCopies, LowestOf(set));
  }
  return cards;
}

TEST(DoppelkopfNumbersTest, AugenOfTrumpsAndPlainCards) {
  const CardSet trumps = TrumpsOf(Contract::kNormal, Rules());
  EXPECT_EQ(AugenOf(ListOf(trumps)), 110);
  EXPECT_EQ(AugenOf(ListOf(kAllTypes & ~trumps)), 130);
}

TEST(DoppelkopfNumbersTest, ASuitCountsSixtyAndAllCards240) {
  EXPECT_EQ(AugenOf(ListOf(SuitSet(kHeartsSuit))), 60);
  EXPECT_EQ(AugenOf(ListOf(kAllTypes)), kAllAugen);
}

// The Augen of the cheapest and the dearest four cards, as "smallest/largest".
std::string TricksOf(bool nines) {
  std::vector<int> augen;
  for (const Card card : ListOf(Cards::Deck(nines).types())) {
    augen.push_back(AugenOf(card));
  }
  std::sort(augen.begin(), augen.end());
  const auto sum = [](auto first) {
    return std::accumulate(first, first + kSeats, 0);
  };
  return absl::StrCat(sum(augen.begin()), "/", sum(augen.rbegin()));
}

TEST(DoppelkopfNumbersTest, SmallestAndLargestTrick) {
  EXPECT_EQ(TricksOf(true), "0/44");
  EXPECT_EQ(TricksOf(false), "8/44");
}

TEST(DoppelkopfNumbersTest, FortyAugenAreFourAcesAndTens) {
  int best_other = 0;
  for (int code = 0; code < kRanks * kRanks * kRanks * kRanks; ++code) {
    std::array<Card, kSeats> cards;
    bool full = true;
    for (int i = 0, rest = code; i < kSeats; ++i, rest /= kRanks) {
      cards[static_cast<size_t>(i)] = static_cast<Card>(rest % kRanks);
      full = full && RankOf(static_cast<Card>(rest % kRanks)) >= kTen;
    }
    EXPECT_EQ(AugenOf(cards) >= 40, full);
    if (!full) best_other = std::max(best_other, AugenOf(cards));
  }
  EXPECT_EQ(best_other, 37);
}

// ---- Hands ----

// Hands by the number of their cards in a set, counted over the deck.
struct HandCounts {
  int64_t different = 0;              // copies not told apart
  int64_t dealt = 0;                  // copies told apart
  std::array<int64_t, 13> with = {};  // of these, with so many in the set
};

HandCounts CountHands(bool nines, CardSet set) {
  const int hand = nines ? 12 : 10;
  // [cards][cards in the set]: different hands, and hands with copies told
  // apart.
  using Table = std::array<std::array<int64_t, 13>, 13>;
  Table different = {};
  Table dealt = {};
  different[0][0] = dealt[0][0] = 1;
  for (CardSet rest = Cards::Deck(nines).types(); rest != 0; rest &= rest - 1) {
    const size_t step = Contains(set, LowestOf(rest)) ? 1 : 0;
    const auto add = [&](Table& table, int64_t ways_of_one) {
      for (size_t n = 12; n > 0; --n) {
        for (size_t k = 13; k-- > 0;) {
          if (k >= step) table[n][k] += ways_of_one * table[n - 1][k - step];
          if (n >= 2 && k >= 2 * step)
            table[n][k] += table[n - 2][k - 2 * step];
        }
      }
    };
    add(different, 1);
    add(dealt, 2);
  }
  HandCounts counts;
  for (size_t k = 0; k < 13; ++k) {
    counts.different += different[static_cast<size_t>(hand)][k];
    counts.with[k] = dealt[static_cast<size_t>(hand)][k];
    counts.dealt += counts.with[k];
  }
  return counts;
}

TEST(DoppelkopfNumbersTest, HandsOfASeat) {
  EXPECT_EQ(CountHands(true, 0).different, 287134346);
  EXPECT_EQ(CountHands(false, 0).different, 8533660);
}

TEST(DoppelkopfNumbersTest, HandsOfASeatWithCopiesToldApart) {
  EXPECT_EQ(CountHands(true, 0).dealt, 69668534468);
  EXPECT_EQ(CountHands(false, 0).dealt, 847660528);
}

// Counts all different hands of a seat, taking cards from these types on.
int64_t CountByDealing(Cards& hand, CardSet types, int missing) {
  if (missing == 0) return hand.size() == 10 ? 1 : 0;
  if (types == 0) return 0;
  const Card card = LowestOf(types);
  types &= types - 1;
  int64_t count = CountByDealing(hand, types, missing);
  hand.Add(card);
  count += CountByDealing(hand, types, missing - 1);
  if (missing >= 2) {
    hand.Add(card);
    count += CountByDealing(hand, types, missing - 2);
    hand.Remove(card);
  }
  hand.Remove(card);
  return count;
}

TEST(DoppelkopfNumbersTest, HandsCanBeDealtOneByOne) {
  Cards hand;
  EXPECT_EQ(CountByDealing(hand, Cards::Deck(false).types(), 10), 8533660);
  EXPECT_TRUE(hand.empty());
}

// The probability that one hand has `from` to `to` cards of the set.
double Probability(bool nines, CardSet set, int from, int to) {
  const HandCounts counts = CountHands(nines, set);
  int64_t hands = 0;
  for (int k = from; k <= to; ++k) hands += counts.with[static_cast<size_t>(k)];
  return static_cast<double>(hands) / static_cast<double>(counts.dealt);
}

TEST(DoppelkopfNumbersTest, ProbabilityOfBothOldInOneHand) {
  EXPECT_DOUBLE_EQ(4 * Probability(true, SetOf(kOld), 2, 2), 11.0 / 47);
  EXPECT_DOUBLE_EQ(4 * Probability(false, SetOf(kOld), 2, 2), 3.0 / 13);
}

TEST(DoppelkopfNumbersTest, ProbabilityOfThreeTrumpsOrFewer) {
  const CardSet trumps = TrumpsOf(Contract::kNormal, Rules());
  EXPECT_NEAR(Probability(true, trumps, 0, 3), 0.021853, 5e-7);
  EXPECT_NEAR(Probability(false, trumps, 0, 3), 0.031840, 5e-7);
}

TEST(DoppelkopfNumbersTest, ProbabilityOfFiveKingsOrMore) {
  EXPECT_NEAR(Probability(true, RankSet(kKing), 5, 8), 0.016605, 5e-7);
  EXPECT_NEAR(Probability(false, RankSet(kKing), 5, 8), 0.014539, 5e-7);
}

// ---- Deals ----

using HandSizes = std::array<int, kSeats>;

size_t IndexOf(const HandSizes& sizes) {
  size_t index = 0;
  for (const int size : sizes) index = index * 13 + static_cast<size_t>(size);
  return index;
}

HandSizes SizesAt(size_t index) {
  HandSizes sizes;
  for (size_t seat = kSeats; seat-- > 0; index /= 13) {
    sizes[seat] = static_cast<int>(index % 13);
  }
  return sizes;
}

// Adds both copies of one more card type in all ways that leave no hand too
// full. Two copies in two hands count `ways_apart`.
std::vector<absl::uint128> DealOneType(const std::vector<absl::uint128>& before,
                                       int hand, int ways_apart) {
  std::vector<absl::uint128> after(before.size());
  for (size_t index = 0; index < before.size(); ++index) {
    if (before[index] == 0) continue;
    for (size_t a = 0; a < kSeats; ++a) {
      for (size_t b = a; b < kSeats; ++b) {
        HandSizes sizes = SizesAt(index);
        ++sizes[a];
        ++sizes[b];
        if (sizes[a] > hand || sizes[b] > hand) continue;
        after[IndexOf(sizes)] += before[index] * (a == b ? 1 : ways_apart);
      }
    }
  }
  return after;
}

std::string CountDeals(bool nines, int ways_apart) {
  const Cards deck = Cards::Deck(nines);
  const int hand = deck.size() / kSeats;
  std::vector<absl::uint128> deals(13 * 13 * 13 * 13);
  deals[0] = 1;
  for (CardSet rest = deck.types(); rest != 0; rest &= rest - 1) {
    deals = DealOneType(deals, hand, ways_apart);
  }
  std::ostringstream text;
  text << deals[IndexOf({hand, hand, hand, hand})];
  return text.str();
}

TEST(DoppelkopfNumbersTest, DealsToFourSeats) {
  EXPECT_EQ(CountDeals(true, 1), "2248575441654260591964");
  EXPECT_EQ(CountDeals(false, 1), "293631119403639732");
}

TEST(DoppelkopfNumbersTest, DealsToFourSeatsWithCopiesToldApart) {
  EXPECT_EQ(CountDeals(true, 2), "235809301462142612780721600");
  EXPECT_EQ(CountDeals(false, 2), "4705360871073570227520");
}

}  // namespace
}  // namespace arena::doppelkopf
