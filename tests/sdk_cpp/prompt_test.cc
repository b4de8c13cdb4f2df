// What a bot can ask a prompt.
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>

#include "sdk/cpp/bot.h"

namespace pentathlon {
namespace {

uint64_t SeedOf(const std::string& secret, uint32_t decision) {
  v1::MatchStart match;
  match.set_private_seed(secret);
  v1::Prompt message;
  message.set_seat(1);
  message.set_decision(decision);
  return Prompt(match, message, std::chrono::steady_clock::now()).seed();
}

TEST(PromptTest, TheSeedIsTheSameAsInTheOtherSdks) {
  EXPECT_EQ(SeedOf("\x01\x02", 7), 0x4d5cc1e6d06c84b8u);
}

TEST(PromptTest, TheSeedDiffersBySecretAndDecision) {
  const std::set<uint64_t> seeds = {SeedOf("a", 7), SeedOf("a", 8),
                                    SeedOf("b", 7)};
  EXPECT_EQ(seeds.size(), 3u);
}

TEST(PromptTest, TheRoundTripIsWhatTheRefereeMeasured) {
  const v1::MatchStart match;
  v1::Prompt message;
  const auto now = std::chrono::steady_clock::now();
  EXPECT_EQ(Prompt(match, message, now).RoundTrip(), std::nullopt);
  message.mutable_round_trip()->set_nanos(30'000'000);
  EXPECT_EQ(Prompt(match, message, now).RoundTrip(),
            std::chrono::milliseconds(30));
}

TEST(PromptTest, APromptWithoutASecretHasASeed) {
  const v1::MatchStart match;
  EXPECT_NE(Prompt(match, {}, std::chrono::steady_clock::now()).seed(), 0u);
}

}  // namespace
}  // namespace pentathlon
