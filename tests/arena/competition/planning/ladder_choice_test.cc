#include "arena/competition/pairing/ladder_choice.h"

#include <algorithm>

#include "absl/algorithm/container.h"
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

// ---- How long an entrant waits ----

// A ladder whose encounters end in an order drawn at random, without results.
class Waits {
 public:
  Waits(int entrants, int sides, uint32_t slots)
      : contenders_(entrants),
        bench_(entrants, 1),
        ratings_(entrants),
        waits_(entrants),
        shape_{.sides = sides},
        slots_(slots) {
    for (OnlineRating& rating : ratings_) rating.mu = order_.Below(50);
  }
  // Encounters with one of the first `count` entrants never end.
  void Stick(uint32_t count) { stuck_ = count; }
  void Join() {
    contenders_.emplace_back();
    ratings_.emplace_back();
    waits_.push_back(0);
    bench_.AddEntrant();
  }
  // Stops before, if only encounters that never end are under way.
  void Play(int encounters) {
    for (int i = 0; i < encounters && stuck() < slots_; ++i) Begin();
  }
  // The most encounters that an entrant was not in, one after the other.
  uint32_t longest() const { return longest_; }
  // The encounters under way that never end.
  uint32_t stuck() const {
    return static_cast<uint32_t>(absl::c_count_if(
        open_, [&](const auto& encounter) { return IsStuck(encounter); }));
  }

 private:
  bool IsStuck(const std::vector<uint32_t>& encounter) const {
    return absl::c_any_of(encounter, [&](uint32_t i) { return i < stuck_; });
  }
  void End() {
    size_t ending = 0;
    do {
      ending = order_.Below(static_cast<uint32_t>(open_.size()));
    } while (IsStuck(open_[ending]));
    for (const uint32_t i : open_[ending]) --contenders_[i].open;
    open_.erase(open_.begin() + static_cast<int64_t>(ending));
  }
  void Begin() {
    if (open_.size() == slots_) End();
    const auto chosen = ChooseEncounter(contenders_, bench_, ratings_, shape_,
                                        number_++, slots_, Rng("draws"));
    ASSERT_TRUE(chosen.has_value());
    for (uint32_t& wait : waits_) longest_ = std::max(longest_, wait++);
    for (const uint32_t i : *chosen) {
      waits_[i] = 0;
      ++contenders_[i].encounters;
      ++contenders_[i].open;
      contenders_[i].last = number_;
    }
    open_.push_back(*chosen);
  }

  std::vector<Contender> contenders_;
  Bench bench_;
  std::vector<OnlineRating> ratings_;
  // By entrant: the encounters since its last one.
  std::vector<uint32_t> waits_;
  EncounterShape shape_;
  uint32_t slots_;
  uint32_t stuck_ = 0;
  uint32_t number_ = 0;
  uint32_t longest_ = 0;
  std::vector<std::vector<uint32_t>> open_;
  Rng order_{"order"};
};

constexpr int kFields[] = {2, 3, 6, 21, 60, 100, 157, 200};

TEST(LadderWaitTest, NobodyWaitsForMoreThan120Encounters) {
  for (const uint32_t slots : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    for (const int sides : {2, 3}) {
      for (const int entrants : kFields) {
        if (entrants < sides) continue;
        Waits ladder(entrants, sides, slots);
        ladder.Play(500);
        EXPECT_LE(ladder.longest(), 120u) << entrants << " entrants, " << sides
                                          << " sides, " << slots << " slots";
      }
    }
  }
}
TEST(LadderWaitTest, NorWhileNewOnesJoin) {
  Waits ladder(10, 2, 8);
  for (int joined = 10; joined < 200; ++joined) {
    ladder.Join();
    ladder.Play(20);
  }
  EXPECT_LE(ladder.longest(), 120u);
}
TEST(LadderWaitTest, SlowOnesTogetherDoNotHoldUpTheOthers) {
  for (const uint32_t slots : {16u, 64u}) {
    Waits ladder(100, 2, slots);
    ladder.Stick(4);
    ladder.Play(3000);
    EXPECT_LE(ladder.stuck(), slots / 2 + 4) << slots;
  }
}

}  // namespace
}  // namespace arena::competition
