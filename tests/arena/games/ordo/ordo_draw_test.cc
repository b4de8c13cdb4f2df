// A drawn part is a legal one, and each has the same probability.
#include "arena/games/ordo/ordo_draw.h"

#include <algorithm>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/arena/games/ordo/ordo_testing.h"

namespace arena::ordo {
namespace {

using ::testing::ElementsAreArray;

// The board of a position as the side to act sees it.
Board BoardOf(const std::string& position) {
  std::array<Bits, 2> pieces = {};
  Square square = kSquares - kColumns;
  for (size_t i = 0; position[i] != ' '; ++i) {
    const char c = position[i];
    if (c == '/') {
      square -= 2 * kColumns;
    } else if (c == 'W' || c == 'B') {
      pieces[c == 'B'] |= BitOf(square++);
    } else {
      const bool ten = c == '1' && position[i + 1] == '0';
      square += ten ? kColumns : c - '0';
      i += ten ? 1 : 0;
    }
  }
  const bool white = position.back() == 'w';
  return {pieces[white ? 0 : 1], pieces[white ? 1 : 0], white};
}

// Every number of a candidate is drawn with the same probability. So the draw
// is fair if each legal part has exactly one number.
void ExpectOneNumberEach(const std::string& position, Duty duty) {
  const Board board = BoardOf(position);
  const Candidates candidates(board, duty);
  std::vector<Action> found;
  for (uint32_t number = 0; number < candidates.size(); ++number) {
    const auto part = candidates.at(number);
    if (part.has_value()) found.push_back(*part);
  }
  std::sort(found.begin(), found.end());
  ActionList legal;
  LegalParts(board, duty, legal);
  EXPECT_THAT(found, ElementsAreArray(legal.begin(), legal.end())) << position;
}

TEST(OrdoDrawTest, EveryClassicPartHasOneNumber) {
  for (const std::string& position : RandomPositions("", 2000, "classic")) {
    const State state = At(position);
    if (state.node() != Node::kDecision) continue;
    if (!IsConnected(BoardOf(position).own)) continue;
    ExpectOneNumberEach(position, Duty::kClassic);
  }
}

TEST(OrdoDrawTest, EveryPartOfOrdoXHasOneNumber) {
  int choices = 0;
  for (const std::string& position :
       RandomPositions("variant=x", 2000, "ordo x")) {
    const State state = At(position, "variant=x");
    if (state.node() != Node::kDecision) continue;
    ExpectOneNumberEach(position, Duty::kAnyPart);
    ExpectOneNumberEach(position, Duty::kForward);
    for (const std::string& part : LegalTexts(state)) {
      choices += part.find('=') != std::string::npos;
    }
  }
  EXPECT_GT(choices, 100) << "hardly any capture left a choice";
}

TEST(OrdoDrawTest, ASideThatMustReconnectDrawsEveryPart) {
  int split = 0;
  for (const std::string& position : RandomPositions("", 2000, "classic")) {
    const State state = At(position);
    const Board board = BoardOf(position);
    if (state.node() != Node::kDecision || IsConnected(board.own)) continue;
    ActionList legal;
    LegalParts(board, Duty::kReconnect, legal);
    ++split;
    std::vector<Action> missing(legal.begin(), legal.end());
    Rng rng("reconnect");
    for (int i = 0; i < 4000 && !missing.empty(); ++i) {
      const Action drawn = DrawPart(board, Duty::kReconnect, rng);
      ASSERT_TRUE(std::binary_search(legal.begin(), legal.end(), drawn));
      missing.erase(std::remove(missing.begin(), missing.end(), drawn),
                    missing.end());
    }
    EXPECT_TRUE(missing.empty()) << position;
  }
  EXPECT_GT(split, 50);
}

}  // namespace
}  // namespace arena::ordo
