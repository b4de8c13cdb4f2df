// The part of a program's output that is kept.
#include "arena/process/recent_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace arena {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

void Chat(RecentOutput& output, int lines) {
  for (int i = 0; i < lines; ++i) {
    output.AddLine("line " + std::to_string(i) + ".");
  }
}

TEST(RecentOutputTest, KeepsTheLastLines) {
  RecentOutput output;
  Chat(output, 100);
  EXPECT_THAT(output.Last(), EndsWith("line 99."));
  EXPECT_THAT(output.Last(), HasSubstr("line 80.\n"));
  EXPECT_THAT(output.Last(), Not(HasSubstr("line 79.")));
}

TEST(RecentOutputTest, KeepsWhatWasPrintedUpToAFault) {
  RecentOutput output;
  output.AddLine("deep in thought");
  output.AddLine("match=ab12 seat=0 decision=3: fault late: why");
  Chat(output, 100);
  EXPECT_EQ(output.AtFaultIn("ab12"),
            "deep in thought\n"
            "match=ab12 seat=0 decision=3: fault late: why");
  EXPECT_EQ(output.AtFaultIn("ab1"), "");
}

TEST(RecentOutputTest, TheFirstFaultOfAMatchCounts) {
  RecentOutput output;
  output.AddLine("match=m seat=0 decision=3: fault late: first");
  output.AddLine("match=m seat=0 decision=4: FAULT_KIND_LATE: second");
  EXPECT_THAT(output.AtFaultIn("m"), EndsWith("first"));
}

TEST(RecentOutputTest, OtherLinesAboutAMatchAreNoFaults) {
  RecentOutput output;
  output.AddLine("match=m seat=0: a match of octrix");
  output.AddLine("decision=4: fault late: no match");
  EXPECT_EQ(output.AtFaultIn("m"), "");
}

TEST(RecentOutputTest, ABotThatReportsFaultsWithoutEndTakesNoMoreMemory) {
  RecentOutput output;
  for (size_t i = 0; i < 2 * RecentOutput::kFaults; ++i) {
    output.AddLine("match=" + std::to_string(i) + ": fault late: why");
  }
  EXPECT_NE(output.AtFaultIn("0"), "");
  EXPECT_NE(output.AtFaultIn(std::to_string(RecentOutput::kFaults - 1)), "");
  EXPECT_EQ(output.AtFaultIn(std::to_string(RecentOutput::kFaults)), "");
}

}  // namespace
}  // namespace arena
