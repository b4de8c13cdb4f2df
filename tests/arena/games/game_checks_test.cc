// The checks of games fail where they must.
#include "tests/testing/game_checks.h"

#include "arena/games/base/game_of.h"
#include "gtest/gtest.h"
#include "tests/testing/leaky_toy.h"
#include "tests/testing/status_matchers.h"
#include "tests/testing/toy_variants.h"

namespace arena {
namespace {

using ::testing::HasSubstr;
using toy::Leak;
using toy::LeakyState;

constexpr absl::StatusCode kBroken = absl::StatusCode::kFailedPrecondition;

template <typename S>
GameSetup SetupOf() {
  static constexpr Game kGame = GameOf<S>();
  return {&kGame, 3, GameOptions(S::kInfo.options)};
}

// A game that deals one card twice.
class RepeatingState : public toy::VariantOf<RepeatingState> {
 public:
  using VariantOf::VariantOf;
  Action SampleChance(Rng&) const { return 0; }
  void NumberedOutcomes(ActionList& outcomes) const { outcomes.clear(); }
};

// A game that draws the lowest action half of the time.
class HastyState : public toy::VariantOf<HastyState> {
 public:
  using VariantOf::VariantOf;
  Action SampleLegal(Seat seat, Rng& rng) const {
    ActionList legal;
    LegalActions(seat, legal);
    const auto size = static_cast<uint32_t>(legal.size());
    return legal[rng.Below(2) == 0 ? 0 : rng.Below(size)];
  }
};

// A game whose numbers of chance outcomes stand for other outcomes.
class MisnumberedState : public toy::VariantOf<MisnumberedState> {
 public:
  using VariantOf::VariantOf;
  void NumberedOutcomes(ActionList& outcomes) const {
    ActionList cards;
    LegalActions(kChance, cards);
    outcomes.clear();
    for (size_t i = cards.size(); i > 0; --i) outcomes.push_back(cards[i - 1]);
  }
};

// A game whose cards win otherwise than it says.
class MisleadingState : public toy::VariantOf<MisleadingState> {
 public:
  using VariantOf::VariantOf;
  static GameOptions Resolve(int /*seats*/, GameOptions options) {
    options.Give("wins", options.Choice("wins") == "low" ? "high" : "low");
    return options;
  }
};

TEST(GameChecksTest, OptionsInEffectThatAreNotAreFound) {
  EXPECT_THAT(CheckOptionsInEffect(SetupOf<MisleadingState>()),
              StatusIs(kBroken, HasSubstr("another match")));
}

// The fault in the number of an action.
enum class Miscount { kShared, kTooLarge, kByPosition };

template <Miscount kMiscount>
class MiscountingState : public toy::VariantOf<MiscountingState<kMiscount>> {
 public:
  using toy::VariantOf<MiscountingState<kMiscount>>::VariantOf;
  uint32_t DenseIndex(Action action) const {
    if (kMiscount == Miscount::kShared) return action / 2;
    if (kMiscount == Miscount::kTooLarge) return action + 130;
    return (action + this->hand(0)) % this->kInfo.action_space;
  }
};

TEST(GameChecksTest, AnActionWithoutANumberOfItsOwnIsFound) {
  Numbers numbers;
  EXPECT_THAT(CheckNumbers(SetupOf<MiscountingState<Miscount::kShared>>(), "1",
                           numbers),
              StatusIs(kBroken, HasSubstr("share number")));
}

TEST(GameChecksTest, ANumberBeyondTheActionSpaceIsFound) {
  Numbers numbers;
  EXPECT_THAT(CheckNumbers(SetupOf<MiscountingState<Miscount::kTooLarge>>(),
                           "1", numbers),
              StatusIs(kBroken, HasSubstr("beyond 133")));
}

TEST(GameChecksTest, ANumberThatDependsOnThePositionIsFound) {
  Numbers numbers;
  EXPECT_THAT(CheckNumbers(SetupOf<MiscountingState<Miscount::kByPosition>>(),
                           "1", numbers),
              StatusIs(kBroken, HasSubstr("and had")));
}

TEST(GameChecksTest, AHiddenCardInTheObservationIsFoundBySamples) {
  EXPECT_THAT(CheckSamples(SetupOf<LeakyState<Leak::kObservation>>(), "1"),
              StatusIs(kBroken, HasSubstr("contradicts itself")));
}

TEST(GameChecksTest, AHiddenCardInTheObservationIsFoundByTwins) {
  EXPECT_THAT(CheckTwins(SetupOf<LeakyState<Leak::kObservation>>(), "1"),
              StatusIs(kBroken, HasSubstr("what is in no event")));
}

TEST(GameChecksTest, AListThatDependsOnAHiddenCardIsFoundBySamples) {
  EXPECT_THAT(CheckSamples(SetupOf<LeakyState<Leak::kLists>>(), "1"),
              StatusIs(kBroken, HasSubstr("announcements of seat")));
}

TEST(GameChecksTest, AListThatDependsOnAHiddenCardIsFoundByTwins) {
  EXPECT_THAT(CheckTwins(SetupOf<LeakyState<Leak::kLists>>(), "1"),
              StatusIs(kBroken, HasSubstr("although all events were equal")));
}

TEST(GameChecksTest, AHiddenCardInAnEventIsFoundByTwins) {
  EXPECT_THAT(CheckTwins(SetupOf<LeakyState<Leak::kEvents>>(), "1"),
              StatusIs(kBroken, HasSubstr("what is in no observation")));
}

TEST(GameChecksTest, AnAnnouncementThatOnlyTheObservationTellsIsFoundByTwins) {
  EXPECT_THAT(CheckTwins(SetupOf<LeakyState<Leak::kSilence>>(), "1"),
              StatusIs(kBroken, HasSubstr("although all events were equal")));
}

TEST(GameChecksTest, AHiddenCardInTheStepsIsFoundByTwins) {
  EXPECT_THAT(CheckTwins(SetupOf<LeakyState<Leak::kReturns>>(), "1"),
              StatusIs(kBroken, HasSubstr("the steps shown to")));
}

TEST(GameChecksTest, AnInsufficientObservationIsFoundBySamples) {
  // In this match a seat announces early enough.
  EXPECT_THAT(CheckSamples(SetupOf<LeakyState<Leak::kInsufficient>>(), "5"),
              StatusIs(kBroken, HasSubstr("announcements of seat")));
}

// A game whose samples are the true state.
class PeekingState : public toy::VariantOf<PeekingState> {
 public:
  using VariantOf::VariantOf;
  PeekingState SampleFor(Seat, Rng&) const { return *this; }
};

TEST(GameChecksTest, ASampleThatDependsOnAHiddenCardIsFound) {
  EXPECT_THAT(CheckResamples(SetupOf<PeekingState>(), "1"),
              StatusIs(kBroken, HasSubstr("from its observation")));
}

TEST(GameChecksTest, AnOutcomeThatIsNotPossibleIsFound) {
  EXPECT_THAT(CheckDraws(SetupOf<RepeatingState>(), "1"),
              StatusIs(kBroken, HasSubstr("which is no outcome")));
}

TEST(GameChecksTest, ANumberOfAnotherOutcomeIsFound) {
  EXPECT_THAT(CheckDraws(SetupOf<MisnumberedState>(), "1"),
              StatusIs(kBroken, HasSubstr("the outcome of number")));
}

TEST(GameChecksTest, AnActionThatIsDrawnTooOftenIsFound) {
  EXPECT_THAT(CheckDraws(SetupOf<HastyState>(), "1"),
              StatusIs(kBroken, HasSubstr("SampleLegal")));
}

TEST(GameChecksTest, AGameWithoutSampleAndSuggestPassesThem) {
  const GameSetup setup = SetupOf<toy::PlainState>();
  ASSERT_EQ(setup.game->sample, nullptr);
  ASSERT_FALSE(setup.game->suggests);
  Abilities seen;
  EXPECT_THAT(CheckPlay(setup, "1", seen), IsOk());
  EXPECT_THAT(CheckDraws(setup, "1"), IsOk());
  EXPECT_THAT(CheckReplays(setup), IsOk());
  EXPECT_THAT(CheckSamples(setup, "1"), IsOk());
  EXPECT_THAT(CheckResamples(setup, "1"), IsOk());
  EXPECT_THAT(CheckTwins(setup, "1"), IsOk());
  EXPECT_THAT(CheckVariety(setup, "1"), IsOk());
  EXPECT_THAT(CheckGarbage(setup, "1"), IsOk());
}

TEST(GameChecksTest, AnAbilityThatIsDeclaredAndNeverSeenIsFound) {
  const Abilities seen = {
      .chance = true, .simultaneous = true, .announcements = false};
  EXPECT_THAT(
      CheckAbilities(toy::State::kInfo, seen),
      StatusIs(kBroken, HasSubstr("announcements is declared true but")));
}

TEST(GameChecksTest, AnAbilityThatIsSeenAndNotDeclaredIsFound) {
  GameInfo info = toy::State::kInfo;
  info.hidden = false;
  const Abilities all = {true, true, true, true};
  EXPECT_THAT(CheckAbilities(info, all),
              StatusIs(kBroken, HasSubstr("hidden is declared false but")));
}

TEST(GameChecksTest, AMatchLongerThanMaxPliesIsFound) {
  static GameInfo info = toy::State::kInfo;
  info.max_plies = 10;
  GameSetup setup = SetupOf<toy::State>();
  Game game = *setup.game;
  game.info = &info;
  setup.game = &game;
  Abilities seen;
  EXPECT_THAT(CheckPlay(setup, "1", seen),
              StatusIs(kBroken, HasSubstr("longer than max_plies")));
}

TEST(GameChecksTest, AReadmeWithoutAnOptionIsFound) {
  EXPECT_THAT(
      CheckReadme(toy::State::kInfo, "`deals` 1\n`wins` high\nsubstitute"),
      StatusIs(kBroken, HasSubstr("no line with option partners")));
}

TEST(GameChecksTest, AReadmeWithoutSubstitutesIsFound) {
  EXPECT_THAT(CheckReadme(toy::State::kInfo,
                          "`deals` 1\n`wins` high\n`partners` false"),
              StatusIs(kBroken, HasSubstr("substitute actions")));
}

}  // namespace
}  // namespace arena
