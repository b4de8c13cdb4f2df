// Round robin, gauntlet, Swiss and knockout, each by itself.
#include <algorithm>
#include <map>
#include <set>

#include "arena/competition/pairing/round_robin.h"
#include "arena/competition/pairing/swiss_pairing.h"
#include "arena/competition/planning/knockout.h"
#include "arena/competition/planning/swiss.h"
#include "arena/core/check.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/made_up.h"
#include "tests/arena/competition/planning/make_scheduler.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Encounters = std::vector<std::vector<uint32_t>>;

// ---- Round robin ----

TEST(RoundRobinTest, EveryChoiceComesOnce) {
  const std::map<std::pair<int, int>, size_t> sizes = {
      {{2, 2}, 1}, {{3, 2}, 3},  {{9, 2}, 36},  {{10, 2}, 45},
      {{3, 3}, 1}, {{6, 3}, 20}, {{9, 3}, 84},  {{10, 3}, 120},
      {{4, 4}, 1}, {{8, 4}, 70}, {{9, 4}, 126}, {{12, 4}, 495}};
  for (const auto& [form, size] : sizes) {
    Encounters all = RoundRobin(form.first, form.second);
    EXPECT_THAT(all, SizeIs(size)) << form.first << " " << form.second;
    std::sort(all.begin(), all.end());
    EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());
  }
}
TEST(RoundRobinTest, EverybodyPlaysAboutEquallyEarly) {
  for (const int sides : {2, 3, 4}) {
    for (const int entrants : {7, 8, 12}) {
      std::vector<int> played(entrants);
      for (const auto& encounter : RoundRobin(entrants, sides)) {
        for (const uint32_t entrant : encounter) ++played[entrant];
        const auto [least, most] =
            std::minmax_element(played.begin(), played.end());
        EXPECT_LE(*most - *least, sides);
      }
    }
  }
}
TEST(RoundRobinTest, ARoundOfTheCircleHasEverybodyOnce) {
  const Encounters all = RoundRobin(8, 2);
  for (size_t round = 0; round < 7; ++round) {
    std::set<uint32_t> seen;
    for (size_t i = 0; i < 4; ++i) {
      for (const uint32_t entrant : all[4 * round + i]) seen.insert(entrant);
    }
    EXPECT_THAT(seen, SizeIs(8));
  }
}
TEST(GauntletTest, TheFirstMeetsEveryChoiceOfTheOthers) {
  EXPECT_THAT(Gauntlet(4, 2), ElementsAre(ElementsAre(0, 1), ElementsAre(0, 2),
                                          ElementsAre(0, 3)));
  EXPECT_THAT(Gauntlet(6, 3), SizeIs(10));
  EXPECT_THAT(Gauntlet(6, 4), SizeIs(10));
  EXPECT_THAT(Gauntlet(4, 4), ElementsAre(ElementsAre(0, 1, 2, 3)));
}

// ---- Swiss ----

std::vector<SwissEntrant> Order(const std::vector<int64_t>& points) {
  std::vector<SwissEntrant> order(points.size());
  for (size_t i = 0; i < points.size(); ++i) {
    order[i].index = static_cast<uint32_t>(i);
    order[i].points = points[i];
  }
  return order;
}
void Meet(std::vector<SwissEntrant>& order, uint32_t a, uint32_t b) {
  ++order[a].met[b];
  ++order[b].met[a];
}

TEST(SwissPairingTest, TheUpperHalfMeetsTheLower) {
  EXPECT_THAT(PairSwiss(Order({0, 0, 0, 0}), 2).encounters,
              ElementsAre(ElementsAre(0, 2), ElementsAre(1, 3)));
}
TEST(SwissPairingTest, GroupsOfEqualPointsStayTogether) {
  EXPECT_THAT(PairSwiss(Order({2, 2, 0, 0}), 2).encounters,
              ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3)));
}
TEST(SwissPairingTest, NobodyMeetsAgainWhileThereIsAnotherWay) {
  std::vector<SwissEntrant> order = Order({2, 2, 0, 0});
  Meet(order, 0, 1);
  Meet(order, 2, 3);
  EXPECT_THAT(PairSwiss(order, 2).encounters,
              ElementsAre(ElementsAre(0, 2), ElementsAre(1, 3)));
}
TEST(SwissPairingTest, EarlierChoicesAreTakenBackToAvoidARematch) {
  // 0 and 1 would be the best pair, but then 2 and 3 would meet again.
  std::vector<SwissEntrant> order = Order({2, 2, 2, 0});
  Meet(order, 2, 3);
  EXPECT_THAT(PairSwiss(order, 2).encounters,
              ElementsAre(ElementsAre(0, 2), ElementsAre(1, 3)));
}
TEST(SwissPairingTest, WhereEverybodyHasMetARematchIsBetterThanNothing) {
  std::vector<SwissEntrant> order = Order({0, 0});
  Meet(order, 0, 1);
  EXPECT_THAT(PairSwiss(order, 2).encounters, ElementsAre(ElementsAre(0, 1)));
}
TEST(SwissPairingTest, TheByeGoesToTheLastWithoutOne) {
  std::vector<SwissEntrant> order = Order({4, 2, 0});
  order[2].byes = 1;
  EXPECT_THAT(PairSwiss(order, 2).byes, ElementsAre(1));
}
TEST(SwissPairingTest, TheFirstTablesAreASnake) {
  EXPECT_THAT(PairSwiss(Order({0, 0, 0, 0, 0, 0}), 3).encounters,
              ElementsAre(ElementsAre(0, 3, 4), ElementsAre(1, 2, 5)));
}
TEST(SwissPairingTest, LaterTablesAvoidThoseWhoHaveMet) {
  std::vector<SwissEntrant> order = Order({4, 4, 2, 2, 0, 0});
  for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {3, 4}}) {
    Meet(order, a, b);
  }
  EXPECT_THAT(PairSwiss(order, 3).encounters[0], ElementsAre(0, 3, 5));
}
TEST(SwissTest, NobodyMeetsTwiceInFewRounds) {
  for (const int entrants : {8, 16, 33, 64}) {
    Scheduler scheduler =
        MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_SWISS, entrants));
    Rng rng("swiss");
    std::map<std::set<uint32_t>, std::set<uint32_t>> sets;
    for (const auto& match : PlayAll(scheduler, {}, rng)) {
      sets[{match.entrants(0), match.entrants(1)}].insert(match.set());
    }
    for (const auto& [pair, numbers] : sets) EXPECT_THAT(numbers, SizeIs(1));
  }
}
TEST(SwissTest, EverybodyHasAtMostOneBye) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_SWISS, 9));
  Rng rng("byes");
  PlayAll(scheduler, {}, rng);
  for (const Standing& line : scheduler.standings()) {
    EXPECT_GE(line.sets, 3) << line.entrant;
  }
}
TEST(SwissTest, EqualEncountersShareTheirPoint) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_SWISS, 5));
  Rng rng("equal");
  PlayAll(scheduler, {.always_ties = true}, rng);
  std::vector<int64_t> points;
  for (const Standing& line : scheduler.standings()) {
    points.push_back(line.half_points);
  }
  // In each of three rounds one entrant has a bye, which is worth a draw.
  EXPECT_THAT(points, ElementsAre(3, 3, 3, 3, 3));
}
TEST(SwissTest, AByeAtATableIsADrawWithEveryOpponent) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("four"), v1::FORMAT_SWISS, 5));
  Rng rng("bye at a table");
  PlayAll(scheduler, {.always_ties = true}, rng);
  // The entrants play three rounds and have half a point for each of three
  // opponents.
  for (const Standing& line : scheduler.standings()) {
    EXPECT_EQ(line.half_points, 9) << line.entrant;
  }
}
TEST(SwissTest, AByeCountsForBuchholz) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("four"), v1::FORMAT_SWISS, 5));
  Rng rng("bye and Buchholz");
  PlayAll(scheduler, {.always_ties = true}, rng);
  // Each of nine opponents has nine half points, whether or not the two have
  // met.
  for (const Standing& line : scheduler.standings()) {
    EXPECT_EQ(line.buchholz, 81) << line.entrant;
  }
}
TEST(SwissTest, BuchholzBreaksTies) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_SWISS, 16));
  Rng rng("buchholz");
  PlayAll(scheduler, {}, rng);
  const std::vector<Standing> table = scheduler.standings();
  int broken_ties = 0;
  for (size_t i = 1; i < table.size(); ++i) {
    if (table[i - 1].half_points != table[i].half_points) continue;
    EXPECT_GE(table[i - 1].buchholz, table[i].buchholz);
    if (table[i - 1].buchholz > table[i].buchholz) ++broken_ties;
  }
  EXPECT_GT(broken_ties, 0);
}

TEST(SwissTest, BuchholzCountsAnOpponentForEveryMeeting) {
  v1::CompetitionSpec spec = SpecOf(FormNamed("two"), v1::FORMAT_SWISS, 2);
  spec.set_rounds(2);
  spec.set_sets(1);
  const GameForm form = *FormOf(spec);
  Swiss swiss(spec, /*sides=*/2, /*factor=*/1);
  Results results(form, /*matches_per_set=*/1);
  for (uint32_t round = 0; round < 2; ++round) {
    const auto sets = swiss.Extend(results, false);
    ASSERT_THAT(sets, IsOk());
    ASSERT_THAT(*sets, SizeIs(1));
    v1::CompetitionMatch match;
    match.set_set(round);
    match.add_entrants(0);
    match.add_entrants(1);
    match.mutable_result()->set_termination(v1::TERMINATION_NORMAL);
    for (const int rank : {1, 2}) {
      match.mutable_result()->add_ranks(rank);
      match.mutable_result()->add_returns(-rank);
    }
    ASSERT_THAT(results.Add(match), IsOk());
  }
  const std::vector<Standing> table = swiss.Standings(results);
  EXPECT_EQ(table[0].half_points, 4);
  EXPECT_EQ(table[0].buchholz, 0);
  EXPECT_EQ(table[1].buchholz, 2 * 4);
}

// ---- Knockout ----

TEST(KnockoutTest, TheBestMeetTheWorstAndByesGoToTheBest) {
  v1::CompetitionSpec spec = SpecOf(FormNamed("two"), v1::FORMAT_KNOCKOUT, 6);
  spec.set_sets(1);
  Knockout knockout(6, 1, ChangeLog(spec));
  const GameForm form = *FormOf(spec);
  const Results none(form, 2);
  const auto sets = knockout.Extend(none, false);
  ASSERT_THAT(sets, IsOk());
  Encounters encounters;
  for (const ScheduledSet& set : *sets) encounters.push_back(set.entrants);
  // 0 and 1 have byes.
  EXPECT_THAT(encounters, ElementsAre(ElementsAre(3, 4), ElementsAre(2, 5)));
}
TEST(KnockoutTest, TheWinnerIsFirstAndLosersOfARoundShareAPlace) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("partners"), v1::FORMAT_KNOCKOUT, 8));
  Rng rng("knockout");
  PlayAll(scheduler, {}, rng);
  std::vector<int> places;
  for (const Standing& line : scheduler.standings()) {
    places.push_back(line.place);
  }
  EXPECT_THAT(places, ElementsAre(1, 2, 3, 3, 5, 5, 5, 5));
}
TEST(KnockoutTest, AfterThreeTiesTheBetterSeedGoesOn) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_KNOCKOUT, 4));
  Rng rng("ties");
  const Log log = PlayAll(scheduler, {.always_ties = true}, rng);
  // Three encounters have one set and three tie-breaks each.
  EXPECT_THAT(log, SizeIs(3 * 4 * 2));
  EXPECT_TRUE(scheduler.finished());
  EXPECT_EQ(scheduler.standings()[0].entrant, 0u);
  EXPECT_EQ(scheduler.standings()[1].entrant, 1u);
  EXPECT_EQ(scheduler.progress().sets_over(),
            scheduler.progress().sets_total());
}
TEST(KnockoutTest, ATieBreakHasNewDeals) {
  Scheduler scheduler =
      MakeScheduler(SpecOf(FormNamed("two"), v1::FORMAT_KNOCKOUT, 2));
  std::set<Seed> seeds;
  for (;;) {
    const auto planned = scheduler.Next(1);
    ASSERT_THAT(planned, IsOk());
    if (planned->empty()) break;
    for (const PlannedMatch& match : *planned) {
      seeds.insert(match.seed);
      ASSERT_THAT(
          scheduler.Add(MadeUp{.always_ties = true}.Play(scheduler, match)),
          IsOk());
    }
  }
  EXPECT_THAT(seeds, SizeIs(4));
}
TEST(KnockoutTest, WithIndependentDealsATieBreakHasBothOrders) {
  v1::CompetitionSpec spec = SpecOf(FormNamed("two"), v1::FORMAT_KNOCKOUT, 2);
  spec.set_independent_deals(true);
  Scheduler scheduler = MakeScheduler(spec);
  Rng rng("independent");
  EXPECT_THAT(PlayAll(scheduler, {.always_ties = true}, rng), SizeIs(2 * 4));
}

}  // namespace
}  // namespace arena::competition
