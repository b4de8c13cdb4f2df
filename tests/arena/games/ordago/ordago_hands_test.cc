// The worth of four cards: counts over all hands, and over all deals of four.
#include "arena/games/ordago/ordago_hands.h"

#include <map>
#include <set>
#include <vector>

#include "gtest/gtest.h"
#include "tests/arena/games/ordago/ordago_deal_counts.h"
#include "tests/arena/games/ordago/ordago_fixture.h"

namespace arena::ordago {
namespace {

// The number of hands that satisfy a predicate.
template <typename Predicate>
int64_t HandsWith(const Predicate& predicate) {
  int64_t count = 0;
  for (const Cards hand : AllHands()) {
    if (predicate(hand)) count += WaysToDeal(hand);
  }
  return count;
}

int64_t HandsOf(absl::string_view text) { return WaysToDeal(CardsOf(text)); }

int64_t HandsOfClass(PairClass pairs) {
  return HandsWith([&](Cards hand) { return PairClassOf(hand) == pairs; });
}

TEST(OrdagoHandsTest, ThereAre330PatternsOf91390Hands) {
  EXPECT_EQ(AllHands().size(), 330u);
  EXPECT_EQ(HandsWith([](Cards) { return true; }), 91390);
}

// ---- Dossier 7.1: sums ----

TEST(OrdagoHandsTest, Vector7_1SumsHaveTheseHandsPatternsAndBonuses) {
  const std::vector<std::vector<int64_t>> table = {
      {4, 70, 1, 0},     {7, 224, 1, 0},    {8, 224, 1, 0},
      {9, 224, 1, 0},    {10, 392, 2, 0},   {11, 448, 1, 0},
      {12, 616, 2, 0},   {13, 1824, 6, 0},  {14, 808, 3, 0},
      {15, 832, 3, 0},   {16, 2697, 8, 0},  {17, 2704, 7, 0},
      {18, 2740, 8, 0},  {19, 3424, 12, 0}, {20, 2661, 9, 0},
      {21, 3312, 11, 0}, {22, 7912, 21, 0}, {23, 3504, 13, 0},
      {24, 3045, 13, 0}, {25, 6208, 21, 0}, {26, 5684, 17, 0},
      {27, 5648, 16, 0}, {28, 6033, 22, 0}, {29, 2688, 12, 0},
      {30, 3024, 15, 0}, {31, 8384, 25, 3}, {32, 2640, 12, 2},
      {33, 1920, 6, 2},  {34, 2960, 16, 2}, {35, 2240, 10, 2},
      {36, 2240, 10, 2}, {37, 2240, 10, 2}, {40, 1820, 15, 2}};
  std::map<int64_t, std::vector<int64_t>> found;
  for (const Cards hand : AllHands()) {
    std::vector<int64_t>& row = found[SumOf(hand)];
    if (row.empty()) row = {SumOf(hand), 0, 0, BonusOf(Bet::kGame, hand)};
    row[1] += WaysToDeal(hand);
    row[2] += 1;
    EXPECT_EQ(row[3], BonusOf(Bet::kGame, hand)) << CardsText(hand);
  }
  std::vector<std::vector<int64_t>> rows;
  for (const auto& [sum, row] : found) rows.push_back(row);
  EXPECT_EQ(rows, table);
}

TEST(OrdagoHandsTest, Vector7_1TotalsBySum) {
  EXPECT_EQ(HandsWith([](Cards hand) { return SumOf(hand) <= 30; }), 66946);
  EXPECT_EQ(HandsWith([](Cards hand) { return SumOf(hand) == 31; }), 8384);
  EXPECT_EQ(HandsWith([](Cards hand) { return SumOf(hand) >= 32; }), 16060);
}

TEST(OrdagoHandsTest, Vector7_1RoyalGamesAre64) {
  EXPECT_EQ(HandsWith(IsRoyal), 64);
}

TEST(OrdagoHandsTest, Vector7_1DistinctKeys) {
  std::array<size_t, kBets> counts = {};
  for (int bet = 0; bet < kBets; ++bet) {
    std::set<uint32_t> keys;
    for (const Cards hand : AllHands()) {
      keys.insert(KeyOf(static_cast<Bet>(bet), hand));
    }
    counts[bet] = keys.size();
  }
  EXPECT_EQ(counts, (std::array<size_t, kBets>{330, 330, 122, 34}));
}

TEST(OrdagoHandsTest, Vector7_1ThirtyOneIsMadeOfThese) {
  const std::map<std::string, int64_t> table = {
      {"KKKA", 448},  {"KKQA", 896}, {"KKJA", 896}, {"KQQA", 384},
      {"KQJA", 1024}, {"KJJA", 384}, {"QQQA", 32},  {"QQJA", 192},
      {"QJJA", 192},  {"JJJA", 32},  {"KK74", 448}, {"KQ74", 512},
      {"KJ74", 512},  {"QQ74", 96},  {"QJ74", 256}, {"JJ74", 96},
      {"KK65", 448},  {"KQ65", 512}, {"KJ65", 512}, {"QQ65", 96},
      {"QJ65", 256},  {"JJ65", 96},  {"K777", 32},  {"Q777", 16},
      {"J777", 16}};
  std::map<std::string, int64_t> found;
  for (const Cards hand : AllHands()) {
    if (SumOf(hand) == 31) found[CardsText(hand)] = WaysToDeal(hand);
  }
  EXPECT_EQ(found, table);
}

// ---- Dossier 7.1: pairs ----

TEST(OrdagoHandsTest, Vector7_1PairClasses) {
  EXPECT_EQ(HandsOfClass(PairClass::kTwoPairs), 3486);
  EXPECT_EQ(HandsOfClass(PairClass::kTriple), 4448);
  EXPECT_EQ(HandsOfClass(PairClass::kPair), 43776);
  EXPECT_EQ(HandsOfClass(PairClass::kNone), 39680);
}

TEST(OrdagoHandsTest, Vector7_1TwoPairsInDetail) {
  EXPECT_EQ(HandsOf("KKAA"), 784);
  EXPECT_EQ(HandsOf("KKQQ"), 168);
  EXPECT_EQ(HandsOf("44AA"), 168);
  EXPECT_EQ(HandsOf("QQ55"), 36);
  EXPECT_EQ(HandsOf("KKKK"), 70);
  EXPECT_EQ(HandsOf("AAAA"), 70);
  EXPECT_EQ(HandsOf("7777"), 1);
}

// The number of hands whose pair or triple has this rank.
int64_t HandsOfRank(PairClass pairs, Rank rank) {
  return HandsWith([&](Cards hand) {
    const int count = pairs == PairClass::kTriple ? 3 : 2;
    return PairClassOf(hand) == pairs && CountOf(hand, rank) == count;
  });
}

TEST(OrdagoHandsTest, Vector7_1TriplesAndPairsByRank) {
  for (Rank rank = 0; rank < kRanks; ++rank) {
    const bool many = rank == kKing || rank == kAce;
    EXPECT_EQ(HandsOfRank(PairClass::kTriple, rank), many ? 1792 : 144);
    EXPECT_EQ(HandsOfRank(PairClass::kPair, rank), many ? 12096 : 3264);
  }
}

TEST(OrdagoHandsTest, Vector7_1NoPairHas70Patterns) {
  const std::vector<Cards>& all = AllHands();
  EXPECT_EQ(std::count_if(all.begin(), all.end(),
                          [](Cards hand) {
                            return PairClassOf(hand) == PairClass::kNone;
                          }),
            70);
}

TEST(OrdagoHandsTest, Vector7_1PairsAndGameBonusesTogether) {
  const std::map<std::pair<int, int>, int64_t> table = {
      {{0, 0}, 31488}, {{0, 2}, 4608}, {{0, 3}, 3584}, {{1, 0}, 30592},
      {{1, 2}, 8960},  {{1, 3}, 4224}, {{2, 0}, 2304}, {{2, 2}, 1568},
      {{2, 3}, 576},   {{3, 0}, 2562}, {{3, 2}, 924}};
  std::map<std::pair<int, int>, int64_t> found;
  for (const Cards hand : AllHands()) {
    found[{BonusOf(Bet::kPairs, hand), BonusOf(Bet::kGame, hand)}] +=
        WaysToDeal(hand);
  }
  EXPECT_EQ(found, table);
}

// ---- Dossier 7.2: four hands ----

TEST(OrdagoHandsTest, Vector7_2AllDeals) {
  EXPECT_EQ(DealsWithAll([](Cards) { return true; }), 3963642086353950000);
}

TEST(OrdagoHandsTest, Vector7_2NobodyHasAPair) {
  EXPECT_EQ(DealsWithAll([](Cards hand) {
              return PairClassOf(hand) == PairClass::kNone;
            }),
            135451699477032960);
}

TEST(OrdagoHandsTest, Vector7_2NobodyHasMoreThan30) {
  EXPECT_EQ(DealsWithAll([](Cards hand) { return SumOf(hand) <= 30; }),
            978149987190066600);
}

TEST(OrdagoHandsTest, Vector7_2NobodyHas31) {
  EXPECT_EQ(DealsWithAll([](Cards hand) { return SumOf(hand) != 31; }),
            2680911933202666800);
}

TEST(OrdagoHandsTest, Vector7_2SomebodyHasTheRoyalGame) {
  const int64_t all = DealsWithAll([](Cards) { return true; });
  EXPECT_EQ(all - DealsWithAll([](Cards hand) { return !IsRoyal(hand); }),
            all / 91390 * 256);
}

TEST(OrdagoHandsTest, Vector7_2WinnersOfBig) {
  EXPECT_EQ(WinsByPosition(Bet::kBig),
            (Wins{998557847984733324, 993446920603928300, 988355064545249548,
                  983282253220038828}));
}

TEST(OrdagoHandsTest, Vector7_2WinnersOfSmall) {
  EXPECT_EQ(WinsByPosition(Bet::kSmall),
            (Wins{998557847984733324, 993446920603928300, 988355064545249548,
                  983282253220038828}));
}

TEST(OrdagoHandsTest, Vector7_2WinnersOfPairs) {
  EXPECT_EQ(WinsByPosition(Bet::kPairs),
            (Wins{1077863597159266956, 1017345556052891884, 960670695615648524,
                  907762237526142636}));
}

TEST(OrdagoHandsTest, Vector7_2WinnersOfGame) {
  EXPECT_EQ(WinsByPosition(Bet::kGame),
            (Wins{1083068730274636854, 1018552142633639494, 958757964127692866,
                  903263249317980786}));
}

}  // namespace
}  // namespace arena::ordago
