// The hash that tells two matches to be the same game.
#include "arena/match/actions_hash.h"

#include "arena/games/registry.h"
#include "gmock/gmock.h"
#include "tests/testing/status_matchers.h"

namespace arena {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

TableConfig Config(absl::string_view game, const std::string& options,
                   const std::string& seed = "s") {
  const Game* found = FindGame(game).value();
  return {.game = found,
          .seats = found->info->default_seats,
          .options =
              GameOptions::Parse(found->info->options, options).value(),
          .seed = ParseSeed(seed).value()};
}

// Plays a match to its end. The seats draw their actions by `players`.
Table PlayOut(const TableConfig& config, const std::string& players) {
  Table table = Table::Create(config).value();
  Rng rng(players);
  while (!table.over()) {
    std::optional<MatchEntry> entry = table.NextChance();
    if (!entry.has_value()) {
      const Seat seat = table.Owing().first();
      const auto legal = table.Legal(seat);
      entry = {.kind = EntryKind::kChoice,
               .seat = seat,
               .action =
                   legal[rng.Below(static_cast<uint32_t>(legal.size()))]};
    }
    EXPECT_THAT(table.Play(*entry), IsOk());
  }
  return table;
}

TEST(ActionsHashTest, EqualGamesHaveEqualHashes) {
  const std::string hash = ActionsSha256(PlayOut(Config("ordo", ""), "p"));
  EXPECT_THAT(hash, SizeIs(32));
  EXPECT_EQ(ActionsSha256(PlayOut(Config("ordo", ""), "p")), hash);
  EXPECT_NE(ActionsSha256(PlayOut(Config("ordo", ""), "q")), hash);
}
TEST(ActionsHashTest, AnotherSeedMakesNoOtherGameWithoutChance) {
  EXPECT_EQ(ActionsSha256(PlayOut(Config("ordo", "", "s"), "p")),
            ActionsSha256(PlayOut(Config("ordo", "", "t"), "p")));
}
TEST(ActionsHashTest, ARandomOpeningIsAPartOfTheGame) {
  const std::string options = "opening_plies=4";
  const std::string hash =
      ActionsSha256(PlayOut(Config("ordo", options, "s"), "p"));
  EXPECT_THAT(hash, SizeIs(32));
  EXPECT_EQ(ActionsSha256(PlayOut(Config("ordo", options, "s"), "p")), hash);
  EXPECT_NE(ActionsSha256(PlayOut(Config("ordo", options, "t"), "p")), hash);
}
TEST(ActionsHashTest, ATableThatIsPlayedAgainHasTheSameHash) {
  const Table table = PlayOut(Config("ordo", "opening_plies=4"), "p");
  Table again = Table::Create(table.config()).value();
  for (const MatchEntry& entry : table.entries()) {
    ASSERT_THAT(again.Play(entry), IsOk());
  }
  EXPECT_EQ(ActionsSha256(again), ActionsSha256(table));
}
// A hash of the actions alone would help to guess the hidden cards.
TEST(ActionsHashTest, InAGameWithSecretsItNeedsTheSeed) {
  for (const Game& game : AllGames()) {
    if (!game.info->hidden) continue;
    const Table table = PlayOut(Config(game.info->name, ""), "p");
    const std::string hash = ActionsSha256(table);
    EXPECT_THAT(hash, SizeIs(32)) << game.info->name;
    EXPECT_EQ(ActionsSha256(PlayOut(table.config(), "p")), hash);
    EXPECT_NE(ActionsSha256(PlayOut(table.config(), "q")), hash);
    EXPECT_NE(ActionsSha256(game, "guessed", table.entries(), table.Result()),
              hash)
        << game.info->name;
  }
}
TEST(ActionsHashTest, AForfeitHasNone) {
  Table table = Table::Create(Config("ordo", "")).value();
  EXPECT_THAT(table.Play(table.FaultEntry(0, v1::FAULT_KIND_LATE,
                                          absl::ZeroDuration())),
              IsOk());
  EXPECT_THAT(ActionsSha256(table), IsEmpty());
}
TEST(ActionsHashTest, AMatchThatWasCancelledHasNone) {
  Table table = Table::Create(Config("ordo", "")).value();
  EXPECT_THAT(table.Play({.kind = EntryKind::kCancel}), IsOk());
  EXPECT_THAT(ActionsSha256(table), IsEmpty());
}

}  // namespace
}  // namespace arena
