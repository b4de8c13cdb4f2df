#include "referee/runner/seat_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "arena/match/clock.h"

namespace arena::runner {
namespace {

using ::testing::EndsWith;
using ::testing::SizeIs;

constexpr absl::Time kStart = absl::UnixEpoch();

v1::SeatReport ReportOf(SeatLog& log) {
  v1::SeatReport report;
  log.MoveTo(report);
  return report;
}

// Answers a decision after as many milliseconds as its number. The process uses
// the processor for half of that time.
void Decide(SeatLog& log, uint32_t decision) {
  log.NotePrompt(decision, kStart, absl::ZeroDuration());
  log.NoteAct(decision, kStart + absl::Milliseconds(decision),
              absl::Milliseconds(decision) / 2);
}

TEST(SeatLogTest, TellsMedianWorstAndP99) {
  SeatLog log;
  log.NoteMatch("m", 2);
  for (uint32_t decision = 101; decision >= 1; --decision) {
    Decide(log, decision);
  }
  const v1::SeatReport report = ReportOf(log);
  EXPECT_EQ(report.match_id(), "m");
  EXPECT_EQ(report.seat(), 2);
  const v1::DecisionTimes& times = report.decision_times();
  EXPECT_EQ(times.count(), 101);
  EXPECT_EQ(FromMessage(times.median()), absl::Milliseconds(51));
  EXPECT_EQ(FromMessage(times.p99()), absl::Milliseconds(100));
  EXPECT_EQ(FromMessage(times.worst()), absl::Milliseconds(101));
  EXPECT_EQ(times.worst_decision(), 101);
  EXPECT_EQ(FromMessage(times.worst_processor_time()),
            absl::Milliseconds(101) / 2);
  EXPECT_EQ(FromMessage(times.processor_time()),
            absl::Milliseconds(101 * 51) / 2);
  EXPECT_THAT(times.decisions(), SizeIs(101));
}

TEST(SeatLogTest, TellsWhatItUsedWhileItOwedNothing) {
  SeatLog log;
  log.NoteMatch("m", 0);
  log.NoteReady(absl::Milliseconds(10));
  log.NotePrompt(1, kStart, absl::Milliseconds(13));
  log.NoteAct(1, kStart, absl::Milliseconds(100));
  // The bot does not owe this decision any more.
  log.NoteAct(1, kStart, absl::Milliseconds(101));
  log.NotePrompt(2, kStart, absl::Milliseconds(104));
  log.NoteAct(2, kStart, absl::Milliseconds(200));
  log.NoteMatchEnd(absl::Milliseconds(205));
  log.NoteMatchEnd(absl::Milliseconds(300));
  EXPECT_EQ(FromMessage(ReportOf(log).idle_processor_time()),
            absl::Milliseconds(3 + 4 + 5));
  EXPECT_FALSE(ReportOf(log).has_idle_processor_time());
}

TEST(SeatLogTest, WhatWasNotMeasuredIsNotToldAsNothing) {
  SeatLog log;
  log.NotePrompt(1, kStart, std::nullopt);
  log.NoteAct(1, kStart + absl::Seconds(2), std::nullopt);
  const v1::DecisionTimes times = ReportOf(log).decision_times();
  EXPECT_EQ(FromMessage(times.worst()), absl::Seconds(2));
  EXPECT_FALSE(times.has_processor_time());
  EXPECT_FALSE(times.has_worst_processor_time());
  EXPECT_FALSE(times.decisions(0).has_processor_time());
}

TEST(SeatLogTest, APromptThatIsRepeatedGoesOn) {
  SeatLog log;
  log.NotePrompt(1, kStart, absl::ZeroDuration());
  log.NotePrompt(1, kStart + absl::Seconds(1), absl::ZeroDuration());
  log.NoteAct(1, kStart + absl::Seconds(2), absl::ZeroDuration());
  EXPECT_EQ(FromMessage(ReportOf(log).decision_times().worst()),
            absl::Seconds(2));
}

TEST(SeatLogTest, AnActThatAnswersNothingDoesNotCount) {
  SeatLog log;
  log.NotePrompt(1, kStart, absl::ZeroDuration());
  log.NoteAct(2, kStart, absl::ZeroDuration());
  EXPECT_FALSE(ReportOf(log).has_decision_times());
}

TEST(SeatLogTest, TellsTheFirstThousandOneByOne) {
  SeatLog log;
  for (uint32_t decision = 1; decision <= 1500; ++decision) {
    Decide(log, decision);
  }
  const v1::SeatReport report = ReportOf(log);
  EXPECT_EQ(report.decision_times().count(), 1500);
  EXPECT_THAT(report.decision_times().decisions(), SizeIs(1000));
}

TEST(SeatLogTest, EachMatchHasItsOwnReport) {
  SeatLog log;
  log.NoteMatch("m", 2);
  Decide(log, 1);
  log.NotePrompt(2, kStart, absl::ZeroDuration());
  EXPECT_EQ(ReportOf(log).decision_times().count(), 1);
  // The open decision belongs to the match before.
  log.NoteMatch("n", 0);
  log.NoteAct(2, kStart, absl::ZeroDuration());
  const v1::SeatReport report = ReportOf(log);
  EXPECT_EQ(report.match_id(), "n");
  EXPECT_EQ(report.seat(), 0);
  EXPECT_FALSE(report.has_decision_times());
}

TEST(OutputTailTest, KeepsTheLastLines) {
  OutputTail tail;
  tail.AddLine("first");
  EXPECT_EQ(tail.text(), "first\n");
  for (int i = 0; i < 100; ++i) tail.AddLine(std::string(1000, 'x'));
  tail.AddLine("last");
  EXPECT_LE(tail.text().size(), kMostOutput);
  EXPECT_THAT(tail.text(), EndsWith("last\n"));
}

TEST(OutputTailTest, EachReportHasWhatCameSinceTheLast) {
  OutputTail tail;
  v1::SeatReport report;
  for (int i = 0; i < 100; ++i) tail.AddLine(std::string(1000, 'x'));
  tail.MoveTo(report);
  EXPECT_TRUE(report.output_cut());
  EXPECT_LE(report.output().size(), kMostOutput);
  tail.AddLine("second");
  tail.MoveTo(report);
  EXPECT_FALSE(report.output_cut());
  EXPECT_EQ(report.output(), "second\n");
}

}  // namespace
}  // namespace arena::runner
