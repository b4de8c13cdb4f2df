// Sets whose games repeat earlier games.
#include "arena/competition/planning/equal_games.h"

#include "arena/competition/planning/schedule.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/made_up.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Sets of two matches between entrants of Ordo. The first seat wins.
class EqualGamesTest : public ::testing::Test {
 protected:
  // `hashes` are those of both matches; an empty one: the match has no hash.
  void Play(uint32_t set, const std::vector<std::string>& hashes,
            uint32_t a = 0, uint32_t b = 1) {
    for (uint32_t match = 0; match < 2; ++match) {
      v1::CompetitionMatch played;
      played.set_set(set);
      played.set_match(match);
      played.add_entrants(match == 0 ? a : b);
      played.add_entrants(match == 0 ? b : a);
      v1::MatchResult& result = *played.mutable_result();
      result.set_termination(v1::TERMINATION_NORMAL);
      for (const int points : {1, -1}) result.add_returns(points);
      for (const uint32_t rank : {1u, 2u}) result.add_ranks(rank);
      played.set_moves_sha256(hashes[match]);
      ASSERT_THAT(results_.Add(played), IsOk());
    }
  }

  GameForm form_ =
      FormOf(SpecOf(FormNamed("two"), v1::FORMAT_ROUND_ROBIN, 3)).value();
  Results results_{form_, 2};
};

TEST_F(EqualGamesTest, ASetOfKnownGamesRepeatsThem) {
  Play(0, {"x", "y"});
  Play(1, {"x", "y"});
  Play(2, {"x", "y"});
  EXPECT_THAT(RepeatedSets(results_), ElementsAre(1, 2));
}
TEST_F(EqualGamesTest, ASetWithANewGameCountsAsAWhole) {
  Play(0, {"x", "y"});
  Play(1, {"x", "z"});
  EXPECT_THAT(RepeatedSets(results_), IsEmpty());
}
TEST_F(EqualGamesTest, ItsGamesMayBeOfDifferentSets) {
  Play(0, {"x", "y"});
  Play(1, {"v", "w"});
  Play(2, {"x", "w"});
  EXPECT_THAT(RepeatedSets(results_), ElementsAre(2));
}
TEST_F(EqualGamesTest, AMatchWithoutAHashIsEqualToNone) {
  Play(0, {"", ""});
  Play(1, {"", ""});
  Play(2, {"x", ""});
  Play(3, {"x", ""});
  EXPECT_THAT(RepeatedSets(results_), IsEmpty());
}
TEST_F(EqualGamesTest, OtherEntrantsPlayGamesOfTheirOwn) {
  Play(0, {"x", "y"}, 0, 1);
  Play(1, {"x", "y"}, 0, 2);
  EXPECT_THAT(RepeatedSets(results_), IsEmpty());
}
TEST_F(EqualGamesTest, InOtherSeatsItIsAnotherGame) {
  Play(0, {"x", "y"}, 0, 1);
  Play(1, {"x", "y"}, 1, 0);
  EXPECT_THAT(RepeatedSets(results_), IsEmpty());
}
TEST_F(EqualGamesTest, TheOrderInWhichResultsComeDoesNotMatter) {
  Play(2, {"x", "y"});
  Play(1, {"x", "y"});
  Play(0, {"x", "y"});
  EXPECT_THAT(RepeatedSets(results_), ElementsAre(1, 2));
}
TEST_F(EqualGamesTest, TotalsLeaveThemOut) {
  Play(0, {"x", "y"});
  Play(1, {"x", "y"});
  Play(2, {"v", "y"});
  EXPECT_EQ(Totals(3, results_)[0].sets, 2);
  EXPECT_EQ(Totals(3, results_)[0].total.comparisons, 4);
}

}  // namespace
}  // namespace arena::competition
