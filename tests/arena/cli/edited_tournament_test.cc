// A tournament file that is edited and run again with the same data.
#include <gmock/gmock.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class EditedTournamentTest : public ArenaTest {
 protected:
  struct Cup {
    int sets = 1;
    std::string command = Program("random_bot");
    std::string more_bots = "";
    std::string more = "";
    std::string clock = "1s";
  };
  void WriteCup(const Cup& cup) const {
    Write("cup.toml", absl::StrCat(R"(
name = "cup"
[clock]
start = "10s"
allowance = ")",
                                   cup.clock, R"("
bank = "60s"
[[bot]]
name = "bot"
command = ")",
                                   cup.command, R"("
[[bot]]
name = "greedy"
built_in = "greedy"
)",
                                   cup.more_bots, R"(
[[event]]
name = "o"
game = "octrix"
seats = 2
options = { target = "8" }
sets = )",
                                   cup.sets, "\n", cup.more, "\n"));
  }
  Outcome Run(const std::string& flags = "") const {
    return Arena(
        "tournament run cup.toml --data data --quiet --json-file "
        "table.json " +
        flags);
  }
  // The standings of the event.
  nlohmann::json Table() const {
    const nlohmann::json table = nlohmann::json::parse(Read("table.json"));
    return table.contains("events") ? table["events"][0] : table;
  }
};

constexpr char kThird[] = "[[bot]]\nname = \"third\"\nbuilt_in = \"random\"\n";

TEST_F(EditedTournamentTest, WhatDiffersIsShownAndNothingIsDoneUnasked) {
  WriteCup({});
  ASSERT_EQ(Run().exit_status, 0);
  WriteCup({.sets = 3, .more_bots = kThird, .clock = "2s"});
  const Outcome asked = Run();
  EXPECT_EQ(asked.exit_status, 1) << asked.errors;
  EXPECT_THAT(asked.errors,
              AllOf(HasSubstr("cup.o: sets 1 → 3"),
                    HasSubstr("cup.o: one more entrant: third"),
                    HasSubstr("allowance 1s"), HasSubstr("allowance 2s"),
                    HasSubstr("--yes")));
  WriteCup({});
  EXPECT_EQ(Run().exit_status, 0);
}

TEST_F(EditedTournamentTest, WithYesItIsExtended) {
  WriteCup({});
  ASSERT_EQ(Run().exit_status, 0);
  WriteCup({.sets = 2, .more_bots = kThird});
  const Outcome extended = Run("--yes");
  ASSERT_EQ(extended.exit_status, 0) << extended.errors;
  const nlohmann::json table = Table();
  EXPECT_EQ(table["standings"]["sets"], 6) << table;
  EXPECT_EQ(table["competition"]["spec"]["changes"].size(), 2u);
}

TEST_F(EditedTournamentTest, AnotherCommandIsToldAndKeptApart) {
  WriteCup({});
  ASSERT_EQ(Run().exit_status, 0);
  WriteCup({.sets = 2, .command = Program("greedy_bot")});
  EXPECT_THAT(Run().errors, HasSubstr("bot is another program (command)"));
  ASSERT_EQ(Run("--yes").exit_status, 0);
  const nlohmann::json table = Table();
  for (const auto& line : table["standings"]["entrants"]) {
    const auto versions = line.value("versions", nlohmann::json::array());
    EXPECT_EQ(versions.size(), line["name"] == "bot" ? 2u : 0u) << line;
  }
}

TEST_F(EditedTournamentTest, WhatCannotChangeIsNamedWithBothValues) {
  WriteCup({});
  ASSERT_EQ(Run().exit_status, 0);
  WriteCup({.more = "max_faults = 9"});
  const Outcome refused = Run("--yes");
  EXPECT_EQ(refused.exit_status, 1);
  EXPECT_THAT(refused.errors, AllOf(HasSubstr("max_faults: 3 → 9"),
                                    Not(HasSubstr("another competition"))));
}

}  // namespace
}  // namespace arena::cli
