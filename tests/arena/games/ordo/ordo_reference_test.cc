// The rules of Ordo against the slow reference, on thousands of positions.

#include "tests/arena/games/ordo/ordo_reference.h"

#include <map>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/arena/games/ordo/ordo_testing.h"

namespace arena::ordo {
namespace {

// The legal parts of a state, each with the rows that it leads to.
std::map<std::string, std::string> Parts(const State& state) {
  std::map<std::string, std::string> parts;
  for (const std::string& text : LegalTexts(state)) {
    const std::string position = After(state, text).PositionText();
    parts[text] = position.substr(0, position.find(' '));
  }
  return parts;
}

TEST(OrdoReferenceTest, ClassicPartsAgree) {
  for (const std::string& position : RandomPositions("", 2000, "classic")) {
    const State state = At(position);
    if (state.node() == Node::kTerminal &&
        state.EndReason() != "cannot-reconnect") {
      continue;
    }
    ASSERT_EQ(Parts(state), ReferenceParts(position, ReferenceMode::kClassic))
        << position;
  }
}

TEST(OrdoReferenceTest, OrdoXPartsAgree) {
  for (const std::string& position : RandomPositions("variant=x", 600, "x")) {
    const State state = At(position, "variant=x");
    ASSERT_EQ(Parts(state), ReferenceParts(position, ReferenceMode::kX))
        << position;
  }
}

TEST(OrdoReferenceTest, OrdoXForwardPartsAgree) {
  Rng rng("forward");
  for (const std::string& position : RandomPositions("variant=x", 1000, "f")) {
    const State start = At(position, "variant=x");
    const std::vector<std::string> first = LegalTexts(start);
    const State state = After(start, first[rng.Below(first.size())]);
    if (!state.TurnGoesOn()) continue;
    ASSERT_EQ(Parts(state),
              ReferenceParts(state.PositionText(), ReferenceMode::kXForward))
        << position;
  }
}

}  // namespace
}  // namespace arena::ordo
