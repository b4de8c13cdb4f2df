// Octrix: creation, dealing, order of play, the end and its options.
#include <gmock/gmock.h>

#include <set>

#include "absl/strings/str_cat.h"
#include "tests/arena/games/octrix/octrix_fixture.h"

namespace arena::octrix {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

// ---- Creation ----

std::string CreateError(int seats, absl::string_view options) {
  return ErrorOf(TryMatch(seats, options).status());
}

TEST(OctrixTest, VariantFollowsFromTheSeats) {
  for (const int seats : {2, 3, 4}) {
    EXPECT_THAT(Seen(NewMatch(seats, "")).octrix().totals(), SizeIs(seats));
  }
}

TEST(OctrixTest, VariantThatIsGivenMustMatchTheSeats) {
  EXPECT_EQ(CreateError(3, "variant=solo2"),
            "option variant=solo2 is played with 2 seats, not 3");
  EXPECT_EQ(CreateError(2, "variant=partners"),
            "option variant=partners is played with 4 seats, not 2");
  EXPECT_EQ(CreateError(3, "variant=solo4"),
            "option variant=solo4 is played with 4 seats, not 3");
}

TEST(OctrixTest, SeatsAreTwoToFour) {
  EXPECT_EQ(CreateError(1, ""), "octrix is played with 2 to 4 seats, not 1");
  EXPECT_EQ(CreateError(5, ""), "octrix is played with 2 to 4 seats, not 5");
}

TEST(OctrixTest, FirstDealerMustHaveASeat) {
  EXPECT_EQ(CreateError(3, "first_dealer=3"),
            "option first_dealer=3: expected random or 0..2 with 3 seats");
}

// ---- Dealing ----

TEST(OctrixTest, RandomFirstDealerIsDrawnFirst) {
  State state = NewMatch(3, "");
  EXPECT_EQ(Legal(state, kChance), (std::vector<Action>{32, 33, 34}));
  ApplyChance(state, kFirstDealer + 2);
  EXPECT_EQ(state.dealer(), 2);
}

TEST(OctrixTest, FirstCardGoesToTheDealersLeft) {
  State state = NewMatch(4, "first_dealer=3");
  ApplyChance(state, 17);
  EXPECT_EQ(state.hand(0), SetOf(17));
}

TEST(OctrixTest, EverySeatGetsEightCards) {
  for (const int seats : {2, 3, 4}) {
    State state = NewMatch(seats, "first_dealer=0");
    Rng rng("eight");
    DealAny(state, &rng);
    for (Seat seat = 0; seat < seats; ++seat) {
      EXPECT_EQ(std::popcount(state.hand(seat)), 8) << seats << " seats";
    }
  }
}

TEST(OctrixTest, ChanceDrawsEveryUndealtCardAndNoOther) {
  State state = NewMatch(4, "first_dealer=0");
  for (const Card card : CardsOf("H1 C8 S4 D2 C3")) ApplyChance(state, card);
  const std::vector<Action> undealt = Legal(state, kChance);
  Rng rng("draws");
  std::set<Action> drawn;
  for (int i = 0; i < 2000; ++i) drawn.insert(state.SampleChance(rng));
  EXPECT_THAT(undealt, SizeIs(27));
  EXPECT_THAT(drawn, testing::ElementsAreArray(undealt));
}

TEST(OctrixTest, ChanceIsTheOutcomeThatTheGeneratorNames) {
  State state = NewMatch(4, "first_dealer=0");
  Rng rng("same");
  Rng same("same");
  while (state.node() == Node::kChance) {
    const std::vector<Action> outcomes = Legal(state, kChance);
    const Action drawn = state.SampleChance(rng);
    ASSERT_EQ(drawn, outcomes[same.Below(outcomes.size())]);
    ApplyChance(state, drawn);
  }
}

TEST(OctrixTest, DealerRotatesClockwise) {
  State state = NewMatch(3, "first_dealer=2");
  PlayDeal(state);
  EXPECT_EQ(state.dealer(), 0);
}

TEST(OctrixTest, DealerStaysWithoutRotateDealer) {
  State state = NewMatch(3, "first_dealer=2,rotate_dealer=false");
  PlayDeal(state);
  EXPECT_EQ(state.dealer(), 2);
}

// ---- Playing ----

TEST(OctrixTest, AnyCardOfTheHandIsLegal) {
  const State state = Dealt(
      {"H1 D4 S5 H6 H7 H8 S8 C8", kSpades.substr(0, 5) + " S3 S4 C1 C2 C3 C4"});
  std::vector<Action> expected;
  for (const Card card : CardsOf("H1 D4 S5 H6 H7 H8 S8 C8")) {
    expected.push_back(card);
  }
  EXPECT_EQ(Legal(state, 0), expected);
}

TEST(OctrixTest, EverySeatChoosesAtOnce) {
  EXPECT_EQ(Dealt({kClubs, kSpades, kHearts}).ToAct(), SeatSet::All(3));
}

TEST(OctrixTest, PartnersPlayInTwoHalvesThatMoveClockwise) {
  State state = Dealt(kSuits, "variant=partners,first_dealer=1");
  const std::vector<std::pair<Seat, Seat>> halves = {
      {1, 2}, {0, 3}, {2, 3}, {0, 1}, {0, 3}, {1, 2}, {0, 1},
      {2, 3}, {1, 2}, {0, 3}, {2, 3}, {0, 1}, {0, 3}, {1, 2}};
  for (const auto& [a, b] : halves) {
    EXPECT_EQ(state.ToAct(), SeatSet::Of(a) | SeatSet::Of(b));
    PlayBy(state, AlwaysLowest);
  }
  EXPECT_NE(state.node(), Node::kDecision);
}

TEST(OctrixTest, OppositeSeatsAreATeam) {
  const State state = NewMatch(4, "variant=partners");
  EXPECT_EQ(state.TeamOf(0), state.TeamOf(2));
  EXPECT_EQ(state.TeamOf(1), state.TeamOf(3));
  EXPECT_NE(state.TeamOf(0), state.TeamOf(1));
}

TEST(OctrixTest, SecondHalfSeesTheFirstHalfsCards) {
  State state = Dealt(kSuits, "variant=partners");
  PlayBy(state, AlwaysLowest);
  const v1::Observation seen = Seen(state, 3);
  ASSERT_THAT(seen.octrix().open_cards(), SizeIs(2));
  EXPECT_EQ(seen.octrix().open_cards(1).seat(), 1u);
  EXPECT_EQ(seen.octrix().open_cards(1).card(), CardsOf("S1")[0]);
}

TEST(OctrixTest, LastTrickIsPlayedWithoutAsking) {
  State state = Dealt({kClubs, kSpades}, "max_deals=1");
  for (int i = 0; i < 7; ++i) PlayBy(state, AlwaysLowest);
  EXPECT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.tricks_played(), 8);
}

TEST(OctrixTest, LastTrickIsAskedForWithoutAutoLastTrick) {
  State state = Dealt({kClubs, kSpades}, "max_deals=1,auto_last_trick=false");
  for (int i = 0; i < 7; ++i) PlayBy(state, AlwaysLowest);
  EXPECT_THAT(Legal(state, 0), ElementsAre(CardsOf("C8")[0]));
}

TEST(OctrixTest, ColourRuleSuitComparesSuits) {
  State state = Dealt({kClubs, kSpades}, "colour_rule=suit");
  PlayTrick(state, "C8 S1");
  EXPECT_EQ(state.mode(), Mode::kLow);
}

TEST(OctrixTest, EveryDealBeginsHigh) {
  State state = Dealt({kClubs, kHearts}, "auto_last_trick=false");
  PlayDeal(state);
  DealAny(state);
  EXPECT_EQ(state.mode(), Mode::kHigh);
  EXPECT_EQ(state.tricks_played(), 0);
}

TEST(OctrixTest, RunsDoNotCrossDeals) {
  State state = NewMatch(2, "first_dealer=0,target=10000");
  for (int deal = 0; deal < 2; ++deal) {
    Deal(state, {kClubs, kSpades});
    PlayDeal(state);
  }
  EXPECT_EQ(state.Returns()[0], 128);
}

// ---- The end ----

TEST(OctrixTest, TargetEndsTheMatchAfterADeal) {
  State state = Dealt({kClubs, kSpades}, "target=64");
  PlayDeal(state);
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.EndReason(), "target");
  EXPECT_EQ(state.Ranks(), (SeatRanks{1, 2, 0, 0}));
}

TEST(OctrixTest, TargetNotReachedGoesOn) {
  State state = Dealt({kClubs, kSpades}, "target=65");
  PlayDeal(state);
  EXPECT_EQ(state.node(), Node::kChance);
}

State LevelAtTheTarget(absl::string_view options) {
  State state =
      AtTotals({86, 86}, absl::StrCat("auto_last_trick=false,", options));
  Deal(state, {kClubs, kSpades});
  const std::vector<Seat> winners = {0, 0, 0, 0, 1, 1, 1, 1};
  EXPECT_TRUE(PlayWinners(state, winners));
  return state;
}

TEST(OctrixTest, LevelLeadersPlayAnotherDeal) {
  const State state = LevelAtTheTarget("tie=extra_deal");
  EXPECT_EQ(state.node(), Node::kChance);
  EXPECT_EQ(Seen(state).octrix().deal(), 5u);
}

TEST(OctrixTest, LevelLeadersShareTheWinWithTieShared) {
  const State state = LevelAtTheTarget("tie=shared");
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.EndReason(), "target");
  EXPECT_EQ(state.Ranks(), (SeatRanks{1, 1, 0, 0}));
}

TEST(OctrixTest, LevelLeadersShareTheWinAtTheCap) {
  const State state = LevelAtTheTarget("tie=extra_deal,max_deals=4");
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.EndReason(), "max-deals");
  EXPECT_EQ(state.Ranks(), (SeatRanks{1, 1, 0, 0}));
}

TEST(OctrixTest, HighestTotalWinsAtTheCap) {
  State state = Dealt({kSpades, kClubs}, "max_deals=1,target=10000");
  PlayDeal(state);
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.EndReason(), "max-deals");
  EXPECT_EQ(state.Ranks(), (SeatRanks{2, 1, 0, 0}));
}

TEST(OctrixTest, PartnersShareScoreAndRank) {
  State state = Dealt(kSuits, "variant=partners,max_deals=1");
  PlayDeal(state, Adapt);
  const SeatScores scores = state.Returns();
  EXPECT_EQ(scores[0], scores[2]);
  EXPECT_EQ(scores[1], scores[3]);
  const SeatRanks winners = {1, 3, 1, 3};
  const SeatRanks losers = {3, 1, 3, 1};
  EXPECT_EQ(state.Ranks(), scores[0] > scores[1] ? winners : losers);
}

TEST(OctrixTest, FinishImmediateEndsInTheMiddleOfADeal) {
  State state = Dealt({kClubs, kSpades}, "finish=immediate,target=4");
  PlayTrick(state, "C8 S1");
  EXPECT_EQ(state.node(), Node::kDecision);
  PlayTrick(state, "C7 S2");
  EXPECT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.tricks_played(), 2);
}

TEST(OctrixTest, FinishImmediateCountsForThePartnership) {
  State state = Dealt({kClubs, kHearts, kSpades, kDiamonds},
                      "variant=partners,finish=immediate,target=1");
  PlayTrick(state, "C8 H1 S1 D1");
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.Ranks(), (SeatRanks{1, 3, 1, 3}));
}

// ---- Duplicate ----

TEST(OctrixTest, DuplicateReplaysTheHandsOneSeatFurther) {
  State state = Dealt({kClubs, kSpades, kHearts}, "duplicate=cyclic");
  const Cards clubs = state.hand(0);
  PlayDeal(state);
  EXPECT_EQ(state.node(), Node::kDecision);
  EXPECT_EQ(state.hand(1), clubs);
  PlayDeal(state);
  EXPECT_EQ(state.hand(2), clubs);
}

TEST(OctrixTest, DuplicateDealsAnewAfterEveryRotation) {
  State state =
      Dealt({kClubs, kSpades, kHearts}, "duplicate=cyclic,target=1000");
  EXPECT_EQ(state.DealIndex(), 0);
  for (int rotation = 0; rotation < 3; ++rotation) PlayDeal(state);
  EXPECT_EQ(state.node(), Node::kChance);
  EXPECT_EQ(state.DealIndex(), 1);
}

TEST(OctrixTest, DuplicateKeepsHandAndRoleTogether) {
  State state = Dealt(kSuits, "variant=partners,duplicate=cyclic");
  const Cards dealers_hand = state.hand(state.dealer());
  for (int rotation = 1; rotation < 4; ++rotation) {
    PlayDeal(state);
    EXPECT_EQ(state.dealer(), rotation);
    EXPECT_EQ(state.hand(state.dealer()), dealers_hand);
  }
}

TEST(OctrixTest, DuplicateCompletesTheRotationsBeforeTheEnd) {
  State state = Dealt({kClubs, kSpades}, "duplicate=cyclic,target=1");
  PlayDeal(state);
  EXPECT_EQ(state.node(), Node::kDecision);
  EXPECT_EQ(state.Returns()[0], 64);
  // The totals are level after the second rotation: another distribution
  // follows.
  PlayDeal(state);
  EXPECT_EQ(state.node(), Node::kChance);
}

TEST(OctrixTest, DuplicateCompletesTheRotationsBeforeTheCap) {
  State state = Dealt({kClubs, kSpades, kHearts},
                      "duplicate=cyclic,target=1000,max_deals=2");
  PlayDeal(state);
  PlayDeal(state);
  EXPECT_EQ(state.node(), Node::kDecision);
  PlayDeal(state);
  EXPECT_EQ(state.node(), Node::kTerminal);
}

TEST(OctrixTest, DuplicateStillEndsAtOnceWithFinishImmediate) {
  State state =
      Dealt({kClubs, kSpades}, "duplicate=cyclic,finish=immediate,target=1");
  PlayTrick(state, "C8 S1");
  EXPECT_EQ(state.node(), Node::kTerminal);
}

// ---- Bounds ----

int PliesOf(int seats, absl::string_view options) {
  State state = NewMatch(seats, options);
  Rng rng("bounds");
  int plies = 0;
  for (; state.node() != Node::kTerminal; ++plies) PlayLegal(state, rng);
  return plies;
}

TEST(OctrixTest, LongestDealMakesTheBound) {
  const int one_deal =
      PliesOf(4, "variant=partners,max_deals=1,auto_last_trick=false");
  EXPECT_EQ(one_deal, 1 + 32 + 16);
  EXPECT_EQ(kMaxPlies, 1 + kMaxDeals * (one_deal - 1));
}

TEST(OctrixTest, OtherDealsAreShorter) {
  EXPECT_EQ(PliesOf(2, "max_deals=1,first_dealer=0"), 16 + 7);
  EXPECT_EQ(PliesOf(3, "max_deals=1"), 1 + 24 + 7);
  EXPECT_EQ(PliesOf(4, "max_deals=1,auto_last_trick=false"), 1 + 32 + 8);
  EXPECT_EQ(PliesOf(4, "variant=partners,max_deals=1"), 1 + 32 + 14);
}

TEST(OctrixTest, DealsAddEightToSixtyFourPointsAndAnEvenNumber) {
  Rng rng("points");
  for (int match = 0; match < 200; ++match) {
    State state = NewMatch(2 + match % 3, "max_deals=1");
    while (state.node() != Node::kTerminal) PlayLegal(state, rng);
    int64_t sum = 0;
    for (const int64_t score : state.Returns()) sum += score;
    EXPECT_TRUE(sum >= 8 && sum <= 64 && sum % 2 == 0) << sum;
  }
}

// ---- Substitutes ----

TEST(OctrixTest, SubstituteIsTheLowestCard) {
  const State state = Dealt({kClubs, kSpades});
  EXPECT_EQ(state.Substitute(1), CardsOf("S1")[0]);
}

}  // namespace
}  // namespace arena::octrix
