// Worked positions of Ordo with their complete lists of turns.

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/arena/games/ordo/ordo_testing.h"

namespace arena::ordo {
namespace {

using ::testing::ElementsAreArray;

TEST(OrdoClassicVectorTest, OnePieceSeesRaysUpToTheFirstEnemy) {  // C1
  const State state = At("10/10/3BB5/2B2B4/1B8/B2W6/10/10 w");
  EXPECT_THAT(
      Turns(state),
      ElementsAreArray(Words(
          "d3-a6 d3-b3 d3-b5 d3-c3 d3-c4 d3-d4 d3-d5 d3-e3 d3-e4 d3-f3 d3-g3 "
          "d3-h3 d3-i3 d3-j3 d3xa3 d3xd6 d3xf5")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("")));
}

TEST(OrdoClassicVectorTest, HorizontalRunAndItsPartsGoForward) {  // C2
  const State state = At("10/10/2B7/1BB7/10/10/1WWW6/10 w");
  EXPECT_THAT(Turns(state),
              ElementsAreArray(Words("b2-b3 b2-c3 b2:c2-b3 b2:d2-b3 b2:d2-b4 "
                                     "c2-c3 c2:d2-c3 d2-c3 d2-d3")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("")));
}

TEST(OrdoClassicVectorTest, VerticalRunGoesLeftAndRight) {  // C3
  const State state = At("10/6B3/5B4/2W1B5/2W1B5/2W7/10/10 w");
  EXPECT_THAT(Turns(state), ElementsAreArray(Words(
                                "c3-b3 c3-b4 c3-d3 c3-d4 c3:c4-b3 c3:c4-d3 "
                                "c3:c5-a3 c3:c5-b3 c3:c5-d3 "
                                "c4-b4 c4-d4 c4:c5-b4 c4:c5-d4 c5-b5 c5-d5")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("")));
}

TEST(OrdoClassicVectorTest, OnlyTheLandingSquareNeedsContact) {  // C4
  const State state = At("9B/9B/10/10/10/1WWW6/W3W5/W9 w");
  EXPECT_THAT(Turns(state),
              ElementsAreArray(Words("a1-b1 a1-b2 a1-d1 a1-e1 a1-f1 a1:a2-b1 "
                                     "a1:a2-c1 a1:a2-d1 a2-b2 c3-c4 "
                                     "e2-b2 e2-c2 e2-d2 e2-e3 e2-e4")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("")));
}

TEST(OrdoClassicVectorTest, BlackGoesTowardsRowOne) {  // C5
  const State state = At("10/10/10/10/6BB2/7BB1/WW8/10 b");
  EXPECT_THAT(Turns(state),
              ElementsAreArray(Words("g4-g2 g4-g3 h3-f3 h3-g3 h3-h2 h3-i2 "
                                     "h4-g3 h4-i4 h4-j4 i3-h2 i3-i2")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("")));
}

TEST(OrdoClassicVectorTest, SplitBlackMustReconnect) {  // C6
  const State state =
      At("2BB2BB2/1B3B2BB/B3BB4/1B2BB4/2WB2W3/W1W1W2W1W/1W1WWW1WW1/2WW2W3 b");
  EXPECT_THAT(Turns(state),
              ElementsAreArray(Words("b5-d7 b5-e8 c8:d8-c5 c8:d8-c6 c8:d8-c7 "
                                     "d4-d7 d8-d7 e6-e7 e6-e8 e6xc4 "
                                     "f6-e7")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("")));
}

TEST(OrdoClassicVectorTest, WhiteReconnectsByCaptureOrBackwardRun) {  // C7
  const State state = At("10/10/10/3WW5/2W2W4/5B4/5W4/10 w");
  EXPECT_THAT(
      Turns(state),
      ElementsAreArray(Words("d5:e5-d3 f2-c5 f2-d4 f2-e3 f2-g3 f2xf3")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("f2xf3")));
}

TEST(OrdoClassicVectorTest, BackwardRunGoesSeveralRows) {  // C8
  const State state = At("4B5/4BB4/2BB1W4/4W1BB2/4W5/4W5/5WW3/10 b");
  EXPECT_THAT(
      Turns(state),
      ElementsAreArray(Words("f7xf6 g5-g6 g5:h5-g6 g5:h5-g7 g5:h5-g8 h5-g6")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("")));
}

TEST(OrdoClassicVectorTest, SideThatCannotReconnectHasLost) {  // C9
  const State state = At("10/10/3B6/1BB1WB1B2/4WWB3/6W3/7W2/10 b");
  EXPECT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.EndReason(), "cannot-reconnect");
}

TEST(OrdoClassicVectorTest, GoalRowDoesNotExcuseStayingSplit) {  // C10
  const State state = At("10/5W4/6W3/10/7BB1/10/WW8/10 w");
  EXPECT_EQ(state.node(), Node::kTerminal);
  EXPECT_EQ(state.EndReason(), "cannot-reconnect");
}

TEST(OrdoClassicVectorTest, GoalRowWins) {  // C11
  const State state = At("6B3/4W2B2/4W2B2/3W6/10/10/10/10 w");
  EXPECT_THAT(Turns(state),
              ElementsAreArray(Words("d5-d6 d5-d7 d5-d8 d5-e5 d5-f5 e6-d6 "
                                     "e6:e7-c6 e6:e7-d6 e7-d7 e7-f7")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("d5-d8")));
}

TEST(OrdoClassicVectorTest, CapturingTheLastPieceWins) {  // C12
  const State state = At("10/10/10/4B5/3WW5/10/10/10 w");
  EXPECT_THAT(Turns(state), ElementsAreArray(Words("d4-d5 d4xe5 e4-d5 e4xe5")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("d4xe5 e4xe5")));
}

TEST(OrdoXVectorTest, FirstPartMustKeepTheGroupTogether) {  // X1
  const State state = At("10/2BB6/WWB7/10/10/10/10/10 w", "variant=x");
  EXPECT_THAT(
      Turns(state),
      ElementsAreArray(Words("a6-a7 a6-b7 a6:b6-a7 a6:b6-a8 b6-a7 b6-b7")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("a6:b6-a8")));
}

TEST(OrdoXVectorTest, RunsGoInSingleFileAndDiagonally) {  // X2
  const State state = At("1B8/2B7/W1B7/W1B7/10/10/10/10 w", "variant=x");
  EXPECT_THAT(
      Turns(state),
      ElementsAreArray(Words(
          "a5-b5+b5-b6 a5-b5+b5-b7 a5-b6 a5:a6-a6 a5:a6-a7 a5:a6-b5+b5-a6 "
          "a5:a6-b5+b5:b6-a6 a5:a6-b5+b5:b6-b6 a5:a6-b5+b5xc6 a5:a6-b6 "
          "a6-b6+a5-a6 a6-b6+a5-a7")));
  EXPECT_THAT(WinningTurns(state), ElementsAreArray(Words("a5:a6-a7")));
}

TEST(OrdoXVectorTest, CaptureLeavesAChoiceOfEqualGroups) {  // X3
  const State state = At("10/2B1B5/W2B6/10/10/10/10/10 w", "variant=x");
  EXPECT_THAT(
      Turns(state),
      ElementsAreArray(Words(
          "a6-a7 a6-a8 a6-b6+b6-a7 a6-b6+b6-b7 a6-b6+b6-b8 a6-b6+b6xc7 a6-b7 "
          "a6-c6+c6-a8 a6-c6+c6-b7 a6-c6+c6-d7 a6-c6+c6-e8 a6-c6+c6xc7 a6-c8 "
          "a6xd6=c7+d6-d7 a6xd6=c7+d6-d8 a6xd6=c7+d6-e7 a6xd6=c7+d6-f8 "
          "a6xd6=c7+d6xc7 a6xd6=e7+d6-b8 a6xd6=e7+d6-c7 a6xd6=e7+d6-d7 "
          "a6xd6=e7+d6-d8 a6xd6=e7+d6xe7")));
  EXPECT_THAT(
      WinningTurns(state),
      ElementsAreArray(Words(
          "a6-a8 a6-b6+b6-b8 a6-c6+c6-a8 a6-c6+c6-e8 a6-c8 a6xd6=c7+d6-d8 "
          "a6xd6=c7+d6-f8 a6xd6=c7+d6xc7 a6xd6=e7+d6-b8 a6xd6=e7+d6-d8 "
          "a6xd6=e7+d6xe7")));
}

TEST(OrdoXVectorTest, SecondPartMayLeaveAChoice) {  // X4
  const State state = At("10/10/10/10/7W1B/7W1B/7W2/10 b", "variant=x");
  EXPECT_THAT(Turns(state),
              ElementsAreArray(
                  Words("j3-i3+j4-j2 j3-i3+j4-j3 j3:j4-i2 j3:j4-i3+i3:i4-i1 "
                        "j3:j4-i3+i3:i4-i2 "
                        "j3:j4-i3+i3:i4-j2 j3:j4-i3+i4-j3 j3:j4-i3+i4xh3=h2 "
                        "j3:j4-i3+i4xh3=h4 "
                        "j3:j4-j1 j3:j4-j2 j4-i3 j4-i4+i4-i2 j4-i4+i4-i3")));
  EXPECT_THAT(WinningTurns(state),
              ElementsAreArray(Words("j3:j4-i3+i3:i4-i1 j3:j4-j1")));
}

TEST(OrdoXVectorTest, LastPieceTakenByTheFirstPart) {  // X5
  const State state = At("10/1W8/W1B7/10/10/10/10/10 w", "variant=x");
  EXPECT_THAT(
      Turns(state),
      ElementsAreArray(Words(
          "a6-a7 a6-a8 a6-b6+b6-a7 a6-b6+b6-c7 a6-b6+b6:b7-a7 a6-b6+b6:b7-b7 "
          "a6-b6+b6:b7-c7 a6xc6+c6-c7 a6xc6+c6-c8 b7-a7+a6-b7 b7-a7+a6:a7-a7 "
          "b7-a7+a6:a7-b7")));
  EXPECT_THAT(
      WinningTurns(state),
      ElementsAreArray(Words(
          "a6-a8 a6-b6+b6:b7-a7 a6-b6+b6:b7-b7 a6-b6+b6:b7-c7 a6xc6+c6-c7 "
          "a6xc6+c6-c8 b7-a7+a6:a7-a7 b7-a7+a6:a7-b7")));
}

TEST(OrdoXVectorTest, ChoiceOfThreeEqualGroups) {  // X6
  const State state = At("10/10/2B1B5/W2B6/3B6/10/10/10 w", "variant=x");
  std::vector<std::string> turns = Turns(state);
  std::vector<std::string> wins = WinningTurns(state);
  for (auto* list : {&turns, &wins}) {
    std::erase_if(*list, [](const std::string& turn) {
      return turn.substr(0, 5) != "a5xd5";
    });
  }
  EXPECT_THAT(turns,
              ElementsAreArray(Words(
                  "a5xd5=c6+d5-d6 a5xd5=c6+d5-d7 a5xd5=c6+d5-d8 a5xd5=c6+d5-e6 "
                  "a5xd5=c6+d5-f7 a5xd5=c6+d5-g8 a5xd5=c6+d5xc6 a5xd5=d4+d5-a8 "
                  "a5xd5=d4+d5-b7 a5xd5=d4+d5-c6 a5xd5=d4+d5-d6 a5xd5=d4+d5-d7 "
                  "a5xd5=d4+d5-d8 a5xd5=d4+d5-e6 a5xd5=d4+d5-f7 a5xd5=d4+d5-g8 "
                  "a5xd5=e6+d5-a8 a5xd5=e6+d5-b7 a5xd5=e6+d5-c6 a5xd5=e6+d5-d6 "
                  "a5xd5=e6+d5-d7 a5xd5=e6+d5-d8 a5xd5=e6+d5xe6")));
  EXPECT_THAT(wins,
              ElementsAreArray(Words(
                  "a5xd5=c6+d5-d8 a5xd5=c6+d5-g8 a5xd5=c6+d5xc6 a5xd5=d4+d5-a8 "
                  "a5xd5=d4+d5-d8 a5xd5=d4+d5-g8 a5xd5=e6+d5-a8 a5xd5=e6+d5-d8 "
                  "a5xd5=e6+d5xe6")));
}

TEST(OrdoXVectorTest, SmallerGroupsGoWithTheCapturedPiece) {  // X7
  const State state = At("10/10/4BB4/6B3/7B1W/8BW/6BB2/10 w", "variant=x");
  EXPECT_THAT(Turns(state),
              ElementsAreArray(Words(
                  "j3-i4 j3:j4-f7 j3:j4-g6 j3:j4-h5 j3:j4-i4 j3:j4-j4 j3:j4-j5 "
                  "j3:j4-j6 "
                  "j3:j4-j7 j3xi3+i3-i4 j3xi3+i3-i5 j4-i4+j3-j4 j4-i4+j3-j5")));
  EXPECT_THAT(WinningTurns(state),
              ElementsAreArray(Words("j3:j4-f7 j3:j4-j7")));
}

// ---- Positions after these turns ----

TEST(OrdoXVectorTest, LargerGroupStaysAfterASplit) {
  const State state = At("1B8/2B7/W1B7/W1B7/10/10/10/10 w", "variant=x");
  EXPECT_EQ(AfterAll(state, "a5:a6-b5 b5xc6").PositionText(),
            "1B8/2B7/1WW7/10/10/10/10/10 b");
}

TEST(OrdoXVectorTest, ChosenGroupStays) {
  const State state = At("10/2B1B5/W2B6/10/10/10/10/10 w", "variant=x");
  EXPECT_EQ(AfterAll(state, "a6xd6=c7 d6-d7").PositionText(),
            "10/2BW6/10/10/10/10/10/10 b");
  EXPECT_EQ(AfterAll(state, "a6xd6=e7 d6-d7").PositionText(),
            "10/3WB5/10/10/10/10/10/10 b");
}

TEST(OrdoXVectorTest, ChosenGroupStaysAfterTheSecondPart) {
  const State state = At("10/10/10/10/7W1B/7W1B/7W2/10 b", "variant=x");
  EXPECT_EQ(AfterAll(state, "j3:j4-i3 i4xh3=h2").PositionText(),
            "10/10/10/10/10/7BB1/7W2/10 w");
}

// ---- Codes ----

Action CodeIn(const State& state, const std::string& text) {
  const auto action = state.ParseAction(0, text);
  return action.ok() ? *action : 0;
}

TEST(OrdoCodeTest, ClassicActionIsThePartCode) {
  EXPECT_EQ(CodeIn(Start(), "c2-c4"), 525836u);
  EXPECT_EQ(CodeIn(Start(), "c2:d2-c4"), 525964u);
  EXPECT_EQ(CodeIn(At("10/10/3BB5/2B2B4/1B8/B2W6/10/10 w"), "d3xf5"), 740247u);
}

TEST(OrdoCodeTest, PartOfOrdoXWithoutAChoice) {
  const State state = At("10/2B1B5/W2B6/10/10/10/10/10 w", "variant=x");
  EXPECT_EQ(CodeIn(state, "a6-a8"), 267491634u);
}

TEST(OrdoCodeTest, BothPartsOfATurnOfOrdoX) {
  const State state = At("1B8/2B7/W1B7/W1B7/10/10/10/10 w", "variant=x");
  const std::string first = "a5:a6-b5";
  EXPECT_EQ(CodeIn(state, first), 267016488u);
  EXPECT_EQ(CodeIn(After(state, first), "b5xc6"), 267195561u);
}

TEST(OrdoCodeTest, ACaptureWithAChoiceNamesTheGroup) {
  const State state = At("10/2B1B5/W2B6/10/10/10/10/10 w", "variant=x");
  const std::string first = "a6xd6=c7";
  EXPECT_EQ(CodeIn(state, first), 130898226u);
  EXPECT_EQ(CodeIn(After(state, first), "d6-d7"), 267377333u);
}

}  // namespace
}  // namespace arena::ordo
