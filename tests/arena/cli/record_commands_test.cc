// arena verify, replay, export, prompts and rehearse.
#include <gmock/gmock.h>

#include <cstdlib>
#include <map>
#include <sstream>

#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class RecordCommandsTest : public ArenaTest {
 protected:
  RecordCommandsTest() {
    const Outcome outcome = Arena(
        "play -g octrix -b random,greedy,random --seed 1 --record a.record -q");
    EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  }
  // Writes a copy of the record with one byte changed.
  void Damage(size_t offset) const {
    std::string bytes = Read("a.record");
    bytes.at(offset) ^= 1;
    Write("damaged.record", bytes);
  }
};

TEST_F(RecordCommandsTest, GenuineRecordVerifies) {
  const Outcome outcome = Arena("verify a.record");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("a.record: ok, "));
}

TEST_F(RecordCommandsTest, FlippedByteFailsWithItsPlace) {
  Damage(Read("a.record").size() / 2);
  const Outcome outcome = Arena("verify damaged.record");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.output, HasSubstr("damaged.record: FAILED"));
  EXPECT_THAT(outcome.output, HasSubstr("byte"));
}

TEST_F(RecordCommandsTest, OneBadRecordAmongGoodOnesFails) {
  Damage(60);
  const Outcome outcome =
      Arena("verify a.record damaged.record a.record --json");
  EXPECT_EQ(outcome.exit_status, 1);
  const auto json = outcome.Json();
  ASSERT_EQ(json.size(), 3u);
  EXPECT_EQ(json[0]["ok"], true);
  EXPECT_EQ(json[1]["ok"], false);
  EXPECT_EQ(json[2]["ok"], true);
}

TEST_F(RecordCommandsTest, MissingFileIsNamed) {
  const Outcome outcome = Arena("verify nothing.record");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.output, HasSubstr("nothing.record"));
}

TEST_F(RecordCommandsTest, FileThatIsNoRecordIsNamed) {
  Write("text", "hello");
  const Outcome outcome = Arena("replay text");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("text: "));
}

TEST_F(RecordCommandsTest, FileThatIsNoRecordSaysWhatWouldBeRight) {
  Write("text", "hello");
  for (const char* command : {"replay text", "export text"}) {
    EXPECT_THAT(Arena(command).errors, HasSubstr("arena play --record"))
        << command;
  }
  EXPECT_THAT(Arena("verify text").output, HasSubstr("arena play --record"));
}

TEST_F(RecordCommandsTest, IdWithoutAnAddressIsRecognised) {
  EXPECT_THAT(Arena("replay 5f1c0a").errors, HasSubstr("--address"));
}

TEST_F(RecordCommandsTest, OneDecisionShowsPositionChoicesAndWhatWasChosen) {
  const Outcome outcome = Arena("replay a.record --decision 3");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("before decision 3 "));
  EXPECT_THAT(outcome.output, HasSubstr(" can choose: "));
  EXPECT_THAT(outcome.output, HasSubstr("\n   3  "));
  EXPECT_THAT(outcome.output, Not(HasSubstr("before decision 4")));
  EXPECT_THAT(outcome.output, Not(HasSubstr("result: ")));
}

TEST_F(RecordCommandsTest, OneDecisionAsASeatSawItHidesWhatOthersCouldChoose) {
  const std::string table = Arena("replay a.record --decision 1").output;
  EXPECT_THAT(table, HasSubstr("seat 1 can choose"));
  for (const char* view : {"--seat 0", "--spectator"}) {
    EXPECT_THAT(
        Arena(std::string("replay a.record --decision 1 ") + view).output,
        Not(HasSubstr("seat 1 can choose")))
        << view;
  }
}

TEST_F(RecordCommandsTest, DecisionThatTheMatchDoesNotHave) {
  const Outcome outcome = Arena("replay a.record --decision 9999");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("no decision 9999; the match has "
                                        "decisions 1 to "));
}

TEST_F(RecordCommandsTest, PromptsAreAMessageALine) {
  const Outcome outcome =
      Arena("prompts a.record --seat 1 --decision 2 --format json");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  std::vector<std::string> kinds;
  std::istringstream lines(outcome.output);
  for (std::string line; std::getline(lines, line);) {
    kinds.push_back(nlohmann::json::parse(line).begin().key());
  }
  EXPECT_THAT(kinds, ElementsAre("matchStart", "prompt", "actAck", "matchEnd"));
  // A field that is zero is written, too: a choice may have the id 0.
  EXPECT_THAT(outcome.output, HasSubstr("\"faults\":0,"));
}

TEST_F(RecordCommandsTest, PromptsInAFileAreWhatStandardOutputGets) {
  const Outcome outcome = Arena("prompts a.record --seat 0 --out seat0.prompts");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, "");
  EXPECT_EQ(Arena("prompts a.record --seat 0").output, Read("seat0.prompts"));
  // The file begins with the length and the kind of the first message:
  // matchStart.
  const std::string bytes = Read("seat0.prompts");
  const size_t behind_length = (bytes.at(0) & 0x80) == 0 ? 1 : 2;
  EXPECT_EQ(bytes.at(behind_length), (2 << 3) | 2);
}

TEST_F(RecordCommandsTest, BinaryPromptsAreNothingForATerminal) {
  Write("run", Program("arena") + " prompts a.record --seat 0\n");
  const std::string command = "cd " + Path("") +
                              " && script -qec 'sh run' /dev/null 2>&1 "
                              "</dev/null >printed; echo $? >status";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_THAT(Read("printed"), HasSubstr("--format json"));
  EXPECT_EQ(Read("status"), "2\n");
}

TEST_F(RecordCommandsTest, ABotIsAskedAgainFromARecordAndFromPrompts) {
  Arena("prompts a.record --seat 1 --out seat1.prompts");
  const std::string bot = " -- " + Program("greedy_bot");
  const Outcome record = Arena("rehearse a.record --seat 1" + bot);
  EXPECT_EQ(record.exit_status, 0) << record.errors;
  EXPECT_EQ(record.errors, "");
  EXPECT_THAT(record.output, MatchesRegex("(decision [0-9]+: .*\n)+"
                                          "[0-9]+ decisions, [0-9]+ as "
                                          "played\n"));
  EXPECT_EQ(Arena("rehearse seat1.prompts" + bot).output, record.output);
  EXPECT_THAT(Arena("rehearse a.record --seat 1 -d 1" + bot).output,
              HasSubstr("\n1 decisions, "));
}

TEST_F(RecordCommandsTest, ABotThatEndsInARehearsalHasStatus1) {
  const Outcome silent = Arena("rehearse a.record --seat 1 -- true");
  EXPECT_EQ(silent.exit_status, 1);
  EXPECT_THAT(silent.errors, HasSubstr("exit status 0, and never connected"));
  const Outcome failing = Arena("rehearse a.record --seat 1 -- sh -c 'exit 7'");
  EXPECT_EQ(failing.exit_status, 1);
  EXPECT_THAT(failing.errors, HasSubstr("exit status 7"));
  const Outcome mid = Arena("rehearse a.record --seat 1 -- " +
                            Program("arena") + " bridge -- false");
  EXPECT_EQ(mid.exit_status, 1);
}

TEST_F(RecordCommandsTest, ARehearsalThatCannotBeGivenIsRefused) {
  for (const auto& [flags, problem] :
       std::vector<std::pair<std::string, std::string>>{
           {"a.record -- true", "or for a record a seat with --seat"},
           {"a.record --seat 3 -- true", "the match has seats 0 to 2"},
           {"a.record -d 1 -- true", "--decision has no use without --seat"},
           {"a.record --seat 1", "COMMAND is required"},
           {"nowhere -- true", "nowhere"},
           {"a.record --seat 1 -- no-such-program", "cannot start"}}) {
    const Outcome outcome = Arena("rehearse " + flags);
    EXPECT_EQ(outcome.exit_status, 2) << flags;
    EXPECT_THAT(outcome.errors, HasSubstr(problem)) << flags;
  }
}

TEST_F(RecordCommandsTest, PromptsOfABrokenRecordOrNobodyAreErrors) {
  Damage(Read("a.record").size() / 2);
  EXPECT_EQ(Arena("prompts damaged.record --seat 0").exit_status, 1);
  const Outcome seat = Arena("prompts a.record --seat 3");
  EXPECT_EQ(seat.exit_status, 2);
  EXPECT_THAT(seat.errors, HasSubstr("the match has seats 0 to 2"));
  EXPECT_EQ(Arena("prompts a.record --seat 0 -d 9999").exit_status, 2);
  EXPECT_THAT(Arena("prompts a.record").errors, HasSubstr("--seat is required"));
}

TEST_F(RecordCommandsTest, ReplayFitsTheTerminal) {
  EXPECT_THAT(LongLines(Arena("replay a.record", 80).output), IsEmpty());
}

TEST_F(RecordCommandsTest, ReplayOfAFolderNamesAFile) {
  Arena("play -g octrix -b random -n 2 --record-dir d -q");
  const Outcome outcome = Arena("replay d");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("d/octrix-0.record"));
}

TEST_F(RecordCommandsTest, ReplayShowsTheTable) {
  const Outcome outcome = Arena("replay a.record");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("as seen from the table"));
  EXPECT_THAT(outcome.output, HasSubstr("decision 1 "));
}

TEST_F(RecordCommandsTest, ReplayShowsWhatASeatSaw) {
  EXPECT_THAT(Arena("replay a.record --seat 2").output,
              HasSubstr("as seen by seat 2"));
}

TEST_F(RecordCommandsTest, SeatThatTheMatchDoesNotHave) {
  const Outcome outcome = Arena("replay a.record --seat 3");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("3"));
}

TEST_F(RecordCommandsTest, ReplayWritesAPage) {
  const Outcome outcome = Arena("replay a.record --html a.html");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, IsEmpty());
  EXPECT_THAT(Read("a.html"), HasSubstr("Content-Security-Policy"));
  const Outcome nowhere = Arena("replay a.record --html nowhere/a.html");
  EXPECT_EQ(nowhere.exit_status, 2);
  EXPECT_THAT(nowhere.errors, HasSubstr("nowhere/a.html"));
}

// Two matches with the deals of a.record.
class SetPageTest : public RecordCommandsTest {
 protected:
  SetPageTest() {
    EXPECT_EQ(
        Arena("play -g octrix -b greedy,random,first --seed 7 -q -r one.record")
            .exit_status,
        0);
    EXPECT_EQ(
        Arena("play -g octrix -b first,greedy,random --seed 7 -q -r two.record")
            .exit_status,
        0);
  }
};

TEST_F(SetPageTest, MatchesThatShareTheirDealsMakeOnePage) {
  const Outcome outcome = Arena("replay one.record two.record --html set.html");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, IsEmpty());
  EXPECT_THAT(Read("set.html"), HasSubstr("octrix: 2 tables"));
  EXPECT_EQ(Arena("replay one.record two.record --html again.html --follow "
                  "greedy")
                .exit_status,
            0);
}

TEST_F(SetPageTest, WhatDoesNotBelongTogetherIsRefused) {
  Arena("play -g octrix -b greedy,random,first --seed 8 -q -r other.record");
  const Outcome outcome =
      Arena("replay one.record two.record other.record --html set.html");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors,
              HasSubstr("other.record does not belong to one.record: its seed"));
  EXPECT_THAT(Arena("replay one.record one.record --html set.html").errors,
              HasSubstr("expected each match once"));
  const Outcome stranger =
      Arena("replay one.record two.record --html set.html --follow mallory");
  EXPECT_EQ(stranger.exit_status, 2);
  EXPECT_THAT(stranger.errors, HasSubstr("expected one of first, greedy"));
}

TEST_F(SetPageTest, OnlyAPageHasSeveralMatches) {
  EXPECT_THAT(Arena("replay one.record two.record").errors,
              HasSubstr("there are 2 records; expected one, or --html"));
  EXPECT_THAT(Arena("replay --html set.html").errors,
              HasSubstr("there is no record; expected a file, or --set"));
  EXPECT_THAT(Arena("replay one.record --set cup/0 --html set.html").errors,
              HasSubstr("expected no other record, not one.record"));
  EXPECT_EQ(Arena("replay one.record --follow greedy").exit_status, 2);
}

TEST_F(RecordCommandsTest, APageOfASeatThatIsNotThereIsRefused) {
  const Outcome outcome = Arena("replay a.record --seat 3 --html a.html");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("no seat 3"));
}

TEST_F(RecordCommandsTest, ExportIsJsonLineByLine) {
  const Outcome outcome = Arena("export a.record");
  ASSERT_EQ(outcome.exit_status, 0);
  std::istringstream lines(outcome.output);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_TRUE(nlohmann::json::accept(line)) << line;
  }
  EXPECT_GT(count, 10);
}

// The objects of an export.
std::vector<nlohmann::json> LinesOf(const std::string& text) {
  std::vector<nlohmann::json> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    all.push_back(nlohmann::json::parse(line, nullptr, false));
  }
  return all;
}

TEST_F(RecordCommandsTest, ExportedLinesOfAFolderNameTheirMatch) {
  Arena("play -g octrix -b random -n 3 --record-dir d -q");
  const Outcome outcome = Arena("export d a.record");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  std::map<std::string, int> results;
  for (const nlohmann::json& line : LinesOf(outcome.output)) {
    results[line.value("match", "")] += line["type"] == "result" ? 1 : 0;
  }
  EXPECT_THAT(results, UnorderedElementsAre(
                           Pair("octrix-0.record", 1), Pair("octrix-1.record", 1),
                           Pair("octrix-2.record", 1), Pair("a.record", 1)));
}

TEST_F(RecordCommandsTest, ExportedPliesHavePointsAndNames) {
  const auto lines = LinesOf(Arena("export a.record").output);
  const nlohmann::json& last_ply = lines[lines.size() - 2];
  const nlohmann::json none;
  EXPECT_EQ(last_ply.value("points", none), lines.back()["returns"]);
  EXPECT_EQ(lines.back().value("players", none).size(), 3u);
  EXPECT_THAT(last_ply["actions"][0].value("name", ""),
              AnyOf("random", "greedy"));
}

TEST_F(RecordCommandsTest, OneBadRecordIsToldAndTheOthersAreExported) {
  Write("text", "hello");
  const Outcome outcome = Arena("export text a.record");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("text: "));
  EXPECT_EQ(outcome.output, Arena("export a.record").output);
}

TEST_F(RecordCommandsTest, FolderWithoutRecordsIsNamed) {
  const Outcome outcome = Arena("export $(mkdir -p empty && echo empty)");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("has no records"));
}

TEST_F(RecordCommandsTest, ExportWritesAFile) {
  const Outcome outcome = Arena("export a.record --format notation -o a.txt");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(Read("a.txt"), Arena("export a.record --format notation").output);
}

TEST_F(RecordCommandsTest, FileThatCannotBeWrittenIsNamed) {
  const Outcome outcome = Arena("export a.record -o nowhere/a.txt");
  EXPECT_NE(outcome.exit_status, 0);
  EXPECT_THAT(outcome.errors, HasSubstr("nowhere/a.txt"));
}

TEST_F(RecordCommandsTest, UnknownFormatNamesThoseThereAre) {
  const Outcome outcome = Arena("export a.record --format pgn");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("notation"));
}

}  // namespace
}  // namespace arena::cli
