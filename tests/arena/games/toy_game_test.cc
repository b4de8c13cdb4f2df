// The toy's rules, as far as other tests depend on them.
#include "tests/testing/toy_game.h"

#include "gtest/gtest.h"
#include "tests/testing/status_matchers.h"

namespace arena::toy {
namespace {

using ::testing::HasSubstr;

State Position(absl::string_view text, absl::string_view options = "") {
  return State::FromText(GameOptions::Parse(kOptions, options).value(), text)
      .value();
}

TEST(ToyGameTest, TheHighestCardTakesTheRound) {
  State state = Position("0 1 2/9 10 11/3 4 5");
  state.Apply({{{0, 2}, {1, 9}, {2, 5}}});
  EXPECT_EQ(state.ToAct(), SeatSet::Of(1));
}

TEST(ToyGameTest, WinsLowMakesTheLowestCardTakeTheRound) {
  State state = Position("0 1 2/9 10 11/3 4 5", "wins=low");
  state.Apply({{{0, 2}, {1, 9}, {2, 5}}});
  EXPECT_EQ(state.ToAct(), SeatSet::Of(0));
}

TEST(ToyGameTest, DoubleIsATurnOfTwoDecisions) {
  State state = Position("0 1 2/9 10 11");
  state.Apply({{{0, 2}, {1, 9}}});
  EXPECT_FALSE(state.TurnGoesOn());
  state.Apply({{{1, kDouble}}});
  EXPECT_TRUE(state.TurnGoesOn());
  EXPECT_EQ(state.ToAct(), SeatSet::Of(1));
}

TEST(ToyGameTest, ContraRaisesTheRound) {
  State state = Position("0 1 2/9 10 11");
  state.Apply({{{0, 2}, {1, 9}}});
  state.Apply({{{0, kContra}}});
  state.Apply({{{1, kDouble}}});
  state.Apply({{{1, GiveTo(0)}}});
  EXPECT_EQ(state.Returns(), (SeatScores{2, 4, 0, 0}));
}

TEST(ToyGameTest, PartnersNeedFourSeats) {
  const GameOptions options =
      GameOptions::Parse(kOptions, "partners=true").value();
  EXPECT_THAT(State::Create(3, options),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("needs 4 seats, not 3")));
}

}  // namespace
}  // namespace arena::toy
