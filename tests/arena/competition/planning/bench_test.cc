#include "arena/competition/pairing/bench.h"

#include "gmock/gmock.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

// Four entrants. Three faults bench an entrant.
class BenchTest : public ::testing::Test {
 protected:
  // Logs a match of these two. The first seat has so many faults.
  void Log(uint32_t first, uint32_t second, int faults) {
    v1::CompetitionMatch match;
    match.add_entrants(first);
    match.add_entrants(second);
    for (int i = 0; i < faults; ++i) {
      match.mutable_result()->add_faults()->set_seat(0);
    }
    bench_.Log(match);
  }
  std::vector<uint32_t> Benched() const {
    std::vector<uint32_t> entrants;
    for (const Benching& benching : bench_.benched()) {
      entrants.push_back(benching.entrant);
    }
    return entrants;
  }

  Bench bench_{4, 3};
};

TEST_F(BenchTest, SoManyFaultsBenchAnEntrant) {
  Log(1, 0, 2);
  EXPECT_TRUE(bench_.MayPlay(1));
  Log(1, 2, 1);
  EXPECT_FALSE(bench_.MayPlay(1));
  EXPECT_THAT(Benched(), ElementsAre(1));
}
TEST_F(BenchTest, NobodyIsBenchedForTheFaultsOfOthers) {
  Log(1, 0, 3);
  EXPECT_TRUE(bench_.MayPlay(0));
}
TEST_F(BenchTest, ABenchingSaysWhatItFollowedFrom) {
  Log(1, 0, 1);
  Log(2, 3, 0);
  Log(1, 2, 2);
  const Benching benching = bench_.benched().at(0);
  EXPECT_EQ(benching.since, 1u);
  EXPECT_EQ(benching.at, 3u);
  EXPECT_EQ(benching.matches, 2u);
  EXPECT_EQ(benching.faults, 3u);
}
TEST_F(BenchTest, FaultsOfLongAgoDoNotCount) {
  Log(1, 0, 2);
  for (size_t i = 0; i < kFaultWindow - 1; ++i) Log(1, 0, 0);
  Log(1, 0, 2);
  EXPECT_TRUE(bench_.MayPlay(1));
}
TEST_F(BenchTest, TheFirstMatchOfTheWindowCounts) {
  Log(1, 0, 2);
  for (size_t i = 0; i < kFaultWindow - 2; ++i) Log(1, 0, 0);
  Log(1, 0, 1);
  EXPECT_FALSE(bench_.MayPlay(1));
}
TEST_F(BenchTest, LaterResultsDoNotChangeABenching) {
  Log(1, 0, 3);
  Log(1, 2, 3);
  EXPECT_THAT(bench_.benched(), ElementsAre(Field(&Benching::at, 1)));
}
TEST_F(BenchTest, OneMatchMayBenchBoth) {
  v1::CompetitionMatch match;
  match.add_entrants(3);
  match.add_entrants(1);
  for (uint32_t i = 0; i < 6; ++i) {
    match.mutable_result()->add_faults()->set_seat(i % 2);
  }
  bench_.Log(match);
  EXPECT_THAT(Benched(), ElementsAre(1, 3));
}

// ---- Coming back ----

TEST_F(BenchTest, WhoReturnsMayPlay) {
  Log(1, 0, 3);
  bench_.Return(1);
  EXPECT_TRUE(bench_.MayPlay(1));
  EXPECT_THAT(Benched(), IsEmpty());
}
TEST_F(BenchTest, WhoReturnsIsForgivenWhenItPlays) {
  Log(1, 0, 3);
  bench_.Return(1);
  bench_.Begin(1);
  Log(1, 0, 2);
  EXPECT_TRUE(bench_.MayPlay(1));
  Log(1, 0, 1);
  EXPECT_FALSE(bench_.MayPlay(1));
  EXPECT_EQ(bench_.benched().at(0).since, 2u);
}
TEST_F(BenchTest, WhatEndsBeforeItPlaysAgainDoesNotBenchItAnew) {
  Log(1, 0, 3);
  bench_.Return(1);
  Log(1, 0, 3);
  EXPECT_TRUE(bench_.MayPlay(1));
}
TEST_F(BenchTest, AReturnIsGoodForOneBenching) {
  Log(1, 0, 3);
  bench_.Return(1);
  bench_.Begin(1);
  Log(1, 0, 3);
  EXPECT_FALSE(bench_.MayPlay(1));
}
TEST_F(BenchTest, WhoIsNotBenchedHasNothingToReturnFrom) {
  bench_.Return(1);
  Log(1, 0, 3);
  EXPECT_FALSE(bench_.MayPlay(1));
}
TEST_F(BenchTest, WhoPlaysWithoutHavingBeenBenchedIsNotForgiven) {
  Log(1, 0, 2);
  bench_.Begin(1);
  Log(1, 0, 1);
  EXPECT_FALSE(bench_.MayPlay(1));
}

// ---- Decisions of others ----

TEST_F(BenchTest, WhomAnotherBenchLeavesOutHasComeBack) {
  Log(1, 0, 3);
  Log(2, 0, 3);
  const std::vector<uint32_t> benched = {2};
  bench_.Follow(2, benched);
  EXPECT_THAT(Benched(), ElementsAre(2));
}
TEST_F(BenchTest, WhatAnotherBenchDoesNotKnowYetItDoesNotForgive) {
  Log(1, 0, 3);
  Log(2, 0, 3);
  bench_.Follow(1, {});
  EXPECT_THAT(Benched(), ElementsAre(2));
}
TEST_F(BenchTest, ASuspendedEntrantIsNotBenched) {
  bench_.Suspend(1, true);
  EXPECT_FALSE(bench_.MayPlay(1));
  EXPECT_THAT(Benched(), IsEmpty());
  bench_.Suspend(1, false);
  EXPECT_TRUE(bench_.MayPlay(1));
}
TEST_F(BenchTest, WhoReturnsMayStillBeSuspended) {
  Log(1, 0, 3);
  bench_.Suspend(1, true);
  bench_.Return(1);
  EXPECT_FALSE(bench_.MayPlay(1));
}
TEST_F(BenchTest, WhoJoinsLaterMayPlay) {
  bench_.AddEntrant();
  EXPECT_TRUE(bench_.MayPlay(4));
  Log(4, 0, 3);
  EXPECT_THAT(Benched(), ElementsAre(4));
}

}  // namespace
}  // namespace arena::competition
