// Replays and exports of records.
#include "arena/record/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/record/export.h"
#include "tests/arena/record/random_match.h"

namespace arena {
namespace {

using ::arena::testing::GamesOfTests;
using ::arena::testing::PlayRandomMatch;
using ::arena::testing::RandomMatch;
using ::arena::testing::RandomRecord;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

class ReplayTest : public ::testing::Test {
 protected:
  Replay Start(const Record& record) { return *Replay::Create(record, games_); }
  std::vector<Json> Lines(const Record& record) {
    std::vector<Json> lines;
    const std::string text = *ExportJsonLines(record, games_);
    for (const absl::string_view line :
         absl::StrSplit(text, '\n', absl::SkipEmpty())) {
      lines.push_back(Json::parse(line.begin(), line.end()));
    }
    return lines;
  }

  const std::vector<Game> games_ = GamesOfTests();
  const Record record_ = RandomRecord(
      {.game = &tally::kGame, .seats = 3, .announcement_every = 2});
};

// ---- Ply by ply, for exports ----

TEST_F(ReplayTest, EveryGameReplaysToItsLastPosition) {
  for (const Game& game : games_) {
    const RandomMatch match{.game = &game, .seats = game.info->default_seats};
    Replay replay = Start(RandomRecord(match));
    while (!replay.done()) replay.Next();
    EXPECT_TRUE(replay.position() == PlayRandomMatch(match).state())
        << game.info->name;
  }
}

TEST_F(ReplayTest, EntriesThatBreakTheRulesAreNotReplayed) {
  Record record = record_;
  record.entries[0].action += 1;
  const absl::Status status = Replay::Create(record, games_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("ply 0: "));
}

// ---- Text ----

TEST_F(ReplayTest, TheTablesPlaythroughShowsEverything) {
  const std::string text = *Playthrough(record_, {}, games_);
  EXPECT_THAT(text, HasSubstr("seat 0: alice"));
  EXPECT_THAT(text, ContainsRegex("round 0 step 1 die [0-9]+"));
  EXPECT_THAT(text, HasSubstr("seat 0 says n"));
  EXPECT_THAT(text, HasSubstr("says call [call]"));
  EXPECT_THAT(text, HasSubstr("- the die is rolled"));
  EXPECT_THAT(text, HasSubstr("result: normal, rounds"));
}

TEST_F(ReplayTest, ASeatsPlaythroughHidesWhatTheSeatDidNotSee) {
  const std::string text = *Playthrough(record_, {.view = 1}, games_);
  EXPECT_THAT(text, HasSubstr("die hidden"));
  EXPECT_THAT(text, Not(ContainsRegex("die [0-9]")));
}

TEST_F(ReplayTest, PlaythroughOfASeatThatIsNotThereNamesTheSeats) {
  const absl::Status status =
      Playthrough(record_, {.view = 3}, games_).status();
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("no seat 3; the match has seats 0 to 2"));
}

TEST_F(ReplayTest, FaultsAreToldInThePlaythrough) {
  const std::string text = *Playthrough(
      RandomRecord({.game = &tally::kGame, .seats = 3, .fault_every = 4}), {},
      games_);
  EXPECT_THAT(text, HasSubstr("chose an illegal action: a substitute was played"));
  EXPECT_THAT(text, HasSubstr("fault: seat"));
}

// ---- JSON Lines ----

TEST_F(ReplayTest, JsonBeginsWithTheMatchAndEndsWithTheResult) {
  const std::vector<Json> lines = Lines(record_);
  EXPECT_EQ(lines.front()["type"], "match");
  EXPECT_EQ(lines.front()["commitment"].get<std::string>().size(), 64);
  EXPECT_EQ(lines.back()["type"], "result");
  EXPECT_EQ(lines.back()["plies"], record_.result.plies());
}

TEST_F(ReplayTest, JsonHasOneLineForEachPly) {
  EXPECT_EQ(Lines(record_).size(), record_.result.plies() + 2);
}

TEST_F(ReplayTest, JointChoicesAreOneJsonLineWithAllSeats) {
  const Json ply = Lines(RandomRecord({.game = &tally::kGame, .seats = 4}))[2];
  EXPECT_EQ(ply["kind"], "choice");
  ASSERT_EQ(ply["actions"].size(), 4);
  for (int seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(ply["actions"][seat]["seat"], seat);
  }
}

TEST_F(ReplayTest, JsonActionsHaveTextAndCode) {
  const Json die = Lines(record_)[1]["actions"][0];
  EXPECT_EQ(die["seat"], -1);
  EXPECT_EQ(die["action"], absl::StrCat("n", die["code"].get<uint32_t>()));
}

TEST_F(ReplayTest, JsonTellsTimesAndFaults) {
  const std::string text =
      *ExportJsonLines(RandomRecord({.game = &tally::kGame,
                                     .seats = 3,
                                     .fault_every = 3,
                                     .max_milliseconds = 9}),
                       games_);
  EXPECT_THAT(text, HasSubstr("\"charged_ms\":"));
  EXPECT_THAT(text, HasSubstr("\"fault\":\"illegal\""));
}

TEST_F(ReplayTest, JsonTellsACancelledMatchAndItsOpenChoices) {
  Table table = *Table::Create({&tally::kGame, 2,
                                GameOptions(tally::State::kInfo.options),
                                *ParseSeed("7")});
  table.Play(*table.NextChance()).value();
  table.Play({.kind = EntryKind::kChoice, .seat = 1, .action = 3}).value();
  table.Play({.kind = EntryKind::kCancel}).value();
  const std::vector<Json> lines = Lines(RecordOf(table, {}));
  ASSERT_EQ(lines.size(), 5);
  EXPECT_EQ(lines[2]["type"], "open_choice");
  EXPECT_EQ(lines[3]["type"], "cancel");
  EXPECT_EQ(lines[4]["termination"], "cancelled");
}

// ---- Notation ----

TEST_F(ReplayTest, NotationHasTagsThenPlies) {
  const std::string text = *ExportNotation(record_, games_);
  EXPECT_THAT(text, HasSubstr("[Game \"tally\"]\n[Rules \"3\"]\n"));
  EXPECT_THAT(text, HasSubstr("[Seat2 \"carol\"]\n"));
  EXPECT_THAT(text, HasSubstr("\n\n*:n"));
  EXPECT_THAT(text, HasSubstr("!call"));
  EXPECT_THAT(text, HasSubstr("#normal\n"));
}

TEST_F(ReplayTest, NotationQuotesTagValues) {
  Record record = record_;
  record.header.set_players(0, "a\"b\\c");
  EXPECT_THAT(*ExportNotation(record, games_),
              HasSubstr("[Seat0 \"a\\\"b\\\\c\"]\n"));
}

TEST_F(ReplayTest, NotationLinesAreShort) {
  const std::string text = *ExportNotation(
      RandomRecord({.game = &tally::kGame, .seats = 4, .options = "rounds=50"}),
      games_);
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::StartsWith(line, "[")) continue;
    EXPECT_LE(line.size(), 80) << line;
  }
}

}  // namespace
}  // namespace arena
