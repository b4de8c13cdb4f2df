// The rules of Seconds: deals, tricks, options, results, sampling of hands.
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <map>

#include "absl/strings/str_cat.h"
#include "arena/games/seconds/seconds_hidden.h"
#include "tests/arena/games/seconds/seconds_fixture.h"

namespace arena::seconds {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::SizeIs;

// ---- Creation ----

TEST(SecondsTest, IsPlayedWithFourSeatsOnly) {
  EXPECT_THAT(ErrorOf(TryMatch(3, "").status()),
              HasSubstr("seconds is played with 4 seats, not 3"));
}

TEST(SecondsTest, NorthIsDrawnByDefault) {
  State state = NewMatch("");
  EXPECT_THAT(Legal(state, kChance),
              ElementsAre(kFirstDealer, kFirstDealer + 1, kFirstDealer + 2,
                          kFirstDealer + 3));
  ApplyChance(state, kFirstDealer + 2);
  EXPECT_EQ(state.dealer(), 2);
}

TEST(SecondsTest, EverySeatCanBeDrawnAsNorth) {
  Rng rng("north");
  std::map<Action, int> drawn;
  for (int i = 0; i < 400; ++i) ++drawn[NewMatch("").SampleChance(rng)];
  EXPECT_THAT(drawn, SizeIs(4));
  for (const auto& [action, times] : drawn) EXPECT_GT(times, 70) << action;
}

TEST(SecondsTest, Seat0IsNorthOnRequest) {
  const State state = NewMatch("first_dealer=seat0");
  EXPECT_EQ(state.north(), 0);
  EXPECT_THAT(Legal(state, kChance), SizeIs(kCards));
}

// ---- Dealing ----

TEST(SecondsTest, CardsAreDealtOneByOneFromTheDealersLeft) {
  State state = NewMatch();
  for (const Card card : CardsOf("SA HA DA CA S2")) ApplyChance(state, card);
  EXPECT_EQ(state.hand(1), SetOf(51) | SetOf(3));
  EXPECT_EQ(state.hand(2), SetOf(50));
  EXPECT_EQ(state.hand(3), SetOf(49));
  EXPECT_EQ(state.hand(0), SetOf(48));
}

TEST(SecondsTest, ADealtCardIsNotDealtAgain) {
  State state = NewMatch();
  ApplyChance(state, 17);
  EXPECT_THAT(Legal(state, kChance), SizeIs(kCards - 1));
  EXPECT_THAT(Legal(state, kChance), testing::Not(Contains(17u)));
}

TEST(SecondsTest, EveryCardCanBeDealt) {
  const State state = NewMatch();
  Rng rng("deal");
  std::map<Action, int> dealt;
  for (int i = 0; i < 5200; ++i) ++dealt[state.SampleChance(rng)];
  EXPECT_THAT(dealt, SizeIs(kCards));
  for (const auto& [card, times] : dealt) EXPECT_GT(times, 50) << card;
}

TEST(SecondsTest, TheNthCardOfASet) {
  const Cards set = SetOf(0) | SetOf(3) | SetOf(31) | SetOf(32) | SetOf(51);
  for (const auto& [n, card] :
       std::map<uint32_t, Card>{{0, 0}, {1, 3}, {2, 31}, {3, 32}, {4, 51}}) {
    EXPECT_EQ(NthOf(set, n), card);
  }
}

// ---- Playing ----

TEST(SecondsTest, TheDealersLeftNeighbourLeads) {
  EXPECT_EQ(ActorOf(Dealt(OneSuitEach())), 1);
}

TEST(SecondsTest, TheLeaderPlaysAnyCard) {
  EXPECT_THAT(Legal(Dealt(OneSuitEach()), 1), SizeIs(kHandCards));
}

TEST(SecondsTest, OthersOweNothing) {
  EXPECT_THAT(Legal(Dealt(OneSuitEach()), 2), IsEmpty());
}

// Every seat has ten cards of one suit and a card of each other suit.
const std::vector<std::string> kMixed = {
    "C2 C3 C4 C5 C6 C7 C8 C9 CT CJ D2 H2 S2",
    "D3 D4 D5 D6 D7 D8 D9 DT DJ DQ CQ H3 S3",
    "H4 H5 H6 H7 H8 H9 HT HJ HQ HK DK CK S4",
    "S5 S6 S7 S8 S9 ST SJ SQ SK SA DA HA CA"};

TEST(SecondsTest, WhoCanMustFollowSuit) {
  State state = Dealt(kMixed);
  PlayCards(state, "D3");
  EXPECT_THAT(Legal(state, 2), ElementsAre(CardsOf("DK")[0]));
}

TEST(SecondsTest, WhoCannotFollowPlaysAnyCard) {
  State state = Dealt(OneSuitEach());
  PlayCards(state, "D3");
  EXPECT_THAT(Legal(state, 2), SizeIs(kHandCards));
}

TEST(SecondsTest, TheTakerLeadsTheNextTrick) {
  State state = Dealt(kMixed);
  PlayCards(state, "DT DK DA D2");
  EXPECT_EQ(state.trick(0).taker, 2);
  EXPECT_EQ(ActorOf(state), 2);
}

TEST(SecondsTest, TakenTricksAreCounted) {
  State state = Dealt(kMixed);
  PlayCards(state, "DT DK DA D2 CK CA C2 CQ");
  EXPECT_THAT(state.taken(), ElementsAre(0, 0, 2, 0));
}

// Nobody follows in these tricks: the leader holds all cards of its suit.
TEST(SecondsTest, TieReadingDecidesTricksThatNobodyFollows) {
  for (const auto& [options, taker] : std::map<std::string, Seat>{
           {"tie_reading=position", 2}, {"tie_reading=distinct", 3}}) {
    State state = Dealt(OneSuitEach(), options);
    PlayCards(state, "DK HK S9 C3");
    EXPECT_EQ(state.trick(0).taker, taker) << options;
  }
}

TEST(SecondsTest, TheLastTrickIsPlayedWithoutAsking) {
  Rng rng("last");
  State state = NewMatch();
  EXPECT_THAT(PlayDeal(state, LowestLegal, rng), SizeIs(48));
  EXPECT_EQ(state.deals_scored(), 1);
}

TEST(SecondsTest, TheLastTrickIsAskedForOnRequest) {
  Rng rng("last");
  State state = NewMatch("first_dealer=seat0,auto_last_trick=false");
  EXPECT_THAT(PlayDeal(state, LowestLegal, rng), SizeIs(52));
}

TEST(SecondsTest, AskingForTheLastTrickChangesNoResult) {
  Rng rng("last");
  Rng same("last");
  State asked = NewMatch("first_dealer=seat0,auto_last_trick=false");
  State unasked = NewMatch();
  PlayMatch(asked, HighestLegal, rng);
  PlayMatch(unasked, HighestLegal, same);
  for (int deal = 0; deal < kMaxDeals; ++deal) {
    EXPECT_EQ(asked.result(deal), unasked.result(deal)) << deal;
  }
}

// ---- 1.3 The eight deals ----

struct DealFacts {
  uint32_t dealer;
  uint32_t leader;
  v1::SecondsScoring scoring;
  // The points by place.
  std::vector<int> counts_with;
};

const DealFacts kDeals[] = {
    {0, 1, v1::SECONDS_SCORING_PARTNERS, {2, 3, 0, 1}},
    {1, 2, v1::SECONDS_SCORING_PARTNERS, {1, 0, 3, 2}},
    {2, 3, v1::SECONDS_SCORING_PARTNERS, {3, 2, 1, 0}},
    {3, 0, v1::SECONDS_SCORING_LEFT_NEIGHBOUR, {1, 2, 3, 0}},
    {0, 1, v1::SECONDS_SCORING_RIGHT_NEIGHBOUR, {3, 0, 1, 2}},
    {1, 2, v1::SECONDS_SCORING_MANY_TRICKS, {}},
    {2, 3, v1::SECONDS_SCORING_FEW_TRICKS, {}},
    {3, 0, v1::SECONDS_SCORING_THREE_TRICKS, {}}};

class SecondsDealsTest : public testing::TestWithParam<int> {};

TEST_P(SecondsDealsTest, AreAsListed) {
  const int north = GetParam();
  Rng rng("deals");
  State state = NewMatch("");
  ApplyChance(state, kFirstDealer + static_cast<Action>(north));
  const auto seat = [&](uint32_t place) { return (north + place) % kSeats; };
  for (uint32_t deal = 0; deal < kMaxDeals; ++deal) {
    DealAny(state, rng);
    const v1::Observation observation = Seen(state);
    const v1::SecondsObservation& seen = observation.seconds();
    const DealFacts& facts = kDeals[deal];
    EXPECT_EQ(seen.deal(), deal + 1);
    EXPECT_EQ(seen.north(), seat(0));
    EXPECT_EQ(seen.dealer(), seat(facts.dealer));
    EXPECT_EQ(seen.leader(), seat(facts.leader));
    EXPECT_EQ(seen.scoring(), facts.scoring);
    for (uint32_t place = 0; place < facts.counts_with.size(); ++place) {
      EXPECT_EQ(seen.counts_with(static_cast<int>(seat(place))),
                seat(facts.counts_with[place]));
    }
    EXPECT_EQ(seen.counts_with_size(), facts.counts_with.size());
    PlayDeal(state, LowestLegal, rng);
  }
}

INSTANTIATE_TEST_SUITE_P(Section13, SecondsDealsTest, testing::Range(0, 4),
                         [](const auto& north) {
                           return absl::StrCat("NorthIsSeat", north.param);
                         });

TEST(SecondsTest, TheEighthDealCanBeLeftOut) {
  Rng rng("seven");
  State state = NewMatch("first_dealer=seat0,deals=7");
  PlayMatch(state, LowestLegal, rng);
  EXPECT_EQ(state.deals_scored(), 7);
  EXPECT_EQ(Seen(state).seconds().scoring(), v1::SECONDS_SCORING_FEW_TRICKS);
}

// ---- Results ----

// The points are by seat, although the rules count places from North.
TEST(SecondsTest, PointsBelongToSeatsWhoeverIsNorth) {
  Rng rng("points");
  State state = NewMatch("");
  ApplyChance(state, kFirstDealer + 3);
  for (int deal = 0; deal < 2; ++deal) PlayDeal(state, HighestLegal, rng);
  // Deal 2 is about North and East, who are seats 3 and 0.
  const Counts& taken = state.result(1).taken;
  const int pair = taken[3] * taken[0];
  const int other = taken[1] * taken[2];
  ASSERT_NE(pair, other);
  EXPECT_THAT(state.PointsOf(1), ElementsAre(pair, other, other, pair));
}

TEST(SecondsTest, ReturnsAreTheTotalsOfScoredDeals) {
  Rng rng("returns");
  State state = NewMatch();
  PlayMatch(state, HighestLegal, rng);
  SeatScores sum = {};
  for (int deal = 0; deal < kMaxDeals; ++deal) {
    for (Seat seat = 0; seat < kSeats; ++seat) {
      sum[seat] += state.PointsOf(deal)[seat];
    }
  }
  EXPECT_EQ(state.Returns(), sum);
}

// The options reach the points of a real match.
TEST(SecondsTest, OptionsChangeThePointsOfAMatch) {
  const auto points = [](absl::string_view options, int deal) {
    Rng rng("options");
    State state = NewMatch(absl::StrCat("first_dealer=seat0,", options));
    PlayMatch(state, LowestLegal, rng);
    return state.PointsOf(deal - 1);
  };
  EXPECT_NE(points("", 6), points("deal6_score=square", 6));
  EXPECT_EQ(points("", 7), points("deal6_score=square", 7));
}

TEST(SecondsTest, TheSecondHighestTotalWins) {
  Rng rng("winner");
  State second = NewMatch();
  PlayMatch(second, HighestLegal, rng);
  Rng same("winner");
  State highest = NewMatch("first_dealer=seat0,winner=highest");
  PlayMatch(highest, HighestLegal, same);
  EXPECT_EQ(second.Returns(), highest.Returns());
  const auto winner = [](const State& state) {
    const SeatRanks ranks = state.Ranks();
    return std::ranges::find(ranks, 1) - ranks.begin();
  };
  EXPECT_LT(second.Returns()[winner(second)],
            second.Returns()[winner(highest)]);
}

TEST(SecondsTest, EverybodyPlaysForOneself) {
  const State state = NewMatch();
  for (Seat seat = 0; seat < kSeats; ++seat)
    EXPECT_EQ(state.TeamOf(seat), seat);
}

TEST(SecondsTest, EndsWhenAllDealsArePlayed) {
  Rng rng("end");
  State state = NewMatch();
  PlayMatch(state, LowestLegal, rng);
  EXPECT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.EndReason(), "all-deals");
}

// ---- 8 Bounds ----

struct Plies {
  int dealt = 0;
  std::array<int, kSeats> choices = {};
  size_t most_legal = 0;
};

Plies CountPlies(absl::string_view options) {
  Rng rng("bounds");
  Plies plies;
  State state = NewMatch(options);
  while (state.node() != Node::kTerminal) {
    if (state.node() == Node::kChance) {
      ++plies.dealt;
      ApplyChance(state, state.SampleChance(rng));
      continue;
    }
    const Seat seat = ActorOf(state);
    ++plies.choices[seat];
    plies.most_legal = std::max(plies.most_legal, Legal(state, seat).size());
    PlayCard(state, AnyLegal(rng)(state, seat));
  }
  return plies;
}

TEST(SecondsSection8Test, AMatchHas416CardsAnd384Decisions) {
  const Plies plies = CountPlies("first_dealer=seat0");
  EXPECT_EQ(plies.dealt, 416);
  EXPECT_THAT(plies.choices, ElementsAre(96, 96, 96, 96));
}

TEST(SecondsSection8Test, TheLongestMatchHasMaxPlies) {
  const Plies plies = CountPlies("auto_last_trick=false");
  EXPECT_THAT(plies.choices, Each(104));
  EXPECT_EQ(plies.dealt + 4 * 104, State::kInfo.max_plies);
}

TEST(SecondsSection8Test, NobodyHasMoreThan13Choices) {
  EXPECT_EQ(CountPlies("").most_legal, 13u);
}

TEST(SecondsSection8Test, AMatchHas104Tricks) {
  Rng rng("tricks");
  State state = NewMatch();
  PlayMatch(state, LowestLegal, rng);
  int tricks = 0;
  for (int deal = 0; deal < kMaxDeals; ++deal) {
    for (const int taken : state.result(deal).taken) tricks += taken;
  }
  EXPECT_EQ(tricks, 104);
}

// ---- Suggestions ----

// The number of times that a seat reaches each rank. The seat follows the
// suggestions for its observation, and the others play random cards.
std::array<int, kSeats> RanksOfSuggestions(absl::string_view options) {
  std::array<int, kSeats> ranks = {};
  Rng rng("suggestions");
  for (int match = 0; match < 120; ++match) {
    const Seat seat = match % kSeats;
    const Policy policy = [&](const State& state, Seat actor) {
      if (actor != seat) return AnyLegal(rng)(state, actor);
      const State sample =
          SampleOf(seat, Seen(state, seat), rng, options).value();
      return static_cast<Card>(sample.Suggest(seat));
    };
    State state = NewMatch(options);
    PlayMatch(state, policy, rng);
    ++ranks[state.Ranks()[seat] - 1];
  }
  return ranks;
}

// A random player would win 30 of 120 matches.
TEST(SecondsTest, SuggestionsWinAgainstRandomCards) {
  EXPECT_THAT(RanksOfSuggestions("first_dealer=seat0")[0], Gt(36));
}

TEST(SecondsTest, SuggestionsWinByTheUsualRule) {
  EXPECT_THAT(RanksOfSuggestions("first_dealer=seat0,winner=highest")[0],
              Gt(36));
}

// ---- Hidden hands ----

// Counts all hands that the counts and the possible cards allow, by trying.
int CountByTrying(const HiddenCards& hidden, Cards left) {
  if (left == 0) return 1;
  int count = 0;
  for (int h = 0; h < kHolders; ++h) {
    const Card card = LowestOf(left);
    if (hidden.sizes[h] == 0 || (hidden.possible[h] & SetOf(card)) == 0) {
      continue;
    }
    HiddenCards rest = hidden;
    --rest.sizes[h];
    count += CountByTrying(rest, left & ~SetOf(card));
  }
  return count;
}

using ThreeHands = std::array<Cards, kHolders>;

void ExpectEvenDraws(const HiddenCards& hidden) {
  constexpr int kDraws = 400;
  const int all = CountByTrying(
      hidden, hidden.possible[0] | hidden.possible[1] | hidden.possible[2]);
  Rng rng("even");
  std::map<ThreeHands, int> drawn;
  for (int i = 0; i < kDraws * all; ++i) {
    const std::optional<ThreeHands> hands = DrawHands(hidden, rng);
    ASSERT_TRUE(hands.has_value());
    ++drawn[*hands];
  }
  EXPECT_EQ(drawn.size(), static_cast<size_t>(all));
  for (const auto& [hands, times] : drawn) {
    EXPECT_THAT(times, AllOf(Ge(kDraws * 3 / 4), Le(kDraws * 5 / 4)));
    for (int h = 0; h < kHolders; ++h) {
      EXPECT_EQ(hands[h] & ~hidden.possible[h], 0u);
      EXPECT_EQ(std::popcount(hands[h]), hidden.sizes[h]);
    }
  }
}

TEST(SecondsHiddenTest, DrawsAreEvenWithoutVoids) {
  ExpectEvenDraws({.sizes = {2, 1, 2}, .possible = {0x1f, 0x1f, 0x1f}});
}

TEST(SecondsHiddenTest, DrawsAreEvenWithOneVoid) {
  ExpectEvenDraws({.sizes = {2, 2, 1}, .possible = {0x1f, 0x07, 0x1f}});
}

TEST(SecondsHiddenTest, DrawsAreEvenWithVoidsInEveryHand) {
  ExpectEvenDraws({.sizes = {2, 3, 2}, .possible = {0x5d, 0x6f, 0x33}});
}

TEST(SecondsHiddenTest, DrawsAreEvenWithForcedCards) {
  ExpectEvenDraws({.sizes = {3, 2, 1}, .possible = {0x3f, 0x1c, 0x1c}});
}

TEST(SecondsHiddenTest, ImpossibleHandsAreNotDrawn) {
  Rng rng("impossible");
  EXPECT_FALSE(
      DrawHands({.sizes = {1, 1, 1}, .possible = {0x01, 0x01, 0x07}}, rng));
}

TEST(SecondsHiddenTest, WholeHandsAreDrawnFrom39Cards) {
  Rng rng("whole");
  const Cards hidden = kAllCards >> kHandCards;
  const std::optional<ThreeHands> hands = DrawHands(
      {.sizes = {13, 13, 13}, .possible = {hidden, hidden, hidden}}, rng);
  ASSERT_TRUE(hands.has_value());
  EXPECT_EQ((*hands)[0] | (*hands)[1] | (*hands)[2], hidden);
}

}  // namespace
}  // namespace arena::seconds
