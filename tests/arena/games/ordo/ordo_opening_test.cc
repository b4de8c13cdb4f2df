// Random openings of Ordo.
#include <algorithm>
#include <set>
#include <string>

#include "arena/games/base/game_of.h"
#include "arena/games/base/playout.h"
#include "arena/games/ordo/ordo.h"
#include "arena/games/ordo/ordo_parts.h"
#include "arena/v1/observation.pb.h"
#include "gmock/gmock.h"
#include "tests/arena/games/ordo/ordo_testing.h"

namespace arena::ordo {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// The state after the opening that follows from a seed.
State Opened(const std::string& options, const std::string& seed) {
  State state = Start(options);
  Rng rng(seed);
  while (state.node() == Node::kChance) {
    state.Apply({{{kChance, DrawChance(state, rng)}}});
  }
  return state;
}

std::vector<std::string> ChanceTexts(const State& state) {
  ActionList parts;
  state.LegalActions(kChance, parts);
  std::vector<std::string> texts;
  for (const Action part : parts) {
    texts.push_back(state.ActionToString(kChance, part));
  }
  return texts;
}

TEST(OrdoOpeningTest, ByDefaultThereIsNone) {
  EXPECT_EQ(Start().node(), Node::kDecision);
  EXPECT_EQ(Start("opening_plies=0"), Start());
}
TEST(OrdoOpeningTest, ChanceMakesTheFirstPlies) {
  State state = Start("opening_plies=3");
  for (int ply = 0; ply < 3; ++ply) {
    EXPECT_EQ(state.node(), Node::kChance);
    EXPECT_TRUE(state.ToAct().empty());
    ActionList own;
    state.LegalActions(ply % 2, own);
    EXPECT_TRUE(own.empty());
    Rng rng("opening");
    state.Apply({{{kChance, DrawChance(state, rng)}}});
  }
  // The sides have acted in turn.
  EXPECT_EQ(state.ToAct(), SeatSet::Of(1));
}
TEST(OrdoOpeningTest, ItConsistsOfLegalParts) {
  const std::vector<std::string> all = LegalTexts(Start());
  for (const std::string& text : ChanceTexts(Start("opening_plies=4"))) {
    EXPECT_THAT(all, Contains(text));
  }
}
TEST(OrdoOpeningTest, OtherSeedsGiveOtherOpenings) {
  std::set<std::string> positions;
  for (int seed = 0; seed < 200; ++seed) {
    positions.insert(
        Opened("opening_plies=4", std::to_string(seed)).PositionText());
  }
  EXPECT_GE(positions.size(), 199u);
}
TEST(OrdoOpeningTest, TheSameSeedGivesTheSameOpening) {
  EXPECT_EQ(Opened("opening_plies=4", "s"), Opened("opening_plies=4", "s"));
}
// Neither side has an obvious advantage.
TEST(OrdoOpeningTest, NothingIsCapturedOrThreatened) {
  for (const char* variant : {"classic", "x"}) {
    for (int seed = 0; seed < 50; ++seed) {
      const State state =
          Opened(std::string("opening_plies=6,variant=") + variant,
                 std::to_string(seed));
      ASSERT_EQ(state.node(), Node::kDecision);
      const std::string position = state.PositionText();
      EXPECT_EQ(std::count(position.begin(), position.end(), 'W'), 20);
      EXPECT_EQ(std::count(position.begin(), position.end(), 'B'), 20);
      for (const std::string& text : LegalTexts(state)) {
        EXPECT_THAT(text, Not(HasSubstr("x"))) << position;
      }
      EXPECT_THAT(WinningTurns(state), IsEmpty()) << position;
    }
  }
}
TEST(OrdoOpeningTest, InOrdoXEveryPartIsATurn) {
  const State state = Start("opening_plies=1,variant=x");
  for (const std::string& text : ChanceTexts(state)) {
    EXPECT_NE(text[1], text[text.size() - 1]) << text << " goes sideways";
  }
}
TEST(OrdoOpeningTest, ARepetitionIsNoOpening) {
  for (int seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(Opened("opening_plies=10,repetition=2,sideways_limit=2",
                     std::to_string(seed))
                  .node(),
              Node::kDecision);
  }
}
TEST(OrdoOpeningTest, LeavesSomethingToPlay) {
  EXPECT_THAT(
      std::string(State::Create(2, Options("opening_plies=4,max_plies=4"))
                      .status()
                      .message()),
      HasSubstr("opening_plies=4: the match would end with its opening; "
                "expected fewer than max_plies=4"));
}
TEST(OrdoOpeningTest, EventsNameNoSeat) {
  const State state = Start("opening_plies=1");
  ActionList parts;
  state.LegalActions(kChance, parts);
  v1::PlyEvent event;
  state.EventFor(0, {{{kChance, parts[0]}}}, event);
  EXPECT_FALSE(event.actions(0).has_seat());
  EXPECT_EQ(event.actions(0).text(), ChanceTexts(state)[0]);
}
TEST(OrdoOpeningTest, AStateCanBeSampledAfterIt) {
  const State state = Opened("opening_plies=5", "sample");
  v1::Observation observation;
  state.ObservationFor(1, observation);
  Rng rng("unused");
  EXPECT_EQ(
      State::Sample(2, Options("opening_plies=5"), 1, observation, rng).value(),
      state);
}

}  // namespace
}  // namespace arena::ordo
