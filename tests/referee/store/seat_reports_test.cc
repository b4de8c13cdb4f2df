// Reports of submitted bots' processes in the store: how many are kept, and
// when they are shown.
#include "referee/store/matches/seat_reports.h"

#include <string>
#include <vector>

#include "tests/referee/store/store_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr size_t kAnyBytes = size_t{1} << 30;

v1::SeatReport Report(const std::string& bot, const std::string& match_id,
                      const std::string& end = "stopped") {
  v1::SeatReport report;
  report.set_bot(bot);
  report.set_version("1");
  report.set_match_id(match_id);
  report.set_ended_with(end);
  report.set_output("output");
  return report;
}

class SeatReportsTest : public StoreTest {
 protected:
  SeatReportsTest() {
    v1::Bot bot;
    bot.set_author("ann");
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    for (const char* name : {"alpha", "beta"}) {
      bot.set_name(name);
      EXPECT_THAT(store().bots().Insert(bot, absl::UnixEpoch()), IsOk());
    }
  }

  SeatReports& reports() { return store().seat_reports(); }

  void Insert(const v1::SeatReport& report) {
    EXPECT_THAT(reports().Insert(report), IsOk());
  }
  // Plays a match of alpha to its end, with faults in these seats.
  void Play(const MatchRow& match, const std::vector<uint32_t>& faults = {}) {
    Add(match);
    Finish(match.match_id, faults);
  }
  void Finish(const std::string& match_id,
              const std::vector<uint32_t>& faults = {}) {
    FinishedMatch finished = SampleEnd(match_id);
    for (const uint32_t seat : faults) {
      v1::Fault& fault = *finished.result.add_faults();
      fault.set_seat(seat);
      fault.set_kind(v1::FAULT_KIND_LATE);
      fault.set_decision(7);
    }
    EXPECT_THAT(store().matches().Finish(finished), IsOk());
  }
  std::vector<v1::SeatReport> List(const SeatReportFilter& filter) {
    const auto page = reports().List(filter, 1000, kAnyBytes, 0);
    EXPECT_THAT(page, IsOk());
    return page->reports;
  }
  std::vector<std::string> Matches(const SeatReportFilter& filter) {
    std::vector<std::string> ids;
    for (const v1::SeatReport& report : List(filter)) {
      ids.push_back(report.match_id());
    }
    return ids;
  }
};

TEST_P(SeatReportsTest, ReportIsKeptAsItIs) {
  Play(SampleMatch("m1"));
  v1::SeatReport report = Report("alpha", "m1");
  report.mutable_usage()->set_peak_memory_kib(9);
  Insert(report);
  const std::vector<v1::SeatReport> found = List({.bot = "alpha"});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].SerializeAsString(), report.SerializeAsString());
}

TEST_P(SeatReportsTest, ReportsAreListedNewestFirst) {
  for (const char* match : {"m1", "m2", "m3"}) {
    Play(SampleMatch(match));
    Insert(Report("alpha", match));
  }
  Insert(Report("beta", ""));
  EXPECT_THAT(Matches({.bot = "alpha"}), ElementsAre("m3", "m2", "m1"));
  EXPECT_THAT(Matches({.bot = "alpha", .match_id = "m2"}), ElementsAre("m2"));
  EXPECT_THAT(Matches({.bot = "alpha", .version = "2"}), IsEmpty());
  EXPECT_THAT(Matches({.bot = "beta"}), ElementsAre(""));
}

TEST_P(SeatReportsTest, PagesAreBoundedInNumberAndBytes) {
  for (const char* match : {"m1", "m2", "m3"}) {
    Play(SampleMatch(match));
    Insert(Report("alpha", match));
  }
  const auto first = reports().List({.bot = "alpha"}, 2, kAnyBytes, 0);
  ASSERT_EQ(first->reports.size(), 2u);
  const auto last =
      reports().List({.bot = "alpha"}, 2, kAnyBytes, first->next);
  ASSERT_EQ(last->reports.size(), 1u);
  EXPECT_EQ(last->reports[0].match_id(), "m1");
  EXPECT_EQ(last->next, 0);
  // A page has at least one report, even a report above the limit of bytes.
  const auto narrow = reports().List({.bot = "alpha"}, 2, 1, 0);
  ASSERT_EQ(narrow->reports.size(), 1u);
  EXPECT_NE(narrow->next, 0);
}

TEST_P(SeatReportsTest, FaultsOfTheSeatComeFromTheResult) {
  Play(SampleMatch("m1"), {0, 0, 1});
  v1::SeatReport report = Report("alpha", "m1");
  report.add_faults()->set_decision(99);
  Insert(report);
  const std::vector<v1::SeatReport> found = List({.bot = "alpha"});
  ASSERT_EQ(found[0].faults_size(), 2);
  EXPECT_EQ(found[0].faults(0).decision(), 7u);
}

TEST_P(SeatReportsTest, FailuresAreFaultsAndCrashes) {
  Play(SampleMatch("late"), {0});
  Play(SampleMatch("partner_late"), {1});
  Play(SampleMatch("crash"));
  Play(SampleMatch("sound"));
  Insert(Report("alpha", "late"));
  Insert(Report("alpha", "partner_late"));
  Insert(Report("alpha", "crash", "signal 11 (Segmentation fault)"));
  Insert(Report("alpha", "sound", "exit status 0"));
  EXPECT_THAT(Matches({.bot = "alpha", .only_failures = true}),
              ElementsAre("crash", "late"));
}

TEST_P(SeatReportsTest, ReportOfABotThatIsNotRegisteredIsNotKept) {
  Insert(Report("nope", ""));
  EXPECT_THAT(List({.bot = "nope"}), IsEmpty());
}

TEST_P(SeatReportsTest, OldReportsGoWhenThereAreTooMany) {
  for (int i = 0; i < kSeatReportsKept + 5; ++i) {
    v1::SeatReport report = Report("alpha", "");
    report.set_seat(i);
    Insert(report);
  }
  Insert(Report("beta", ""));
  const std::vector<v1::SeatReport> kept = List({.bot = "alpha"});
  ASSERT_EQ(kept.size(), static_cast<size_t>(kSeatReportsKept));
  EXPECT_EQ(kept.back().seat(), 5u);
  EXPECT_EQ(List({.bot = "beta"}).size(), 1u);
}

TEST_P(SeatReportsTest, OldReportsGoWhenTheyAreTooLong) {
  v1::SeatReport report = Report("alpha", "");
  report.set_output(std::string(kSeatReportBytesKept / 3, 'x'));
  for (int i = 0; i < 5; ++i) Insert(report);
  EXPECT_EQ(List({.bot = "alpha"}).size(), 2u);
  report.set_output(std::string(kSeatReportBytesKept + 1, 'x'));
  Insert(report);
  EXPECT_EQ(List({.bot = "alpha"}).size(), 1u);
}

TEST_P(SeatReportsTest, DamagedReportSaysSo) {
  Insert(Report("alpha", ""));
  Insert(Report("alpha", ""));
  database().Execute("UPDATE seat_reports SET report = " +
                     std::string(GetParam().name == std::string("Sqlite")
                                     ? "X'ff'"
                                     : "'\\xff'") +
                     " WHERE number = (SELECT max(number) FROM seat_reports)");
  const std::vector<v1::SeatReport> found = List({.bot = "alpha"});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].ended_with(), "(this report is damaged in the store)");
  EXPECT_EQ(found[0].bot(), "alpha");
  EXPECT_EQ(found[1].ended_with(), "stopped");
}

// ---- Sealed ----

// A process can print its cards into its report.
TEST_P(SeatReportsTest, ReportOfAMatchUnderWayIsSealed) {
  Add("m1");
  Insert(Report("alpha", "m1", "exit status 1"));
  EXPECT_THAT(List({.bot = "alpha"}), IsEmpty());
  Finish("m1");
  EXPECT_THAT(Matches({.bot = "alpha"}), ElementsAre("m1"));
}

TEST_P(SeatReportsTest, ReportOfAnUnknownMatchIsSealed) {
  Insert(Report("alpha", "m1"));
  EXPECT_THAT(List({.bot = "alpha"}), IsEmpty());
}

// The other match of the set has the same deals.
TEST_P(SeatReportsTest, ReportIsSealedUntilItsSetIsOver) {
  ASSERT_THAT(store().competitions().Insert(SampleCompetition("cup")), IsOk());
  MatchRow other = MatchAt("m2", "cup", 0);
  other.place->match = 2;
  Play(MatchAt("m1", "cup", 0));
  Add(other);
  Play(MatchAt("m3", "cup", 1));
  Insert(Report("alpha", "m1"));
  Insert(Report("alpha", "m3"));
  EXPECT_THAT(Matches({.bot = "alpha"}), ElementsAre("m3"));
  EXPECT_THAT(Matches({.bot = "alpha", .match_id = "m1"}), IsEmpty());
  Finish("m2");
  EXPECT_THAT(Matches({.bot = "alpha"}), ElementsAre("m3", "m1"));
}

TEST_P(SeatReportsTest, ReportsGoWithTheirCompetition) {
  ASSERT_THAT(store().competitions().Insert(SampleCompetition("cup")), IsOk());
  Play(MatchAt("m1", "cup", 0));
  Play(SampleMatch("m2"));
  Insert(Report("alpha", "m1"));
  Insert(Report("alpha", "m2"));
  database().Execute("UPDATE competitions SET state = 3");
  ASSERT_THAT(store().competitions().BeginDeletion("cup"), IsOk());
  ASSERT_TRUE(*store().competitions().DeletePart("cup", 100));
  EXPECT_THAT(Matches({.bot = "alpha"}), ElementsAre("m2"));
}

INSTANTIATE_TEST_SUITE_P(All, SeatReportsTest,
                         ::testing::ValuesIn(AllDatabases()), NameOfDatabase);

}  // namespace
}  // namespace arena::referee
