// Worked examples of Seconds: tricks, scores, placings and whole deals. Their
// numbers are those of the rules' collection of examples.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/arena/games/seconds/seconds_fixture.h"

namespace arena::seconds {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

constexpr TieReading kPosition = TieReading::kPosition;
constexpr TieReading kDistinct = TieReading::kDistinct;

// ---- 4.4 Tricks ----

struct TrickVector {
  int number;
  std::string cards;
  // The taker's place in playing order, from 1, by each reading.
  int by_position;
  int by_distinct;
};

const TrickVector kTrickVectors[] = {
    {1, "SK S9 SA S4", 1, 1}, {2, "CQ CJ CK CA", 3, 3},
    {3, "D5 D9 CA SK", 1, 1}, {4, "C8 CJ HA C3", 1, 1},
    {5, "H7 CQ ST D2", 3, 3}, {6, "H4 CK SQ DQ", 4, 4},
    {7, "HQ CA SQ DQ", 3, 3}, {8, "HK CK S9 D3", 2, 3},
    {9, "H9 CA SA D5", 3, 1}, {10, "H8 C8 S8 D8", 2, 2},
};

int TakerFrom1(const std::string& text, TieReading reading) {
  TrickCards cards;
  std::ranges::copy(CardsOf(text), cards.begin());
  return TakerOf(cards, reading) + 1;
}

class SecondsTrickVectorTest : public testing::TestWithParam<TrickVector> {};

TEST_P(SecondsTrickVectorTest, IsTakenByPosition) {
  EXPECT_EQ(TakerFrom1(GetParam().cards, kPosition), GetParam().by_position);
}

TEST_P(SecondsTrickVectorTest, IsTakenByDistinctRank) {
  EXPECT_EQ(TakerFrom1(GetParam().cards, kDistinct), GetParam().by_distinct);
}

INSTANTIATE_TEST_SUITE_P(Section44, SecondsTrickVectorTest,
                         testing::ValuesIn(kTrickVectors),
                         [](const auto& vector) {
                           return absl::StrCat("Example", vector.param.number);
                         });

// ---- 4.5 Scores of a deal ----

struct ScoreVector {
  int number;
  Counts taken;
  std::array<Points, kMaxDeals> points;
};

const ScoreVector kScoreVectors[] = {
    {11,
     {4, 3, 5, 1},
     {{{20, 3, 20, 3},
       {12, 12, 5, 5},
       {4, 15, 15, 4},
       {12, 15, 5, 4},
       {4, 12, 15, 5},
       {12, 9, 15, 3},
       {9, 10, 8, 12},
       {0, 12, 0, 0}}}},
    {12,
     {3, 3, 3, 4},
     {{{9, 12, 9, 12},
       {9, 9, 12, 12},
       {12, 9, 9, 12},
       {9, 9, 12, 12},
       {12, 9, 9, 12},
       {9, 9, 9, 12},
       {10, 10, 10, 9},
       {4, 4, 4, 0}}}},
    {13,
     {3, 3, 5, 2},
     {{{15, 6, 15, 6},
       {9, 9, 10, 10},
       {6, 15, 15, 6},
       {9, 15, 10, 6},
       {6, 9, 15, 10},
       {9, 9, 15, 6},
       {10, 10, 8, 11},
       {6, 6, 0, 0}}}},
    {14,
     {3, 6, 4, 0},
     {{{12, 0, 12, 0},
       {18, 18, 0, 0},
       {0, 24, 24, 0},
       {18, 24, 0, 0},
       {0, 18, 24, 0},
       {9, 18, 12, 0},
       {10, 7, 9, 13},
       {12, 0, 0, 0}}}},
    {15,
     {1, 5, 2, 5},
     {{{2, 25, 2, 25},
       {5, 5, 10, 10},
       {5, 10, 10, 5},
       {5, 10, 10, 5},
       {5, 5, 10, 10},
       {3, 15, 6, 15},
       {12, 8, 11, 8},
       {0, 0, 0, 0}}}},
    {16,
     {0, 7, 6, 0},
     {{{0, 0, 0, 0},
       {0, 0, 0, 0},
       {0, 42, 42, 0},
       {0, 42, 0, 0},
       {0, 0, 42, 0},
       {0, 21, 18, 0},
       {13, 6, 7, 13},
       {0, 0, 0, 0}}}},
};

class SecondsScoreVectorTest : public testing::TestWithParam<ScoreVector> {};

TEST_P(SecondsScoreVectorTest, HasItsPointsInEveryDeal) {
  for (int deal = 0; deal < kMaxDeals; ++deal) {
    EXPECT_EQ(DealPoints(deal, GetParam().taken, Rules()),
              GetParam().points[deal])
        << "deal " << deal + 1;
  }
}

INSTANTIATE_TEST_SUITE_P(Section45, SecondsScoreVectorTest,
                         testing::ValuesIn(kScoreVectors),
                         [](const auto& vector) {
                           return absl::StrCat("Example", vector.param.number);
                         });

TEST(SecondsVectorTest, Example11WithSquaresInDeal6) {
  const Rules rules = RulesOf("deal6_score=square");
  EXPECT_THAT(DealPoints(5, {4, 3, 5, 1}, rules), ElementsAre(16, 9, 25, 1));
}

TEST(SecondsVectorTest, Example12LiterallyInDeal8) {
  const Rules rules = RulesOf("deal8_score=literal_12_4_3");
  EXPECT_THAT(DealPoints(7, {3, 3, 3, 4}, rules), ElementsAre(3, 3, 3, 0));
}

TEST(SecondsVectorTest, Example13LiterallyInDeal8) {
  const Rules rules = RulesOf("deal8_score=literal_12_4_3");
  EXPECT_THAT(DealPoints(7, {3, 3, 5, 2}, rules), ElementsAre(4, 4, 0, 0));
}

// ---- 4.6 Final placing ----

struct PlacingVector {
  int number;
  SeatScores totals;
  std::string options;
  SeatRanks ranks;
};

const PlacingVector kPlacings[] = {
    {17, {95, 87, 75, 41}, "", {2, 1, 3, 4}},
    {18, {80, 80, 60, 50}, "", {1, 1, 3, 4}},
    {18, {80, 80, 60, 50}, "final_tie=distinct_totals", {2, 2, 1, 4}},
    {19, {90, 70, 70, 50}, "", {3, 1, 1, 4}},
    {20, {90, 80, 80, 80}, "", {4, 1, 1, 1}},
    {21, {60, 60, 60, 60}, "", {1, 1, 1, 1}},
    {21, {60, 60, 60, 60}, "final_tie=distinct_totals", {1, 1, 1, 1}},
    // The usual rule, for which both ways to share a total are the same.
    {17, {95, 87, 75, 41}, "winner=highest", {1, 2, 3, 4}},
    {18, {80, 80, 60, 50}, "winner=highest", {1, 1, 3, 4}},
    {18,
     {80, 80, 60, 50},
     "winner=highest,final_tie=distinct_totals",
     {1, 1, 3, 4}},
    {19, {90, 70, 70, 50}, "winner=highest", {1, 2, 2, 4}},
};

class SecondsPlacingVectorTest : public testing::TestWithParam<PlacingVector> {
};

TEST_P(SecondsPlacingVectorTest, HasItsRanks) {
  EXPECT_EQ(RanksOf(GetParam().totals, RulesOf(GetParam().options)),
            GetParam().ranks);
}

INSTANTIATE_TEST_SUITE_P(Section46, SecondsPlacingVectorTest,
                         testing::ValuesIn(kPlacings), [](const auto& vector) {
                           return absl::StrCat("Example", vector.param.number,
                                               "Case", vector.index);
                         });

// ---- 7.1 All ordered plays of four cards ----

// The number of plays that each position takes; 0 is the leader.
using Takers = std::array<int, kSeats>;

struct AllPlays {
  // Plays by the number of cards of the suit led. Entry 1 holds all plays that
  // nobody follows.
  std::map<int, Takers> by_followers;
  // The plays that nobody follows, by the number of cards that tie for the
  // taking rank.
  std::map<int, Takers> by_tied;
};

template <typename Function>
void ForEachPlay(Function function) {
  for (Card a = 0; a < kCards; ++a) {
    for (Card b = 0; b < kCards; ++b) {
      if (b == a) continue;
      for (Card c = 0; c < kCards; ++c) {
        if (c == a || c == b) continue;
        for (Card d = 0; d < kCards; ++d) {
          if (d != a && d != b && d != c) function(TrickCards{a, b, c, d});
        }
      }
    }
  }
}

// The number of cards of the rank that takes the trick. The count follows the
// words of the rule, not the engine.
int TiedOf(const TrickCards& cards, TieReading reading) {
  std::array<int, kSeats> ranks;
  std::ranges::transform(cards, ranks.begin(), RankOf);
  std::ranges::sort(ranks, std::greater<>());
  int target = ranks[1];
  if (reading == kDistinct) {
    const auto lower =
        std::ranges::find_if(ranks, [&](int rank) { return rank != ranks[0]; });
    target = lower == ranks.end() ? ranks[0] : *lower;
  }
  return static_cast<int>(std::ranges::count(ranks, target));
}

AllPlays CountAllPlays(TieReading reading) {
  AllPlays all;
  ForEachPlay([&](const TrickCards& cards) {
    const int taker = TakerOf(cards, reading);
    const int followers = static_cast<int>(std::ranges::count_if(
        cards, [&](Card card) { return SuitOf(card) == SuitOf(cards[0]); }));
    ++all.by_followers[followers][taker];
    if (followers == 1) ++all.by_tied[TiedOf(cards, reading)][taker];
  });
  return all;
}

class SecondsSection71Test : public testing::Test {
 protected:
  static const AllPlays& ByPosition() {
    static const auto& all = *new AllPlays(CountAllPlays(kPosition));
    return all;
  }
  static const AllPlays& ByDistinct() {
    static const auto& all = *new AllPlays(CountAllPlays(kDistinct));
    return all;
  }
};

TEST_F(SecondsSection71Test, FourCardsOfTheSuitLed) {
  EXPECT_THAT(ByPosition().by_followers.at(4),
              ElementsAre(17160, 17160, 17160, 17160));
}

TEST_F(SecondsSection71Test, ThreeCardsOfTheSuitLed) {
  EXPECT_THAT(ByPosition().by_followers.at(3),
              ElementsAre(267696, 178464, 178464, 178464));
}

TEST_F(SecondsSection71Test, TwoCardsOfTheSuitLed) {
  EXPECT_THAT(ByPosition().by_followers.at(2),
              ElementsAre(1387152, 462384, 462384, 462384));
}

TEST_F(SecondsSection71Test, NobodyFollowsByPosition) {
  EXPECT_THAT(ByPosition().by_tied,
              ElementsAre(Pair(1, ElementsAre(525096, 545688, 545688, 545688)),
                          Pair(2, ElementsAre(0, 129168, 217152, 305136)),
                          Pair(3, ElementsAre(0, 22464, 14976, 0)),
                          Pair(4, ElementsAre(0, 312, 0, 0))));
}

TEST_F(SecondsSection71Test, NobodyFollowsByDistinctRank) {
  EXPECT_THAT(ByDistinct().by_tied,
              ElementsAre(Pair(1, ElementsAre(588744, 633672, 633672, 633672)),
                          Pair(2, ElementsAre(0, 67392, 114192, 160992)),
                          Pair(3, ElementsAre(0, 11232, 7488, 0)),
                          Pair(4, ElementsAre(0, 312, 0, 0))));
}

TEST_F(SecondsSection71Test, AllPlays) {
  Takers sum = {};
  for (const auto& [followers, takers] : ByPosition().by_followers) {
    for (int i = 0; i < kSeats; ++i) sum[i] += takers[i];
  }
  EXPECT_THAT(sum, ElementsAre(2197104, 1355640, 1435824, 1508832));
}

TEST_F(SecondsSection71Test, ReadingsDisagreeInSomePlays) {
  int disagreements = 0;
  ForEachPlay([&](const TrickCards& cards) {
    disagreements += TakerOf(cards, kPosition) != TakerOf(cards, kDistinct);
  });
  EXPECT_EQ(disagreements, 361296);
}

// ---- 7.2 All ways to share 13 tricks ----

std::vector<Counts> AllCounts() {
  std::vector<Counts> all;
  for (int a = 0; a <= kTricks; ++a) {
    for (int b = 0; a + b <= kTricks; ++b) {
      for (int c = 0; a + b + c <= kTricks; ++c) {
        all.push_back({static_cast<uint8_t>(a), static_cast<uint8_t>(b),
                       static_cast<uint8_t>(c),
                       static_cast<uint8_t>(kTricks - a - b - c)});
      }
    }
  }
  return all;
}

// The sum of North's points in a deal.
int SumOfNorth(int deal, absl::string_view options = "") {
  const Rules rules = RulesOf(options);
  int sum = 0;
  for (const Counts& taken : AllCounts()) {
    sum += DealPoints(deal - 1, taken, rules)[0];
  }
  return sum;
}

TEST(SecondsSection72Test, ThereAre560Ways) {
  EXPECT_EQ(AllCounts().size(), 560u);
}

TEST(SecondsSection72Test, Deals1To5) {
  for (int deal = 1; deal <= 5; ++deal) EXPECT_EQ(SumOfNorth(deal), 4368);
}

TEST(SecondsSection72Test, Deal6) {
  EXPECT_EQ(SumOfNorth(6), 5460);
  EXPECT_EQ(SumOfNorth(6, "deal6_score=square"), 10556);
}

TEST(SecondsSection72Test, Deal7) { EXPECT_EQ(SumOfNorth(7), 5460); }

TEST(SecondsSection72Test, Deal8) {
  EXPECT_EQ(SumOfNorth(8), 660);
  EXPECT_EQ(SumOfNorth(8, "deal8_score=literal_12_4_3"), 621);
}

TEST(SecondsSection72Test, SeatsWithExactlyThreeTricks) {
  std::map<int64_t, int> ways;
  for (const Counts& taken : AllCounts()) ++ways[std::ranges::count(taken, 3)];
  EXPECT_THAT(ways, UnorderedElementsAre(Pair(0, 340), Pair(1, 180),
                                         Pair(2, 36), Pair(3, 4)));
}

// ---- 4.2 Ranges of points ----

// All points that a seat can have in a deal, and all sums over the table.
struct Range {
  std::set<int> seat;
  std::set<int> table;
};

Range RangeOf(int deal, absl::string_view options = "") {
  const Rules rules = RulesOf(options);
  Range range;
  for (const Counts& taken : AllCounts()) {
    const Points points = DealPoints(deal - 1, taken, rules);
    range.seat.insert(points.begin(), points.end());
    range.table.insert(points[0] + points[1] + points[2] + points[3]);
  }
  return range;
}

TEST(SecondsSection42Test, Deals1To5ReachFortyTwo) {
  for (int deal = 1; deal <= 5; ++deal) {
    const Range range = RangeOf(deal);
    EXPECT_EQ(*range.seat.begin(), 0);
    EXPECT_EQ(*range.seat.rbegin(), 42);
    EXPECT_EQ(*range.table.begin(), 0);
    EXPECT_EQ(*range.table.rbegin(), deal <= 3 ? 84 : 42);
  }
}

TEST(SecondsSection42Test, Deal6Distributes39) {
  EXPECT_EQ(*RangeOf(6).seat.rbegin(), 39);
  EXPECT_THAT(RangeOf(6).table, ElementsAre(39));
  EXPECT_EQ(*RangeOf(6, "deal6_score=square").seat.rbegin(), 169);
}

TEST(SecondsSection42Test, Deal7Distributes39) {
  EXPECT_EQ(*RangeOf(7).seat.rbegin(), 13);
  EXPECT_THAT(RangeOf(7).table, ElementsAre(39));
}

TEST(SecondsSection42Test, Deal8Distributes12OrNothing) {
  EXPECT_THAT(RangeOf(8).seat, ElementsAre(0, 4, 6, 12));
  EXPECT_THAT(RangeOf(8).table, ElementsAre(0, 12));
}

// Section 8 gives the highest total that is thinkable.
TEST(SecondsSection8Test, NoTotalIsAbove274) {
  int total = 0;
  for (int deal = 1; deal <= kMaxDeals; ++deal) {
    total += *RangeOf(deal).seat.rbegin();
  }
  EXPECT_EQ(total, 274);
}

// ---- 7.3 A deal by two policies ----

const std::vector<std::string> kHands73 = {
    "CK C9 C6 C4 C3 DA DJ D6 HQ H7 SA S7 S6",
    "C5 C2 DK DT HT H9 H3 H2 SK SQ SJ ST S4",
    "CQ CJ CT C8 DQ D8 D7 HA HJ H6 H4 S8 S2",
    "CA C7 D9 D5 D4 D3 D2 HK H8 H5 S9 S5 S3"};

// The tricks as lines such as "E: SK S8 S9 SA".
struct DealLog {
  std::vector<std::string> tricks;
  DealResult result;
};

DealLog PlayHands73(const Policy& policy, absl::string_view options = "") {
  State state =
      Dealt(kHands73, absl::StrCat("auto_last_trick=false,", options));
  Rng unused("all cards are dealt");
  std::vector<Seat> actors;
  const std::vector<Card> cards = PlayDeal(
      state,
      [&](const State& at, Seat seat) {
        actors.push_back(seat);
        return policy(at, seat);
      },
      unused);
  DealLog log;
  log.result = state.result(0);
  for (size_t i = 0; i + 3 < cards.size(); i += 4) {
    log.tricks.push_back(absl::StrCat(
        std::string(1, "NESW"[actors[i]]), ": ",
        TextOf({cards[i], cards[i + 1], cards[i + 2], cards[i + 3]})));
  }
  return log;
}

TEST(SecondsSection73Test, HighestLegalCards) {
  EXPECT_THAT(PlayHands73(HighestLegal).tricks,
              ElementsAre("E: SK S8 S9 SA", "E: DK DQ D9 DA", "E: SQ S2 S5 S7",
                          "N: CK C5 CQ CA", "N: HQ HT HA HK", "W: H8 H7 H9 HJ",
                          "E: SJ CJ S3 S6", "N: DJ DT D8 D5", "E: ST CT C7 C9",
                          "S: C8 H5 C6 C2", "N: D6 S4 D7 D4", "N: C4 H3 H6 D3",
                          "N: C3 H2 H4 D2"));
}

TEST(SecondsSection73Test, HighestLegalCardsTakeTricks) {
  const DealResult result = PlayHands73(HighestLegal).result;
  EXPECT_THAT(result.taken, ElementsAre(7, 4, 1, 1));
  EXPECT_EQ(result.last_trick.taker, 0);
}

// Only in trick 9 do the readings differ.
TEST(SecondsSection73Test, NinthTrickGoesToNorthByDistinctRank) {
  EXPECT_THAT(PlayHands73(HighestLegal, "tie_reading=distinct").tricks[9],
              testing::StartsWith("N: "));
}

// The last column judges every trick of the default deal by itself.
TEST(SecondsSection73Test, OtherTricksAreTheSameByDistinctRank) {
  for (const Policy& policy : {Policy(HighestLegal), Policy(LowestLegal)}) {
    for (const std::string& trick : PlayHands73(policy).tricks) {
      if (trick == "E: ST CT C7 C9") continue;
      const std::string cards = trick.substr(3);
      EXPECT_EQ(TakerFrom1(cards, kDistinct), TakerFrom1(cards, kPosition))
          << trick;
    }
  }
}

TEST(SecondsSection73Test, PointsOfTheHighestLegalCardsInEveryDeal) {
  const Points expected[] = {{7, 4, 7, 4},   {28, 28, 1, 1}, {7, 4, 4, 7},
                             {28, 4, 1, 7},  {7, 28, 4, 1},  {21, 12, 3, 3},
                             {6, 9, 12, 12}, {0, 0, 0, 0}};
  const DealResult result = PlayHands73(HighestLegal).result;
  for (int deal = 0; deal < kMaxDeals; ++deal) {
    EXPECT_EQ(DealPoints(deal, result.taken, Rules()), expected[deal])
        << "deal " << deal + 1;
  }
}

TEST(SecondsSection73Test, LowestLegalCards) {
  EXPECT_THAT(PlayHands73(LowestLegal).tricks,
              ElementsAre("E: C2 C8 C7 C3", "W: D2 D6 DT D7", "S: S2 S3 S6 S4",
                          "E: H2 H4 H5 H7", "W: D3 DJ DK D8", "N: C4 C5 CT CA",
                          "S: H6 H8 HQ H3", "W: D4 DA H9 DQ", "S: S8 S5 S7 ST",
                          "S: CJ D5 C6 HT", "N: C9 SJ CQ D9", "N: CK SQ HJ S9",
                          "E: SK HA HK SA"));
}

TEST(SecondsSection73Test, LowestLegalCardsScoreAsDeal8) {
  const DealResult result = PlayHands73(LowestLegal).result;
  EXPECT_THAT(result.taken, ElementsAre(3, 3, 4, 3));
  EXPECT_EQ(result.last_trick.taker, 1);
  EXPECT_THAT(DealPoints(7, result.taken, Rules()), ElementsAre(4, 4, 0, 4));
}

TEST(SecondsSection73Test, SubstitutesAreTheLowestLegalCards) {
  const auto substitute = [](const State& state, Seat seat) {
    return static_cast<Card>(state.Substitute(seat));
  };
  EXPECT_EQ(PlayHands73(substitute).tricks, PlayHands73(LowestLegal).tricks);
}

// ---- 7.4 Shares of kinds of tricks ----

// The percentage of tricks, over many deals, that somebody followed; that
// nobody followed, without a tie; and that nobody followed, with a tie.
std::array<double, 3> SharesOf(const Policy& policy) {
  Rng rng("shares");
  std::array<double, 3> counts = {};
  double tricks = 0;
  for (int match = 0; match < 250; ++match) {
    State state = NewMatch("auto_last_trick=false");
    PlayMatch(state, policy, rng, [&](const State& at) {
      if (at.open_cards() != 3) return;
      TrickCards cards = at.trick(at.tricks_played()).cards;
      cards[3] = policy(at, ActorOf(at));
      const bool followed = std::ranges::any_of(
          cards.begin() + 1, cards.end(),
          [&](Card card) { return SuitOf(card) == SuitOf(cards[0]); });
      ++counts[followed ? 0 : TiedOf(cards, kPosition) == 1 ? 1 : 2];
      ++tricks;
    });
  }
  for (double& count : counts) count *= 100 / tricks;
  return counts;
}

void ExpectShares(const std::array<double, 3>& shares,
                  const std::array<double, 3>& expected) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(shares[i], expected[i], 0.5);
}

TEST(SecondsSection74Test, LowestLegalCards) {
  ExpectShares(SharesOf(LowestLegal), {91.8, 2.4, 5.8});
}

TEST(SecondsSection74Test, HighestLegalCards) {
  ExpectShares(SharesOf(HighestLegal), {93.2, 3.4, 3.5});
}

TEST(SecondsSection74Test, RandomLegalCards) {
  // The choice is the same card each time for one state.
  const auto random = [](const State& state, Seat seat) {
    Rng rng(absl::StrCat(state.hand(seat), " ", state.hand((seat + 1) % 4)));
    return AnyLegal(rng)(state, seat);
  };
  ExpectShares(SharesOf(random), {91.9, 6.2, 1.9});
}

}  // namespace
}  // namespace arena::seconds
