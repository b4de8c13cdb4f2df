// arena games and arena rules.
#include <gmock/gmock.h>

#include "tests/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;

class GamesCommandTest : public ArenaTest {};

TEST_F(GamesCommandTest, TableNamesEveryGame) {
  const Outcome outcome = Arena("games");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("\noctrix"));
  EXPECT_THAT(outcome.output, HasSubstr("\nordo"));
}

TEST_F(GamesCommandTest, JsonHasTheOptions) {
  const nlohmann::json games = Arena("games --json").Json();
  ASSERT_TRUE(games.is_array());
  for (const auto& game : games) {
    if (game["name"] != "ordo") continue;
    EXPECT_EQ(game["options"][1]["name"], "variant");
    EXPECT_EQ(game["options"][1]["values"], "classic|x");
    return;
  }
  ADD_FAILURE() << games;
}

TEST_F(GamesCommandTest, RulesListTheOptions) {
  const Outcome outcome = Arena("rules ordo");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("sideways_limit  0..400"));
}

TEST_F(GamesCommandTest, RulesTellWhereDefaultsDifferFromTheText) {
  const std::string output = Arena("rules octrix").output;
  EXPECT_THAT(output, HasSubstr("differ from the original text"));
  EXPECT_THAT(output, HasSubstr("finish  deal_end  immediate  the winner is"));
  const nlohmann::json rules = Arena("rules octrix --json").Json();
  ASSERT_EQ(rules["differs_from_text"].size(), 1u);
  EXPECT_EQ(rules["differs_from_text"][0]["text"], "immediate");
}

TEST_F(GamesCommandTest, RulesInFullAreTheReadme) {
  const std::string readme = SOURCE_DIR "/arena/games/ordo/README.md";
  EXPECT_EQ(Arena("rules ordo --text").output,
            Arena("--version >/dev/null; cat " + readme).output);
}

TEST_F(GamesCommandTest, UnknownGameNamesThoseThereAre) {
  const Outcome outcome = Arena("rules chess");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("no game \"chess\""));
  EXPECT_THAT(outcome.errors, HasSubstr("octrix"));
}

TEST_F(GamesCommandTest, NoCommandIsAUsageError) {
  const Outcome outcome = Arena("");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("--help"));
}

TEST_F(GamesCommandTest, UnknownCommandIsNamed) {
  const Outcome outcome = Arena("tournamnt");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("tournamnt"));
}

TEST_F(GamesCommandTest, EveryHelpEndsWithAnExample) {
  for (const char* command :
       {"games", "rules", "play", "match create", "match show", "match list",
        "match cancel", "match watch", "replay", "verify", "export", "perft",
        "bench engine", "bench service"}) {
    const Outcome outcome = Arena(std::string(command) + " --help");
    EXPECT_EQ(outcome.exit_status, 0) << command;
    EXPECT_THAT(outcome.output,
                HasSubstr("Example: arena " + std::string(command)));
  }
}

TEST_F(GamesCommandTest, ServeIsTheReferee) {
  const Outcome outcome = Arena("serve --help");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("Usage: referee"));
}

}  // namespace
}  // namespace arena::cli
