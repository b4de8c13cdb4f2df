// What a bot can ask a prompt.
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>

#include "sdk/cpp/bot.h"

namespace pentathlon {
namespace {

uint64_t SeedOf(const std::string& name, uint32_t decision) {
  v1::MatchStart match;
  match.set_seed_commitment("\x01\x02");
  match.add_players("a");
  match.add_players(name);
  v1::Prompt message;
  message.set_seat(1);
  message.set_decision(decision);
  return Prompt(match, message, std::chrono::steady_clock::now()).seed();
}

TEST(PromptTest, TheSeedIsTheSameAsInTheOtherSdks) {
  EXPECT_EQ(SeedOf("bob", 7), 0x6092d22ef3bbcb03u);
}

TEST(PromptTest, TheSeedDiffersByNameAndDecision) {
  const std::set<uint64_t> seeds = {SeedOf("bob", 7), SeedOf("bob", 8),
                                    SeedOf("eve", 7)};
  EXPECT_EQ(seeds.size(), 3u);
}

TEST(PromptTest, APromptWithoutNamesHasASeed) {
  const v1::MatchStart match;
  EXPECT_NE(Prompt(match, {}, std::chrono::steady_clock::now()).seed(), 0u);
}

}  // namespace
}  // namespace pentathlon
