// Journals are cut off or damaged, or their process is killed. No acknowledged
// entry is lost without a word.
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "arena/core/rng.h"
#include "gmock/gmock.h"
#include "referee/journal/entry_codec.h"
#include "referee/journal/journal_file.h"
#include "tests/referee/journal/journal_testing.h"
#include "tests/referee/store/store_testing.h"
#include "tests/testing/killed_process.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The letters of each match.
using Letters = std::map<std::string, std::string>;

std::vector<std::string> IdsOf(const Letters& letters) {
  std::vector<std::string> ids;
  for (const auto& [id, of_match] : letters) ids.push_back(id);
  return ids;
}

std::unique_ptr<JournalFile> OpenOn(MemoryDisk& disk,
                                    const std::vector<std::string>& matches,
                                    size_t segment_bytes = 1 << 20) {
  absl::StatusOr<std::unique_ptr<JournalFile>> journal =
      JournalFile::Open(std::make_unique<MemoryFolder>(disk), matches,
                        {.id = 7, .segment_bytes = segment_bytes});
  ARENA_CHECK(journal.ok(), journal.status().ToString());
  return *std::move(journal);
}

void AppendOrDie(JournalFile& journal, const std::string& match_id,
                 int64_t first, absl::string_view letters) {
  journal.Append(match_id, first, Spelled(letters),
                 [](const absl::Status& status) {
                   ARENA_CHECK(status.ok(), status.ToString());
                 });
}

// A journal of three matches in one segment. The history has the acknowledged
// letters for each size of the file.
class DamageTest : public ::testing::Test {
 protected:
  DamageTest() {
    const auto journal = OpenOn(disk_, {});
    Rng rng("damage");
    for (int i = 0; i < 40; ++i) {
      // The last match stops in the middle.
      const std::string id = absl::StrCat("m", rng.Below(i < 20 ? 3 : 2));
      const std::string more = absl::StrCat(i % 10, i % 3 == 0 ? "x" : "");
      AppendOrDie(*journal, id, acknowledged_[id].size(), more);
      acknowledged_[id] += more;
      history_[disk_.files.begin()->second.size()] = acknowledged_;
    }
  }

  static const std::string& FileName() {
    static const auto& name = *new std::string(SegmentName(1));
    return name;
  }
  // Returns the letters that were acknowledged when the file had at most this
  // size.
  Letters AcknowledgedAt(size_t size) const {
    const auto after = history_.upper_bound(size);
    return after == history_.begin() ? Letters() : std::prev(after)->second;
  }

  MemoryDisk disk_;
  Letters acknowledged_;
  std::map<size_t, Letters> history_;
};

TEST_F(DamageTest, FileCutOffAnywhereHasWhatWasAcknowledgedUpToThere) {
  const size_t size = disk_.files[FileName()].size();
  for (size_t cut = 0; cut <= size; ++cut) {
    MemoryDisk disk = disk_;
    disk.files[FileName()].resize(cut);
    const auto journal = OpenOn(disk, IdsOf(acknowledged_));
    EXPECT_THAT(journal->damages(), IsEmpty()) << cut;
    Letters expected = AcknowledgedAt(cut);
    for (const std::string& id : IdsOf(acknowledged_)) {
      ASSERT_EQ(LettersOf(*journal, id), expected[id]) << cut;
    }
  }
}

TEST_F(DamageTest, CutOffFileTakesEntriesAndIsReadAgain) {
  const size_t size = disk_.files[FileName()].size();
  for (size_t cut = 0; cut <= size; cut += 7) {
    MemoryDisk disk = disk_;
    disk.files[FileName()].resize(cut);
    Letters expected = AcknowledgedAt(cut);
    AppendOrDie(*OpenOn(disk, IdsOf(acknowledged_)), "m1",
                expected["m1"].size(), "yz");
    const auto journal = OpenOn(disk, IdsOf(acknowledged_));
    ASSERT_THAT(journal->damages(), IsEmpty()) << cut;
    ASSERT_EQ(LettersOf(*journal, "m1"), expected["m1"] + "yz") << cut;
  }
}

// A file system may know the length of a file and not its last bytes.
TEST_F(DamageTest, ZerosAtTheEndAreCutOff) {
  disk_.files[FileName()].append(5000, '\0');
  const auto journal = OpenOn(disk_, IdsOf(acknowledged_));
  EXPECT_THAT(journal->damages(), IsEmpty());
  for (const auto& [id, letters] : acknowledged_) {
    EXPECT_EQ(LettersOf(*journal, id), letters);
  }
}

// Every byte is wrong in turn. Each match is then whole, or refused with the
// file and an offset.
TEST_F(DamageTest, FlippedByteAnywhereLosesNothingWithoutAWord) {
  const size_t size = disk_.files[FileName()].size();
  int unharmed = 0;
  for (size_t at = 0; at < size; ++at) {
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      MemoryDisk disk = disk_;
      disk.files[FileName()][at] ^= flip;
      const auto journal = OpenOn(disk, IdsOf(acknowledged_));
      ASSERT_FALSE(journal->damages().empty()) << at;
      EXPECT_THAT(journal->damages()[0], HasSubstr("folder/00000001.journal"));
      for (const auto& [id, letters] : acknowledged_) {
        const std::string found = LettersOf(*journal, id);
        if (found == letters) {
          ++unharmed;
          continue;
        }
        ASSERT_TRUE(absl::StartsWith(found, "DATA_LOSS")) << at << found;
        ASSERT_THAT(found, HasSubstr("match " + id + " is damaged"));
        ASSERT_THAT(found, HasSubstr("folder/00000001.journal: offset "));
      }
    }
  }
  // In the second half m2 has no entries that could show that m2 is whole.
  EXPECT_GT(unharmed, static_cast<int>(size));
}

TEST_F(DamageTest, MatchesThatGoOnBehindTheDamageAreWhole) {
  // The damage is in the last entry of m2, or right behind.
  Letters before;
  size_t at = 0;
  for (const auto& [size, letters] : history_) {
    if (letters.contains("m2") && letters.at("m2") == acknowledged_["m2"])
      break;
    at = size;
  }
  disk_.files[FileName()][at + kGroupHeaderBytes] ^= 1;
  const auto journal = OpenOn(disk_, IdsOf(acknowledged_));
  EXPECT_EQ(LettersOf(*journal, "m0"), acknowledged_["m0"]);
  EXPECT_EQ(LettersOf(*journal, "m1"), acknowledged_["m1"]);
  EXPECT_THAT(LettersOf(*journal, "m2"),
              HasSubstr(absl::StrCat("offset ", at, ": ")));
}

TEST_F(DamageTest, DamageIsJudgedOnce) {
  disk_.files[FileName()].back() ^= 1;
  OpenOn(disk_, IdsOf(acknowledged_));
  std::vector<std::string> matches = IdsOf(acknowledged_);
  matches.push_back("new");
  const auto journal = OpenOn(disk_, matches);
  EXPECT_THAT(journal->damages(), IsEmpty());
  EXPECT_EQ(LettersOf(*journal, "new"), "");
  EXPECT_THAT(LettersOf(*journal, "m2"), HasSubstr("DATA_LOSS"));
  EXPECT_TRUE(disk_.files.contains(FileName() + ".damaged"));
  EXPECT_FALSE(disk_.files.contains(FileName()));
}

TEST_F(DamageTest, DamagedHeaderHarmsNoMatch) {
  disk_.files[FileName()][13] ^= 1;
  const auto journal = OpenOn(disk_, IdsOf(acknowledged_));
  EXPECT_THAT(journal->damages(),
              ElementsAre("folder/00000001.journal: offset 0: the header is "
                          "damaged"));
  for (const auto& [id, letters] : acknowledged_) {
    EXPECT_EQ(LettersOf(*journal, id), letters);
  }
  EXPECT_TRUE(disk_.files.contains(FileName() + ".damaged"));
}

TEST_F(DamageTest, GroupsAreGoodAtTheirPlaceOnly) {
  disk_.files[FileName()].insert(kSegmentHeaderBytes, 1, 'x');
  const auto journal = OpenOn(disk_, IdsOf(acknowledged_));
  for (const std::string& id : IdsOf(acknowledged_)) {
    EXPECT_THAT(LettersOf(*journal, id), HasSubstr("DATA_LOSS"));
  }
}

TEST_F(DamageTest, GroupsAreGoodInTheirSegmentOnly) {
  disk_.files[SegmentName(2)] =
      EncodeHeader({.id = 7, .number = 2, .oldest = 2}) +
      disk_.files[FileName()].substr(kSegmentHeaderBytes);
  const auto journal = OpenOn(disk_, IdsOf(acknowledged_));
  for (const std::string& id : IdsOf(acknowledged_)) {
    EXPECT_THAT(LettersOf(*journal, id), HasSubstr("DATA_LOSS"));
  }
}

TEST_F(DamageTest, DamagedFileIsKeptAsItWas) {
  std::string& bytes = disk_.files[FileName()];
  bytes[std::prev(history_.end(), 2)->first] ^= 1;
  const std::string damaged = bytes;
  OpenOn(disk_, IdsOf(acknowledged_));
  EXPECT_EQ(disk_.files[FileName() + ".damaged"], damaged);
}

TEST_F(DamageTest, LostMatchTakesNoEntries) {
  disk_.files[FileName()].back() ^= 1;
  const auto journal = OpenOn(disk_, IdsOf(acknowledged_));
  absl::Status answer;
  journal->Append("m2", acknowledged_["m2"].size(), Spelled("a"),
                  [&](absl::Status status) { answer = status; });
  EXPECT_THAT(answer, IsFailedPrecondition());
}

TEST_F(DamageTest, MatchWithoutEntriesMayHaveLostThem) {
  disk_.files[FileName()].back() ^= 1;
  const auto journal = OpenOn(disk_, {"unseen"});
  EXPECT_THAT(LettersOf(*journal, "unseen"), HasSubstr("DATA_LOSS"));
}

TEST_F(DamageTest, MissingSegmentIsNamedByTheMatchesThatMayHaveBeenInIt) {
  OpenOn(disk_, IdsOf(acknowledged_));  // the second segment
  AppendOrDie(*OpenOn(disk_, IdsOf(acknowledged_)), "m0",
              acknowledged_["m0"].size(), "z");
  disk_.files.erase(SegmentName(2));
  const auto journal = OpenOn(disk_, IdsOf(acknowledged_));
  EXPECT_EQ(LettersOf(*journal, "m0"), acknowledged_["m0"] + "z");
  EXPECT_THAT(LettersOf(*journal, "m1"),
              HasSubstr("folder/00000002.journal: the segment is missing"));
}

// No entry that is written later mends the contradiction.
TEST_F(DamageTest, MatchThatContradictsItselfStaysLost) {
  OpenOn(disk_, {"m0"});  // the second segment
  std::string& bytes = disk_.files[SegmentName(2)];
  PackedEntries other;
  other.Add(EncodeEntry(Spelled("q")[0]));
  GroupWriter group;
  group.Add({.match_id = "m0", .count = 1, .packed = other.bytes()});
  const absl::string_view whole = group.Finish(2, bytes.size());
  bytes.append(whole.data(), whole.size());
  for (int start = 0; start < 3; ++start) {
    const auto journal = OpenOn(disk_, {"m0"});
    EXPECT_EQ(journal->damages().size(), start == 0 ? 1u : 0u);
    EXPECT_THAT(LettersOf(*journal, "m0"), HasSubstr("twice and differ"));
  }
}

// A stranger may have put such a segment into the folder.
TEST_F(DamageTest, SegmentsThatAreMissingInARowAreToldAtOnce) {
  disk_.files[SegmentName(1'000'000'000)] =
      EncodeHeader({.id = 7, .number = 1'000'000'000, .oldest = 1});
  const auto journal = OpenOn(disk_, IdsOf(acknowledged_));
  EXPECT_THAT(journal->damages(),
              ElementsAre("folder/00000002.journal to 999999999.journal: the "
                          "segments are missing"));
}

TEST_F(DamageTest, NumberThatNoJournalReachesIsRefused) {
  const std::string name = SegmentName(1'000'000'000'000'001);
  disk_.files[name] = std::string(50, 'x');
  const auto journal = JournalFile::Open(std::make_unique<MemoryFolder>(disk_),
                                         IdsOf(acknowledged_), {.id = 7});
  EXPECT_THAT(journal, IsFailedPrecondition());
  EXPECT_THAT(std::string(journal.status().message()), HasSubstr(name));
}

TEST_F(DamageTest, SegmentBeforeTheLastThatIsCutOffIsDamaged) {
  OpenOn(disk_, IdsOf(acknowledged_));
  disk_.files[FileName()].pop_back();
  const auto journal = OpenOn(disk_, IdsOf(acknowledged_));
  EXPECT_THAT(LettersOf(*journal, "m2"), HasSubstr("the rest is missing"));
}

// ---- Beside a simple model ----

class ModelTest : public ::testing::TestWithParam<int> {
 protected:
  ModelTest() : rng_("model") {
    for (int i = 0; i < GetParam(); ++i) rng_.Next();
  }
  void Reopen() {
    journal_.reset();
    journal_ = OpenOn(disk_, IdsOf(model_), 300);
  }
  void Append(const std::string& id) {
    std::string& letters = model_[id];
    const std::string more(1 + rng_.Below(3),
                           static_cast<char>('a' + rng_.Below(26)));
    const size_t again = rng_.Below(4) == 0 ? letters.size() / 2 : 0;
    const size_t first = letters.size() - again;
    AppendOrDie(*journal_, id, first, letters.substr(first) + more);
    letters += more;
  }
  void ExpectAsInTheModel() {
    for (const auto& [id, letters] : model_) {
      ASSERT_EQ(LettersOf(*journal_, id), letters) << id;
    }
    ASSERT_LE(disk_.files.size(), 60u);
  }

  Rng rng_;
  MemoryDisk disk_;
  Letters model_;
  std::unique_ptr<JournalFile> journal_;
};

TEST_P(ModelTest, AppendsDropsAndReopeningsInAnyOrder) {
  Reopen();
  int created = 0;
  for (int step = 0; step < 3000; ++step) {
    const uint32_t what = rng_.Below(100);
    if (model_.empty() || what < 10) {
      Append(absl::StrCat("match-", created++));
    } else {
      auto match = model_.begin();
      std::advance(match, rng_.Below(model_.size()));
      // One match is never over.
      if (what < 20 && match->first != "match-0") {
        journal_->Drop(match->first);
        model_.erase(match);
      } else if (what < 22) {
        Reopen();
        ExpectAsInTheModel();
      } else {
        Append(match->first);
      }
    }
  }
  Reopen();
  ExpectAsInTheModel();
  EXPECT_THAT(journal_->damages(), IsEmpty());
}
INSTANTIATE_TEST_SUITE_P(Seeds, ModelTest, ::testing::Range(0, 8));

// ---- Killed at any instant ----

constexpr int kMatches = 3;

std::string MatchOf(int match) { return absl::StrCat("match-", match); }
std::vector<std::string> AllMatches() {
  return {MatchOf(0), MatchOf(1), MatchOf(2)};
}
char LetterAt(int match, int64_t number) {
  return static_cast<char>('a' + (match * 7 + number) % 26);
}

std::unique_ptr<JournalFile> OpenOnDisk(const std::string& path) {
  absl::StatusOr<DataDirectory> directory =
      DataDirectory::Open(path, absl::Seconds(10));
  ARENA_CHECK(directory.ok(), directory.status().ToString());
  absl::StatusOr<std::unique_ptr<JournalFile>> journal =
      JournalFile::Open(std::make_unique<DiskFolder>(*std::move(directory)),
                        AllMatches(), {.id = 7, .segment_bytes = 20000});
  ARENA_CHECK(journal.ok(), journal.status().ToString());
  return *std::move(journal);
}

// Appends to all matches in turn until it is killed, and reports every
// acknowledged append.
void AppendUntilKilled(const std::string& path,
                       const testing::WorkReport& report) {
  const std::unique_ptr<JournalFile> journal = OpenOnDisk(path);
  int64_t next[kMatches];
  for (int match = 0; match < kMatches; ++match) {
    next[match] = LettersOf(*journal, MatchOf(match)).size();
  }
  for (int match = 0;; match = (match + 1) % kMatches) {
    const int64_t first = next[match];
    std::string letters;
    for (int64_t i = 0; i <= first % 3; ++i) {
      letters.push_back(LetterAt(match, first + i));
    }
    AppendOrDie(*journal, MatchOf(match), first, letters);
    next[match] += letters.size();
    report.Send(match, next[match]);
  }
}

TEST(KilledJournalTest, LosesNothingAcknowledged) {
  TemporaryFolder folder;
  const std::string path = folder.File("journal");
  std::vector<int64_t> acknowledged(kMatches);
  Rng rng("killed");
  for (int round = 0; round < 200; ++round) {
    testing::RunAndKill(
        [&](const auto& report) { AppendUntilKilled(path, report); },
        rng.Below(300), rng.Below(20000), acknowledged);
    const std::unique_ptr<JournalFile> journal = OpenOnDisk(path);
    ASSERT_THAT(journal->damages(), IsEmpty());
    for (int match = 0; match < kMatches; ++match) {
      const std::string letters = LettersOf(*journal, MatchOf(match));
      ASSERT_GE(static_cast<int64_t>(letters.size()), acknowledged[match]);
      for (size_t i = 0; i < letters.size(); ++i) {
        ASSERT_EQ(letters[i], LetterAt(match, i)) << letters.substr(0, 50);
      }
    }
  }
}

TEST(DiskFolderTest, SecondProcessIsRefusedByName) {
  TemporaryFolder folder;
  const std::string path = folder.File("journal");
  const std::unique_ptr<JournalFile> journal = OpenOnDisk(path);
  const absl::Status status = DataDirectory::Open(path).status();
  EXPECT_THAT(status, IsFailedPrecondition());
  EXPECT_THAT(std::string(status.message()), HasSubstr(path));
}

TEST(DiskFolderTest, WhatCannotBeWrittenIsNoRefusal) {
  TemporaryFolder folder;
  absl::StatusOr<DataDirectory> directory =
      DataDirectory::Open(folder.File("journal"));
  ASSERT_THAT(directory, IsOk());
  DiskFolder disk(*std::move(directory));
  for (const absl::Status& status :
       {disk.Create("missing/file").status(), disk.Read("missing").status(),
        disk.Rename("missing", "other"), disk.Cut("missing", 1)}) {
    EXPECT_THAT(status, HasCode(absl::StatusCode::kInternal)) << status;
  }
}

}  // namespace
}  // namespace arena::referee
