// Secrets of seats: one for each seat, and the same one after a restart.
#include "arena/match/private_seed.h"

#include <set>

#include "gtest/gtest.h"
#include "tests/testing/toy_game.h"

namespace arena {
namespace {

MatchSettings SettingsOf(const std::string& id, bool sealed,
                         const std::string& seed = "private") {
  return {.id = id,
          .table = {.game = &ToyGame(),
                    .seats = 3,
                    .options = GameOptions(ToyGame().info->options),
                    .seed = ParseSeed(seed).value()},
          .clock = std::nullopt,
          .players = {"a", "b", "c"},
          .label = "",
          .sealed = sealed};
}

TEST(PrivateSeedTest, EverySeatHasItsOwn) {
  const MatchSettings settings = SettingsOf("m", false);
  std::set<std::string> secrets;
  for (Seat seat = 0; seat < 3; ++seat) {
    secrets.insert(PrivateSeed(settings, seat));
    EXPECT_EQ(PrivateSeed(settings, seat).size(), 16u);
  }
  EXPECT_EQ(secrets.size(), 3u);
}

TEST(PrivateSeedTest, TheSameSeedGivesTheSameSecrets) {
  EXPECT_EQ(PrivateSeed(SettingsOf("m", false), 1),
            PrivateSeed(SettingsOf("n", false), 1));
}

// The secret of a seat follows from no public fact.
TEST(PrivateSeedTest, AnotherSeedGivesOtherSecrets) {
  EXPECT_NE(PrivateSeed(SettingsOf("m", false), 1),
            PrivateSeed(SettingsOf("m", false, "other"), 1));
}

TEST(PrivateSeedTest, MatchesWithTheSameDealsCannotBeToldByTheirSecrets) {
  EXPECT_NE(PrivateSeed(SettingsOf("m", true), 1),
            PrivateSeed(SettingsOf("n", true), 1));
  EXPECT_NE(PrivateSeed(SettingsOf("m", true), 1),
            PrivateSeed(SettingsOf("m", false), 1));
}

TEST(PrivateSeedTest, ItIsNoPartOfTheSeedOrItsCommitment) {
  const MatchSettings settings = SettingsOf("m", false);
  const Seed& seed = settings.table.seed;
  const auto commitment = SeedCommitment(seed);
  const std::string secret = PrivateSeed(settings, 0);
  EXPECT_NE(secret, std::string(seed.begin(), seed.begin() + 16));
  EXPECT_NE(secret, std::string(commitment.begin(), commitment.begin() + 16));
}

}  // namespace
}  // namespace arena
