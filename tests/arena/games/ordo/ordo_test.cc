// The rules of Ordo and Ordo X, one test per rule.

#include "arena/games/ordo/ordo.h"

#include <string>

#include "arena/games/base/game_of.h"
#include "arena/games/ordo/ordo_parts.h"
#include "arena/v1/observation.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/arena/games/ordo/ordo_testing.h"

namespace arena::ordo {
namespace {

using ::testing::Contains;

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kStartText[] =
    "2BB2BB2/BBBBBBBBBB/BB2BB2BB/10/10/WW2WW2WW/WWWWWWWWWW/2WW2WW2 w";
// Four sideways parts that restore the start position.
constexpr char kCircle[] = "c1-b1 c8-b8 b1-c1 b8-c8 ";

static_assert(GameState<State> && HasPositions<State> && HasTurns<State>);

std::string CreateError(const std::string& options, int seats = 2) {
  return std::string(State::Create(seats, Options(options)).status().message());
}
std::string PositionError(const std::string& text,
                          const std::string& options = "") {
  return std::string(
      State::FromText(Options(options), text).status().message());
}
std::string ParseError(const State& state, const std::string& text) {
  return std::string(state.ParseAction(0, text).status().message());
}

// The text with left and right swapped.
std::string Mirrored(std::string position) {
  std::string mirrored;
  for (size_t begin = 0;;) {
    const size_t end = position.find_first_of("/ ", begin);
    std::string row = position.substr(begin, end - begin);
    std::string reversed;
    for (size_t i = 0; i < row.size(); ++i) {
      const bool ten = row.compare(i, 2, "10") == 0;
      reversed.insert(0, ten ? "10" : row.substr(i, 1));
      if (ten) ++i;
    }
    mirrored += reversed + position[end];
    if (position[end] == ' ') return mirrored + position.back();
    begin = end + 1;
  }
}

// The text with top and bottom and the colours swapped.
std::string Exchanged(const std::string& position) {
  std::string rows;
  for (size_t begin = 0;;) {
    const size_t end = position.find_first_of("/ ", begin);
    std::string row = position.substr(begin, end - begin);
    for (char& c : row) c = c == 'W' ? 'B' : c == 'B' ? 'W' : c;
    rows = rows.empty() ? row : row + "/" + rows;
    if (position[end] == ' ') break;
    begin = end + 1;
  }
  return rows + (position.back() == 'w' ? " b" : " w");
}

// Plays random matches and calls check(state) after every ply.
template <typename Check>
void PlayRandomMatches(const std::string& options, int matches, Check check) {
  Rng rng("matches " + options);
  ActionList legal;
  for (int i = 0; i < matches; ++i) {
    State state = Start(options);
    while (state.node() == Node::kDecision) {
      const Seat seat = state.ToAct().first();
      state.LegalActions(seat, legal);
      const SeatAction ply = {seat, legal[rng.Below(legal.size())]};
      state.Apply({&ply, 1});
      check(state);
    }
  }
}

Bits PiecesOf(const State& state, bool white) {
  v1::Observation observation;
  state.ObservationFor(0, observation);
  Bits pieces = {};
  for (const uint32_t s :
       white ? observation.ordo().white() : observation.ordo().black()) {
    pieces |= BitOf(static_cast<Square>(s));
  }
  return pieces;
}

// ---- Start ----

TEST(OrdoTest, StartPositionIsTheCastle) {
  EXPECT_EQ(Start().PositionText(), kStartText);
  EXPECT_EQ(Start("variant=x").PositionText(), kStartText);
}

TEST(OrdoTest, StartIsItsOwnMirrorImage) {
  EXPECT_EQ(Mirrored(kStartText), kStartText);
  EXPECT_EQ(At(kStartText), Start());
}

TEST(OrdoTest, WhiteActsFirst) { EXPECT_EQ(Start().ToAct(), SeatSet::Of(0)); }

TEST(OrdoTest, SeatThatIsNotToActHasNoActions) {
  ActionList legal = {1, 2, 3};
  Start().LegalActions(1, legal);
  EXPECT_TRUE(legal.empty());
}

// ---- Parts on an empty board ----

TEST(OrdoTest, SinglePieceHas2064ClassicParts) {
  size_t parts = 0;
  for (Square s = 0; s < kSquares; ++s) {
    ActionList legal;
    LegalParts({BitOf(s), {}, true}, Duty::kReconnect, legal);
    parts += legal.size();
  }
  EXPECT_EQ(parts, 2064u);
}

// Counts the parts that every run makes as a whole when it stands alone.
size_t PartsOfRuns(Duty duty, bool up, Bits forbidden) {
  size_t parts = 0;
  for (Square from = 0; from < kSquares; ++from) {
    for (Square end = from + 1; end < kSquares; ++end) {
      if (RowOf(from) != RowOf(end) && ColumnOf(from) != ColumnOf(end)) {
        continue;
      }
      const Bits run = RunBits(from, end);
      if (!(run & forbidden).empty()) continue;
      ActionList legal;
      LegalParts({run, {}, up}, duty, legal);
      for (const Action action : legal) {
        const Part part = PartOf(action);
        parts += part.from == from && part.end == end ? 1 : 0;
      }
    }
  }
  return parts;
}

TEST(OrdoTest, RunsHave5040ClassicParts) {
  EXPECT_EQ(PartsOfRuns(Duty::kReconnect, true, {}), 5040u);
  EXPECT_EQ(PartsOfRuns(Duty::kReconnect, false, {}), 5040u);
}

TEST(OrdoTest, RunsHave8388OrdoXParts) {
  // On the goal row no part is legal. That takes away the sideways parts of 240
  // positions of horizontal runs, and those of vertical runs: 7 a column, with
  // 9 sideways parts for each length over all columns.
  const size_t goal_row = 240 + 7 * 90;
  EXPECT_EQ(PartsOfRuns(Duty::kAnyPart, true, RowBits(7)) + goal_row, 8388u);
  EXPECT_EQ(PartsOfRuns(Duty::kAnyPart, false, RowBits(0)) + goal_row, 8388u);
}

TEST(OrdoTest, SinglePieceHas1392OrdoXParts) {
  size_t parts = 90;  // Sideways parts on the goal row: no part is legal there.
  for (Square s = 0; s < 70; ++s) {
    ActionList legal;
    LegalParts({BitOf(s), {}, true}, Duty::kAnyPart, legal);
    parts += legal.size();
  }
  EXPECT_EQ(parts, 1392u);
}

// ---- Order, symmetry, invariants ----

TEST(OrdoTest, LegalActionsAscend) {
  for (const char* options : {"", "variant=x"}) {
    PlayRandomMatches(options, 20, [](const State& state) {
      if (state.node() == Node::kTerminal) return;
      ActionList legal;
      state.LegalActions(state.ToAct().first(), legal);
      for (size_t i = 1; i < legal.size(); ++i) {
        ASSERT_LT(legal[i - 1], legal[i]) << state.PositionText();
      }
    });
  }
}

TEST(OrdoTest, MirrorImageHasAsManyActions) {
  for (const char* options : {"", "variant=x"}) {
    for (const std::string& text : RandomPositions(options, 300, "mirror")) {
      ASSERT_EQ(LegalTexts(At(text, options)).size(),
                LegalTexts(At(Mirrored(text), options)).size())
          << text;
    }
  }
}

TEST(OrdoTest, ExchangedColoursHaveAsManyActions) {
  for (const char* options : {"", "variant=x"}) {
    for (const std::string& text : RandomPositions(options, 300, "exchange")) {
      ASSERT_EQ(LegalTexts(At(text, options)).size(),
                LegalTexts(At(Exchanged(text), options)).size())
          << text;
    }
  }
}

TEST(OrdoTest, SideThatHasActedIsConnected) {
  PlayRandomMatches("", 50, [](const State& state) {
    v1::Observation observation;
    state.ObservationFor(0, observation);
    // After the end, no side is next, so the observation names none.
    const bool white_acted = observation.ordo().turns() % 2 == 1;
    ASSERT_TRUE(IsConnected(PiecesOf(state, white_acted)));
  });
}

TEST(OrdoTest, BothSidesOfOrdoXAreConnectedAfterEveryPart) {
  PlayRandomMatches("variant=x", 50, [](const State& state) {
    ASSERT_TRUE(IsConnected(PiecesOf(state, true)));
    ASSERT_TRUE(IsConnected(PiecesOf(state, false)));
  });
}

TEST(OrdoTest, PlayedPositionHasTheActionsOfItsText) {
  PlayRandomMatches("", 50, [](const State& state) {
    if (state.node() == Node::kTerminal) return;
    const State again = At(state.PositionText());
    ASSERT_EQ(LegalTexts(again), LegalTexts(state));
  });
}

TEST(OrdoTest, OrdoXEndsWithin197Turns) {
  int turns = 0;
  PlayRandomMatches("variant=x", 100, [&](const State& state) {
    v1::Observation observation;
    state.ObservationFor(0, observation);
    turns = std::max<int>(turns, observation.ordo().turns());
  });
  EXPECT_GT(turns, 40);
  EXPECT_LE(turns, 197);
}

// ---- Turns of Ordo X ----

TEST(OrdoXTest, SidewaysPartLeavesTheForwardPartDue) {
  const State state = After(Start("variant=x"), "c1-b1");
  EXPECT_TRUE(state.TurnGoesOn());
  EXPECT_EQ(state.ToAct(), SeatSet::Of(0));
}

TEST(OrdoXTest, ForwardPartEndsTheTurn) {
  const State state = AfterAll(Start("variant=x"), "c1-b1 b3-b4");
  EXPECT_FALSE(state.TurnGoesOn());
  EXPECT_EQ(state.ToAct(), SeatSet::Of(1));
}

TEST(OrdoXTest, NoSecondSidewaysPart) {
  const State state = After(Start("variant=x"), "c1-b1");
  EXPECT_THAT(LegalTexts(state), Not(Contains("b1-c1")));
}

TEST(OrdoXTest, CaptureOfTheLastPieceByTheFirstPartGoesOn) {
  const State state =
      After(At("10/1W8/W1B7/10/10/10/10/10 w", "variant=x"), "a6xc6");
  EXPECT_EQ(state.node(), Node::kDecision);
  EXPECT_TRUE(state.TurnGoesOn());
  EXPECT_EQ(After(state, "c6-c7").EndReason(), "captured-all");
}

// ---- The end ----

TEST(OrdoEndTest, HomeRowWins) {
  const State state = After(At("6B3/4W2B2/4W2B2/3W6/10/10/10/10 w"), "d5-d8");
  EXPECT_EQ(state.EndReason(), "home-row");
  EXPECT_EQ(state.Returns()[0], 1);
  EXPECT_EQ(state.Returns()[1], -1);
  EXPECT_EQ(state.Ranks()[0], 1);
  EXPECT_EQ(state.Ranks()[1], 2);
}

TEST(OrdoEndTest, CapturedAllWins) {
  const State state = After(At("10/10/10/4B5/3WW5/10/10/10 w"), "d4xe5");
  EXPECT_EQ(state.EndReason(), "captured-all");
  EXPECT_EQ(state.Returns()[0], 1);
}

TEST(OrdoEndTest, SplittingWithoutReconnectionWins) {
  const State before = At("10/10/3B6/1BB1BB1B2/3WWWB3/6W3/7W2/10 w");
  const State state = After(before, "d4xe5");
  EXPECT_EQ(state.EndReason(), "cannot-reconnect");
  EXPECT_EQ(state.Returns()[0], 1);
  EXPECT_EQ(state.Ranks()[1], 2);
}

TEST(OrdoEndTest, SplittingWithReconnectionGoesOn) {
  const State before = At("10/10/10/3WW5/2W2WB3/5W4/5W4/10 b");
  const State state = After(before, "g4xf3");
  EXPECT_EQ(state.node(), Node::kDecision);
  EXPECT_THAT(state.ToString(), HasSubstr("must reconnect"));
}

TEST(OrdoEndTest, DecidedPositionHasNoActions) {
  const State state = At("10/5W4/6W3/10/7BB1/10/WW8/10 w");
  EXPECT_TRUE(state.ToAct().empty());
  EXPECT_THAT(LegalTexts(state), IsEmpty());
}

TEST(OrdoEndTest, ThirdOccurrenceIsADraw) {
  const std::string parts = std::string(kCircle) + kCircle;
  const State before = AfterAll(Start(), parts.substr(0, parts.size() - 6));
  EXPECT_EQ(before.node(), Node::kDecision);
  const State state = AfterAll(Start(), parts);
  EXPECT_EQ(state.EndReason(), "repetition");
  EXPECT_EQ(state.Returns()[0], 0);
  EXPECT_EQ(state.Ranks()[0], 1);
  EXPECT_EQ(state.Ranks()[1], 1);
}

TEST(OrdoEndTest, RepetitionZeroGoesOn) {
  const std::string parts = std::string(kCircle) + kCircle;
  EXPECT_EQ(AfterAll(Start("repetition=0"), parts).node(), Node::kDecision);
}

TEST(OrdoEndTest, RepetitionTwoEndsWithTheSecondOccurrence) {
  EXPECT_EQ(AfterAll(Start("repetition=2"), kCircle).EndReason(), "repetition");
}

TEST(OrdoEndTest, TheSameSquaresWithTheOtherSideToActAreNoRepetition) {
  const State start = At("10/10/7BBB/7B2/2W7/2WWW5/10/10 w", "repetition=2");
  // White is back after three parts, and Black after two.
  const State other = AfterAll(start, "c4-d4 h5-i5 d4-e4 i5-h5 e4-c4");
  EXPECT_EQ(other.PositionText(), "10/10/7BBB/7B2/2W7/2WWW5/10/10 b");
  EXPECT_EQ(other.node(), Node::kDecision);
}

TEST(OrdoEndTest, ChangeOfRowClearsTheSidewaysPlies) {
  const State state = AfterAll(Start("sideways_limit=2"), "c1-b1 b6-b5 b1-c1");
  EXPECT_EQ(state.node(), Node::kDecision);
}

TEST(OrdoEndTest, SidewaysLimitIsADraw) {
  const State state = AfterAll(Start("sideways_limit=2"), "c1-b1 c8-b8");
  EXPECT_EQ(state.EndReason(), "sideways-limit");
  EXPECT_EQ(state.Returns()[1], 0);
}

TEST(OrdoEndTest, MaxPliesIsADraw) {
  EXPECT_EQ(AfterAll(Start("max_plies=2"), "b3-b4 b6-b5").EndReason(),
            "max-plies");
}

TEST(OrdoEndTest, WinInTheLastPlyGoesFirst) {
  const State state =
      After(At("10/10/10/4B5/3WW5/10/10/10 w", "max_plies=1"), "d4xe5");
  EXPECT_EQ(state.EndReason(), "captured-all");
}

TEST(OrdoEndTest, RepetitionGoesBeforeTheLimits) {
  const std::string options = "repetition=2,sideways_limit=4,max_plies=4";
  EXPECT_EQ(AfterAll(Start(options), kCircle).EndReason(), "repetition");
}

TEST(OrdoEndTest, LongestSidewaysPlayEndsInTime) {
  State state = Start("repetition=0,sideways_limit=400,max_plies=0");
  for (int i = 0; i < 100; ++i) state = AfterAll(state, kCircle);
  EXPECT_EQ(state.EndReason(), "sideways-limit");
}

// ---- Options ----

TEST(OrdoOptionsTest, DrawOptionsBelongToClassic) {
  EXPECT_THAT(CreateError("variant=x,repetition=3"),
              HasSubstr("only variant=classic has it"));
  EXPECT_THAT(CreateError("variant=x,sideways_limit=60"),
              HasSubstr("sideways_limit=60"));
  EXPECT_THAT(CreateError("variant=x,max_plies=9"), HasSubstr("max_plies=9"));
}

TEST(OrdoOptionsTest, InOrdoXTheyAreOff) {
  const std::string off = "variant=x,repetition=0,sideways_limit=0,max_plies=0";
  EXPECT_TRUE(Start(off) == Start("variant=x"));
}

TEST(OrdoOptionsTest, RepetitionOneIsRefused) {
  EXPECT_THAT(CreateError("repetition=1"), HasSubstr("2..100"));
}

TEST(OrdoOptionsTest, SomethingMustEndTheMatch) {
  EXPECT_THAT(CreateError("sideways_limit=0,max_plies=0"),
              HasSubstr("at least one of them in 1..400"));
}

TEST(OrdoOptionsTest, OneLimitIsEnough) {
  EXPECT_EQ(CreateError("sideways_limit=0,repetition=0"), "");
  EXPECT_EQ(CreateError("max_plies=0,repetition=0"), "");
}

TEST(OrdoOptionsTest, TwoSeatsOnly) {
  EXPECT_THAT(CreateError("", 3), HasSubstr("not 3"));
}

// ---- Positions as text ----

TEST(OrdoPositionTest, RowCountMustBeEight) {
  EXPECT_THAT(PositionError("10/10 w"), HasSubstr("has 2 rows; expected 8"));
}

TEST(OrdoPositionTest, RowsHaveTenSquares) {
  EXPECT_THAT(PositionError("10/10/10/4B4/3WW5/10/10/10 w"),
              HasSubstr("row 5 \"4B4\" has 9 squares; expected 10"));
  EXPECT_THAT(PositionError("10/10/10/4B6/3WW5/10/10/10 w"),
              HasSubstr("has 11 squares"));
}

TEST(OrdoPositionTest, OtherCharactersAreRefused) {
  EXPECT_THAT(PositionError("10/10/10/4x5/3WW5/10/10/10 w"),
              HasSubstr("unexpected 'x'"));
}

TEST(OrdoPositionTest, RunsOfEmptySquaresAreOneToTen) {
  for (const char* run : {"0", "11", "05", "99999999999999999999"}) {
    EXPECT_THAT(
        PositionError(std::string("10/10/10/") + run + "/3WW5/10/10/10 w"),
        HasSubstr("expected 1..10"))
        << run;
  }
}

TEST(OrdoPositionTest, SideIsOneLetter) {
  for (const char* side : {"", " ", " x", " w ", " ww"}) {
    EXPECT_THAT(PositionError(std::string("10/10/10/4B5/3WW5/10/10/10") + side),
                HasSubstr("expected \"ROWS w\" or \"ROWS b\""))
        << side;
  }
}

TEST(OrdoPositionTest, TwentyPiecesASideAtMost) {
  EXPECT_THAT(PositionError("10/10/B9/10/10/W9/WWWWWWWWWW/WWWWWWWWWW b"),
              HasSubstr("White has 21 pieces; expected 0..20"));
}

TEST(OrdoPositionTest, SideThatHasActedHasAPiece) {
  EXPECT_THAT(PositionError("10/10/10/10/10/10/10/W9 w"),
              HasSubstr("Black has no piece"));
}

TEST(OrdoPositionTest, SideThatHasActedIsConnected) {
  EXPECT_THAT(PositionError("10/10/B8B/10/10/10/10/W9 w"),
              HasSubstr("Black is split"));
}

TEST(OrdoPositionTest, BothSidesOfOrdoXAreConnected) {
  EXPECT_THAT(PositionError("10/10/B9/10/10/10/10/W8W w", "variant=x"),
              HasSubstr("White is split"));
}

TEST(OrdoPositionTest, SideToActHasNotWonAlready) {
  EXPECT_THAT(PositionError("W9/10/9B/10/10/10/10/10 w"),
              HasSubstr("White is to act, but has won already"));
}

TEST(OrdoPositionTest, WonPositionIsTerminal) {
  EXPECT_EQ(At("W9/10/9B/10/10/10/10/10 b").EndReason(), "home-row");
  EXPECT_EQ(At("10/10/9B/10/10/10/10/10 w").EndReason(), "captured-all");
}

// ---- Actions as text ----

TEST(OrdoNotationTest, ActionsReadBack) {
  for (const char* options : {"", "variant=x"}) {
    for (const std::string& text : RandomPositions(options, 100, "text")) {
      const State state = At(text, options);
      if (state.node() == Node::kTerminal) continue;
      const Seat seat = state.ToAct().first();
      ActionList legal;
      state.LegalActions(seat, legal);
      for (const Action action : legal) {
        const std::string written = state.ActionToString(seat, action);
        ASSERT_EQ(state.ParseAction(seat, written).value(), action) << written;
      }
    }
  }
}

TEST(OrdoNotationTest, EndsOfARunComeInEitherOrder) {
  EXPECT_EQ(Start().ParseAction(0, "d2:c2-d4").value(),
            Start().ParseAction(0, "c2:d2-c4").value());
}

TEST(OrdoNotationTest, CaptureIsWrittenAsSuch) {
  const State state = At("10/10/10/4B5/3WW5/10/10/10 w");
  EXPECT_THAT(ParseError(state, "d4-e5"), HasSubstr("expected d4xe5"));
  EXPECT_THAT(ParseError(state, "d4xd5"), HasSubstr("expected d4-d5"));
}

TEST(OrdoNotationTest, GroupThatStaysIsForOrdoX) {
  EXPECT_THAT(ParseError(Start(), "c2xc4=a1"), HasSubstr("only Ordo X"));
}

TEST(OrdoNotationTest, RunsAreStraight) {
  EXPECT_THAT(ParseError(Start(), "a2:b3-a3"), HasSubstr("one row or column"));
}

TEST(OrdoNotationTest, RunsStayOnTheBoard) {
  EXPECT_THAT(ParseError(Start(), "a2:c2-j4"), HasSubstr("leaves the board"));
  EXPECT_FALSE(Start().ParseAction(0, "b2:a2-a2").ok());
  EXPECT_FALSE(Start().ParseAction(0, "a5:a2-a1").ok());
}

TEST(OrdoNotationTest, GarbageIsRefused) {
  for (const char* text :
       {"", "c2", "c2-", "c2-c", "c2-c9", "k2-c4", "C2-C4", "c2-c4 ", " c2-c4",
        "c2c4", "c2:c2-c4", "c2:d2xc4", "c2-c4=a1", "c2-c4+c4-c5", "c2:d2",
        "c2:", ":", "c0-c1", "c2xc4="}) {
    EXPECT_THAT(ParseError(Start("variant=x"), text),
                HasSubstr("expected one part"))
        << text;
  }
}

// ---- Actions as messages ----

v1::GameAction Message(uint32_t from, uint32_t end, uint32_t to) {
  v1::GameAction message;
  message.mutable_ordo()->set_from_square(from);
  message.mutable_ordo()->set_end_square(end);
  message.mutable_ordo()->set_to_square(to);
  return message;
}

TEST(OrdoMessageTest, ActionsReadBack) {
  PlayRandomMatches("variant=x", 10, [](const State& state) {
    if (state.node() == Node::kTerminal) return;
    const Seat seat = state.ToAct().first();
    ActionList legal;
    state.LegalActions(seat, legal);
    for (const Action action : legal) {
      v1::GameAction message;
      state.ActionToMessage(seat, action, message);
      ASSERT_EQ(state.ActionFromMessage(seat, message).value(), action);
    }
  });
}

TEST(OrdoMessageTest, ChoiceOfAGroupReadsBack) {
  const State state = At("10/2B1B5/W2B6/10/10/10/10/10 w", "variant=x");
  const Action action = state.ParseAction(0, "a6xd6=c7").value();
  v1::GameAction message;
  state.ActionToMessage(0, action, message);
  EXPECT_EQ(message.ordo().stays_square(), 62u);
  EXPECT_EQ(state.ActionFromMessage(0, message).value(), action);
}

TEST(OrdoMessageTest, NonsenseIsRefused) {
  const State state = Start();
  for (const v1::GameAction& message :
       {v1::GameAction(), Message(80, 80, 3), Message(3, 3, 0xFFFFFFFF),
        Message(13, 12, 30), Message(12, 23, 30), Message(8, 9, 9),
        Message(60, 70, 70)}) {
    EXPECT_FALSE(state.ActionFromMessage(0, message).ok())
        << message.ShortDebugString();
  }
}

TEST(OrdoMessageTest, ClassicHasNoGroupThatStays) {
  v1::GameAction message = Message(12, 12, 32);
  message.mutable_ordo()->set_stays_square(3);
  EXPECT_FALSE(Start().ActionFromMessage(0, message).ok());
  EXPECT_TRUE(Start("variant=x").ActionFromMessage(0, message).ok());
  message.mutable_ordo()->set_stays_square(127);
  EXPECT_FALSE(Start("variant=x").ActionFromMessage(0, message).ok());
}

TEST(OrdoMessageTest, EventTellsThePart) {
  const State state = Start();
  const SeatAction ply = {0, state.ParseAction(0, "c2:d2-c4").value()};
  v1::PlyEvent event;
  state.EventFor(1, {&ply, 1}, event);
  ASSERT_EQ(event.actions_size(), 1);
  EXPECT_EQ(event.actions(0).seat(), 0u);
  EXPECT_EQ(event.actions(0).text(), "c2:d2-c4");
  EXPECT_EQ(event.actions(0).action().ordo().end_square(), 13u);
}

// ---- Observations ----

v1::Observation ObservationOf(const State& state) {
  v1::Observation observation;
  AnyStateOf(state)->ObservationFor(0, observation);
  return observation;
}

absl::StatusOr<State> SampleOf(const v1::Observation& observation,
                               const std::string& options = "") {
  Rng rng("sample");
  return DrawState<State>(2, Options(options), 0, observation, rng);
}

TEST(OrdoObservationTest, SampleIsTheSameState) {
  for (const char* options :
       {"", "variant=x", "sideways_limit=5,repetition=2,max_plies=60"}) {
    PlayRandomMatches(options, 10, [options](const State& state) {
      const auto sample = SampleOf(ObservationOf(state), options);
      ASSERT_TRUE(sample.ok()) << sample.status().message();
      ASSERT_TRUE(*sample == state) << state.ToString();
    });
  }
}

TEST(OrdoObservationTest, SampleRemembersRepetition) {
  const State state = AfterAll(Start(), std::string(kCircle) + "c1-b1 c8-b8");
  const auto sample = SampleOf(ObservationOf(state));
  ASSERT_TRUE(sample.ok()) << sample.status().message();
  EXPECT_TRUE(*sample == state);
  EXPECT_EQ(AfterAll(*sample, "b1-c1 b8-c8").EndReason(), "repetition");
}

TEST(OrdoObservationTest, OccurrencesAreCounted) {
  const State state = AfterAll(Start(), kCircle);
  EXPECT_EQ(ObservationOf(state).ordo().occurrences(), 2u);
  EXPECT_EQ(ObservationOf(state).ordo().sideways_plies(), 4u);
}

TEST(OrdoObservationTest, ContradictionsAreRefused) {
  const v1::Observation good = ObservationOf(AfterAll(Start(), kCircle));
  ASSERT_TRUE(SampleOf(good).ok());
  using Change = void (*)(v1::OrdoObservation&);
  const Change changes[] = {
      [](v1::OrdoObservation& o) { o.set_occurrences(1); },
      [](v1::OrdoObservation& o) { o.set_sideways_plies(3); },
      [](v1::OrdoObservation& o) { o.set_turns(3); },
      [](v1::OrdoObservation& o) { o.set_turns(401); },
      [](v1::OrdoObservation& o) { o.set_to_act(0, 1); },
      [](v1::OrdoObservation& o) { o.clear_to_act(); },
      [](v1::OrdoObservation& o) { o.set_must_reconnect(true); },
      [](v1::OrdoObservation& o) { o.set_forward_part_due(true); },
      [](v1::OrdoObservation& o) { o.set_variant(v1::ORDO_VARIANT_X); },
      [](v1::OrdoObservation& o) { o.add_white(80); },
      [](v1::OrdoObservation& o) { o.set_white(0, o.black(0)); },
      [](v1::OrdoObservation& o) { o.add_white(79); },
      [](v1::OrdoObservation& o) { o.clear_black(); },
      [](v1::OrdoObservation& o) {
        o.add_reversible_actions()->set_to_square(80);
      },
      [](v1::OrdoObservation& o) {
        o.add_reversible_actions()->set_to_square(1);
      },
      [](v1::OrdoObservation& o) {
        o.mutable_reversible_actions(0)->set_to_square(32);
      },
      [](v1::OrdoObservation& o) {
        for (int i = 0; i < 500; ++i) {
          *o.add_reversible_actions() = o.reversible_actions(0);
        }
      },
  };
  int number = 0;
  for (const Change change : changes) {
    v1::Observation bad = good;
    change(*bad.mutable_ordo());
    EXPECT_FALSE(SampleOf(bad).ok()) << "change " << number;
    ++number;
  }
}

TEST(OrdoObservationTest, ObservationOfAnotherGameIsRefused) {
  EXPECT_FALSE(SampleOf(v1::Observation()).ok());
}

TEST(OrdoObservationTest, ForwardPartMustBePossible) {
  v1::Observation observation =
      ObservationOf(After(Start("variant=x"), "c1-b1"));
  ASSERT_TRUE(SampleOf(observation, "variant=x").ok());
  observation.mutable_ordo()->clear_white();
  observation.mutable_ordo()->clear_black();
  EXPECT_FALSE(SampleOf(observation, "variant=x").ok());
}

TEST(OrdoObservationTest, TextDrawsTheBoard) {
  EXPECT_EQ(State::ObservationToString(ObservationOf(Start())),
            "8  . . B B . . B B . .\n"
            "7  B B B B B B B B B B\n"
            "6  B B . . B B . . B B\n"
            "5  . . . . . . . . . .\n"
            "4  . . . . . . . . . .\n"
            "3  W W . . W W . . W W\n"
            "2  W W W W W W W W W W\n"
            "1  . . W W . . W W . .\n"
            "   a b c d e f g h i j\n"
            "Ordo, turns: 0, to act: White\n"
            "sideways plies in a row: 0, occurrences of this position: 1\n");
}

TEST(OrdoObservationTest, TextNamesTheDuty) {
  EXPECT_THAT(After(Start("variant=x"), "c1-b1").ToString(),
              HasSubstr("to act: White, forward part due"));
  EXPECT_THAT(At("10/10/10/3WW5/2W2W4/5B4/5W4/10 w").ToString(),
              HasSubstr("must reconnect"));
}

TEST(OrdoObservationTest, TextOfTheEndNamesTheWinner) {
  EXPECT_THAT(At("W9/10/9B/10/10/10/10/10 b").ToString(),
              HasSubstr("White wins: home-row"));
  EXPECT_THAT(AfterAll(Start("max_plies=2"), "b3-b4 b6-b5").ToString(),
              HasSubstr("draw: max-plies"));
}

// ---- Substitute and suggestion ----

std::string Suggested(const State& state) {
  const Seat seat = state.ToAct().first();
  return state.ActionToString(seat, state.Suggest(seat));
}

TEST(OrdoSuggestTest, SubstituteIsTheLowestLegalAction) {
  ActionList legal;
  Start().LegalActions(0, legal);
  EXPECT_EQ(Start().Substitute(0), legal[0]);
}

TEST(OrdoSuggestTest, WinsAtOnce) {
  EXPECT_EQ(Suggested(At("6B3/4W2B2/4W2B2/3W6/10/10/10/10 w")), "d5-d8");
}

TEST(OrdoSuggestTest, TakesAPiece) {
  EXPECT_EQ(Suggested(At("10/10/8BB/4B2BB1/3WWBB3/10/10/10 w")), "d4xe5");
}

TEST(OrdoSuggestTest, SeesTheWholeTurnOfOrdoX) {
  const State state = At("10/1W8/W1B7/10/10/10/10/10 w", "variant=x");
  const std::string first = Suggested(state);
  const State next = After(state, first);
  const State end = next.TurnGoesOn() ? After(next, Suggested(next)) : next;
  EXPECT_EQ(end.Returns()[0], 1);
}

// ---- Size ----

TEST(OrdoTest, StateIsSmall) { EXPECT_LE(sizeof(State), 1024u); }

}  // namespace
}  // namespace arena::ordo
