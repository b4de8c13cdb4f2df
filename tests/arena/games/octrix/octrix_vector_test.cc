// Worked examples of Octrix: orders, tricks, scores, ends and whole deals.
#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/arena/games/octrix/octrix_fixture.h"

namespace arena::octrix {
namespace {

using ::testing::ElementsAreArray;
using ::testing::Pair;

// ---- 4.3 Tricks ----

struct TrickVector {
  int number;
  Mode mode;
  std::string cards;
  Seat winner;
  Mode next;
};

constexpr Mode kHigh = Mode::kHigh;
constexpr Mode kLow = Mode::kLow;

const TrickVector kTricks[] = {
    {1, kHigh, "D3 C8 H8 S5", 1, kLow}, {2, kLow, "S6 C6 D6 H6", 3, kLow},
    {3, kLow, "C2 D3 S3 C6", 0, kHigh}, {4, kHigh, "S7 D4", 0, kLow},
    {5, kLow, "H7 S7 D2", 2, kLow},     {6, kHigh, "H5 C5 D8", 2, kHigh},
    {7, kLow, "H8 D8", 0, kHigh},       {8, kHigh, "C1 S1", 0, kHigh},
};

// Hands with these cards in the order of the seats, filled up with other cards.
std::vector<std::string> HandsWith(const std::string& text) {
  std::vector<std::string> hands = absl::StrSplit(text, ' ');
  const size_t seats = hands.size();
  size_t next = 0;
  for (uint32_t card = 0; card < kCards && next < seats * 7; ++card) {
    if (absl::StrContains(text, CardText(card))) continue;
    absl::StrAppend(&hands[next++ % seats], " ", CardText(card));
  }
  return hands;
}

// Plays cards other than `kept` until the mode is the wanted one.
void ReachMode(State& state, Mode mode, const std::string& kept) {
  if (state.mode() == mode) return;
  ASSERT_TRUE(AnyPly(state, [&](const Ply& ply) {
    for (const SeatAction& choice : ply) {
      if (absl::StrContains(kept, CardText(choice.action))) return false;
    }
    State after = state;
    after.Apply(ply);
    if (after.mode() != mode) return false;
    state = after;
    return true;
  }));
}

class OctrixTrickVectorTest : public testing::TestWithParam<TrickVector> {};

TEST_P(OctrixTrickVectorTest, HasItsWinnerAndNextMode) {
  State state = Dealt(HandsWith(GetParam().cards));
  ReachMode(state, GetParam().mode, GetParam().cards);
  const int number = state.tricks_played();
  PlayTrick(state, GetParam().cards);
  EXPECT_EQ(state.trick(number).mode, GetParam().mode);
  EXPECT_EQ(state.trick(number).winner, GetParam().winner);
  EXPECT_EQ(state.mode(), GetParam().next);
}

INSTANTIATE_TEST_SUITE_P(Section43, OctrixTrickVectorTest,
                         testing::ValuesIn(kTricks), [](const auto& vector) {
                           return absl::StrCat("Example", vector.param.number);
                         });

// ---- 4.4 Scores of a deal ----

struct ScoreVector {
  int number;
  std::string options;
  int seats;
  std::vector<Seat> winners;
  std::vector<int64_t> scores;  // of the first seats
};

const ScoreVector kScores[] = {
    {9, "", 2, {0, 1, 0, 1, 1, 0, 1, 1}, {3}},
    {10, "", 2, {1, 0, 0, 1, 1, 0, 1, 1}, {5}},
    {11, "", 2, {1, 0, 0, 0, 1, 1, 1, 1}, {9}},
    {12, "", 2, {0, 0, 1, 0, 0, 1, 0, 0}, {12}},
    {13, "", 2, {0, 0, 0, 0, 1, 0, 0, 0}, {25}},
    {14, "", 2, {0, 0, 0, 0, 0, 0, 0, 0}, {64}},
    {15, "", 3, {0, 0, 1, 1, 1, 0, 2, 0}, {6, 9, 1}},
    {16, "variant=partners", 4, {0, 2, 1, 3, 3, 0, 2, 2}, {13, 9, 13, 9}},
};

class OctrixScoreVectorTest : public testing::TestWithParam<ScoreVector> {};

TEST_P(OctrixScoreVectorTest, HasItsScores) {
  const auto& [number, options, seats, winners, scores] = GetParam();
  std::vector<std::string> hands = {kClubs, kSpades, kDiamonds, kHearts};
  hands.resize(seats);
  State state =
      Dealt(hands, absl::StrCat("max_deals=1,auto_last_trick=false,", options));
  ASSERT_TRUE(PlayWinners(state, winners));
  for (size_t seat = 0; seat < scores.size(); ++seat) {
    EXPECT_EQ(state.Returns()[seat], scores[seat]) << "seat " << seat;
  }
}

INSTANTIATE_TEST_SUITE_P(Section44, OctrixScoreVectorTest,
                         testing::ValuesIn(kScores), [](const auto& vector) {
                           return absl::StrCat("Example", vector.param.number);
                         });

// ---- 4.5 Ends of a match ----

State EndVector(const std::vector<uint32_t>& totals, absl::string_view finish,
                const std::vector<Seat>& winners) {
  State state =
      AtTotals(totals, absl::StrCat("auto_last_trick=false,finish=", finish));
  std::vector<std::string> hands = {kClubs, kSpades, kDiamonds};
  hands.resize(totals.size());
  Deal(state, hands);
  EXPECT_TRUE(PlayWinners(state, winners));
  return state;
}

TEST(OctrixVectorTest, Section45Example17AtTheEndOfTheDeal) {
  const State state =
      EndVector({85, 80, 1}, "deal_end", {0, 0, 1, 1, 1, 1, 0, 1});
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.Returns(), (SeatScores{90, 97, 1, 0}));
  EXPECT_EQ(state.Ranks(), (SeatRanks{2, 1, 3, 0}));
}

TEST(OctrixVectorTest, Section45Example17AtOnce) {
  const State state = EndVector({85, 80, 1}, "immediate", {0, 0});
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.Returns(), (SeatScores{89, 80, 1, 0}));
  EXPECT_EQ(state.Ranks()[0], 1);
}

TEST(OctrixVectorTest, Section45Example18AtTheEndOfTheDeal) {
  const State state =
      EndVector({80, 87, 1}, "deal_end", {0, 0, 0, 1, 1, 0, 1, 1});
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.Returns(), (SeatScores{90, 95, 1, 0}));
  EXPECT_EQ(state.Ranks()[1], 1);
}

TEST(OctrixVectorTest, Section45Example18AtOnce) {
  const State state = EndVector({80, 87, 1}, "immediate", {0, 0, 0});
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.Returns(), (SeatScores{89, 87, 1, 0}));
  EXPECT_EQ(state.Ranks()[0], 1);
}

TEST(OctrixVectorTest, Section45Example19AtTheEndOfTheDeal) {
  const State state = EndVector({86, 86}, "deal_end", {0, 0, 0, 0, 1, 1, 1, 1});
  EXPECT_EQ(state.node(), Node::kChance);
  EXPECT_EQ(state.Returns(), (SeatScores{102, 102, 0, 0}));
}

TEST(OctrixVectorTest, Section45Example19AtOnce) {
  const State state = EndVector({86, 86}, "immediate", {0, 0});
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.Returns(), (SeatScores{90, 86, 0, 0}));
}

// ---- 7.1 Order and colours ----

TEST(OctrixVectorTest, Section71NumbersOfCards) {
  EXPECT_THAT(CardsOf("H1 D1 S1 C1 H2 D4 S5 C6 H8 D8 S8 C8"),
              ElementsAreArray({0, 1, 2, 3, 4, 13, 18, 23, 28, 29, 30, 31}));
}

TEST(OctrixVectorTest, Section71TricksThatMakeTheNextOneHigh) {
  // The counts are by number of cards in the trick.
  std::map<int, int> high;
  std::map<int, int> all;
  for (Card low = 0; low < kCards; ++low) {
    for (Card top = low + 1; top < kCards; ++top) {
      const int between = top - low - 1;
      const std::map<int, int> tricks = {
          {2, 1}, {3, between}, {4, between * (between - 1) / 2}};
      const bool is_high =
          NextMode(top, low, ColourRule::kColour) == Mode::kHigh;
      for (const auto& [cards, count] : tricks) {
        all[cards] += count;
        if (is_high) high[cards] += count;
      }
    }
  }
  EXPECT_THAT(
      high, testing::ElementsAre(Pair(2, 240), Pair(3, 2464), Pair(4, 17752)));
  EXPECT_THAT(
      all, testing::ElementsAre(Pair(2, 496), Pair(3, 4960), Pair(4, 35960)));
}

// ---- 7.2 Number of distributions ----

// The outcomes of a deal in order, divided by the orders within the hands.
double Distributions(int seats) {
  State state = NewMatch(seats, "first_dealer=0");
  unsigned __int128 orders = 1;
  for (int card = 0; state.node() == Node::kChance; ++card) {
    ActionList outcomes;
    state.LegalActions(kChance, outcomes);
    orders *= outcomes.size();
    ApplyChance(state, outcomes[0]);
  }
  for (int i = 0; i < seats; ++i) orders /= 40320;  // 8!
  return static_cast<double>(orders);
}

TEST(OctrixVectorTest, Section72NumberOfDistributions) {
  EXPECT_EQ(Distributions(4), 99561092450391000.0);
  EXPECT_EQ(Distributions(3), 99561092450391000.0);
  EXPECT_EQ(Distributions(2), 7735904619300.0);
}

// ---- 7.3 Scores of all patterns ----

// Plays a deal of black cards, which is HIGH throughout. Seat 0 wins exactly
// the tricks of the pattern. Returns both scores.
SeatScores ScoresOf(uint32_t pattern) {
  const int wins = std::popcount(pattern);
  // With the clubs seat 0 can win any number of tricks but none.
  const bool clubs = wins > 0;
  State state = Dealt({clubs ? kClubs : kSpades, clubs ? kSpades : kClubs},
                      "max_deals=1");
  // Seat 0's best cards beat seat 1's worst cards, and the other way round. The
  // last cards are forced.
  int won = 0;
  for (int trick = 0; trick < 7; ++trick) {
    const bool win = (pattern >> trick & 1) != 0;
    const int rank0 = win ? 9 - wins + won : 1 + trick - won;
    const int rank1 = win ? 1 + won : wins + 1 + trick - won;
    PlayTrick(state, absl::StrCat(clubs ? "C" : "S", rank0, " ",
                                  clubs ? "S" : "C", rank1));
    won += win ? 1 : 0;
  }
  return state.Returns();
}

TEST(OctrixVectorTest, Section73ScoresOfOneSide) {
  std::map<int, int> patterns;
  for (uint32_t pattern = 0; pattern < 256; ++pattern) {
    ++patterns[static_cast<int>(ScoresOf(pattern)[0])];
  }
  const std::map<int, int> expected = {
      {0, 1},  {1, 8},  {2, 21},  {3, 20},  {4, 12},  {5, 30}, {6, 30},
      {7, 4},  {8, 10}, {9, 18},  {10, 20}, {11, 12}, {12, 1}, {13, 12},
      {14, 6}, {16, 5}, {17, 12}, {18, 6},  {20, 6},  {25, 6}, {26, 6},
      {29, 2}, {36, 3}, {37, 2},  {49, 2},  {64, 1}};
  EXPECT_EQ(patterns, expected);
}

TEST(OctrixVectorTest, Section73SumsOfTwoSides) {
  std::map<int, int> patterns;
  for (uint32_t pattern = 0; pattern < 256; ++pattern) {
    const SeatScores scores = ScoresOf(pattern);
    ++patterns[static_cast<int>(scores[0] + scores[1])];
  }
  const std::map<int, int> expected = {
      {8, 2},   {10, 14}, {12, 30}, {14, 32}, {16, 42}, {18, 24},
      {20, 22}, {22, 30}, {24, 6},  {26, 12}, {28, 8},  {30, 12},
      {32, 2},  {34, 4},  {38, 6},  {40, 4},  {50, 4},  {64, 2}};
  EXPECT_EQ(patterns, expected);
}

TEST(OctrixVectorTest, Section73MeanScores) {
  std::map<int, double> means;  // by number of sides
  for (uint32_t pattern = 0; pattern < 256; ++pattern) {
    const int wins = std::popcount(pattern);
    for (const int sides : {2, 3, 4}) {
      const double chance =
          std::pow(1.0 / sides, wins) * std::pow(1 - 1.0 / sides, 8 - wins);
      means[sides] += chance * static_cast<double>(ScoresOf(pattern)[0]);
    }
  }
  EXPECT_NEAR(means[2], 10.0078125, 1e-9);
  EXPECT_NEAR(means[3], 4.833410, 1e-6);
  EXPECT_NEAR(means[4], 3.111115, 1e-6);
}

// ---- 7.4 to 7.7 Whole deals ----

struct DealVector {
  std::string name;
  std::string options;
  std::vector<std::string> hands;
  Policy policy;
  std::string winners;
  std::string modes;  // H and L; the ninth is that of the next trick
  std::vector<int64_t> scores;
  std::vector<std::string> tricks;  // where the example lists them
};

const std::vector<std::string> kTwo = {"H1 D4 S5 H6 H7 H8 S8 C8",
                                       "S1 C1 H2 D2 H3 S6 D7 S7"};
const std::vector<std::string> kThree = {"H1 H2 S3 S4 C4 S5 H6 S7",
                                         "S1 C1 S2 C2 H3 H7 D7 H8",
                                         "D1 H4 D4 H5 C6 C7 D8 C8"};
const std::vector<std::string> kFour = {
    "H2 D2 C2 H3 C3 D4 S5 D7", "H1 D1 D3 C4 H5 D5 H7 C7",
    "S1 C1 S3 H4 S4 C5 H6 D6", "S2 S6 C6 S7 H8 D8 S8 C8"};
const std::vector<std::string> kPartners = {
    "H3 D3 C3 C4 D5 S7 D8 C8", "S1 D4 S4 H5 C5 H6 D7 S8",
    "H1 C1 H2 D2 S5 D6 S6 H8", "D1 S2 C2 S3 H4 C6 H7 C7"};

const DealVector kDeals[] = {
    {"Section74Adapt",
     "",
     kTwo,
     Adapt,
     "00011101",
     "HHLLLLHLH",
     {10, 10},
     {"C8 S7", "S8 D7", "H1 S1", "D4 C1", "S5 H2", "H6 D2", "H8 S6", "H7 H3"}},
    {"Section74AlwaysHighest",
     "",
     kTwo,
     AlwaysHighest,
     "00110010",
     "HHLLHHLL",
     {9, 5},
     {}},
    {"Section74AlwaysLowest",
     "",
     kTwo,
     AlwaysLowest,
     "11110011",
     "HLLLHHLL",
     {4, 20},
     {}},
    {"Section75AlwaysHighest",
     "",
     kThree,
     AlwaysHighest,
     "22221110",
     "HHHHLLLL",
     {1, 9, 16},
     {}},
    {"Section75AlwaysLowest",
     "",
     kThree,
     AlwaysLowest,
     "11111022",
     "HLLLLLHH",
     {1, 25, 4},
     {}},
    {"Section75Adapt",
     "",
     kThree,
     Adapt,
     "22220111",
     "HHHHLLLL",
     {1, 9, 16},
     {}},
    {"Section76Adapt",
     "",
     kFour,
     Adapt,
     "31103330",
     "HLLLHHHLL",
     {2, 4, 0, 10},
     {"D7 C7 D6 C8", "H2 H1 S1 S2", "D2 D1 C1 S6", "C2 D3 S3 C6", "S5 H7 H6 S8",
      "D4 D5 C5 D8", "C3 H5 S4 H8", "H3 C4 H4 S7"}},
    {"Section76AlwaysHighest",
     "",
     kFour,
     AlwaysHighest,
     "30330031",
     "HLHHLLHL",
     {5, 1, 0, 6},
     {}},
    {"Section76AlwaysLowest",
     "",
     kFour,
     AlwaysLowest,
     "31030033",
     "HLLHLLHH",
     {5, 1, 0, 6},
     {}},
    {"Section77FirstSeatDeals",
     "variant=partners",
     kPartners,
     Adapt,
     "01223022",
     "HLLLHLHHH",
     {14, 2, 14, 2},
     {"C8 S8 H1 D1", "D8 S1 C1 C7", "S7 D7 H2 S2", "H3 H6 D2 C2", "D5 C5 D6 C6",
      "C3 D4 S5 H4", "D3 S4 H8 H7", "C4 H5 S6 S3"}},
    {"Section77SecondSeatDeals",
     "variant=partners,first_dealer=1",
     kPartners,
     Adapt,
     "02332223",
     "",
     {13, 5, 13, 5},
     {}},
};

std::string TrickText(const State& state, int number) {
  std::string text;
  for (Seat seat = 0; seat < state.seats(); ++seat) {
    absl::StrAppend(&text, seat == 0 ? "" : " ",
                    CardText(state.trick(number).cards[seat]));
  }
  return text;
}

class OctrixDealVectorTest : public testing::TestWithParam<DealVector> {
 protected:
  OctrixDealVectorTest()
      : state_(Dealt(GetParam().hands,
                     absl::StrCat("max_deals=1,", GetParam().options))) {
    while (state_.node() == Node::kDecision) PlayBy(state_, GetParam().policy);
  }
  State state_;
};

TEST_P(OctrixDealVectorTest, HasItsTricks) {
  for (size_t i = 0; i < GetParam().tricks.size(); ++i) {
    EXPECT_EQ(TrickText(state_, static_cast<int>(i)), GetParam().tricks[i])
        << "trick " << i + 1;
  }
}

TEST_P(OctrixDealVectorTest, HasItsWinners) {
  std::string winners;
  for (int i = 0; i < 8; ++i) absl::StrAppend(&winners, state_.trick(i).winner);
  EXPECT_EQ(winners, GetParam().winners);
}

TEST_P(OctrixDealVectorTest, HasItsModes) {
  std::string modes;
  for (int i = 0; i < 8; ++i)
    modes += state_.trick(i).mode == kHigh ? 'H' : 'L';
  modes += state_.mode() == kHigh ? 'H' : 'L';
  EXPECT_EQ(modes.substr(0, GetParam().modes.size()), GetParam().modes);
}

TEST_P(OctrixDealVectorTest, HasItsScores) {
  for (size_t seat = 0; seat < GetParam().scores.size(); ++seat) {
    EXPECT_EQ(state_.Returns()[seat], GetParam().scores[seat])
        << "seat " << seat;
  }
}

INSTANTIATE_TEST_SUITE_P(OctrixVectorTest, OctrixDealVectorTest,
                         testing::ValuesIn(kDeals),
                         [](const auto& vector) { return vector.param.name; });

}  // namespace
}  // namespace arena::octrix
