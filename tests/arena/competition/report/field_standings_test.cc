// Standings of field duplicate.
#include "arena/competition/course/scheduler.h"
#include "arena/competition/page/standings_html.h"
#include "arena/competition/rating/deal_luck.h"
#include "arena/competition/report/pairs.h"
#include "arena/competition/report/standings_text.h"
#include "arena/competition/report/standings_words.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/made_up.h"
#include "tests/arena/competition/report/score_sheet.h"

namespace arena::competition {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Two deals at two tables each: ann - bob and cid - dan, in both seatings.
ScoreSheet TwoTables() {
  ScoreSheet sheet(v1::FORMAT_SWISS, 2, {"ann", "bob", "cid", "dan"});
  sheet.competition.mutable_spec()->set_deals(v1::DEALS_FIELD);
  sheet.competition.mutable_spec()->set_rounds(1);
  sheet.Play(0, 0, {0, 1}, {3, 1});
  sheet.Play(0, 1, {2, 3}, {4, 0});
  sheet.Play(1, 0, {1, 0}, {2, 2});
  sheet.Play(1, 1, {3, 2}, {5, 1});
  return sheet;
}

TEST(FieldStandingsTest, ASetIsADealAtAllItsTables) {
  const v1::Standings standings = TwoTables().Compute().standings;
  EXPECT_EQ(standings.sets(), 2);
  EXPECT_EQ(standings.matches(), 4);
  EXPECT_EQ(LineOf(standings, "ann").sets(), 2);
}
TEST(FieldStandingsTest, OnlyEntrantsAtOneTableHaveMet) {
  const v1::Standings standings = TwoTables().Compute().standings;
  EXPECT_EQ(Pairs(standings).At(0, 1).sets(), 2);
  EXPECT_EQ(Pairs(standings).At(0, 2).sets(), 0);
  EXPECT_EQ(LineOf(standings, "ann").won(), 1);
  EXPECT_EQ(LineOf(standings, "ann").drawn(), 1);
}
// The result of one table would tell the other tables something of their cards.
TEST(FieldStandingsTest, ADealCountsWhenItsLastTableIsOver) {
  ScoreSheet sheet = TwoTables();
  sheet.results.pop_back();
  const v1::Standings standings = sheet.Compute().standings;
  EXPECT_EQ(standings.sets(), 1);
  EXPECT_EQ(LineOf(standings, "ann").sets(), 1);
}
TEST(FieldStandingsTest, AVoidTableCountsForItsEntrantsOnly) {
  ScoreSheet sheet = TwoTables();
  sheet.results.erase(sheet.results.begin());
  sheet.Void(0, {0, 1});
  const v1::Standings standings = sheet.Compute().standings;
  EXPECT_EQ(LineOf(standings, "ann").void_sets(), 1);
  EXPECT_EQ(LineOf(standings, "cid").void_sets(), 0);
  EXPECT_EQ(LineOf(standings, "cid").sets(), 2);
  EXPECT_EQ(standings.void_sets(), 0);
}

TEST(FieldStandingsTest, AVoidTableTakesNothingFromVersionsAtOthers) {
  ScoreSheet sheet = TwoTables();
  sheet.results.erase(sheet.results.begin());
  sheet.Void(0, {0, 1});
  for (v1::CompetitionMatch& match : sheet.results) {
    const std::string version = match.set() == 0 ? "1" : "2";
    for (int seat = 0; seat < 2; ++seat) match.add_versions(version);
  }
  const v1::Standings standings = sheet.Compute().standings;
  const auto& versions = LineOf(standings, "cid").versions();
  ASSERT_EQ(versions.size(), 2);
  EXPECT_EQ(versions[0].version(), "2");
  EXPECT_EQ(versions[0].sets(), 1);
  EXPECT_EQ(versions[1].sets(), 1);
}

TEST(FieldStandingsTest, DealsWithFewerTablesCountToo) {
  for (const v1::Format format : {v1::FORMAT_ROUND_ROBIN, v1::FORMAT_SWISS}) {
    v1::CompetitionSpec spec = SpecOf(FormNamed("two"), format, 7);
    spec.set_deals(v1::DEALS_FIELD);
    spec.set_tables(2);
    Scheduler scheduler = *Scheduler::Create(spec);
    Rng rng("fewer");
    const Log log = PlayAll(scheduler, {}, rng);
    v1::Competition competition;
    *competition.mutable_spec() = spec;
    const auto standings = ComputeStandings(competition, log);
    EXPECT_EQ(standings->matches(), static_cast<int>(log.size()));
    EXPECT_EQ(standings->sets(),
              static_cast<int>(scheduler.progress().sets_total()));
    EXPECT_GT(2 * standings->sets(), standings->matches());
  }
}

TEST(FieldStandingsTest, TheTextSaysWhatComparingTablesIsWorth) {
  const std::string text = StandingsText(TwoTables().Compute(), 1000);
  EXPECT_THAT(text, HasSubstr("field duplicate at 2 tables; "));
  EXPECT_THAT(text, HasSubstr("% of the variance of a match is luck of the "
                              "deal, and comparing the tables takes"));
  EXPECT_THAT(text, HasSubstr("with fewer than about 10 tables, independent "
                              "deals are about as good"));
  EXPECT_THAT(StandingsText(ThreeFriends().Compute(), 1000),
              Not(HasSubstr("field")));
}
TEST(FieldStandingsTest, WhoMustNotTalkIsSaid) {
  ScoreSheet sheet = TwoTables();
  v1::CompetitionSpec& spec = *sheet.competition.mutable_spec();
  EXPECT_EQ(DealsCaution(spec), "") << "nothing is hidden";
  spec.set_game("doppelkopf");
  EXPECT_EQ(DealsCaution(spec), kFieldCaution);
}
TEST(FieldStandingsTest, ThePageSaysItToo) {
  const std::string page = StandingsHtml(TwoTables().Compute());
  EXPECT_THAT(page, HasSubstr("This is field duplicate at 2 tables"));
}
TEST(FieldStandingsTest, ProgramsFindTheFigures) {
  const v1::Standings standings = TwoTables().Compute().standings;
  EXPECT_EQ(standings.field().tables(), 2);
  EXPECT_NEAR(standings.field().variance_saved(),
              ShareSaved(standings.field().deal_luck(), 2), 2e-6);
  EXPECT_FALSE(ThreeFriends().Compute().standings.has_field());
}
TEST(FieldStandingsTest, AManyTabledFieldIsNotWarnedAgainst) {
  ScoreSheet sheet = TwoTables();
  v1::CompetitionSpec& spec = *sheet.competition.mutable_spec();
  for (int i = 4; i < 20; ++i) *spec.add_entrants() = EntrantOf(i);
  const std::string text = StandingsText(sheet.Compute(), 1000);
  EXPECT_THAT(text, HasSubstr("field duplicate at 10 tables"));
  EXPECT_THAT(text, Not(HasSubstr("about as good")));
}

}  // namespace
}  // namespace arena::competition
