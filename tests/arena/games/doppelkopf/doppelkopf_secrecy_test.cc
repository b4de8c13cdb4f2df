// Secrets of Doppelkopf, and samples that agree with everything a seat knows.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/message_json.h"
#include "arena/games/base/game_of.h"
#include "arena/games/doppelkopf/doppelkopf.h"
#include "gmock/gmock.h"
#include "tests/arena/games/doppelkopf/doppelkopf_fixture.h"
#include "tests/arena/games/doppelkopf/doppelkopf_notation.h"
#include "tests/testing/game_checks.h"
#include "tests/testing/random_walk.h"
#include "tests/testing/status_matchers.h"
namespace arena::doppelkopf {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

std::string BytesSeen(const State& state, Seat seat) {
  return BytesOf(Seen(state, seat));
}

// ---- Two deals that differ in what a seat cannot see ----

struct Twins {
  State one;
  State two;

  // Both matches do this, and the seats cannot tell the two apart.
  void Do(absl::string_view words, std::initializer_list<Seat> seats) {
    Say(one, words);
    Say(two, words);
    for (const Seat seat : seats) {
      ASSERT_EQ(BytesSeen(one, seat), BytesSeen(two, seat))
          << one.ToString() << two.ToString();
    }
    ASSERT_EQ(one.ToAct(), two.ToAct()) << one.ToString() << two.ToString();
  }
  // Every seat is quiet, and both matches play the same cards.
  void PlayBoth(absl::string_view cards, std::initializer_list<Seat> seats) {
    for (const absl::string_view card : absl::StrSplit(cards, ' ')) {
      while (one.phase() == Phase::kWindow) Do("pass", seats);
      Do(card, seats);
    }
  }
};

// In one match seat 0 holds both old ones. In the other match seat 2 has one of
// them instead of a jack.
Twins SilentSoloAndNormal(absl::string_view options = "") {
  Twins twins = {.one = NewMatch(options), .two = NewMatch(options)};
  DealHands(twins.one, {"CQ CQ C9 ST DJ DJ SQ HQ HA CT SK D9",
                        "CA C9 SA HT DK HT S9 S9 SJ HJ HK H9",
                        "CJ CJ CT CK ST SA DA DT DK HA HQ SQ",
                        "CA CK SK HK DT D9 SJ HJ DQ DQ DA H9"});
  DealHands(twins.two, {"CQ CJ C9 ST DJ DJ SQ HQ HA CT SK D9",
                        "CA C9 SA HT DK HT S9 S9 SJ HJ HK H9",
                        "CQ CJ CT CK ST SA DA DT DK HA HQ SQ",
                        "CA CK SK HK DT D9 SJ HJ DQ DQ DA H9"});
  return twins;
}

TEST(DoppelkopfSecrecyTest, NothingTellsASilentSoloBeforeTheSecondOldOne) {
  for (const char* windows : {"own_turn", "trick", "card"}) {
    Twins twins =
        SilentSoloAndNormal(absl::StrCat("announce_windows=", windows));
    twins.Do("healthy, healthy, healthy, healthy", {1, 3});
    twins.PlayBoth("CA CT CK C9", {1, 3});
    twins.PlayBoth("HT SQ D9 CQ", {1, 3});
    twins.PlayBoth("DK DA DT D9", {1, 3});
  }
}

TEST(DoppelkopfSecrecyTest, ACallOfTheSilentSoloistTellsNoMoreThanItsParty) {
  Twins twins = SilentSoloAndNormal();
  twins.Do("healthy, healthy, healthy, healthy", {1, 3});
  twins.Do("pass, pass, re", {1, 3});
  twins.Do("pass, pass, pass", {1, 3});
  twins.PlayBoth("CA CT CK C9", {1, 3});
}

TEST(DoppelkopfSecrecyTest, WindowsAskASeatOfUnknownPartyAlikeWhateverItIs) {
  Twins twins = SilentSoloAndNormal();
  twins.Do("healthy, healthy, healthy, healthy", {1, 3});
  // Seat 2 is Re in the first match, and Kontra in the second one.
  EXPECT_EQ(Choices(twins.one),
            "pass, kontra, keine 90, keine 60, keine 30, "
            "schwarz");
  EXPECT_EQ(Choices(twins.two),
            "pass, re, keine 90, keine 60, keine 30, "
            "schwarz");
  EXPECT_EQ(twins.one.ToAct(), twins.two.ToAct());
}

TEST(DoppelkopfSecrecyTest, AWindowMayOfferNothingButAPass) {
  State state = SilentSoloAndNormal().two;
  AllHealthy(state);
  Say(state, "pass, kontra");
  Play(state, "CA CT CK C9 HT SQ D9 DJ");
  // Re's call is a reply, so the other seat of Re can say nothing more. The
  // table does not know that seat 0 is Re, and Kontra could raise.
  Say(state, "re, pass");
  EXPECT_EQ(Asked(state), 0);
  EXPECT_EQ(Choices(state), "pass");
}

TEST(DoppelkopfSecrecyTest, LosingReservationsStayUnnamed) {
  // Seat 1 is forehand. Seat 2 outbids nobody.
  Twins twins = {.one = Dealt({"CQ CQ"}), .two = Dealt({"CQ CQ"})};
  for (State* state : {&twins.one, &twins.two}) {
    Say(*state, "solo queens");
  }
  Say(twins.one, "solo jacks");
  Say(twins.two, "solo hearts");
  EXPECT_EQ(BytesSeen(twins.one, 3), BytesSeen(twins.two, 3));
  twins.Do("healthy", {0, 1, 3});
  Say(twins.one, "marriage");
  Say(twins.two, "solo fleshless");
  for (const Seat seat : {1, 3, kSpectator}) {
    EXPECT_EQ(BytesSeen(twins.one, seat), BytesSeen(twins.two, seat));
  }
  // Seats 0 and 2 know their own cards, and nothing else differs.
  for (const Seat seat : {0, 2}) {
    v1::DoppelkopfObservation one = Seen(twins.one, seat);
    EXPECT_NE(one.own_reservation(), Seen(twins.two, seat).own_reservation());
    one.set_own_reservation(Seen(twins.two, seat).own_reservation());
    EXPECT_EQ(BytesOf(one), BytesSeen(twins.two, seat));
  }
}

TEST(DoppelkopfSecrecyTest, TheEventOfAJumpTellsItsParty) {
  State state = Dealt({"CQ", "CA", "CQ", ""});
  AllHealthy(state);
  Say(state, "pass, pass");
  EXPECT_EQ(RevealOf(state, 1, "keine 90").party(), v1::DOPPELKOPF_PARTY_RE);
}

TEST(DoppelkopfSecrecyTest, AReservationIsSecretButToItsSeat) {
  State state = Dealt({});
  EXPECT_EQ(EventOf(state, 1, "solo jacks").text(), "solo jacks");
  for (const Seat seat : {0, 2, 3, kSpectator}) {
    EXPECT_FALSE(EventOf(state, seat, "solo jacks").has_action());
  }
  Say(state, "solo jacks");
  EXPECT_EQ(Seen(state, 1).own_reservation(), v1::DOPPELKOPF_DECLARATION_JACKS);
  EXPECT_FALSE(Seen(state, 2).own_reservation());
}

TEST(DoppelkopfSecrecyTest, ALosingReservationStaysKnownToItsSeatAlone) {
  State state = Dealt({"", "CQ CQ"}, "compulsory_solos=0");
  Say(state, "marriage, solo jacks, healthy, healthy");
  EXPECT_EQ(Seen(state, 1).own_reservation(),
            v1::DOPPELKOPF_DECLARATION_MARRIAGE);
  for (const Seat seat : {0, 3, kSpectator}) {
    EXPECT_FALSE(Seen(state, seat).own_reservation());
  }
}

TEST(DoppelkopfSecrecyTest, TheTrickHolderIsWhoTakesTheTrickAsItLies) {
  State state = Dealt({"", "C9", "CA"});
  AllHealthy(state);
  EXPECT_FALSE(Seen(state, 0).has_trick_holder());
  Play(state, "C9");
  EXPECT_EQ(Seen(state, kSpectator).trick_holder(), 1u);
  Play(state, "CA");
  EXPECT_EQ(Seen(state, kSpectator).trick_holder(), 2u);
}

TEST(DoppelkopfSecrecyTest, TrumpsAreThoseOfTheContractFromAbove) {
  State state = Dealt({}, "compulsory_solos=0");
  EXPECT_THAT(Seen(state, 0).trumps(), IsEmpty());
  Say(state, "solo jacks, healthy, healthy, healthy");
  EXPECT_THAT(Seen(state, 0).trumps(), ElementsAre(1, 7, 13, 19));
  for (const auto& [options, highest] :
       {std::pair("dulle=on", 16u), std::pair("dulle=off", 2u)}) {
    State normal = Dealt({}, options);
    AllHealthy(normal);
    EXPECT_EQ(Seen(normal, 0).trumps(0), highest);
    EXPECT_EQ(Seen(normal, 0).trumps().rbegin()[0], 18u);
  }
}

TEST(DoppelkopfSecrecyTest, TheLastTrickOfADealIsInItsResult) {
  State state = Dealt({}, "compulsory_solos=0,announce_windows=own_turn");
  AllHealthy(state);
  v1::DoppelkopfTrick last;
  while (state.node() == Node::kDecision && state.DealIndex() == 0) {
    last = Seen(state, 0).tricks().empty() ? last
                                           : *Seen(state, 0).tricks().rbegin();
    const Seat seat = state.ToAct().first();
    last.add_cards(state.Substitute(seat));
    const SeatAction card = {seat, state.Substitute(seat)};
    state.Apply({&card, 1});
  }
  const v1::DoppelkopfTrick shown = Seen(state, 0).last_deal().last_trick();
  EXPECT_THAT(shown.cards(), ElementsAreArray(last.cards()));
  EXPECT_EQ(shown.leader(), last.leader());
  EXPECT_TRUE(shown.has_taker());
}

TEST(DoppelkopfSecrecyTest, TheLastStatementRevealsTheContract) {
  State state = Dealt({});
  Say(state, "solo jacks, healthy, healthy");
  const v1::DoppelkopfReveal reveal = RevealOf(state, 2, "healthy");
  EXPECT_EQ(reveal.contract(), v1::DOPPELKOPF_CONTRACT_JACKS);
  EXPECT_EQ(reveal.declarer(), 1u);
}

TEST(DoppelkopfSecrecyTest, PovertyCardsAreForTheTwoThatExchangeThem) {
  State state = Dealt({"", "SJ D9 CA CA CT CT SA SA ST ST H9 HK"},
                      "preset=house,deck=48");
  Say(state, "poverty, healthy, healthy, healthy");
  ASSERT_EQ(Choices(state).substr(0, 3), "lay") << state.ToString();
  Say(state, "lay SJ D9 CA");
  EXPECT_EQ(Seen(state, 1).poverty().laid_size(), 3);
  EXPECT_EQ(Seen(state, 2).poverty().laid_size(), 0);
  EXPECT_EQ(RevealOf(state, 2, "accept").taken_size(), 3);
  EXPECT_FALSE(EventOf(state, 3, "accept").has_reveal());
  Say(state, "accept");
  EXPECT_EQ(Seen(state, 2).poverty().laid_size(), 3);
  EXPECT_EQ(Seen(state, 3).poverty().laid_size(), 0);
  EXPECT_EQ(RevealOf(state, 3, "return SJ D9 CA").returned_trumps(), 2u);
  EXPECT_FALSE(EventOf(state, 3, "return SJ D9 CA").has_action());
  Say(state, "return SJ D9 CA");
  EXPECT_EQ(Seen(state, 1).poverty().returned_size(), 3);
  EXPECT_EQ(Seen(state, 0).poverty().returned_size(), 0);
  EXPECT_EQ(Seen(state, 0).poverty().returned_trumps(), 2u);
}

// ---- Deals without solos ----

// Where solos may be declared, a random walk hardly ever reaches a normal deal
// with its secret parties. So the checks of all games hardly see such a deal.
class DoppelkopfNormalDealTest : public ::testing::TestWithParam<const char*> {
 protected:
  template <typename Check>
  void ForAll(const Check& check) {
    static constexpr Game kGame = GameOf<State>();
    const std::string options = absl::StrCat(
        "solo_queens=off,solo_jacks=off,solo_fleshless=off,solo_clubs=off,"
        "solo_spades=off,solo_hearts=off,solo_diamonds=off,"
        "compulsory_solos=0,deals=4,",
        GetParam());
    const GameSetup setup{&kGame, kSeats,
                          GameOptions::Parse(kOptions, options).value()};
    for (const char* seed : {"a", "b", "c", "d", "e", "f"}) {
      ASSERT_THAT(check(setup, seed), IsOk());
    }
  }
};

TEST_P(DoppelkopfNormalDealTest, TwinsLookAlike) { ForAll(CheckTwins); }

TEST_P(DoppelkopfNormalDealTest, SamplesLookAlike) { ForAll(CheckSamples); }

TEST_P(DoppelkopfNormalDealTest, StatesAndObservationsGiveTheSameSamples) {
  ForAll(CheckResamples);
}

INSTANTIATE_TEST_SUITE_P(
    Options, DoppelkopfNormalDealTest,
    ::testing::Values("announce_windows=own_turn", "announce_windows=trick",
                      "announce_windows=card", "deck=40,reply=off",
                      "silent_solo=off", "reservation_steps=2",
                      "preset=house,deck=48,poverty_tell_trumps=on",
                      "preset=house,reservation_steps=2"));

// ---- Samples ----

void ExpectSamplesAgree(const State& state, const GameOptions& options,
                        Rng& rng) {
  for (Seat seat = 0; seat < kSeats; ++seat) {
    v1::Observation observation;
    AnyStateOf(state)->ObservationFor(seat, observation);
    Rng same_numbers = rng;
    const auto sample =
        DrawState<State>(kSeats, options, seat, observation, rng);
    ASSERT_THAT(sample, IsOk()) << "seat " << seat << "\n" << state.ToString();
    ASSERT_EQ(*sample, state.SampleFor(seat, same_numbers))
        << "seat " << seat << "\n"
        << state.ToString();
    ASSERT_EQ(BytesSeen(*sample, seat), BytesSeen(state, seat));
    ASSERT_EQ(BytesSeen(*sample, kSpectator), BytesSeen(state, kSpectator));
    ASSERT_EQ(sample->ToAct(), state.ToAct()) << state.ToString();
    ActionList a;
    ActionList b;
    state.LegalActions(seat, a);
    sample->LegalActions(seat, b);
    ASSERT_EQ(a, b) << state.ToString();
    state.Announcements(seat, a);
    sample->Announcements(seat, b);
    ASSERT_EQ(a, b) << state.ToString();
    // Old ones agree with the parties as far as the parties are known.
    if (!state.deal().settled || state.deal().contract != Contract::kNormal) {
      continue;
    }
    for (Seat other = 0; other < kSeats; ++other) {
      const Shown shown = state.deal().shown[other];
      const bool re = sample->deal().dealt[other].count(kOld) > 0;
      ASSERT_TRUE(shown == Shown::kNothing || re == (shown == Shown::kRe))
          << state.ToString() << sample->ToString();
    }
  }
}

class DoppelkopfSampleTest : public ::testing::TestWithParam<const char*> {};

TEST_P(DoppelkopfSampleTest, SamplesLookLikeTheTruth) {
  const GameOptions options = GameOptions::Parse(kOptions, GetParam()).value();
  Rng rng(GetParam());
  for (int match = 0; match < 6; ++match) {
    State state = State::Create(kSeats, options).value();
    int visits = 0;
    WalkDeals(state, rng, [&](const State& now) {
      if (++visits % 5 != 0 || HasFatalFailure()) return;
      ExpectSamplesAgree(now, options, rng);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(
    Options, DoppelkopfSampleTest,
    ::testing::Values(
        "deals=24", "preset=seed", "preset=seed40", "preset=house",
        "preset=house,deck=48,poverty_tell_trumps=on,announce_windows=card",
        "preset=house,poverty_fox_free=on,deals=60,redeal_kings=off",
        "preset=house,reservation_steps=2,deals=40",
        "reservation_steps=2,silent_solo=off", "preset=seed,silent_solo=off",
        "compulsory_solos=0,deals=40,announce_windows=own_turn",
        "compulsory_solos=0,deals=40,announce_windows=card,marriage_limit=all,"
        "marriage_trick=plain"));

// Poor hands are rare, so the test deals one on purpose.
TEST(DoppelkopfSampleTest, SamplesOfPovertyLookLikeTheTruth) {
  for (const char* more :
       {"", ",poverty_fox_free=on", ",poverty_tell_trumps=on",
        ",poverty_fox_free=on,poverty_tell_trumps=on",
        ",reservation_steps=2"}) {
    const GameOptions options =
        GameOptions::Parse(kOptions, absl::StrCat("preset=house,deck=48,"
                                                  "deals=1",
                                                  more))
            .value();
    Rng rng(absl::StrCat("poverty", more));
    for (int match = 0; match < 12; ++match) {
      State state = State::Create(kSeats, options).value();
      DealHands(state, {"", "SJ DA DA CA CA CT CT SA SA ST H9 H9"});
      WalkDeals(state, rng, [&](const State& now) {
        if (HasFatalFailure()) return;
        ExpectSamplesAgree(now, options, rng);
      });
    }
  }
}

TEST(DoppelkopfSampleTest, ASeatThatSaidReIsGivenAnOldOne) {
  State state = Dealt({"CQ", "CA", "CQ", ""});
  AllHealthy(state);
  Say(state, "pass, pass, re");
  v1::Observation seen;
  AnyStateOf(state)->ObservationFor(1, seen);
  Rng rng("re");
  int silent = 0;
  for (int i = 0; i < 200; ++i) {
    const State sample =
        DrawState<State>(kSeats, GameOptions(kOptions), 1, seen, rng).value();
    ASSERT_GE(sample.deal().dealt[0].count(kOld), 1);
    silent += sample.deal().dealt[0].count(kOld) == 2;
  }
  // Seat 0 may have a partner or play a silent solo.
  EXPECT_GT(silent, 0);
  EXPECT_LT(silent, 200);
}

TEST(DoppelkopfSampleTest, WhoseSoloWouldHaveBeenPlayedHasAMarriage) {
  // Seat 1 is forehand, and lost with its reservation to the solo of seat 2.
  State state = Dealt({"", "CQ CQ"}, "compulsory_solos=0");
  Say(state, "marriage, solo jacks, healthy, healthy");
  v1::Observation seen;
  AnyStateOf(state)->ObservationFor(3, seen);
  Rng rng("claims");
  for (int i = 0; i < 50; ++i) {
    const State sample =
        DrawState<State>(
            kSeats, GameOptions::Parse(kOptions, "compulsory_solos=0").value(),
            3, seen, rng)
            .value();
    ASSERT_EQ(sample.deal().dealt[1].count(kOld), 2);
  }
}

}  // namespace
}  // namespace arena::doppelkopf
