// Sets whose games repeat earlier games, and sets that tell nothing of luck.
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

// ---- Sets that tell nothing of luck ----

// Entrants by seat, and the hash.
std::vector<ScoredMatch> SetOf(
    const std::vector<std::pair<std::vector<uint32_t>, std::string>>& games) {
  std::vector<ScoredMatch> set;
  for (const auto& [entrants, hash] : games) {
    set.push_back({entrants, {.actions_sha256 = hash}});
  }
  return set;
}

TEST(MirroredTest, ASetWithTheSameGameInExchangedSeatsIsMirrored) {
  EXPECT_TRUE(IsMirrored(SetOf({{{4, 7}, "x"}, {{7, 4}, "x"}})));
  EXPECT_FALSE(IsMirrored(SetOf({{{4, 7}, "x"}, {{7, 4}, "y"}})));
}
TEST(MirroredTest, AMatchWithoutAHashMirrorsNothing) {
  EXPECT_FALSE(IsMirrored(SetOf({{{4, 7}, ""}, {{7, 4}, ""}})));
}
TEST(MirroredTest, ASingleMatchIsNoMirror) {
  EXPECT_FALSE(IsMirrored(SetOf({{{4, 7}, "x"}})));
  EXPECT_FALSE(IsMirrored({}));
}
TEST(MirroredTest, EveryPlacementNeedsItsMirror) {
  EXPECT_TRUE(IsMirrored(SetOf({{{1, 1, 2}, "x"},
                                {{2, 2, 1}, "x"},
                                {{1, 2, 1}, "y"},
                                {{2, 1, 2}, "y"}})));
  EXPECT_FALSE(IsMirrored(SetOf({{{1, 1, 2}, "x"},
                                 {{2, 2, 1}, "x"},
                                 {{1, 2, 1}, "y"},
                                 {{2, 1, 2}, "z"}})));
}
TEST(MirroredTest, ThreeEntrantsPassOnTheirSeats) {
  EXPECT_TRUE(IsMirrored(
      SetOf({{{3, 1, 2}, "x"}, {{1, 2, 3}, "x"}, {{2, 3, 1}, "x"}})));
  EXPECT_FALSE(IsMirrored(
      SetOf({{{3, 1, 2}, "x"}, {{1, 2, 3}, "x"}, {{2, 3, 1}, "y"}})));
}
TEST(MirroredTest, TablesOfAFieldAreNoMirrors) {
  EXPECT_FALSE(IsMirrored(SetOf({{{0, 1}, "x"}, {{2, 3}, "x"}})));
}
TEST_F(EqualGamesTest, AForfeitByAChangeIsAForfeit) {
  Play(0, {"x", "y"});
  EXPECT_FALSE(HasForfeit(ScoredMatches(*results_.Find(0))));
  results_.Forfeit(0, 1, {1, 0}, {1});
  EXPECT_TRUE(HasForfeit(ScoredMatches(*results_.Find(0))));
}
TEST(ForfeitTest, OneMatchIsEnough) {
  std::vector<ScoredMatch> set = SetOf({{{0, 1}, "x"}, {{1, 0}, "y"}});
  set[1].score.termination = v1::TERMINATION_FORFEIT;
  EXPECT_TRUE(HasForfeit(set));
}

}  // namespace
}  // namespace arena::competition
