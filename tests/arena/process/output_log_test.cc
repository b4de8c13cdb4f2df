// The part of a program's output that a file keeps.
#include "arena/process/output_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "arena/process/temporary_folder.h"

namespace arena {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kReport[] = "fault: match=ab12: FAULT_KIND_MALFORMED after 1 s";

class OutputLogTest : public ::testing::Test {
 protected:
  void Open() { log_ = OutputLog::Open(path_).value(); }
  // Prints this many KiB.
  void Chat(int kibibytes, const std::string& word) {
    for (int i = 0; i < kibibytes * 16; ++i) {
      std::string line = word + std::to_string(i);
      line.resize(63, '.');
      log_->AddLine(line);
      EXPECT_LE(std::filesystem::file_size(path_), OutputLog::kMost);
    }
  }
  std::string Kept() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::unique_ptr<TemporaryFolder> folder_ =
      TemporaryFolder::Create().value();
  const std::string path_ = folder_->path() + "/bot.log";
  std::unique_ptr<OutputLog> log_;
};

TEST_F(OutputLogTest, KeepsAllThatFits) {
  Open();
  Chat(64, "a");
  EXPECT_THAT(Kept(), StartsWith("a0."));
  EXPECT_EQ(Kept().size(), OutputLog::kMost);
}

TEST_F(OutputLogTest, TheOldestLinesGo) {
  Open();
  Chat(200, "a");
  EXPECT_THAT(Kept(), AllOf(StartsWith("a"), Not(HasSubstr("a0.")),
                            HasSubstr("a3199."), EndsWith("\n")));
  EXPECT_GE(Kept().size(), OutputLog::kMost / 2);
}

TEST_F(OutputLogTest, WhatCameBeforeTheFirstFaultStays) {
  Open();
  Chat(40, "a");
  log_->AddLine("IndexError: list index out of range");
  log_->AddLine(kReport);
  for (const char* word : {"b", "c", "d"}) {
    Chat(100, word);
    log_->AddLine("a later one");
    log_->AddLine(kReport);
  }
  Chat(100, "e");
  EXPECT_THAT(Kept(), AllOf(StartsWith("a"), HasSubstr("a639."),
                            HasSubstr("IndexError"), HasSubstr("\n[...]\ne"),
                            HasSubstr("e1599."), Not(HasSubstr("later"))));
}

TEST_F(OutputLogTest, AFaultOfAnEarlierRunGoesLikeAnyLine) {
  Open();
  log_->AddLine("old IndexError");
  log_->AddLine(kReport);
  Open();
  Chat(10, "a");
  log_->AddLine("new IndexError");
  log_->AddLine(kReport);
  Chat(200, "b");
  EXPECT_THAT(Kept(),
              AllOf(StartsWith("a"), HasSubstr("new IndexError"),
                    Not(HasSubstr("old IndexError"))));
}

}  // namespace
}  // namespace arena
