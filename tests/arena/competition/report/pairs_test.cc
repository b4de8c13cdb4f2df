// Pairs of entrants in standings.
#include "arena/competition/report/pairs.h"

#include "gmock/gmock.h"
#include "tests/arena/competition/report/score_sheet.h"

namespace arena::competition {
namespace {

TEST(PairsTest, EveryPairIsThereOnceTheBetterPlacedFirst) {
  const v1::Standings standings = ThreeFriends().Compute().standings;
  ASSERT_EQ(standings.head_to_head_size(), 3);
  const v1::HeadToHead& first = standings.head_to_head(0);
  EXPECT_EQ(first.entrant(), standings.entrants(0).entrant());
  EXPECT_EQ(first.opponent(), standings.entrants(1).entrant());
  EXPECT_EQ(first.lost(), 1);
  EXPECT_FALSE(first.score_difference().has_interval()) << "a single set";
}

TEST(PairsTest, TheOtherOneSeesTheOpposite) {
  ScoreSheet sheet = ThreeFriends();
  sheet.Duel(3, 0, 1, {3, 1}, {4, 2});
  const v1::Standings standings = sheet.Compute().standings;
  const Pairs pairs(standings);
  const v1::HeadToHead ann = pairs.At(0, 1);
  const v1::HeadToHead bob = pairs.At(1, 0);
  EXPECT_EQ(ann.entrant(), 0);
  EXPECT_EQ(bob.entrant(), 1);
  EXPECT_EQ(bob.opponent(), 0);
  EXPECT_EQ(ann.won(), 2);
  EXPECT_EQ(bob.lost(), 2);
  EXPECT_EQ(bob.won(), 0);
  EXPECT_EQ(bob.score_difference().mean(), -ann.score_difference().mean());
  EXPECT_EQ(bob.score_difference().interval().low(),
            -ann.score_difference().interval().high());
  EXPECT_EQ(bob.score_difference().interval().high(),
            -ann.score_difference().interval().low());
  EXPECT_DOUBLE_EQ(bob.superiority(), 1 - ann.superiority());
}

TEST(PairsTest, OfAPairThatIsNotThereNothingIsKnown) {
  const v1::Standings standings = ThreeFriends().Compute().standings;
  const v1::HeadToHead pair = Pairs(standings).At(0, 1000);
  EXPECT_EQ(pair.sets(), 0);
  EXPECT_EQ(pair.superiority(), 0.5);
}

TEST(PairsTest, PairsOfTheLastPlacesMakeRoom) {
  v1::Standings standings = ThreeFriends().Compute().standings;
  const std::string first = standings.head_to_head(0).SerializeAsString();
  // The size is just enough for all pairs and the reserve of the cursor.
  const size_t all = standings.ByteSizeLong() + 200;
  OmitPairs(all, standings);
  EXPECT_EQ(standings.head_to_head_size(), 3);
  EXPECT_EQ(standings.omitted_pairs(), 0u);
  OmitPairs(all - 1, standings);
  EXPECT_EQ(standings.head_to_head_size(), 2);
  EXPECT_EQ(standings.omitted_pairs(), 1u);
  EXPECT_EQ(standings.head_to_head(0).SerializeAsString(), first);
}

}  // namespace
}  // namespace arena::competition
