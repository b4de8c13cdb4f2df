#include "referee/site/pages/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

class RoundsTest : public ::testing::Test {
 protected:
  // Adds a match that `winner` wins.
  void Add(uint32_t set, uint32_t winner, uint32_t loser) {
    v1::CompetitionMatch& match = *results_.Add();
    match.set_set(set);
    match.set_match_id("m" + std::to_string(set));
    match.add_entrants(winner);
    match.add_entrants(loser);
    match.mutable_result()->add_ranks(1);
    match.mutable_result()->add_ranks(2);
  }
  google::protobuf::RepeatedPtrField<v1::CompetitionMatch> results_;
};

TEST_F(RoundsTest, AKnockoutOfFourHasTwoRounds) {
  Add(1, 2, 3);
  Add(0, 0, 1);
  Add(2, 0, 2);
  const auto rounds = RoundsOf(results_);
  ASSERT_THAT(rounds, SizeIs(2));
  ASSERT_THAT(rounds[0], SizeIs(2));
  EXPECT_THAT(rounds[0][0].entrants, ElementsAre(0u, 1u));
  EXPECT_THAT(rounds[1][0].entrants, ElementsAre(0u, 2u));
}

TEST_F(RoundsTest, WhoeverHadAByeMeetsTheWinnerInTheSecondRound) {
  Add(0, 1, 2);
  Add(1, 0, 1);
  const auto rounds = RoundsOf(results_);
  ASSERT_THAT(rounds, SizeIs(2));
  EXPECT_THAT(rounds[1][0].entrants, ElementsAre(0u, 1u));
}

TEST_F(RoundsTest, MatchesOfAnEncounterAreCountedTogether) {
  Add(0, 0, 1);
  Add(1, 1, 0);
  Add(2, 0, 1);
  const auto rounds = RoundsOf(results_);
  ASSERT_THAT(rounds, SizeIs(1));
  EXPECT_THAT(rounds[0][0].wins, ElementsAre(2, 1));
  EXPECT_EQ(rounds[0][0].match_id, "m2");
}

TEST_F(RoundsTest, MatchesWithoutResultCountForNobody) {
  Add(0, 0, 1);
  results_[0].mutable_result()->clear_ranks();
  const auto rounds = RoundsOf(results_);
  ASSERT_THAT(rounds, SizeIs(1));
  EXPECT_THAT(rounds[0][0].wins, ElementsAre(0, 0));
  EXPECT_EQ(rounds[0][0].match_id, "");
}

}  // namespace
}  // namespace arena::referee
