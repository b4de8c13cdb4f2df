// From the cards to the contract in Doppelkopf: reservations, forced solos,
// poverty, new deals.
#include "arena/games/doppelkopf/doppelkopf.h"
#include "gmock/gmock.h"
#include "tests/arena/games/doppelkopf/doppelkopf_fixture.h"
#include "tests/arena/games/doppelkopf/doppelkopf_notation.h"

namespace arena::doppelkopf {
namespace {

constexpr char kAllSolos[] =
    "solo queens, solo jacks, solo fleshless, solo clubs, solo spades, "
    "solo hearts, solo diamonds";
// Seat 1 is forehand and has two trumps.
constexpr char kPoor[] = "SJ D9 CA CA CT CT SA SA ST ST H9 HK";
constexpr char kPovertyOptions[] =
    "poverty=on,compulsory_solos=0,announce_windows=own_turn";

Contract ContractOf(const State& state) { return state.deal().contract; }

// ---- Dealing ----

TEST(DoppelkopfContractTest, HandsAreDealtOneAfterTheOtherFromForehand) {
  State state = NewMatch();
  Rng rng("deal");
  std::string order;
  while (state.node() == Node::kChance) {
    order += static_cast<char>('0' + state.ReceiverOfCard());
    const SeatAction dealt = {kChance, state.SampleChance(rng)};
    state.Apply({&dealt, 1});
  }
  EXPECT_EQ(order, std::string(12, '1') + std::string(12, '2') +
                       std::string(12, '3') + std::string(12, '0'));
}

TEST(DoppelkopfContractTest, WithFortyCardsThereAreNoNines) {
  State state = NewMatch("deck=40");
  ActionList outcomes;
  state.LegalActions(kChance, outcomes);
  EXPECT_EQ(outcomes.size(), 20u);
  EXPECT_EQ(outcomes[0], CardOf(kClubsSuit, kJack));
}

TEST(DoppelkopfContractTest, BothCopiesCountInTheDraw) {
  State state = NewMatch();
  const SeatAction first = {kChance, CardOf(kClubsSuit, kNine)};
  state.Apply({&first, 1});
  Rng rng("weights");
  int nines = 0;
  for (int i = 0; i < 4700; ++i) nines += state.SampleChance(rng) == 0;
  // One card of 47 is drawn: 100 times are expected.
  EXPECT_GT(nines, 60);
  EXPECT_LT(nines, 140);
}

// ---- Reservations ----

TEST(DoppelkopfContractTest, EverybodyHealthyIsANormalGame) {
  State state = Dealt({});
  AllHealthy(state);
  EXPECT_EQ(ContractOf(state), Contract::kNormal);
  EXPECT_EQ(state.deal().declarer, kNobody);
  EXPECT_EQ(state.deal().ReSeats(), Seats({0, 2}));
}

TEST(DoppelkopfContractTest, BothOldOnesOfAHealthySeatAreASilentSolo) {
  State state = Dealt({"CQ CQ"});
  AllHealthy(state);
  EXPECT_EQ(ContractOf(state), Contract::kNormal);
  EXPECT_EQ(state.deal().ReSeats(), Seats({0}));
}

TEST(DoppelkopfContractTest, WithoutSilentSolosBothOldOnesAreDeclared) {
  State state = Dealt({"", "CQ CQ"}, "silent_solo=off");
  EXPECT_EQ(Choices(state), absl::StrCat("marriage, ", kAllSolos));
}

TEST(DoppelkopfContractTest, X7MarriageNeedsBothOldOnes) {
  State with = Dealt({"", "CQ CQ"});
  EXPECT_TRUE(Can(with, "marriage"));
  State without = Dealt({"", "CQ", "CQ"});
  EXPECT_EQ(Choices(without), absl::StrCat("healthy, ", kAllSolos));
}

TEST(DoppelkopfContractTest, OnlySolosOfTheOptionsAreOffered) {
  State state = Dealt({}, "solo_queens=off,solo_hearts=off");
  EXPECT_EQ(Choices(state),
            "healthy, solo jacks, solo fleshless, solo clubs, solo spades, "
            "solo diamonds");
}

TEST(DoppelkopfContractTest, TheFirstFromForehandWinsAmongEquals) {
  State state = Dealt({});
  Say(state, "healthy, solo jacks, solo queens, solo clubs");
  EXPECT_EQ(ContractOf(state), Contract::kJacks);
  EXPECT_EQ(state.deal().declarer, 2);
}

TEST(DoppelkopfContractTest, ASoloOutbidsAMarriage) {
  State state = Dealt({"", "CQ CQ"});
  Say(state, "marriage, healthy, healthy, solo clubs");
  EXPECT_EQ(ContractOf(state), Contract::kClubs);
  EXPECT_EQ(state.deal().declarer, 0);
}

TEST(DoppelkopfContractTest, AnOwedSoloOutbidsAVoluntaryOne) {
  State state = NewMatch("deals=8");
  Rng rng("owed");
  DealAny(state, rng);
  Say(state, "solo queens, healthy, healthy, healthy");  // seat 1 pays
  FinishDealQuietly(state, rng);
  DealAny(state, rng);
  Say(state, "solo queens, healthy, solo jacks, healthy");
  EXPECT_EQ(state.deal().declarer, 3);
  EXPECT_TRUE(state.deal().compulsory);
}

TEST(DoppelkopfContractTest, StatementsArePublicAtOnce) {
  State state = Dealt({});
  Say(state, "healthy, solo jacks");
  const v1::DoppelkopfObservation seen = Seen(state, 0);
  EXPECT_EQ(seen.statements(1), v1::DOPPELKOPF_STATEMENT_HEALTHY);
  EXPECT_EQ(seen.statements(2), v1::DOPPELKOPF_STATEMENT_RESERVATION);
  EXPECT_EQ(seen.statements(3), v1::DOPPELKOPF_STATEMENT_UNSPECIFIED);
}

// ---- The leader ----

Seat LeaderWith(absl::string_view options, absl::string_view words) {
  State state = Dealt({}, options);
  Say(state, words);
  return state.deal().player;
}

constexpr char kSoloOfSeat3[] = "healthy, healthy, solo clubs, healthy";

TEST(DoppelkopfContractTest, ForehandLeadsAVoluntarySolo) {
  EXPECT_EQ(LeaderWith("compulsory_solos=0", kSoloOfSeat3), 1);
}
TEST(DoppelkopfContractTest, TheSoloistLeadsAnOwedSolo) {
  EXPECT_EQ(LeaderWith("", kSoloOfSeat3), 3);
}
TEST(DoppelkopfContractTest, SoloLeadAlways) {
  EXPECT_EQ(LeaderWith("compulsory_solos=0,solo_lead=always", kSoloOfSeat3), 3);
}
TEST(DoppelkopfContractTest, SoloLeadNever) {
  EXPECT_EQ(LeaderWith("solo_lead=never", kSoloOfSeat3), 1);
}

// ---- Two steps ----

constexpr char kTwoSteps[] =
    "reservation_steps=2,compulsory_solos=0,announce_windows=own_turn";

TEST(DoppelkopfContractTest, InTwoStepsAReservationIsNamedWhenAsked) {
  State state = Dealt({}, kTwoSteps);
  Say(state, "healthy, reservation, healthy, reservation");
  EXPECT_EQ(Asked(state), 2);
  EXPECT_EQ(Choices(state), absl::StrCat("pass, ", kAllSolos));
  Say(state, "pass");
  EXPECT_EQ(Asked(state), 0);
  // The other seats are not asked, and seat 0 has no other claim.
  EXPECT_EQ(Choices(state), kAllSolos);
  Say(state, "solo hearts");
  EXPECT_EQ(ContractOf(state), Contract::kHearts);
  EXPECT_EQ(state.deal().declarer, 0);
}

TEST(DoppelkopfContractTest, InTwoStepsALoneMarriageIsDeclaredAtTheEnd) {
  State state = Dealt({"", "CQ CQ"}, kTwoSteps);
  Say(state, "reservation, healthy, healthy, healthy, pass");
  EXPECT_EQ(Choices(state), "marriage");
  Say(state, "marriage");
  EXPECT_EQ(ContractOf(state), Contract::kMarriage);
}

TEST(DoppelkopfContractTest, InTwoStepsASeatWithoutMarriageIsBoundToASolo) {
  State state = Dealt({"", "", "", "CQ CQ"}, kTwoSteps);
  Say(state, "reservation, healthy, reservation, healthy");
  Say(state, "pass, pass");  // seat 3 still has its marriage
  EXPECT_EQ(Asked(state), 1);
  EXPECT_EQ(Choices(state), kAllSolos);
}

TEST(DoppelkopfContractTest,
     InTwoStepsWhoHoldsTheMarriageLeavesTheSoloToOthers) {
  State state = Dealt({"CQ CQ"}, kTwoSteps);
  Say(state, "healthy, reservation, healthy, reservation");
  Say(state, "pass, pass, solo clubs");
  EXPECT_EQ(state.deal().declarer, 2);
}

TEST(DoppelkopfContractTest, InTwoStepsOwedSolosAreAskedForFirst) {
  State state = NewMatch("reservation_steps=2,deals=8");
  Rng rng("owed");
  DealAny(state, rng);
  Say(state, "reservation, healthy, healthy, healthy, solo queens");
  FinishDealQuietly(state, rng);
  DealAny(state, rng);
  Say(state, "reservation, healthy, reservation, healthy");
  EXPECT_EQ(Asked(state), 3);
  EXPECT_EQ(Seen(state, 0).naming(), v1::DOPPELKOPF_NAMING_COMPULSORY_SOLO);
  Say(state, "pass");
  EXPECT_EQ(Asked(state), 1);
}

// ---- Poverty ----

TEST(DoppelkopfContractTest, PovertyNeedsThreeTrumpsAtMost) {
  EXPECT_TRUE(Can(Dealt({"", kPoor}, kPovertyOptions), "poverty"));
  EXPECT_FALSE(Can(Dealt({"", kPoor}, "compulsory_solos=0"), "poverty"));
  EXPECT_FALSE(
      Can(Dealt({"", "SJ D9 HJ DJ CA CA CT CT SA SA ST ST"}, kPovertyOptions),
          "poverty"));
}

TEST(DoppelkopfContractTest, AllTrumpsAreLaid) {
  State state = Dealt({"", kPoor}, kPovertyOptions);
  Say(state, "poverty, healthy, healthy, healthy");
  EXPECT_FALSE(Can(state, "lay SJ CA CT"));
  EXPECT_TRUE(Can(state, "lay SJ D9 H9"));
  EXPECT_EQ(state.Substitute(1), state.ParseAction(1, "lay SJ D9 CT").value());
}

TEST(DoppelkopfContractTest, FoxesMayStayWhereTheyAreNotCounted) {
  State state = Dealt({"", "SJ HJ DA DA CA CA CT CT SA SA ST ST"},
                      absl::StrCat(kPovertyOptions, ",poverty_fox_free=on"));
  Say(state, "poverty, healthy, healthy, healthy");
  EXPECT_TRUE(Can(state, "lay SJ HJ CA"));
  EXPECT_TRUE(Can(state, "lay SJ HJ DA"));
  EXPECT_FALSE(Can(state, "lay SJ DA DA"));
}

TEST(DoppelkopfContractTest, PovertyIsOfferedClockwiseFromThePoorSeat) {
  State state = Dealt({"", kPoor}, kPovertyOptions);
  Say(state, "poverty, healthy, healthy, healthy, lay SJ D9 H9");
  EXPECT_EQ(Asked(state), 2);
  Say(state, "decline");
  EXPECT_EQ(Asked(state), 3);
  EXPECT_EQ(state.Substitute(3), kDecline);
  Say(state, "accept");
  EXPECT_EQ(state.deal().hands[3].size(), 15);
  Say(state, "return SJ D9 H9");
  EXPECT_EQ(state.deal().ReSeats(), Seats({1, 3}));
  EXPECT_EQ(Known(state), "KRKR");
  EXPECT_EQ(state.deal().player, 1);
}

TEST(DoppelkopfContractTest, APovertyThatNobodyWantsIsDealtAgain) {
  State state = Dealt({"", kPoor}, kPovertyOptions);
  Say(state, "poverty, healthy, healthy, healthy, lay SJ D9 H9");
  Say(state, "decline, decline, decline");
  EXPECT_EQ(state.phase(), Phase::kDeal);
  EXPECT_EQ(state.dealer(), 0);
  EXPECT_EQ(state.DealIndex(), 0);
  EXPECT_EQ(state.redeals(), 1);
}

TEST(DoppelkopfContractTest, TheNumberOfTrumpsLaidIsToldWithItsOption) {
  State state = Dealt({"", kPoor},
                      absl::StrCat(kPovertyOptions, ",poverty_tell_trumps=on"));
  Say(state, "poverty, healthy, healthy, healthy");
  EXPECT_EQ(RevealOf(state, 3, "lay SJ D9 H9").laid_trumps(), 2u);
  Say(state, "lay SJ D9 H9");
  EXPECT_EQ(Seen(state, 3).poverty().laid_trumps(), 2u);
}

// ---- New deals ----

constexpr char kKings[] = "CK CK SK SK HK";

TEST(DoppelkopfContractTest, ARedealOutbidsEverything) {
  State state = Dealt({kKings}, "redeal_kings=5");
  Say(state, "solo queens, healthy, solo jacks, redeal");
  EXPECT_EQ(state.phase(), Phase::kDeal);
  EXPECT_EQ(state.dealer(), 0);
  EXPECT_EQ(state.DealIndex(), 0);
}

TEST(DoppelkopfContractTest, AfterTooManyRedealsNoneIsOffered) {
  State state = Dealt({"", kKings}, "redeal_kings=5,max_redeals=2");
  for (int i = 0; i < 2; ++i) {
    Say(state, "redeal, healthy, healthy, healthy");
    DealHands(state, {"", kKings});
  }
  EXPECT_FALSE(Can(state, "redeal"));
}

TEST(DoppelkopfContractTest, AfterTooManyRedealsPovertyIsNotOfferedEither) {
  State state =
      Dealt({"", kPoor}, absl::StrCat(kPovertyOptions, ",max_redeals=1"));
  Say(state, "poverty, healthy, healthy, healthy, lay SJ D9 H9");
  Say(state, "decline, decline, decline");
  DealHands(state, {"", kPoor});
  EXPECT_FALSE(Can(state, "poverty"));
}

// ---- Forced solos ----

TEST(DoppelkopfContractTest, X8AForcedSoloistNamesASoloAndNothingElse) {
  State state = NewMatch("deals=4");
  Rng rng("forced");
  DealAny(state, rng);
  EXPECT_EQ(state.phase(), Phase::kForced);
  EXPECT_EQ(Asked(state), 1);
  EXPECT_EQ(Choices(state), kAllSolos);
  EXPECT_EQ(state.Substitute(1), Declare(Contract::kQueens));
}

}  // namespace
}  // namespace arena::doppelkopf
