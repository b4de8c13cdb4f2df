// preset=text: each test names the sentence of the original rules that it reads
// literally. The tests of Doppelkopf stand in doppelkopf_scoring_test.cc and
// doppelkopf_options_test.cc.
#include <gmock/gmock.h>

#include "tests/arena/games/octrix/octrix_fixture.h"
#include "tests/arena/games/ordago/ordago_fixture.h"
#include "tests/arena/games/ordo/ordo_testing.h"
#include "tests/arena/games/seconds/seconds_fixture.h"

namespace arena {
namespace {

using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::Not;

// ---- Ordago ----

// Place 0 has 31 and the best cards for Big. Place 2 has the lowest card.
const ordago::HandTexts kThirtyOne = {"KQ74", "J654", "Q65A", "7654"};

// These options keep the match free of sign windows.
constexpr char kOrdagoText[] = "preset=text,sign_window=none,signs=full";

ordago::State OrdagoText() { return ordago::Dealt(kThirtyOne, kOrdagoText); }

// The text: during the game people may talk with each other.
TEST(OrdagoTextTest, PeopleMayTalk) {
  EXPECT_THAT(ordago::AnnouncementTexts(OrdagoText(), 0), Contains("say 0"));
}

// The text: a team may agree on a secret code of its own.
TEST(OrdagoTextTest, ATeamMayHaveASecretCode) {
  EXPECT_THAT(ordago::AnnouncementTexts(OrdagoText(), 0),
              IsSupersetOf({"sign s8", "sign p0", "sign p15"}));
}

// The text: a player who watches the opponents closely learns much of their
// cards.
TEST(OrdagoTextTest, OpponentsMayCatchASign) {
  ordago::State state = OrdagoText();
  ordago::Ply1(state, 0, "sign s8");
  ordago::Ply1(state, 0, "keep");
  ordago::Ply1(state, kChance, "noticed 1");
  EXPECT_EQ(ordago::SignsSeen(state, 1), "0 s8");
  EXPECT_EQ(ordago::SignsSeen(state, 3), "");
}

// In the text the sign of bad cards has the words "I should exchange", and no
// hand makes that sign false.
TEST(OrdagoTextTest, BadCardsMayBeShownWithAnyHand) {
  EXPECT_THAT(ordago::AnnouncementTexts(OrdagoText(), 0),
              IsSupersetOf({"sign s1", "sign s8"}));
}

// The text: there is no upper limit for a bid.
TEST(OrdagoTextTest, BidsHaveNoUpperLimit) {
  ordago::State state = ordago::Betting(kThirtyOne, "preset=text,signs=off");
  EXPECT_THAT(ordago::LegalTexts(state, 0), Contains("bid 2000"));
  EXPECT_THAT(ordago::LegalTexts(ordago::Betting(kThirtyOne), 0),
              Not(Contains("bid 101")));
}

void Exchange(ordago::State& state) {
  ordago::Say(state, "0 swap, 1 swap, 2 swap, 3 swap");
  while (state.phase() == ordago::Phase::kDiscard) {
    const Seat seat = *state.ToAct().begin();
    const SeatAction lowest = {seat, state.Substitute(seat)};
    state.Apply({&lowest, 1});
  }
  ordago::DealAny(state);
}

// The text: the rounds of exchange go on until a player wants no more cards.
TEST(OrdagoTextTest, ExchangesGoOnUntilAPlayerKeeps) {
  ordago::State state = ordago::Dealt(kThirtyOne, "preset=text,signs=off");
  for (int round = 0; round < 30; ++round) Exchange(state);
  EXPECT_THAT(ordago::LegalTexts(state, 0), Contains("swap"));
}

// The text: three points for a 31, and two for each game of more than 30. A 31
// is also more than 30.
TEST(OrdagoTextTest, ThirtyOneIsMoreThan30AsWell) {
  EXPECT_EQ(ordago::PointsOf(kThirtyOne), "5:0");
  EXPECT_EQ(ordago::PointsOf(kThirtyOne, "points_31=5"), "7:0");
  EXPECT_EQ(OrdagoText().rules().points_31, 5);
  EXPECT_EQ(
      ordago::BonusOf(ordago::Bet::kGame, ordago::CardsOf("KQJ7"), 5), 2);
}

TEST(OrdagoTextTest, AGivenOptionGoesBeforeThePreset) {
  EXPECT_EQ(ordago::Dealt(kThirtyOne, "preset=text,points_31=3,signs=off")
                .rules()
                .points_31,
            3);
}

TEST(OrdagoTextTest, IsPlayedByThreeAsWell) {
  EXPECT_TRUE(ordago::TryMatch(3, "preset=text").ok());
}

// ---- Ordo ----

constexpr char kCircle[] = "c1-b1 c8-b8 b1-c1 b8-c8 ";

// The text names three ways to win, and no draw. Equal positions and sideways
// play alone end nothing.
TEST(OrdoTextTest, ThereIsNoDraw) {
  ordo::State state = ordo::Start("preset=text");
  for (int i = 0; i < 99; ++i) state = ordo::AfterAll(state, kCircle);
  EXPECT_EQ(state.node(), Node::kDecision);
}

// Every match must end: after so many plies there is no winner.
TEST(OrdoTextTest, AfterTheLastPlyThereIsNoWinner) {
  ordo::State state = ordo::Start("preset=text");
  for (int i = 0; i < 100; ++i) state = ordo::AfterAll(state, kCircle);
  EXPECT_EQ(state.EndReason(), "max-plies");
  EXPECT_EQ(state.Returns()[0], 0);
  EXPECT_EQ(state.Ranks()[0], 1);
  EXPECT_EQ(state.Ranks()[1], 1);
}

TEST(OrdoTextTest, InOrdoXItChangesNothing) {
  EXPECT_TRUE(ordo::Start("preset=text,variant=x") ==
              ordo::Start("variant=x"));
}

// ---- Octrix ----

// The text: the player who first reaches 88 points wins.
TEST(OctrixTextTest, WhoFirstReachesTheTargetWinsAtOnce) {
  octrix::State state = octrix::Dealt({octrix::kClubs, octrix::kSpades},
                                      "preset=text,target=4");
  octrix::PlayTrick(state, "C8 S1");
  EXPECT_EQ(state.node(), Node::kDecision);
  octrix::PlayTrick(state, "C7 S2");
  ASSERT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.EndReason(), "target");
  EXPECT_EQ(state.Ranks()[0], 1);
}

TEST(OctrixTextTest, TheDefaultLooksAfterTheDeal) {
  octrix::State state =
      octrix::Dealt({octrix::kClubs, octrix::kSpades}, "target=4");
  octrix::PlayTrick(state, "C8 S1");
  octrix::PlayTrick(state, "C7 S2");
  EXPECT_EQ(state.node(), Node::kDecision);
}

// ---- Seconds ----

// The text: deal eight gives 12, 4 or 3 points, for one, two or three players.
TEST(SecondsTextTest, DealEightGives12Or4Or3) {
  const seconds::Rules rules = seconds::RulesOf("preset=text");
  EXPECT_EQ(seconds::DealPoints(7, {3, 0, 5, 5}, rules)[0], 12);
  EXPECT_EQ(seconds::DealPoints(7, {3, 3, 5, 2}, rules)[0], 4);
  EXPECT_EQ(seconds::DealPoints(7, {3, 3, 3, 4}, rules)[0], 3);
}

// The text: the second-highest result wins, and the player with the highest
// comes second. Two players who share the highest come second together.
TEST(SecondsTextTest, TheHighestTotalsShareTheSecondPlace) {
  const seconds::Rules rules = seconds::RulesOf("preset=text");
  EXPECT_EQ(seconds::RanksOf({80, 80, 60, 50}, rules),
            (SeatRanks{2, 2, 1, 4}));
  EXPECT_EQ(seconds::RanksOf({95, 87, 75, 41}, rules),
            (SeatRanks{2, 1, 3, 4}));
}

// The text speaks of seven deals and lists eight. The preset plays the eight of
// the list, and deals=7 plays seven.
TEST(SecondsTextTest, SevenOrEightDeals) {
  EXPECT_EQ(seconds::RulesOf("preset=text").deals, 8);
  EXPECT_EQ(seconds::RulesOf("preset=text,deals=7").deals, 7);
}

}  // namespace
}  // namespace arena
