#include "arena/competition/pairing/ladder_choice.h"

#include "gmock/gmock.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

// Three entrants of the same estimated strength. The first has waited longest.
class LadderChoiceTest : public ::testing::Test {
 protected:
  LadderChoiceTest() : contenders_(3), bench_(3, 1), ratings_(3) {
    contenders_[1].last = 4;
    contenders_[2].last = 4;
  }
  std::optional<std::vector<uint32_t>> Choose() const {
    return Choose(kNearest);
  }
  std::optional<std::vector<uint32_t>> Choose(uint32_t number) const {
    return ChooseEncounter(contenders_, bench_, ratings_, {.sides = 2}, number,
                           4, Rng("ladder choice"));
  }

  // An encounter whose opponents are not drawn at random.
  static constexpr uint32_t kNearest = 1;

  std::vector<Contender> contenders_;
  Bench bench_;
  std::vector<OnlineRating> ratings_;
};

TEST_F(LadderChoiceTest, EqualOpponentsComeInTheOrderOfTheEntrants) {
  EXPECT_THAT(Choose(), Optional(ElementsAre(0, 1)));
}
TEST_F(LadderChoiceTest, OfEqualOpponentsTheOneWhoHasWaitedLongerPlays) {
  contenders_[1].last = 5;
  EXPECT_THAT(Choose(), Optional(ElementsAre(0, 2)));
}
TEST_F(LadderChoiceTest, WhomItMetLatelyIsFurtherAway) {
  contenders_[0].opponents = {1};
  contenders_[2].last = 5;
  EXPECT_THAT(Choose(), Optional(ElementsAre(0, 2)));
}
TEST_F(LadderChoiceTest, WhomItMetMoreOftenIsEvenFurtherAway) {
  contenders_[0].opponents = {2, 1, 1};
  contenders_[2].last = 5;
  EXPECT_THAT(Choose(), Optional(ElementsAre(0, 2)));
}
TEST_F(LadderChoiceTest, WhoIsMuchStrongerIsFurtherAwayThanWhoWasMetLately) {
  contenders_[0].opponents = {1};
  ratings_[2].mu += 50;
  EXPECT_THAT(Choose(), Optional(ElementsAre(0, 1)));
}
TEST_F(LadderChoiceTest, AThirdOfTheOpponentsIsDrawnAtRandom) {
  ratings_[2].mu += 50;
  int far = 0;
  // With an odd number, the first entrant is the one that has waited longest.
  for (uint32_t number = 1; number < 1200; number += 2) {
    far += *Choose(number) == std::vector<uint32_t>{0, 2};
  }
  // One of two opponents is the far one, so a random choice takes it half of
  // the time.
  EXPECT_NEAR(far, 100, 30);
}
TEST_F(LadderChoiceTest, TheSameEncounterDrawsTheSame) {
  for (uint32_t number = 1; number < 60; ++number) {
    EXPECT_EQ(Choose(number), Choose(number));
  }
}
TEST_F(LadderChoiceTest, WhoMayNotPlayIsNotChosen) {
  bench_.Suspend(0, true);
  EXPECT_THAT(Choose(), Optional(ElementsAre(1, 2)));
  bench_.Suspend(1, true);
  EXPECT_EQ(Choose(), std::nullopt);
}

}  // namespace
}  // namespace arena::competition
