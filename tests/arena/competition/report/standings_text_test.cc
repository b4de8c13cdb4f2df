// Standings for terminals and spreadsheets.
#include "arena/competition/report/standings_text.h"

#include "absl/strings/str_split.h"
#include "arena/competition/report/standings_csv.h"
#include "arena/competition/report/standings_words.h"
#include "arena/competition/report/text_table.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/report/score_sheet.h"

namespace arena::competition {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

std::vector<std::string> Lines(const std::string& text) {
  return absl::StrSplit(text, '\n');
}

// ---- Text ----

TEST(StandingsTextTest, LooksLikeThis) {
  ScoreSheet sheet = ThreeFriends();
  ScoreSheet::AddFault(sheet.results[0], 1, v1::FAULT_KIND_LATE, 17);
  EXPECT_EQ(StandingsText(sheet.Compute()),
            R"(friends: ordo, 2 seats; round robin, finished
3 entrants, 3 sets, 6 matches, 1 fault
ordered by rank points, then score difference; intervals hold 95 %

#  Entrant  Share %  Rating    ±  Sets  Won-drawn-lost  Diff./match            95 %  Faults
1  bob         62.5    1529  191     2           1-0-1        +0.75  [-1.00, +2.50]       1
2  ann         62.5    1529  191     2           1-1-0        +0.50   [0.00, +1.00]       0
3  cid         25.0    1442  213     2           0-1-1        -1.25   [-2.50, 0.00]       0

How likely the row is stronger than the column, in %
         1   2   3
1. bob   .  50  68
2. ann  50   .  68
3. cid  32  32   .

Sets won-drawn-lost by the row against the column
            1      2      3
1. bob      .  0-0-1  1-0-0
2. ann  1-0-0      .  0-1-0
3. cid  0-0-1  0-1-0      .

Faults
bob: 1 late, last in set 0, match 0, decision 17
)");
}

TEST(StandingsTextTest, NamesTheAnchor) {
  ScoreSheet sheet = ThreeFriends();
  EXPECT_THAT(StandingsText(sheet.Compute()), Not(HasSubstr("1500")));
  sheet.competition.mutable_spec()->set_anchor("cid");
  EXPECT_THAT(Lines(StandingsText(sheet.Compute(), 200))[2],
              HasSubstr("intervals hold 95 %; ratings are distances to cid, "
                        "which has 1500 by definition"));
}

TEST(StandingsTextTest, WhatWasPlayedInVainIsBesideTheTable) {
  ScoreSheet sheet = ThreeFriends();
  sheet.Void(3, {0, 1});
  v1::CompetitionMatch& cancelled = sheet.Play(0, 0, {0, 1}, {});
  cancelled.mutable_result()->set_termination(v1::TERMINATION_CANCELLED);
  cancelled.set_attempt(1);
  const std::string text = StandingsText(sheet.Compute(), 120);
  EXPECT_THAT(text, HasSubstr("1 void set, 5 played again, 1 cancelled"));
  EXPECT_THAT(text, HasSubstr("Void"));
}
TEST(StandingsTextTest, TellsMatchesThatOnlyRepeatedAGame) {
  ScoreSheet sheet = ThreeFriends();
  sheet.Duel(3, 0, 1, {3, 1}, {2, 2});
  for (v1::CompetitionMatch& match : sheet.results) {
    match.set_moves_sha256(std::string(32, 'a'));
  }
  EXPECT_THAT(StandingsText(sheet.Compute(), 200),
              HasSubstr("3 sets, 8 matches, 0 faults, 2 matches that only "
                        "repeated the same game and count for nothing"));
}

TEST(StandingsTextTest, NothingInVainIsNotMentioned) {
  const std::string text = StandingsText(ThreeFriends().Compute(), 120);
  EXPECT_THAT(text, Not(HasSubstr("played again")));
  EXPECT_THAT(text, Not(HasSubstr("Void")));
}

class WidthTest : public ::testing::TestWithParam<int> {};
TEST_P(WidthTest, NoLineIsWider) {
  ScoreSheet sheet(v1::FORMAT_SWISS, 2,
                   {"a-bot-with-quite-a-long-name", "bob", "cid"});
  sheet.Duel(0, 0, 1, {1000, 1}, {200, 2});
  v1::CompetitionMatch& again = sheet.Play(0, 0, {0, 1}, {});
  again.set_attempt(1);
  again.mutable_result()->set_termination(v1::TERMINATION_CANCELLED);
  ScoreSheet::AddFault(again, 0, v1::FAULT_KIND_LATE, 17);
  sheet.competition.mutable_spec()->set_tournament("spring");
  const auto tournament = CombineStandings({sheet.Compute()});
  for (const std::string& line :
       Lines(StandingsText(*tournament, GetParam()))) {
    EXPECT_LE(WidthOf(line), GetParam()) << line;
  }
}
INSTANTIATE_TEST_SUITE_P(All, WidthTest,
                         ::testing::Values(40, 50, 60, 80, 100, 120));

TEST(StandingsTextTest, WhatDecidesIsThereHoweverNarrowItIs) {
  EXPECT_THAT(StandingsText(ThreeFriends().Compute(), 40),
              HasSubstr("Share %"));
}
TEST(StandingsTextTest, KnockoutNamesRounds) {
  ScoreSheet sheet(v1::FORMAT_KNOCKOUT, 2, {"ann", "bob", "cid"});
  sheet.Duel(0, 1, 2, {1, 0}, {1, 0});
  sheet.Duel(4, 0, 1, {1, 0}, {1, 0});
  const std::string text = StandingsText(sheet.Compute());
  EXPECT_THAT(text, HasSubstr("winner"));
  EXPECT_THAT(text, HasSubstr("final"));
  EXPECT_THAT(text, HasSubstr("semi-final"));
}

// ---- Columns ----

TEST(TextTableTest, NamesStandLeftAndNumbersRight) {
  EXPECT_EQ(TextTable({{"Name", {"a", "bb"}, 0, ColumnKind::kNames},
                       {"N", {"5", "12"}}},
                      40),
            "Name   N\na      5\nbb    12\n");
}
TEST(TextTableTest, OfMixedCellsOnlyNumbersStandRight) {
  EXPECT_EQ(TextTable({{"Seats", {"2", "2 to 4"}, 0, ColumnKind::kMixed}}, 40),
            "Seats\n     2\n2 to 4\n");
}
TEST(TextTableTest, HighestRankIsLeftOutFirst) {
  EXPECT_EQ(TextTable({{"AAAA", {"1"}, 1}, {"BBBB", {"2"}, 2}}, 9),
            "AAAA\n   1\n");
}
TEST(TextTableTest, LettersOfSeveralBytesCountOnce) {
  EXPECT_EQ(TextTable({{"±", {"5"}}, {"N", {"1"}}}, 40), "±  N\n5  1\n");
}
TEST(TextTableTest, CutNameEndsWithAnEllipsis) {
  EXPECT_EQ(CutTo("abcdef", 4), "abc…");
  EXPECT_EQ(CutTo("abcd", 4), "abcd");
}

// ---- Words ----

TEST(StandingsWordsTest, ZeroHasNoSign) {
  EXPECT_EQ(Fixed(-0.001, 2), "0.00");
  EXPECT_EQ(Signed(-0.001, 2), "0.00");
  EXPECT_EQ(Signed(0.5, 1), "+0.5");
}
TEST(StandingsWordsTest, NothingIsCertain) {
  EXPECT_EQ(Likelihood(0.9999), ">99");
  EXPECT_EQ(Likelihood(0.0001), "<1");
  EXPECT_EQ(Likelihood(0.5), "50");
}
TEST(StandingsWordsTest, EventIsNamedWithoutItsTournament) {
  v1::CompetitionSpec spec;
  spec.set_name("spring.ordo");
  spec.set_tournament("spring");
  EXPECT_EQ(EventName(spec), "ordo");
}

// ---- CSV ----

TEST(StandingsCsvTest, HasARowForEveryEntrantAndEvent) {
  const Report one = ThreeFriends().Compute();
  const std::string csv = StandingsCsv({one, one});
  EXPECT_THAT(std::vector<std::string>(absl::StrSplit(csv, "\r\n")),
              SizeIs(1 + 6 + 1));
}
TEST(StandingsCsvTest, EveryRowHasAFieldForEveryTitle) {
  Report report = ThreeFriends().Compute();
  report.standings.set_order(
      v1::STANDINGS_ORDER_ROUND);  // This order's words hold no comma.
  std::vector<std::string> rows =
      absl::StrSplit(StandingsCsv({report}), "\r\n");
  rows.pop_back();
  std::vector<size_t> fields;
  for (const std::string& row : rows) {
    fields.push_back(std::vector<std::string>(absl::StrSplit(row, ',')).size());
  }
  EXPECT_THAT(fields, Each(fields.front()));
}
TEST(StandingsCsvTest, CommasAndQuotesAreQuoted) {
  Report report = ThreeFriends().Compute();
  report.competition.mutable_spec()->set_name("a,\"b\"");
  EXPECT_THAT(StandingsCsv({report}), HasSubstr(",\"a,\"\"b\"\"\",ordo,"));
}
TEST(StandingsCsvTest, NothingIsAFormula) {
  Report report = ThreeFriends().Compute();
  for (const char* name : {"=A1", "+A1", "-A1", "@A1", "\tA1"}) {
    report.standings.mutable_entrants(0)->set_name(name);
    EXPECT_THAT(StandingsCsv({report}),
                HasSubstr(absl::StrCat(",'", name, ",")));
  }
}
TEST(StandingsCsvTest, NegativeFiguresStayFigures) {
  Report report = ThreeFriends().Compute();
  report.standings.mutable_entrants(0)->set_rating(-12.5);
  EXPECT_THAT(StandingsCsv({report}), HasSubstr(",-12.500000,"));
}
TEST(StandingsCsvTest, FiguresAreThere) {
  EXPECT_THAT(StandingsCsv({ThreeFriends().Compute()}),
              HasSubstr(",2,ann,ann,no,,,,0.625000,"));
}

}  // namespace
}  // namespace arena::competition
