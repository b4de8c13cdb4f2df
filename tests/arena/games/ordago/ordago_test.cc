// The course of an Ordago match, and every option.
#include "arena/games/ordago/ordago.h"

#include "arena/games/base/game_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/arena/games/ordago/ordago_fixture.h"

namespace arena::ordago {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Place 0 wins Big, Pairs and Game, and place 3 wins Small: 8 to 1.
const HandTexts kPlainHands = {"KK74", "KQ6A", "KJ74", "Q65A"};

// ---- Deals ----

TEST(OrdagoTest, CardsAreDealtOneByOneFromTheStartPlace) {
  State state = NewMatch("first_dealer=1");
  DealCards(state, "KQJ7");
  EXPECT_EQ(state.hand(2), CardsOf("K"));
  EXPECT_EQ(state.hand(1), CardsOf("7"));
}

TEST(OrdagoTest, ARandomDealerIsDrawnBeforeTheFirstDeal) {
  State state = NewMatch("first_dealer=random");
  EXPECT_THAT(LegalTexts(state, kChance),
              ElementsAre("dealer0", "dealer1", "dealer2", "dealer3"));
  Ply1(state, kChance, "dealer2");
  EXPECT_EQ(state.start(), 3);
}

TEST(OrdagoTest, ARankThatIsDealtOutCannotBeDealt) {
  State state = NewMatch();
  DealCards(state, "QQQQ");
  EXPECT_THAT(LegalTexts(state, kChance), Not(Contains("Q")));
}

TEST(OrdagoTest, CardsAreDrawnByTheirNumber) {
  State state = NewMatch();
  Rng rng("weights");
  int kings = 0;
  for (int i = 0; i < 4000; ++i) {
    kings += state.ActionToString(kChance, state.SampleChance(rng)) == "K";
  }
  EXPECT_NEAR(kings, 800, 100);
}

TEST(OrdagoTest, TheDealGoesRoundAfterAHand) {
  State state = Betting(kPlainHands);
  WaitToTheEnd(state);
  EXPECT_EQ(state.dealer(), 0);
  EXPECT_EQ(state.DealIndex(), 1);
}

// ---- Exchanges ----

TEST(OrdagoTest, AlikeCardsGiveOneDiscard) {
  State state = Dealt({"KK7A", "Q765", "Q765", "Q765"});
  Say(state, "0 swap, 1 swap, 2 swap, 3 swap");
  EXPECT_THAT(
      LegalTexts(state, 0),
      ElementsAre("discard A", "discard 7", "discard 7A", "discard K",
                  "discard KA", "discard K7", "discard K7A", "discard KK",
                  "discard KKA", "discard KK7", "discard KK7A"));
}

TEST(OrdagoTest, EveryPlaceIsServedAtOnceInOrder) {
  State state = Dealt(kPlainHands);
  Say(state, "0 swap, 1 swap, 2 swap, 3 swap");
  Say(state, "0 discard 74, 1 discard A, 2 discard 4, 3 discard A");
  DealCards(state, "KK");
  EXPECT_EQ(state.hand(0), CardsOf("KKKK"));
  EXPECT_EQ(SizeOf(state.hand(1)), 3);
}

TEST(OrdagoTest, OwnDiscardsStayKnown) {
  State state = Dealt(kPlainHands);
  Say(state, "0 swap, 1 swap, 2 swap, 3 swap, 0 discard 74");
  EXPECT_EQ(Seen(state, 0).exchanges(0).own_discard().ranks_size(), 2);
  EXPECT_EQ(Seen(state, 1).exchanges(0).own_discard().ranks_size(), 0);
  EXPECT_EQ(Seen(state, 1).exchanges(0).counts(0), 2u);
}

TEST(OrdagoTest, AnEventTellsTheNumberOfCardsThrownAway) {
  State state = Dealt(kPlainHands);
  Say(state, "0 swap, 1 swap, 2 swap, 3 swap");
  const v1::PlyEvent event = EventOf(state, 1, 0, "discard 74");
  EXPECT_FALSE(event.actions(0).has_action());
  EXPECT_EQ(event.actions(0).reveal().ordago().discard_count(), 2u);
}

TEST(OrdagoTest, OptionMaxExchangeRoundsStartsBettingUnasked) {
  State none = Dealt(kPlainHands, "max_exchange_rounds=0");
  EXPECT_EQ(none.phase(), Phase::kBet);
  State one = Dealt(kPlainHands, "max_exchange_rounds=1");
  Say(one, "0 swap, 1 swap, 2 swap, 3 swap");
  Say(one, "0 discard 4, 1 discard A, 2 discard 4, 3 discard A");
  DealAny(one);
  EXPECT_EQ(one.phase(), Phase::kBet);
}

TEST(OrdagoTest, OptionDiscardOrderSimultaneousShowsNothingBeforeAllChose) {
  State state = Dealt(kPlainHands, "discard_order=simultaneous");
  Say(state, "0 swap, 1 swap, 2 swap, 3 swap");
  EXPECT_EQ(state.ToAct(), SeatSet::All(4));
  Together(state, {"discard 74", "discard A", "discard 4", "discard A"});
  EXPECT_THAT(Seen(state, 1).exchanges(0).counts(), ElementsAre(2, 1, 1, 1));
}

// ---- Options of bets ----

TEST(OrdagoTest, OptionMinBidIsTheLowestBid) {
  const State state = Betting(kPlainHands, "min_bid=99");
  EXPECT_THAT(LegalTexts(state, 0),
              ElementsAre("wait", "bid 99", "bid 100", "ordago"));
}

TEST(OrdagoTest, OptionMinRaiseIsAddedToTheBid) {
  State state = Betting(kPlainHands, "min_raise=5,max_bid=8");
  Say(state, "0 bid 2");
  EXPECT_THAT(LegalTexts(state, 1),
              ElementsAre("pass", "accept", "raise 7", "raise 8", "ordago"));
}

TEST(OrdagoTest, AnOrdagoCannotBeRaised) {
  State state = Betting(kPlainHands);
  Say(state, "0 ordago");
  EXPECT_THAT(LegalTexts(state, 1), ElementsAre("pass", "accept"));
}

TEST(OrdagoTest, OptionMaxBidFitsTheLongestList) {
  const State state = Betting(kPlainHands, "min_bid=1,max_bid=2000");
  EXPECT_EQ(LegalTexts(state, 0).size(), 2002u);
}

TEST(OrdagoTest, MaxBidBelowMinBidIsRefused) {
  EXPECT_THAT(ErrorOf(TryMatch(4, "min_bid=9,max_bid=8").status()),
              HasSubstr("max_bid=8: expected at least min_bid, 9"));
}

TEST(OrdagoTest, OptionPassIsFinalFalseAsksBothAgain) {
  State state = Betting(kPlainHands, "pass_is_final=false");
  Say(state, "0 bid 2, 1 pass, 3 raise 4, 0 raise 8, 1 pass, 3 accept");
  EXPECT_EQ(state.results()[0].amount, 8);
}

TEST(OrdagoTest, OptionResponseFirstSeatDecidesForItsTeam) {
  State state = Betting(kPlainHands, "response=first_seat_decides");
  Say(state, "0 bid 2, 1 pass");
  EXPECT_EQ(state.results()[0].status, BetStatus::kDeclined);
}

TEST(OrdagoTest, OptionDeclineValueAlwaysOne) {
  State state = Betting(kPlainHands, "decline_value=always_one");
  Say(state, "0 bid 5, 1 raise 10, 2 pass, 0 pass");
  EXPECT_EQ(ScoreText(state), "0:1");
}

TEST(OrdagoTest, OptionBonusAfterDeclineFalsePaysTheBidAlone) {
  State state = Betting(kPlainHands, "bonus_after_decline=false");
  Say(state, "0 wait, 1 wait, 2 wait, 3 wait");
  Say(state, "0 wait, 1 wait, 2 wait, 3 wait");
  Say(state, "0 bid 2, 1 pass, 3 pass");
  Say(state, "0 bid 2, 1 pass, 3 pass");
  EXPECT_EQ(LastScore(state), "3:1");
}

TEST(OrdagoTest, OptionPuntoPointPaysAGameBetWithout31) {
  const HandTexts low = {"KQ54", "KJ64", "7654", "AAAA"};
  EXPECT_EQ(PointsOf(low), "1:4");
  EXPECT_EQ(PointsOf(low, "punto_point=1"), "1:5");
}

TEST(OrdagoTest, OptionRevealAfterDeclinedSetShowsTheHands) {
  for (const bool reveal : {false, true}) {
    State state = AtScore(29, 0, kPlainHands,
                          reveal ? "reveal_after_declined_set=true" : "");
    Say(state, "0 keep, 0 bid 2, 1 pass, 3 pass");
    EXPECT_EQ(state.last_hand().shown, reveal);
    EXPECT_EQ(Seen(state, 1).last_hand().hands(0).ranks_size(), reveal ? 4 : 0);
  }
}

// ---- Sets ----

TEST(OrdagoTest, OptionSetTargetEndsTheSet) {
  State state = Betting(kPlainHands, "set_target=8");
  WaitToTheEnd(state);
  EXPECT_EQ(SetsText(state), "1:0");
}

TEST(OrdagoTest, OptionSetsToWinEndsTheMatch) {
  State state = Betting(kPlainHands, "sets_to_win=1");
  Say(state, "0 ordago, 1 accept");
  EXPECT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.EndReason(), "ordago");
  EXPECT_EQ(state.Returns(), (SeatScores{1, -1, 1, -1}));
  EXPECT_EQ(state.Ranks(), (SeatRanks{1, 3, 1, 3}));
}

TEST(OrdagoTest, AMatchWonByPointsSaysSo) {
  State state = Betting(kPlainHands, "sets_to_win=1,set_target=1");
  Say(state, "0 bid 2, 1 pass, 3 pass");
  EXPECT_EQ(state.EndReason(), "points");
}

TEST(OrdagoTest, ScoresBeginAnewWithEverySet) {
  State state = AtScore(29, 28, kPlainHands);
  Say(state, "0 keep, 0 bid 2, 1 pass, 3 pass");
  EXPECT_EQ(ScoreText(state), "0:0");
}

// Team 0 wins the set with a hand that place 0 started.
Place DealerAfterSet(absl::string_view option) {
  State state = Betting(kPlainHands, option);
  Say(state, "0 ordago, 1 accept");
  return state.dealer();
}

TEST(OrdagoTest, OptionDealerAfterSetRotates) {
  EXPECT_EQ(DealerAfterSet("dealer_after_set=rotate"), 0);
}

TEST(OrdagoTest, OptionDealerAfterSetLoserIsTheFirstOfTheLosers) {
  EXPECT_EQ(DealerAfterSet("dealer_after_set=loser"), 1);
}

TEST(OrdagoTest, OptionDealerAfterSetRandomDraws) {
  State state = Betting(kPlainHands, "dealer_after_set=random");
  Say(state, "0 ordago, 1 accept");
  EXPECT_EQ(LegalTexts(state, kChance).size(), 4u);
  EXPECT_FALSE(Seen(state, 0).has_dealer());
}

TEST(OrdagoTest, MatchesThatCouldLastForEverAreRefused) {
  EXPECT_THAT(ErrorOf(TryMatch(4,
                               "set_target=1000,sets_to_win=100,"
                               "max_exchange_rounds=1000")
                          .status()),
              HasSubstr("expected at most 2147483647"));
}

// ---- Three seats ----

TEST(OrdagoThreeTest, TheSoloistActsForBothPlaces) {
  State state = Dealt(kPlainHands, "", 3);
  Say(state, "0 swap, 1 swap");
  EXPECT_EQ(state.ToAct(), SeatSet::Of(0));
  EXPECT_EQ(state.ActingPlace(0), kDummy);
  Say(state, "2 swap");
  EXPECT_EQ(state.ToAct(), SeatSet::Of(2));
  EXPECT_EQ(state.ActingPlace(2), 3);
}

TEST(OrdagoThreeTest, TheDummyLiesOpenForEverybody) {
  const State state = Dealt(kPlainHands, "", 3);
  EXPECT_EQ(Seen(state, 1).dummy_hand().ranks_size(), 4);
  EXPECT_EQ(Seen(state, kSpectator).dummy_hand().ranks_size(), 4);
}

TEST(OrdagoThreeTest, TheTeamsAreTheSoloistAndThePair) {
  const State state = NewMatch("", 3);
  EXPECT_EQ(state.TeamOf(0), 0);
  EXPECT_EQ(state.TeamOf(1), 1);
  EXPECT_EQ(state.TeamOf(2), 1);
}

TEST(OrdagoThreeTest, RanksFollowTheTeams) {
  State state = Betting(kPlainHands, "sets_to_win=1", 3);
  Say(state, "0 ordago, 1 accept");
  EXPECT_EQ(state.Returns(), (SeatScores{1, -1, -1, 0}));
  EXPECT_EQ(state.Ranks(), (SeatRanks{1, 2, 2, 0}));
}

TEST(OrdagoThreeTest, OptionSoloBonusIsPaidAtTheDeal) {
  EXPECT_EQ(ScoreText(Dealt(kPlainHands, "solo_bonus=0", 3)), "0:0");
  EXPECT_EQ(ScoreText(Dealt(kPlainHands, "solo_bonus=9", 3)), "9:0");
}

TEST(OrdagoThreeTest, OptionSoloBonusWinsFalseWaitsForOtherPoints) {
  State state = AtScore(29, 10, kPlainHands, "solo_bonus_wins=false", 3);
  EXPECT_EQ(ScoreText(state), "30:10");
  Say(state, "0 keep, 0 bid 2, 1 pass, 3 pass");
  EXPECT_EQ(SetsText(state), "1:0");
}

TEST(OrdagoThreeTest, OptionSoloBonusWinsFalseEndsTheSetAtPointsOfThePairToo) {
  State state = AtScore(29, 10, kPlainHands, "solo_bonus_wins=false", 3);
  Say(state, "0 keep, 0 wait, 1 bid 2, 2 pass, 0 pass");
  EXPECT_EQ(SetsText(state), "1:0");
}

TEST(OrdagoThreeTest, OfTwoTeamsWithEnoughTheOneThatIsPaidWinsTheSet) {
  // The soloist reaches 30 by the bonus alone, and the pair by a bet.
  State state = AtScore(29, 29, kPlainHands, "solo_bonus_wins=false", 3);
  Say(state, "0 keep, 0 wait, 1 bid 2, 2 pass, 0 pass");
  EXPECT_EQ(SetsText(state), "0:1");
}

TEST(OrdagoThreeTest, ABonusThatWinsEverySetIsRefused) {
  EXPECT_THAT(ErrorOf(TryMatch(3, "set_target=1").status()),
              HasSubstr("set_target=1: expected more than solo_bonus, 1"));
}

TEST(OrdagoThreeTest, SimultaneousDiscardsOfTheDummyStayFaceDown) {
  State state = Dealt(kPlainHands, "discard_order=simultaneous", 3);
  Say(state, "0 swap, 1 swap, 2 swap, 3 swap, 2 discard J4");
  EXPECT_EQ(Seen(state, 0).chosen_for_dummy().ranks_size(), 2);
  EXPECT_FALSE(Seen(state, 1).has_chosen_for_dummy());
  EXPECT_EQ(Seen(state, 1).exchanges(0).counts(2), 0u);
  Together(state, {"discard 4", "discard A", "discard A"});
  EXPECT_THAT(Seen(state, 1).exchanges(0).counts(), ElementsAre(1, 1, 2, 1));
}

// ---- 2.8 Substitutes ----

TEST(OrdagoTest, Vector2_8SubstitutesAreTheQuietActions) {
  State state = Dealt(kPlainHands);
  EXPECT_EQ(state.ActionToString(0, state.Substitute(0)), "keep");
  State betting = Betting(kPlainHands);
  EXPECT_EQ(betting.ActionToString(0, betting.Substitute(0)), "wait");
  Say(betting, "0 bid 2");
  EXPECT_EQ(betting.ActionToString(1, betting.Substitute(1)), "pass");
  Say(state, "0 swap, 1 swap, 2 swap, 3 swap");
  EXPECT_EQ(state.ActionToString(0, state.Substitute(0)), "discard 4");
  const State window = Dealt(kPlainHands, "signs=official");
  EXPECT_EQ(window.ActionToString(2, window.Substitute(2)), "no sign");
}

// ---- Views ----

TEST(OrdagoTest, HandsThatAreComparedAreShownUntilTheNextHandEnds) {
  State state = Betting(kPlainHands);
  WaitToTheEnd(state);
  EXPECT_TRUE(Seen(state, kSpectator).last_hand().shown());
  EXPECT_EQ(Seen(state, 1).last_hand().hands(0).ranks_size(), 4);
}

TEST(OrdagoTest, TheEventThatEndsAHandShowsTheHands) {
  State state = Betting(kPlainHands);
  for (int i = 0; i < 15; ++i) Ply1(state, state.ToAct().first(), "wait");
  const v1::PlyEvent event = EventOf(state, 1, 3, "wait");
  EXPECT_EQ(event.actions(0).reveal().ordago().hands_size(), 4);
}

TEST(OrdagoTest, ADealtCardIsSeenByItsOwnerAlone) {
  const State state = NewMatch();
  EXPECT_TRUE(EventOf(state, 0, kChance, "K").actions(0).has_action());
  EXPECT_FALSE(EventOf(state, 2, kChance, "K").actions(0).has_action());
}

TEST(OrdagoTest, ABidAndARaiseAreToldApart) {
  State state = Betting(kPlainHands);
  Say(state, "0 bid 5");
  Ply1(state, state.ToAct().first(), "raise 9");
  const v1::OrdagoObservation seen = Seen(state, 0);
  ASSERT_EQ(seen.actions_size(), 2);
  EXPECT_EQ(seen.actions(0).bid(), 5u);
  EXPECT_FALSE(seen.actions(0).has_raise_to());
  EXPECT_EQ(seen.actions(1).raise_to(), 9u);
}

TEST(OrdagoTest, ThePlacesToActAreThoseOfTheSeatsToAct) {
  const State state = Betting(kPlainHands);
  const v1::OrdagoObservation seen = Seen(state, 0);
  ASSERT_EQ(seen.to_act_size(), 1);
  ASSERT_EQ(seen.places_to_act_size(), 1);
  EXPECT_EQ(seen.to_act(0), seen.places_to_act(0));  // There are four seats.
}

TEST(OrdagoTest, OldActionsAreForgottenAndCounted) {
  State state = Betting(kPlainHands, "min_bid=1,min_raise=1,max_bid=300");
  Say(state, "0 bid 1");
  for (int i = 2; i <= 300; ++i) {
    Ply1(state, state.ToAct().first(), absl::StrCat("raise ", i));
  }
  const v1::OrdagoObservation seen = Seen(state, 2);
  EXPECT_EQ(seen.actions_size(), 256);
  EXPECT_EQ(seen.actions(0).raise_to(), 45u);
  EXPECT_THAT(seen.action_counts(), ElementsAre(300, 0, 0, 0));
}

TEST(OrdagoTest, OldExchangesAreForgottenAndNumbered) {
  State state = Dealt(kPlainHands, "max_exchange_rounds=1000");
  for (int i = 0; i < 70; ++i) {
    while (state.node() == Node::kDecision) {
      const Seat seat = state.ToAct().first();
      const std::vector<std::string> legal = LegalTexts(state, seat);
      Ply1(state, seat, legal.size() == 2 ? "swap" : legal.back());
    }
    DealAny(state);
  }
  v1::Observation observation;
  AnyStateOf(state)->ObservationFor(1, observation);
  EXPECT_EQ(observation.ordago().exchanges_size(), 64);
  EXPECT_EQ(observation.ordago().exchanges(0).round(), 7u);
  Rng rng("sample");
  EXPECT_TRUE(
      DrawState<State>(4,
                       GameOptions::Parse(State::kInfo.options,
                                          "first_dealer=3,signs=off,max_"
                                          "exchange_rounds=1000")
                           .value(),
                       1, observation, rng)
          .ok());
}

}  // namespace
}  // namespace arena::ordago
