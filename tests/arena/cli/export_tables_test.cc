// arena export --tables, and arena replay --format.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/arena/cli/at_referee.h"

namespace arena::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

namespace fs = std::filesystem;

using Lines = std::vector<std::string>;

Lines LinesOf(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class ExportTablesTest : public AtRefereeTest {
 protected:
  // Records the matches as octrix-0.record, octrix-1.record, ...
  void PlayOctrix(int matches, const std::string& folder) const {
    const Outcome outcome =
        Arena("play -g octrix -b random,greedy -n " + std::to_string(matches) +
              " --record-dir " + folder + " -q");
    ASSERT_EQ(outcome.exit_status, 0) << outcome.errors;
  }
  nlohmann::json ReadJson(const std::string& name) const {
    return nlohmann::json::parse(Read(name), nullptr, false);
  }
  // The rows of a table in JSON Lines.
  std::vector<nlohmann::json> Rows(const std::string& name) const {
    std::vector<nlohmann::json> rows;
    for (const std::string& line : LinesOf(Read(name))) {
      rows.push_back(nlohmann::json::parse(line, nullptr, false));
    }
    return rows;
  }
  bool Exists(const std::string& name) const { return fs::exists(Path(name)); }
  // Names that the test does not expect, such as unfinished folders.
  Lines PartialFolders() const {
    Lines names;
    for (const auto& entry : fs::directory_iterator(Path(""))) {
      const std::string name = entry.path().filename();
      if (name.find(".partial-") != name.npos) names.push_back(name);
    }
    return names;
  }
  // The records that were left out, each as "record kind".
  Lines LeftOut(const std::string& folder) const {
    Lines all;
    const nlohmann::json about = ReadJson(folder + "/export.json");
    for (const auto& one : about["left_out"]) {
      all.push_back(one.value("record", "") + " " + one.value("kind", ""));
    }
    return all;
  }
};

TEST_F(ExportTablesTest, AFolderHasTheFourTablesAndTheirDescription) {
  PlayOctrix(3, "d");
  const Outcome outcome = Arena("export d --tables t --format csv");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, StartsWith("3 matches, 6 seats, "));
  EXPECT_THAT(Read("t/matches.csv"), StartsWith("match,file,record_sha256,"));
  EXPECT_THAT(LinesOf(Read("t/seats.csv")), SizeIs(1 + 6));
  const nlohmann::json about = ReadJson("t/export.json");
  EXPECT_EQ(about["format"], "csv");
  EXPECT_THAT(about["left_out"], IsEmpty());
  for (const char* table : {"matches", "seats", "decisions", "deals"}) {
    const nlohmann::json& one = about["tables"][table];
    EXPECT_EQ(LinesOf(Read("t/" + one.value("file", ""))).size(),
              one.value("rows", 0u) + 1)
        << table;
    EXPECT_EQ(one["key"][0], "match");
  }
  EXPECT_THAT(PartialFolders(), IsEmpty());
}

TEST_F(ExportTablesTest, EveryLineOfEveryTableHasTheKeyOfAMatch) {
  PlayOctrix(2, "d");
  ASSERT_EQ(Arena("export d --tables t").exit_status, 0);
  for (const char* table : {"matches", "seats", "decisions", "deals"}) {
    const auto rows = Rows(std::string("t/") + table + ".jsonl");
    EXPECT_THAT(rows, Not(IsEmpty()));
    for (const nlohmann::json& row : rows) {
      EXPECT_THAT(row.value("match", ""), StartsWith("octrix-")) << table;
    }
  }
  EXPECT_EQ(Rows("t/matches.jsonl")[1]["file"], "d/octrix-1.record");
}

TEST_F(ExportTablesTest, OnlyTheOwnerMayEnterTheFolder) {
  PlayOctrix(1, "d");
  ASSERT_EQ(Arena("export d --tables t").exit_status, 0);
  struct stat about;
  ASSERT_EQ(stat(Path("t").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0700u);
}

TEST_F(ExportTablesTest, FoldersInFoldersAreSearchedAndKeysStayDifferent) {
  PlayOctrix(2, "d/one");
  PlayOctrix(1, "d/two/three");
  ASSERT_EQ(Arena("export d --tables t").exit_status, 0);
  Lines keys;
  const auto rows = Rows("t/matches.jsonl");
  for (const auto& row : rows) keys.push_back(row["match"]);
  EXPECT_THAT(keys, ElementsAre("d/one/octrix-0.record", "octrix-1.record",
                                "d/two/three/octrix-0.record"));
}

TEST_F(ExportTablesTest, ACopyIsNotCountedTwice) {
  PlayOctrix(1, "d");
  fs::copy(Path("d"), Path("e"));
  const Outcome outcome = Arena("export d d e --tables t");
  // The records have no match ids, so two files are two matches.
  EXPECT_THAT(LinesOf(Read("t/matches.jsonl")), SizeIs(2));
  EXPECT_THAT(LeftOut("t"), ElementsAre("d/octrix-0.record copy"));
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.errors, HasSubstr("left out: 1 copy"));
}

TEST_F(ExportTablesTest, BrokenRecordsAreNamedAndCountedAndTheRestIsExported) {
  PlayOctrix(4, "d");
  std::string bytes = Read("d/octrix-1.record");
  bytes[bytes.size() / 2] ^= 1;
  Write("d/octrix-1.record", bytes);
  bytes = Read("d/octrix-2.record");
  Write("d/octrix-2.record", bytes.substr(0, bytes.size() - 20));
  Write("d/x.rec", "hello");
  fs::create_symlink("/nowhere", Path("d/link.record"));
  ASSERT_EQ(mkfifo(Path("d/pipe.record").c_str(), 0600), 0);
  const Outcome outcome = Arena("export d missing.record --tables t");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors,
              AllOf(HasSubstr("d/octrix-1.record: not exported: "),
                    HasSubstr("cut off"),
                    HasSubstr("left out: 3 damaged, 1 unreadable")));
  EXPECT_THAT(
      LeftOut("t"),
      ElementsAre("d/octrix-1.record damaged", "d/octrix-2.record damaged",
                  "d/x.rec damaged", "missing.record unreadable"));
  EXPECT_THAT(LinesOf(Read("t/matches.jsonl")), SizeIs(2));
}

TEST_F(ExportTablesTest, WithoutASoundRecordNothingIsWritten) {
  Write("x.record", "hello");
  const Outcome outcome = Arena("export x.record --tables t");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("none of these records"));
  EXPECT_FALSE(Exists("t"));
  EXPECT_THAT(PartialFolders(), IsEmpty());
}

TEST_F(ExportTablesTest, AnEmptyFolderIsNamed) {
  fs::create_directory(Path("empty"));
  const Outcome outcome = Arena("export empty --tables t");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("empty has no records"));
  EXPECT_FALSE(Exists("t"));
}

TEST_F(ExportTablesTest, NothingIsOverwritten) {
  PlayOctrix(1, "d");
  const Outcome outcome = Arena("export d --tables d");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("exists and is not empty"));
}

TEST_F(ExportTablesTest, NamesOfFilesGiveNoFormulasAndNoCommands) {
  PlayOctrix(1, "d");
  const std::string name = "=cmd|' \x1b[31m\n,\"x.record";
  fs::rename(Path("d/octrix-0.record"), Path("d/" + name));
  ASSERT_EQ(Arena("export d --tables t").exit_status, 0);
  EXPECT_EQ(Rows("t/matches.jsonl")[0]["match"], name);
  ASSERT_EQ(Arena("export d --tables c --format csv").exit_status, 0);
  EXPECT_THAT(Read("c/matches.csv"),
              HasSubstr("\r\n\"'=cmd|' \x1b[31m\n,\"\"x.record\",\"d/=cmd"));
  fs::rename(Path("d/" + name), Path("d/\xff\xfe.record"));
  ASSERT_EQ(Arena("export d --tables b --format csv").exit_status, 0);
  EXPECT_THAT(Read("b/matches.csv"), HasSubstr("\\xff\\xfe.record,d/\\xff"));
  Write("d/" + name, "hello");
  EXPECT_THAT(Arena("export d --tables n").errors, Not(HasSubstr("\x1b")));
}

TEST_F(ExportTablesTest, FormsAndFormatsThatDoNotGoTogether) {
  PlayOctrix(1, "d");
  EXPECT_THAT(Arena("export d --format csv").errors, HasSubstr("--tables"));
  EXPECT_THAT(Arena("export d --tables t --format notation").errors,
              HasSubstr("csv or jsonl"));
  EXPECT_EQ(Arena("export d --tables t -o x").exit_status, 2);
  const Outcome parquet = Arena("export d --tables t --format parquet");
  EXPECT_EQ(parquet.exit_status, 2);
  EXPECT_THAT(parquet.errors,
              HasSubstr("python3 -m pentathlon.records export d --tables t "
                        "--format parquet"));
  EXPECT_FALSE(Exists("t"));
}

TEST_F(ExportTablesTest, AThousandRecords) {
  // Without match ids, each file is a match.
  PlayOctrix(1, "d");
  for (int i = 1; i < 1000; ++i) {
    fs::copy(Path("d/octrix-0.record"),
             Path("d/octrix-" + std::to_string(i) + ".record"));
  }
  const Outcome outcome = Arena("export d --tables t");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(LinesOf(Read("t/matches.jsonl")), SizeIs(1000));
  EXPECT_THAT(LinesOf(Read("t/seats.jsonl")), SizeIs(2000));
}

// ---- The folder of a referee ----

class ExportDataTest : public ExportTablesTest {
 protected:
  std::string Create(const std::string& players) const {
    const Outcome outcome =
        Ask("match create --game octrix --players " + players + " --json");
    EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
    return outcome.Json()["match"].value("matchId", "");
  }
  void AwaitEnd(const std::string& id) const {
    EXPECT_EQ(Ask("match watch " + id).exit_status, 0);
  }
};

TEST_F(ExportDataTest, HasItsMatchesWithTheirDatesWhileTheRefereeRuns) {
  StartReferee();
  const std::string over = Create("built-in:random,built-in:greedy");
  AwaitEnd(over);
  const std::string waits = Create("nobody,built-in:greedy");
  const Outcome outcome = Arena("export data --tables t");
  EXPECT_EQ(outcome.exit_status, 1) << outcome.errors;
  EXPECT_THAT(outcome.errors,
              HasSubstr("the match " + waits + " has not begun"));
  EXPECT_THAT(LeftOut("t"), ElementsAre(waits + " unfinished"));
  const auto rows = Rows("t/matches.jsonl");
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0]["match"], over);
  EXPECT_TRUE(rows[0]["file"].is_null());
  for (const char* time : {"created", "started", "ended"}) {
    EXPECT_THAT(rows[0].value(time, ""), HasSubstr("T")) << time;
  }
  EXPECT_EQ(Rows("t/seats.jsonl")[1]["player"], "greedy");
  // The referee itself exports the same tables.
  ASSERT_EQ(Ask("export " + over + " --tables asked").exit_status, 0);
  EXPECT_EQ(Read("asked/matches.jsonl"), Read("t/matches.jsonl"));
  // Without --tables, the command exports the plies.
  EXPECT_THAT(Arena("export data").output, HasSubstr("\"match_id\":\"" + over));
}

TEST_F(ExportDataTest, OfARefereeThatHasEndedCanBeRead) {
  StartReferee();
  AwaitEnd(Create("built-in:random,built-in:greedy"));
  const std::string cancelled = Create("nobody,built-in:greedy");
  ASSERT_EQ(Ask("match cancel " + cancelled).exit_status, 0);
  referee_.reset();
  const Outcome outcome = Arena("export data --tables t");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(LinesOf(Read("t/matches.jsonl")), SizeIs(1));
  EXPECT_THAT(LeftOut("t"), ElementsAre(cancelled + " none"));
}

// A match that never began has nothing to verify. The command fails only if
// somebody asks for that match alone.
TEST_F(ExportDataTest, AMatchThatNeverBeganIsNoFault) {
  StartReferee();
  const std::string over = Create("built-in:random,built-in:greedy");
  AwaitEnd(over);
  const std::string cancelled = Create("nobody,built-in:greedy");
  ASSERT_EQ(Ask("match cancel " + cancelled).exit_status, 0);
  for (const std::string command : {"verify data", "export data"}) {
    const Outcome outcome = Arena(command);
    EXPECT_EQ(outcome.exit_status, 0) << command << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr(over));
    EXPECT_THAT(outcome.errors,
                AllOf(HasSubstr("left out: "), HasSubstr(cancelled)));
  }
  EXPECT_NE(Ask("verify " + cancelled).exit_status, 0);
}

// ---- Steps for programs ----

TEST_F(ExportTablesTest, ReplayWritesStepsAsMessages) {
  PlayOctrix(1, "d");
  const Outcome outcome = Arena("replay d/octrix-0.record --format json");
  ASSERT_EQ(outcome.exit_status, 0) << outcome.errors;
  const Lines lines = LinesOf(outcome.output);
  const auto last = nlohmann::json::parse(lines.back(), nullptr, false);
  EXPECT_EQ(last.value("step", 0u) + 1, lines.size());
  EXPECT_THAT(last["observations"], SizeIs(2));
  const auto seen = nlohmann::json::parse(
      LinesOf(Arena("replay d/octrix-0.record --format json --seat 1").output)
          .back(),
      nullptr, false);
  EXPECT_THAT(seen["observations"], SizeIs(1));
  EXPECT_EQ(seen["observations"][0]["seat"], 1);
}

TEST_F(ExportTablesTest, ReplayWritesBinaryStepsToAFile) {
  PlayOctrix(1, "d");
  EXPECT_EQ(
      Arena("replay d/octrix-0.record --format binary --out s").exit_status, 0);
  EXPECT_EQ(Arena("replay d/octrix-0.record --format binary").output,
            Read("s"));
  for (const char* flags : {"--format json -d 2", "--out s"}) {
    EXPECT_EQ(
        Arena(std::string("replay d/octrix-0.record ") + flags).exit_status, 2)
        << flags;
  }
}

}  // namespace
}  // namespace arena::cli
