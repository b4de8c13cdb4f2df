// Records are copied from a database to files. Sealed records stay sealed.
#include "referee/store/copy_records.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "arena/core/secrets.h"
#include "tests/referee/store/store_testing.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Lines = std::map<std::string, nlohmann::json>;

class CopyRecordsTest : public ::testing::Test {
 protected:
  CopyRecordsTest() : store_(OpenOrDie(Database())) {}

  std::string Database() const { return folder_.File("referee.sqlite"); }
  std::string Read(const std::string& name) const {
    std::ifstream file(folder_.File(name), std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
  }
  // Copies to a new folder; returns the lines by match id.
  Lines Copy() {
    copies_ = absl::StrCat("copies-", ++number_);
    EXPECT_THAT(CopyRecords(Database(), folder_.File(copies_)), IsOk());
    Lines lines;
    std::istringstream text(Read(copies_ + "/matches.jsonl"));
    for (std::string line; std::getline(text, line);) {
      const auto json = nlohmann::json::parse(line);
      lines[json["match_id"]] = json;
    }
    return lines;
  }
  // Returns the names of the files that the last copy made.
  std::vector<std::string> Files() const {
    std::vector<std::string> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_.File(copies_))) {
      files.push_back(entry.path().filename());
    }
    return files;
  }
  void Add(const MatchRow& match) {
    ASSERT_THAT(store_->matches().Insert(match), IsOk());
  }
  void Finish(const std::string& id) {
    FinishedMatch end = SampleEnd(id);
    end.record_sha256 = Sha256(end.record);
    ASSERT_THAT(store_->matches().Finish(end), IsOk());
  }
  // Adds two matches of set 0 of a competition that is being played.
  void AddSet() {
    ASSERT_THAT(store_->competitions().Insert(SampleCompetition("cup")),
                IsOk());
    MatchRow match = MatchAt("m1", "cup", 0);
    Add(match);
    match.match_id = "m2";
    match.place->match = 0;
    Add(match);
  }

  const TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
  std::string copies_;
  int number_ = 0;
};

TEST_F(CopyRecordsTest, ARecordIsCopiedWithWhatItDoesNotKnow) {
  Add(SampleMatch("m1"));
  Finish("m1");
  const Lines lines = Copy();
  ASSERT_THAT(lines, SizeIs(1));
  const nlohmann::json& line = lines.at("m1");
  EXPECT_EQ(Read(copies_ + "/" + line.value("record", "")),
            SampleEnd("m1").record);
  EXPECT_THAT(line.value("created", ""), HasSubstr("T"));
  EXPECT_THAT(line.value("ended", ""), HasSubstr("Z"));
  EXPECT_FALSE(line.contains("competition"));
  EXPECT_FALSE(line.contains("missing"));
}

TEST_F(CopyRecordsTest, ARecordStaysSealedWhileItsSetIsOpen) {
  AddSet();
  Finish("m1");
  const nlohmann::json line = Copy().at("m1");
  EXPECT_EQ(line.value("missing", ""), "sealed");
  EXPECT_THAT(line.value("why", ""), HasSubstr("with the same deals"));
  // The line does not tell the set of the match, either.
  EXPECT_THAT(line, SizeIs(3));
  EXPECT_THAT(Files(), SizeIs(1));

  Finish("m2");
  const Lines lines = Copy();
  EXPECT_THAT(Files(), SizeIs(3));
  EXPECT_EQ(lines.at("m1")["competition"], "cup");
  EXPECT_EQ(lines.at("m1")["set"], 0);
  EXPECT_EQ(lines.at("m1")["set_match"], 1);
  EXPECT_EQ(lines.at("m2")["set_match"], 0);
  EXPECT_EQ(lines.at("m2")["attempt"], 0);
}

TEST_F(CopyRecordsTest, AMatchThatIsNotOverTellsOnlyThat) {
  Add(SampleMatch("waits"));
  Add(SampleMatch("runs"));
  ASSERT_THAT(store_->matches().Start("runs", {"", ""}), IsOk());
  Add(SampleMatch("rests"));
  ASSERT_THAT(store_->matches().Quarantine("rests", "a bad entry"), IsOk());
  const Lines lines = Copy();
  EXPECT_EQ(lines.at("waits")["missing"], "unfinished");
  EXPECT_THAT(lines.at("waits").value("why", ""), HasSubstr("not begun"));
  EXPECT_EQ(lines.at("runs")["missing"], "unfinished");
  EXPECT_EQ(lines.at("rests")["missing"], "quarantined");
  EXPECT_THAT(lines.at("rests").value("why", ""), HasSubstr("a bad entry"));
  for (const auto& [id, line] : lines) EXPECT_THAT(line, SizeIs(3)) << id;
  EXPECT_THAT(Files(), SizeIs(1));
}

TEST_F(CopyRecordsTest, WhatIsNoMoreOrNeverWasIsTold) {
  Add(SampleMatch("old"));
  Finish("old");
  ASSERT_EQ(store_->records().RemoveOld(-absl::Hours(1), 10).value_or(0), 1);
  Add(SampleMatch("none"));
  FinishedMatch end = SampleEnd("none");
  end.result.set_termination(v1::TERMINATION_CANCELLED);
  end.record = end.record_sha256 = "";
  ASSERT_THAT(store_->matches().Finish(end), IsOk());
  const Lines lines = Copy();
  EXPECT_EQ(lines.at("old")["missing"], "removed");
  EXPECT_EQ(lines.at("none")["missing"], "none");
}

TEST_F(CopyRecordsTest, AnotherRecordThanTheMatchLeftIsDamaged) {
  Add(SampleMatch("m1"));
  ASSERT_THAT(store_->matches().Finish(SampleEnd("m1")), IsOk());
  EXPECT_EQ(Copy().at("m1")["missing"], "damaged");
}

TEST_F(CopyRecordsTest, ADatabaseOfAnEarlierVersionIsNamed) {
  store_.reset();
  SQLite::Database(Database(), SQLite::OPEN_READWRITE)
      .exec("PRAGMA user_version = 9");
  const absl::Status status =
      CopyRecords(Database(), folder_.File("copies"));
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(std::string(status.message()), HasSubstr("schema version 9"));
}

TEST_F(CopyRecordsTest, NothingIsOverwrittenAndNothingMade) {
  Copy();
  EXPECT_THAT(CopyRecords(Database(), folder_.File(copies_)),
              IsAlreadyExists());
  EXPECT_THAT(CopyRecords(folder_.File("nothing"), folder_.File("copies")),
              IsNotFound());
  EXPECT_FALSE(std::filesystem::exists(folder_.File("copies")));
}

}  // namespace
}  // namespace arena::referee
