// Signs: their truth, their givers, and the seats that learn of them.
#include "arena/games/ordago/ordago_signs.h"

#include "arena/games/base/game_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/arena/games/ordago/ordago_deal_counts.h"
#include "tests/arena/games/ordago/ordago_fixture.h"

namespace arena::ordago {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// ---- 3.3 Truth ----

Rules RulesOf(absl::string_view options) {
  return Rules::From(4,
                     GameOptions::Parse(State::kInfo.options, options).value())
      .value();
}

// The numbers of hands of a fresh pack in which s1 to s9 may be given.
std::vector<int64_t> TrueHands(absl::string_view options) {
  const Rules rules = RulesOf(options);
  std::vector<int64_t> counts(kOfficialSigns);
  for (const Cards hand : AllHands()) {
    for (Sign sign = kBadCards; sign <= kOfficialSigns; ++sign) {
      if (IsTrue(sign, hand, rules)) counts[sign - 1] += WaysToDeal(hand);
    }
  }
  return counts;
}

TEST(OrdagoSignTest, Vector3_3ExactSigns) {
  EXPECT_THAT(TrueHands(""), ElementsAre(54144, 13888, 1792, 13888, 1792, 3486,
                                         4448, 8384, 448));
}

TEST(OrdagoSignTest, Vector3_3SignsOfAtLeast) {
  EXPECT_THAT(
      TrueHands("sign_truth=at_least"),
      ElementsAre(54144, 15750, 1862, 15750, 1862, 3486, 4448, 8384, 448));
}

TEST(OrdagoSignTest, OptionBadSignFreeIsNeverChecked) {
  EXPECT_EQ(TrueHands("bad_sign=free")[0], 91390);
}

// ---- Windows ----

// Place 0 has three kings, place 1 bad cards, places 2 and 3 two aces.
const HandTexts kHands = {"KKKA", "K765", "54AA", "64AA"};

State Window(absl::string_view options = "") {
  return Dealt(kHands, absl::StrCat("signs=official,", options));
}

TEST(OrdagoSignTest, AWindowFollowsTheDeal) {
  const State state = Window();
  EXPECT_EQ(state.phase(), Phase::kWindow);
  EXPECT_EQ(state.ToAct(), SeatSet::All(4));
}

TEST(OrdagoSignTest, OnlyTrueSignsMayBeGiven) {
  const State state = Window();
  EXPECT_THAT(LegalTexts(state, 0), ElementsAre("no sign", "sign s3", "sign s7",
                                                "sign s8", "sign s9"));
  EXPECT_THAT(LegalTexts(state, 1), ElementsAre("no sign", "sign s1"));
}

TEST(OrdagoSignTest, AWindowFollowsEveryExchange) {
  State state = Window();
  Together(state, {"no sign", "no sign", "no sign", "no sign"});
  Say(state, "0 swap, 1 swap, 2 swap, 3 swap");
  Say(state, "0 discard A, 1 discard 5, 2 discard 5, 3 discard 6");
  DealAny(state);
  EXPECT_EQ(state.phase(), Phase::kWindow);
}

TEST(OrdagoSignTest, SignsOfAWindowReachThePartnerAlone) {
  State state = Window();
  Together(state, {"sign s9", "no sign", "sign s4", "no sign"});
  EXPECT_EQ(SignsSeen(state, 0), "0 s9, 2 s4");
  EXPECT_EQ(SignsSeen(state, 2), "0 s9, 2 s4");
  EXPECT_EQ(SignsSeen(state, 1), "");
  EXPECT_EQ(SignsSeen(state, kSpectator), "");
}

TEST(OrdagoSignTest, OptionSignWindowNoneHasNoWindow) {
  EXPECT_EQ(Window("sign_window=none").phase(), Phase::kAsk);
}

TEST(OrdagoSignTest, OptionSignsOffHasNeitherWindowNorSigns) {
  const State state = Dealt(kHands, "signs=off");
  EXPECT_EQ(state.phase(), Phase::kAsk);
  EXPECT_THAT(AnnouncementTexts(state, 0), IsEmpty());
}

TEST(OrdagoSignTest, OptionSignsFullAddsPrivateCodes) {
  const State state = Dealt(kHands, "signs=full,private_codes=2");
  EXPECT_THAT(LegalTexts(state, 1),
              ElementsAre("no sign", "sign s1", "sign p0", "sign p1"));
}

// ---- Signs with decisions ----

State Asked(absl::string_view options = "") {
  return Dealt(kHands,
               absl::StrCat("signs=official,sign_window=none,", options));
}

TEST(OrdagoSignTest, ASignGoesWithTheOwnDecisionOnly) {
  const State state = Asked();
  EXPECT_THAT(AnnouncementTexts(state, 0),
              ElementsAre("sign s3", "sign s7", "sign s8", "sign s9"));
  EXPECT_THAT(AnnouncementTexts(state, 2), IsEmpty());
}

TEST(OrdagoSignTest, AtMostOneSignGoesWithADecision) {
  State state = Asked();
  Ply1(state, 0, "sign s3");
  EXPECT_THAT(AnnouncementTexts(state, 0), IsEmpty());
}

TEST(OrdagoSignTest, AnAnnouncementIsInvisibleToOthers) {
  const State state = Asked();
  EXPECT_EQ(EventOf(state, 0, 0, "sign s3").actions_size(), 1);
  EXPECT_EQ(EventOf(state, 2, 0, "sign s3").actions_size(), 0);
  EXPECT_EQ(EventOf(state, kSpectator, 0, "sign s3").actions_size(), 0);
}

TEST(OrdagoSignTest, APendingSignIsSeenByItsGiverAlone) {
  State state = Asked();
  Ply1(state, 0, "sign s3");
  EXPECT_TRUE(Seen(state, 0).has_pending_sign());
  EXPECT_FALSE(Seen(state, 2).has_pending_sign());
  EXPECT_EQ(SignsSeen(state, 2), "");
}

TEST(OrdagoSignTest, ASignArrivesWithTheChoice) {
  State state = Asked();
  Ply1(state, 0, "sign s3");
  const v1::PlyEvent event = EventOf(state, 2, 0, "swap");
  ASSERT_EQ(event.actions(0).reveal().ordago().signs_size(), 1);
  EXPECT_FALSE(EventOf(state, 1, 0, "swap").actions(0).has_reveal());
  Ply1(state, 0, "swap");
  EXPECT_EQ(SignsSeen(state, 2), "0 s3");
  EXPECT_EQ(SignsSeen(state, 1), "");
}

TEST(OrdagoSignTest, ASignTellsItsMoment) {
  State state = Asked("max_exchange_rounds=0");
  Say(state, "0 wait, 1 wait");
  Ply1(state, 2, "sign s4");
  Say(state, "2 wait");
  const v1::OrdagoSignSeen sign = Seen(state, 0).signs(0);
  EXPECT_EQ(sign.phase(), v1::ORDAGO_PHASE_BET);
  EXPECT_EQ(sign.bet(), v1::ORDAGO_BET_BIG);
}

TEST(OrdagoSignTest, ASignWithTheLastDecisionIsKeptForTheNextHand) {
  State state = Asked("max_exchange_rounds=0");
  for (int i = 0; i < 15; ++i) Ply1(state, state.ToAct().first(), "wait");
  Ply1(state, 3, "sign s4");
  Ply1(state, 3, "wait");
  EXPECT_EQ(SignsSeen(state, 1), "3 s4");
  EXPECT_TRUE(Seen(state, 1).signs(0).last_hand());
}

TEST(OrdagoSignTest, SignsWithSimultaneousDiscardsArriveWhenAllHaveChosen) {
  State state = Asked("discard_order=simultaneous");
  Say(state, "0 swap, 1 swap, 2 swap, 3 swap");
  Ply1(state, 0, "sign s3");
  EXPECT_EQ(SignsSeen(state, 2), "");
  Together(state, {"discard A", "discard 5", "discard 5", "discard 6"});
  EXPECT_EQ(SignsSeen(state, 2), "0 s3");
}

TEST(OrdagoSignTest, OptionSignAttachFalseLeavesWindowsOnly) {
  EXPECT_THAT(AnnouncementTexts(Asked("sign_attach=false"), 0), IsEmpty());
}

TEST(OrdagoSignTest, OptionSignBudgetIsForAHand) {
  State state = Window("sign_budget=1");
  Together(state, {"sign s3", "no sign", "no sign", "no sign"});
  EXPECT_THAT(AnnouncementTexts(state, 0), IsEmpty());
  Say(state, "0 swap");
  EXPECT_THAT(AnnouncementTexts(state, 1), ElementsAre("sign s1"));
  EXPECT_EQ(Seen(state, 0).signs_given(), 1u);
}

TEST(OrdagoSignTest, OptionTableTalkReachesEverybodyWithTheChoice) {
  State state = Dealt(kHands, "table_talk=public_codes,private_codes=3");
  EXPECT_THAT(AnnouncementTexts(state, 0),
              ElementsAre("say 0", "say 1", "say 2"));
  Ply1(state, 0, "say 1");
  EXPECT_EQ(SignsSeen(state, 1), "");
  Ply1(state, 0, "swap");
  EXPECT_EQ(SignsSeen(state, 1), "0 say 1");
  EXPECT_EQ(SignsSeen(state, kSpectator), "0 say 1");
}

// ---- Visibility ----

TEST(OrdagoSignTest, OptionSignVisibilityAllReachesEverybody) {
  State state = Window("sign_visibility=all");
  Together(state, {"sign s9", "no sign", "no sign", "no sign"});
  EXPECT_EQ(SignsSeen(state, 1), "0 s9");
  EXPECT_EQ(SignsSeen(state, 3), "0 s9");
}

TEST(OrdagoSignTest, OptionSignVisibilityNoticedLetsChanceDecide) {
  State state = Window("sign_visibility=noticed");
  Together(state, {"sign s9", "no sign", "no sign", "no sign"});
  EXPECT_EQ(state.node(), Node::kChance);
  EXPECT_EQ(LegalTexts(state, kChance).size(), 256u);
  // Bit 1 is the second opponent of seat 0.
  Ply1(state, kChance, "noticed 2");
  EXPECT_EQ(SignsSeen(state, 1), "");
  EXPECT_EQ(SignsSeen(state, 3), "0 s9");
  EXPECT_EQ(SignsSeen(state, 2), "0 s9");
}

// The opponents of seats 0 and 2 are 1 and 3.
TEST(OrdagoSignTest, WhoNoticesHasAMessage) {
  const State state = Window("sign_visibility=noticed");
  const auto message_of = [&](const char* text) {
    v1::GameAction message;
    state.ActionToMessage(kChance, state.ParseAction(kChance, text).value(),
                          message);
    return message;
  };
  EXPECT_TRUE(message_of("noticed 0").ordago().has_noticed());
  const v1::GameAction message = message_of("noticed 34");
  EXPECT_EQ(message.ShortDebugString(),
            "ordago { noticed { notices { observer: 3 } "
            "notices { signer: 2 observer: 3 } } }");
  EXPECT_EQ(state.ActionFromMessage(kChance, message),
            state.ParseAction(kChance, "noticed 34"));
}

TEST(OrdagoSignTest, APartnerAndASeatThatIsNotThereNoticeNothing) {
  const State state = Window("sign_visibility=noticed");
  for (const auto& [signer, observer] :
       {std::pair(0, 2), std::pair(0, 4), std::pair(4, 1), std::pair(1, 1)}) {
    v1::GameAction message;
    v1::OrdagoNotice& notice =
        *message.mutable_ordago()->mutable_noticed()->add_notices();
    notice.set_signer(signer);
    notice.set_observer(observer);
    EXPECT_EQ(state.ActionFromMessage(kChance, message).status().code(),
              absl::StatusCode::kInvalidArgument)
        << signer << " " << observer;
  }
}

TEST(OrdagoSignTest, WhoNoticesIsToldNobodyElse) {
  State state = Window("sign_visibility=noticed");
  Together(state, {"sign s9", "no sign", "no sign", "no sign"});
  for (const Seat seat : {0, 1, 2, kSpectator}) {
    const v1::PlyEvent event = EventOf(state, seat, kChance, "noticed 2");
    EXPECT_FALSE(event.actions(0).has_action() || event.actions(0).has_reveal())
        << "seat " << seat;
  }
  EXPECT_EQ(EventOf(state, 3, kChance, "noticed 2")
                .actions(0)
                .reveal()
                .ordago()
                .signs_size(),
            1);
}

TEST(OrdagoSignTest, NoticingFollowsEveryDecisionThatCouldCarryASign) {
  State state = Asked("sign_visibility=noticed");
  Say(state, "0 swap");
  EXPECT_THAT(LegalTexts(state, kChance),
              ElementsAre("noticed 0", "noticed 1", "noticed 2", "noticed 3"));
  Ply1(state, kChance, "noticed 3");
  EXPECT_EQ(SignsSeen(state, 1), "");
}

TEST(OrdagoSignTest, NoticingFollowsAlthoughTheBudgetIsUsedUp) {
  State state = Window("sign_visibility=noticed,sign_budget=1");
  Together(state, {"sign s9", "no sign", "no sign", "no sign"});
  Ply1(state, kChance, "noticed 0");
  Say(state, "0 swap");
  EXPECT_EQ(state.node(), Node::kChance);
}

TEST(OrdagoSignTest, NoticingAfterTheLastDecisionBelongsToItsHand) {
  State state = Asked("sign_visibility=noticed,max_exchange_rounds=0");
  for (int i = 0; i < 16; ++i) {
    if (i == 15) Ply1(state, 3, "sign s4");
    Ply1(state, state.ToAct().first(), "wait");
    if (i < 15) DealAny(state);
  }
  EXPECT_EQ(state.DealIndex(), 0);
  // Bit 2 * 3 is the first opponent of seat 3.
  Ply1(state, kChance, "noticed 64");
  EXPECT_EQ(state.DealIndex(), 1);
  EXPECT_EQ(SignsSeen(state, 0), "3 s4");
  EXPECT_EQ(SignsSeen(state, 2), "");
}

TEST(OrdagoSignTest, OptionNoticePermilleIsTheChance) {
  State never = Asked("sign_visibility=noticed,notice_permille=0");
  Say(never, "0 swap");
  EXPECT_THAT(LegalTexts(never, kChance), ElementsAre("noticed 0"));
  State always = Asked("sign_visibility=noticed,notice_permille=1000");
  Say(always, "0 swap");
  EXPECT_THAT(LegalTexts(always, kChance), ElementsAre("noticed 3"));
  State half = Asked("sign_visibility=noticed,notice_permille=250");
  Say(half, "0 swap");
  Rng rng("notice");
  int noticed = 0;
  for (int i = 0; i < 4000; ++i) noticed += half.SampleChance(rng) & 1;
  EXPECT_NEAR(noticed, 1000, 120);
}

// ---- Three seats ----

TEST(OrdagoSignTest, WithThreeSeatsThePairAloneSigns) {
  State state = Dealt(kHands, "signs=official", 3);
  EXPECT_EQ(state.ToAct(), SeatSet::Of(1) | SeatSet::Of(2));
  Together(state, {"sign s1", "no sign"});
  EXPECT_EQ(SignsSeen(state, 2), "1 s1");
  EXPECT_EQ(SignsSeen(state, 0), "");
  EXPECT_THAT(AnnouncementTexts(state, 0), IsEmpty());
}

TEST(OrdagoSignTest, WithThreeSeatsTheSoloistMayNotice) {
  State state = Dealt(kHands, "signs=official,sign_visibility=noticed", 3);
  Together(state, {"sign s1", "sign s4"});
  EXPECT_THAT(
      LegalTexts(state, kChance),
      ElementsAre("noticed 0", "noticed 4", "noticed 16", "noticed 20"));
  Ply1(state, kChance, "noticed 16");
  EXPECT_EQ(SignsSeen(state, 0), "2 s4");
}

// ---- Samples ----

TEST(OrdagoSignTest, SampledHandsAreTrueToTheSignsReceived) {
  State state = Window();
  Together(state, {"sign s9", "no sign", "no sign", "no sign"});
  v1::Observation observation;
  AnyStateOf(state)->ObservationFor(2, observation);
  Rng rng("sample");
  const GameOptions options =
      GameOptions::Parse(State::kInfo.options, "first_dealer=3").value();
  for (int i = 0; i < 20; ++i) {
    const State sample =
        DrawState<State>(4, options, 2, observation, rng).value();
    EXPECT_EQ(sample.hand(0), CardsOf("KKKA"));
  }
}

TEST(OrdagoSignTest, SampledHandsLeaveOutTheOwnDiscards) {
  // Place 0 threw away all four aces, which are gone until the stock is new.
  State state = Dealt({"AAAA", "K765", "54AA", "64AA"});
  Say(state, "0 swap, 1 swap, 2 swap, 3 swap");
  Say(state, "0 discard AAAA, 1 discard 5, 2 discard 5, 3 discard 6");
  DealCards(state, "KQJ7KQJ");
  v1::Observation observation;
  AnyStateOf(state)->ObservationFor(0, observation);
  Rng rng("sample");
  const GameOptions options =
      GameOptions::Parse(State::kInfo.options, "first_dealer=3,signs=off")
          .value();
  for (int i = 0; i < 20; ++i) {
    const State sample =
        DrawState<State>(4, options, 0, observation, rng).value();
    int aces = CountOf(sample.stock(), kAce);
    for (Place place = 0; place < kPlaces; ++place) {
      aces += CountOf(sample.hand(place), kAce);
    }
    EXPECT_LE(aces, 4);
  }
}

}  // namespace
}  // namespace arena::ordago
