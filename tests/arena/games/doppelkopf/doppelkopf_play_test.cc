// Cards and announcements at the table of Doppelkopf: marriages, windows, the
// table's knowledge of parties, illegal choices.
#include "arena/games/doppelkopf/doppelkopf.h"
#include "gmock/gmock.h"
#include "tests/arena/games/doppelkopf/doppelkopf_fixture.h"
#include "tests/arena/games/doppelkopf/doppelkopf_notation.h"

namespace arena::doppelkopf {
namespace {

// ---- Marriages ----

// Seat 0 declares; seat 1 leads to the first trick.
State Marriage(absl::string_view options = "") {
  State state = Dealt({"CQ CQ CA SA S9 H9 HT DJ DJ C9 DK DK",
                       "CA C9 S9 HK D9 D9 HQ HQ SQ SJ SJ CT",
                       "CT SA ST HK DT DT DQ DQ HJ HJ CK SK",
                       "CK SK HA DA DA SQ HT CJ CJ HA H9 ST"},
                      options);
  Say(state, "healthy, healthy, healthy, marriage");
  return state;
}

void ExpectMarriage(const State& state, Seat partner, int trick) {
  EXPECT_EQ(state.deal().partner, partner);
  EXPECT_EQ(state.deal().clarified, trick);
  EXPECT_EQ(ShiftAfter(trick, state.rules()), trick - 1);
}

TEST(DoppelkopfMarriageTest, M1) {
  State state = Marriage();
  EXPECT_EQ(Known(state), "R???");
  Play(state, "CA CT CK C9");
  ExpectMarriage(state, 1, 1);
  EXPECT_EQ(Known(state), "RRKK");
}

TEST(DoppelkopfMarriageTest, M2) {
  State state = Marriage();
  Play(state, "C9 CT CK CA");
  EXPECT_EQ(Known(state), "R???");
  Play(state, "S9 S9 SA SK");
  ExpectMarriage(state, 2, 2);
}

TEST(DoppelkopfMarriageTest, M3) {
  State state = Marriage();
  Play(state, "C9 CT CK CA SA S9 ST SK H9 HK HK HA");
  ExpectMarriage(state, 3, 3);
}

TEST(DoppelkopfMarriageTest, M4) {
  State state = Marriage();
  Play(state, "C9 CT CK CA SA S9 ST SK HT D9 DT DA");
  ExpectMarriage(state, kNobody, 3);
  EXPECT_EQ(Known(state), "RKKK");
  EXPECT_TRUE(state.deal().IsSoloClass());
  EXPECT_FALSE(state.deal().compulsory);
}

TEST(DoppelkopfMarriageTest, TheClarifyingTrickMayHaveToBeATrump) {
  State state = Marriage("marriage_trick=trump");
  Play(state, "CA CT CK C9");
  EXPECT_TRUE(state.deal().MarriageOpen());
  Play(state, "HQ DT CJ HT");
  EXPECT_TRUE(state.deal().MarriageOpen());
  Play(state, "DJ SQ DT DA");
  ExpectMarriage(state, 1, 3);
}

TEST(DoppelkopfMarriageTest, TheClarifyingTrickMayHaveToBePlain) {
  State state = Marriage("marriage_trick=plain");
  Play(state, "SQ DT HT DJ");
  EXPECT_TRUE(state.deal().MarriageOpen());
  Play(state, "HA H9 HK HK");
  ExpectMarriage(state, 3, 2);
}

TEST(DoppelkopfMarriageTest, TheLimitMayBeAllTricks) {
  State state = Marriage("marriage_limit=all");
  Play(state, "C9 CT CK CA SA S9 ST SK HT D9 DT DA");
  EXPECT_TRUE(state.deal().MarriageOpen());
}

TEST(DoppelkopfMarriageTest, X5NobodyAnnouncesBeforeItIsClearedUp) {
  State state = Marriage();
  EXPECT_EQ(state.phase(), Phase::kPlay);  // nobody is asked
  EXPECT_EQ(Offers(state), "");
  Play(state, "C9 CT CK CA");
  EXPECT_EQ(state.phase(), Phase::kPlay);
  EXPECT_EQ(Offers(state), "");
  Play(state, "S9 S9 SA SK");
  // The deadline is shifted by one card: ten cards are enough.
  EXPECT_EQ(state.phase(), Phase::kWindow);
  EXPECT_TRUE(Can(state, "kontra"));
}

TEST(DoppelkopfMarriageTest, OthersDoNotKnowTheirParty) {
  State state = Marriage();
  EXPECT_EQ(Seen(state, 0).party(), v1::DOPPELKOPF_PARTY_RE);
  EXPECT_EQ(Seen(state, 1).party(), v1::DOPPELKOPF_PARTY_UNSPECIFIED);
  Play(state, "CA CT CK C9");
  EXPECT_EQ(Seen(state, 1).party(), v1::DOPPELKOPF_PARTY_RE);
  EXPECT_EQ(Seen(state, 2).party(), v1::DOPPELKOPF_PARTY_KONTRA);
  EXPECT_EQ(Seen(state, 2).marriage().partner(), 1u);
}

// ---- The table's knowledge ----

// Seats 0 and 2 are Re, and seat 1 leads. Seat 3 has no trump.
State Normal(absl::string_view options = "") {
  State state = Dealt({"CQ C9 ST DJ DJ SQ HQ CT SK D9 CJ HK",
                       "CA C9 SA HT DK HT S9 S9 SJ HJ DT D9",
                       "CQ CJ CK ST DA DA DT DK HQ SQ SJ HJ",
                       "CA CK SK HK SA CT DQ DQ HA HA H9 H9"},
                      options);
  AllHealthy(state);
  return state;
}

TEST(DoppelkopfKnownTest, AtFirstNothingIsKnown) {
  EXPECT_EQ(Known(Normal()), "????");
}

TEST(DoppelkopfKnownTest, APlayedOldOneIsRe) {
  State state = Normal();
  Play(state, "HT CQ");
  EXPECT_EQ(Known(state), "??R?");
}

TEST(DoppelkopfKnownTest, BothOldOnesOfTwoSeatsTellAll) {
  State state = Normal();
  Play(state, "HT CQ DQ CQ");
  EXPECT_EQ(Known(state), "RKRK");
}

// Every seat plays its lowest card up to the next trick.
void FinishTrick(State& state) {
  while (state.deal().cards_played > 0) {
    Say(state, ActionText(state.Substitute(Asked(state))));
    PassAll(state);
  }
}

TEST(DoppelkopfKnownTest, BothOldOnesOfOneSeatTellAll) {
  State state = Dealt({"", "CQ CQ HT HT"});
  AllHealthy(state);
  Play(state, "CQ");
  EXPECT_EQ(Known(state), "?R??");
  FinishTrick(state);
  Play(state, "CQ");
  EXPECT_EQ(Known(state), "KRKK");
}

TEST(DoppelkopfKnownTest, AnAnnouncementTellsItsParty) {
  State state = Normal();
  Say(state, "re");  // seat 2
  EXPECT_EQ(Known(state), "??R?");
  Say(state, "kontra");  // seat 3
  EXPECT_EQ(Known(state), "??RK");
}

// Seat 3 has one trump.
State WithoutTrumps() {
  State state = Dealt({"CQ C9 ST DJ DJ SQ HQ CT SK D9 CJ HK",
                       "DQ C9 SA HT DK HT S9 S9 SJ HJ DT D9",
                       "CQ CJ CK ST DA DA DT DK HQ SQ SJ HJ",
                       "CA CK SK HK SA CT CA DQ HA HA H9 H9"});
  AllHealthy(state);
  return state;
}

TEST(DoppelkopfKnownTest, APlainCardOnATrumpLeadIsKontra) {
  State state = WithoutTrumps();
  Play(state, "HT DT DQ D9");
  EXPECT_EQ(Known(state), "????");
  Play(state, "HT DK H9");
  EXPECT_EQ(Known(state), "???K");
}

TEST(DoppelkopfKnownTest, APlainCardOnAPlainLeadTellsNothing) {
  State state = WithoutTrumps();
  Play(state, "SA ST SK SK S9 CK");
  EXPECT_EQ(Known(state), "????");
}

TEST(DoppelkopfKnownTest, TwoKontraSeatsDoNotTellTheOthers) {
  State state = Normal();
  Say(state, "pass, kontra, pass, pass, pass, pass");
  Say(state, "keine 90");  // seat 1 raises
  EXPECT_EQ(Known(state), "?K?K");
}

TEST(DoppelkopfKnownTest, InADeclaredSoloAllIsKnown) {
  State state = Dealt({});
  Say(state, "healthy, solo jacks, healthy, healthy");
  EXPECT_EQ(Known(state), "KKRK");
}

// ---- Windows ----

// Deals a normal game in which every seat is silent, and counts the questions.
int Questions(absl::string_view options) {
  State state = Dealt({"CQ", "", "CQ", ""}, options);
  AllHealthy(state);
  int questions = 0;
  while (state.DealIndex() == 0 && state.node() == Node::kDecision) {
    questions += state.phase() == Phase::kWindow;
    Say(state, ActionText(state.Substitute(Asked(state))));
  }
  return questions;
}

TEST(DoppelkopfWindowTest, Q4OwnTurn) {
  EXPECT_EQ(Questions("announce_windows=own_turn"), 0);
  EXPECT_EQ(Questions("announce_windows=own_turn,deck=40"), 0);
}
TEST(DoppelkopfWindowTest, Q4Trick) {
  EXPECT_EQ(Questions("announce_windows=trick"), 6);
  EXPECT_EQ(Questions("announce_windows=trick,deck=40"), 6);
}
TEST(DoppelkopfWindowTest, Q4Card) {
  EXPECT_EQ(Questions("announce_windows=card"), 18);
  EXPECT_EQ(Questions("announce_windows=card,deck=40"), 18);
}

TEST(DoppelkopfWindowTest, SeatsAreAskedClockwiseFromTheLeftOfTheLeader) {
  State state = Normal();
  EXPECT_EQ(Asked(state), 2);
  Say(state, "pass");
  EXPECT_EQ(Asked(state), 3);
  Say(state, "pass");
  EXPECT_EQ(Asked(state), 0);
  Say(state, "pass");
  EXPECT_EQ(state.phase(), Phase::kPlay);
  EXPECT_EQ(Asked(state), 1);
}

TEST(DoppelkopfWindowTest, AfterAnAnnouncementThereIsAnotherPass) {
  State state = Normal();
  Say(state, "pass, kontra, pass");
  EXPECT_EQ(Asked(state), 2);
  EXPECT_EQ(state.deal().window.pass, 2);
  Say(state, "re, pass, pass");
  EXPECT_EQ(state.deal().window.pass, 3);
  Say(state, "pass, pass, pass");
  EXPECT_EQ(state.phase(), Phase::kPlay);
}

TEST(DoppelkopfWindowTest, WithTheOwnCardOneMayAnnounceOnce) {
  State state = Normal("announce_windows=own_turn");
  EXPECT_EQ(Offers(state), "kontra, keine 90, keine 60, keine 30, schwarz");
  Say(state, "kontra");
  EXPECT_EQ(Asked(state), 1);
  EXPECT_EQ(Offers(state), "");
  Say(state, "CA");
  EXPECT_EQ(Offers(state), "re, keine 90, keine 60, keine 30, schwarz");
}

TEST(DoppelkopfWindowTest, AnAnnouncementIsKeptWithItsMoment) {
  State state = Normal();
  Say(state, "pass, pass, pass, CA, CK, CK, keine 60");
  const Spoken& spoken = state.deal().spoken[0];
  EXPECT_EQ(spoken, (Spoken{.seat = 0,
                            .party = Party::kRe,
                            .level = Level::kNo60,
                            .cards_in_hand = 12,
                            .tricks = 0,
                            .cards = 3,
                            .pass = 0}));
}

TEST(DoppelkopfWindowTest, AReplyIsFlagged) {
  State state = Normal("announce_windows=own_turn");
  Play(state, "CA CK CK C9");
  Say(state, "kontra");  // seat 1 with 11 cards
  Play(state, "SA ST SK SK");
  Play(state, "HT");
  Say(state, "re");  // seat 2 with 10 cards
  EXPECT_TRUE(state.deal().of(Party::kRe).reply);
  EXPECT_TRUE(state.deal().spoken[1].reply);
}

// ---- Illegal choices ----

TEST(DoppelkopfIllegalTest, X1KontraByAHolderOfAnOldOne) {
  State state = Normal();
  EXPECT_EQ(Asked(state), 2);
  EXPECT_FALSE(Can(state, "kontra"));
  EXPECT_TRUE(Can(state, "re"));
}

// Seat 1 has ten cards and nobody has spoken.
State AfterTwoTricks(absl::string_view first_words) {
  State state = Normal("announce_windows=own_turn");
  Say(state, first_words);
  Play(state, "CA CK CK C9");
  return state;
}

TEST(DoppelkopfIllegalTest, X2AJumpWithTenCardsWhenTheCallIsTooLate) {
  State state = Normal("announce_windows=own_turn");
  Play(state, "CA CK CK C9");
  EXPECT_TRUE(Can(state, "keine 90"));  // eleven cards
  Play(state, "SA ST SK SK");
  EXPECT_FALSE(Can(state, "keine 90"));
}

TEST(DoppelkopfIllegalTest, X2WithElevenCardsTheJumpBooksTheCallToo) {
  State state = Normal("announce_windows=own_turn");
  Play(state, "CA CK CK C9");
  Say(state, "keine 90");
  EXPECT_EQ(state.deal().of(Party::kKontra).level, Level::kNo90);
}

TEST(DoppelkopfIllegalTest, X3ALevelThatSkipsAMissedOne) {
  State state = AfterTwoTricks("kontra");
  Play(state, "SA ST SK SK HT DK DQ D9");
  ASSERT_EQ(Asked(state), 1);
  ASSERT_EQ(state.deal().hands[1].size(), 9);
  EXPECT_EQ(Offers(state), "");
}

TEST(DoppelkopfIllegalTest, X4AnotherCallOfTheSameParty) {
  State state = Normal();
  Say(state, "re, pass");
  EXPECT_EQ(Asked(state), 0);
  EXPECT_FALSE(Can(state, "re"));
  EXPECT_TRUE(Can(state, "keine 90"));
}

TEST(DoppelkopfIllegalTest, X6AnythingAfterAReply) {
  State state = Normal("announce_windows=own_turn");
  Play(state, "CA CK CK C9");
  Say(state, "kontra");
  Play(state, "SA ST SK SK");
  Play(state, "HT");
  Say(state, "re, DK");
  Play(state, "DQ");
  EXPECT_EQ(Asked(state), 0);
  EXPECT_EQ(Offers(state), "");
}

TEST(DoppelkopfIllegalTest, X9ATrumpOnASpadeLeadWhileHoldingASpade) {
  State state = Normal("announce_windows=own_turn");
  Play(state, "S9");
  EXPECT_EQ(Choices(state), "ST");  // and not SQ
}

TEST(DoppelkopfIllegalTest, X10ACallWithTheThirdCard) {
  State state = Normal("announce_windows=own_turn");
  Play(state, "CA CK CK C9 SA ST SK SK");
  EXPECT_EQ(state.deal().hands[1].size(), 10);
  EXPECT_EQ(Offers(state), "");
}

}  // namespace
}  // namespace arena::doppelkopf
