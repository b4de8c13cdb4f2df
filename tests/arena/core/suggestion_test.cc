// Suggestions for names that were typed wrong.
#include "arena/core/suggestion.h"

#include <gtest/gtest.h>

namespace arena {
namespace {

const std::vector<std::string>& Commands() {
  static const auto& commands = *new std::vector<std::string>{
      "games", "play", "replay", "verify", "match", "bots"};
  return commands;
}

TEST(SuggestionTest, SwappedLettersAreOneError) {
  EXPECT_EQ(Nearest("paly", Commands()), "play");
}

TEST(SuggestionTest, MissingWrongAndAdditionalLetters) {
  EXPECT_EQ(Nearest("mtch", Commands()), "match");
  EXPECT_EQ(Nearest("verifi", Commands()), "verify");
  EXPECT_EQ(Nearest("gamess", Commands()), "games");
}

TEST(SuggestionTest, CapitalsAreNoErrors) {
  EXPECT_EQ(Nearest("REPLAY", Commands()), "replay");
}

TEST(SuggestionTest, AnotherWordHasNoSuggestion) {
  EXPECT_EQ(Nearest("quit", Commands()), "");
  EXPECT_EQ(Nearest("", Commands()), "");
  EXPECT_EQ(Nearest("x", {"a", "b"}), "");
}

TEST(SuggestionTest, EndlessNameHasNoSuggestion) {
  EXPECT_EQ(Nearest(std::string(1'000'000, 'a'), {"a"}), "");
}

TEST(SuggestionTest, SuggestionEndsAMessage) {
  EXPECT_EQ(DidYouMean("paly", Commands()), " (did you mean \"play\"?)");
  EXPECT_EQ(DidYouMean("quit", Commands()), "");
}

}  // namespace
}  // namespace arena
