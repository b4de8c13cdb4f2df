// A match of Doppelkopf from deal to deal: dealers, owed solos, points, ends.
#include <map>
#include <numeric>

#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/games/doppelkopf/doppelkopf_messages_view.h"
#include "gmock/gmock.h"
#include "tests/arena/games/doppelkopf/doppelkopf_fixture.h"
#include "tests/arena/games/doppelkopf/doppelkopf_notation.h"

namespace arena::doppelkopf {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The notes about every deal.
struct Session {
  std::vector<Seat> dealers;
  std::vector<Seat> leaders;
  // The forced seat, or kNobody.
  std::vector<Seat> forced;
};

// Plays quiet deals. `solos` names deals, counted from 1, and the seat that
// plays a solo in each.
Session PlaySession(absl::string_view options, std::map<int, Seat> solos) {
  Session session;
  State state = NewMatch(options);
  Rng rng("session");
  while (state.node() != Node::kTerminal) {
    const int deal = state.DealIndex() + 1;
    DealAny(state, rng);
    session.dealers.push_back(state.dealer());
    const bool forced = state.phase() == Phase::kForced;
    session.forced.push_back(forced ? Asked(state) : kNobody);
    while (state.phase() == Phase::kReserve) {
      const bool solo = solos.contains(deal) && solos[deal] == Asked(state);
      Say(state, solo ? "solo fleshless" : "healthy");
    }
    if (forced) Say(state, "solo queens");
    session.leaders.push_back(state.deal().player);
    FinishDealQuietly(state, rng);
  }
  return session;
}

TEST(DoppelkopfSessionTest, Q1NobodyVolunteers) {
  const Session session = PlaySession("deals=24", {});
  ASSERT_EQ(session.dealers.size(), 24u);
  EXPECT_EQ(session.dealers[19], 3);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(session.dealers[20 + i], i);
    EXPECT_EQ(session.forced[20 + i], (i + 1) % 4);
    EXPECT_EQ(session.leaders[20 + i], (i + 1) % 4);
  }
  for (int i = 0; i < 20; ++i) EXPECT_EQ(session.forced[i], kNobody);
}

TEST(DoppelkopfSessionTest, Q2SomeVolunteer) {
  const Session session = PlaySession("deals=8", {{2, 3}, {5, 1}});
  EXPECT_THAT(session.dealers, ElementsAre(0, 1, 1, 2, 3, 3, 0, 1));
  EXPECT_THAT(session.forced, ElementsAre(-1, -1, -1, -1, -1, -1, 2, 0));
  EXPECT_THAT(session.leaders, ElementsAre(1, 3, 2, 3, 1, 0, 2, 0));
}

TEST(DoppelkopfSessionTest, Q3AllSolosAreVolunteered) {
  const Session session =
      PlaySession("deals=24", {{2, 0}, {5, 1}, {9, 2}, {11, 3}});
  EXPECT_EQ(session.dealers.back(), 3);
  for (const Seat forced : session.forced) EXPECT_EQ(forced, kNobody);
}

TEST(DoppelkopfSessionTest, AVoluntarySoloMovesTheDealerOn) {
  const Session session = PlaySession("deals=4,compulsory_solos=0", {{1, 2}});
  EXPECT_THAT(session.dealers, ElementsAre(0, 1, 2, 3));
}

TEST(DoppelkopfSessionTest, OwedSolosAreSeen) {
  State state = NewMatch("deals=8");
  Rng rng("owed");
  DealAny(state, rng);
  Say(state, "healthy, solo jacks, healthy, healthy");
  FinishDealQuietly(state, rng);
  EXPECT_THAT(Seen(state, 0).owed_solos(), ElementsAre(1, 1, 0, 1));
}

// ---- Points ----

class DoppelkopfMatchTest : public ::testing::TestWithParam<const char*> {};

TEST_P(DoppelkopfMatchTest, EveryDealAddsUpToZeroAndTotalsShareTheirParity) {
  Rng rng(GetParam());
  for (int match = 0; match < 4; ++match) {
    State state = NewMatch(GetParam());
    int deals = 0;
    WalkDeals(state, rng, [&](const State& now) {
      if (now.DealIndex() == deals) return;
      deals = now.DealIndex();
      const SeatScores totals = now.Returns();
      EXPECT_EQ(std::accumulate(totals.begin(), totals.end(), int64_t{0}), 0);
      for (const int64_t total : totals) {
        EXPECT_EQ((total - totals[0]) % 2, 0) << now.ToString();
      }
    });
    EXPECT_EQ(state.DealIndex() + 1, state.rules().deals);
    EXPECT_EQ(state.EndReason(), "deals-played");
    EXPECT_EQ(state.last_deal().deal, state.DealIndex());
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, DoppelkopfMatchTest,
                         ::testing::Values("preset=ddv", "preset=seed",
                                           "preset=seed40", "preset=house"));

// Seat 1 wins everything with a solo in every deal, and every deal is the same.
TEST(DoppelkopfSessionTest, AResultKeepsItsReasonsAndHands) {
  State state = Dealt({"", "CA CA CT CT SA SA ST ST HA HA DA DA"},
                      "compulsory_solos=0,announce_windows=own_turn,deals=2");
  Say(state, "solo fleshless, healthy, healthy, healthy, re");
  Play(state, "CA");
  Rng rng("result");
  FinishDealQuietly(state, rng);
  const DealResult& result = state.last_deal();
  EXPECT_EQ(result.contract, Contract::kFleshless);
  EXPECT_TRUE(result.solo);
  EXPECT_EQ(result.dealt[1], HandOf("CA CA CT CT SA SA ST ST HA HA DA DA"));
  EXPECT_THAT(result.points,
              ElementsAre(-result.points[1] / 3, result.points[1],
                          -result.points[1] / 3, -result.points[1] / 3));
  v1::DoppelkopfResult message;
  FillResult(result, message);
  EXPECT_THAT(ResultText(message),
              HasSubstr("deal 1: solo fleshless of seat 1, Re: seat 1, re, "));
  EXPECT_THAT(ResultText(message), HasSubstr("won +1; "));
  EXPECT_TRUE(Seen(state, 3).has_last_deal());
}

TEST(DoppelkopfSessionTest, ASilentSoloIsNamedInItsResult) {
  State state = Dealt({"CQ CQ"}, "compulsory_solos=0");
  AllHealthy(state);
  EXPECT_EQ(Seen(state, 1).contract(), v1::DOPPELKOPF_CONTRACT_NORMAL);
  Rng rng("silent");
  FinishDealQuietly(state, rng);
  v1::DoppelkopfResult message;
  FillResult(state.last_deal(), message);
  EXPECT_THAT(ResultText(message),
              HasSubstr("deal 1: silent solo, Re: seat 0"));
}

TEST(DoppelkopfSessionTest, EqualTotalsAreRankedByPositiveDealsThenShared) {
  // The match is one deal: two winners share a place, and two losers.
  State state = Dealt({"CQ", "", "CQ", ""}, "compulsory_solos=0,deals=1");
  AllHealthy(state);
  Rng rng("ranks");
  FinishDealQuietly(state, rng);
  ASSERT_EQ(state.node(), Node::kTerminal);
  const SeatRanks ranks = state.Ranks();
  EXPECT_EQ(ranks[0], ranks[2]);
  EXPECT_EQ(ranks[1], ranks[3]);
  EXPECT_EQ(ranks[0] + ranks[1], 4);
}

// ---- Text ----

TEST(DoppelkopfSessionTest, ThePositionReadsLikeAScoreSheet) {
  State state = Dealt({"CQ C9 ST DJ DJ SQ HQ CT SK D9 CJ HK",
                       "CA C9 SA HT DK HT S9 S9 SJ HJ DT D9",
                       "CQ CJ CK ST DA DA DT DK HQ SQ SJ HJ",
                       "CA CK SK HK SA CT DQ DQ HA HA H9 H9"});
  AllHealthy(state);
  Say(state, "pass, kontra");
  Play(state, "CA CK CK C9");
  PassAll(state);
  EXPECT_EQ(state.ToString(),
            "deal 1, seat 0 deals: normal\n"
            "         total  owes  Augen  said        party   hand\n"
            "seat 0       0     1      0  healthy     ?       "
            "CQ SQ HQ CJ DJ DJ D9 CT ST SK HK\n"
            "seat 1       0     1     19  healthy     ?       "
            "HT HT SJ HJ DT DK D9 C9 SA S9 S9\n"
            "seat 2       0     1      0  healthy     ?       "
            "CQ SQ HQ CJ SJ HJ DA DA DT DK ST\n"
            "seat 3       0     1      0  healthy     Kontra  "
            "DQ DQ CA CT SA SK HA HA HK H9 H9\n"
            "trick   seat 0  seat 1  seat 2  seat 3  Augen\n"
            "       seat 3, Kontra: kontra with 12 cards\n"
            "1       C9     >CA*     CK      CK         19\n"
            "seat 1: plays\n");
}

}  // namespace
}  // namespace arena::doppelkopf
