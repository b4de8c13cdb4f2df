// The results of entrants with each version of their bots.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "arena/competition/page/standings_html.h"
#include "arena/competition/report/entrant_ratings.h"
#include "arena/competition/report/standings_text.h"
#include "arena/competition/report/standings_words.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/report/score_sheet.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

// Adds a set of two matches with ann's version in each match. ann has `points`,
// bob 0.
void Meet(ScoreSheet& sheet, uint32_t set,
          const std::vector<std::string>& versions, int64_t points) {
  sheet.Duel(set, 0, 1, {points, 0}, {points, 0});
  for (size_t match = 0; match < 2; ++match) {
    v1::CompetitionMatch& played = *(sheet.results.end() - 2 + match);
    for (const uint32_t entrant : played.entrants()) {
      played.add_versions(entrant == 0 ? versions[match] : "7");
    }
  }
}

// ann loses ten sets with version 1 and wins ten with version 2.
ScoreSheet Upgraded() {
  ScoreSheet sheet(v1::FORMAT_LADDER, 2, {"ann", "bob"});
  for (uint32_t set = 0; set < 10; ++set) Meet(sheet, set, {"1", "1"}, -3);
  for (uint32_t set = 10; set < 20; ++set) Meet(sheet, set, {"2", "2"}, 3);
  return sheet;
}

std::vector<std::string> VersionsOf(const v1::Standings& standings,
                                    const std::string& name) {
  std::vector<std::string> versions;
  for (const v1::VersionStanding& version :
       LineOf(standings, name).versions()) {
    versions.push_back(version.version());
  }
  return versions;
}

TEST(VersionStandingsTest, EachVersionIsRatedByItself) {
  const v1::Standings standings = Upgraded().Compute().standings;
  ASSERT_THAT(VersionsOf(standings, "ann"), ElementsAre("2", "1"));
  const v1::VersionStanding& newer = LineOf(standings, "ann").versions(0);
  const v1::VersionStanding& older = LineOf(standings, "ann").versions(1);
  EXPECT_EQ(newer.sets(), 10);
  EXPECT_EQ(newer.rank_points(), 1);
  EXPECT_EQ(older.sets(), 10);
  EXPECT_EQ(older.rank_points(), 0);
  EXPECT_GT(newer.rating_interval().low(), older.rating());
  EXPECT_LT(older.rating_interval().high(), newer.rating());
}
TEST(VersionStandingsTest, AnEntrantWithASingleOneHasNone) {
  EXPECT_THAT(LineOf(Upgraded().Compute().standings, "bob").versions(),
              IsEmpty());
  EXPECT_THAT(LineOf(ThreeFriends().Compute().standings, "ann").versions(),
              IsEmpty());
}
TEST(VersionStandingsTest, IfNoneIsKnownWellTheNewestRatesTheEntrant) {
  const v1::EntrantStanding ann = LineOf(Upgraded().Compute().standings, "ann");
  EXPECT_GT(Reach(ann.versions(1).rating_interval()), kPlacingHalfWidth);
  EXPECT_EQ(ann.rating(), ann.versions(0).rating());
  EXPECT_TRUE(ann.versions(0).placed());
  EXPECT_FALSE(ann.versions(1).placed());
}
// ann and bob play level; then ann's version 2 wins a few sets.
ScoreSheet JustUpgraded() {
  ScoreSheet sheet(v1::FORMAT_LADDER, 2, {"ann", "bob"});
  for (uint32_t set = 0; set < 200; ++set) {
    Meet(sheet, set, {"1", "1"}, set % 2 == 0 ? 3 : -3);
  }
  for (uint32_t set = 200; set < 205; ++set) Meet(sheet, set, {"2", "2"}, 3);
  return sheet;
}
TEST(VersionStandingsTest, AVersionThatIsKnownWellRatesUntilTheNextOneIs) {
  const v1::EntrantStanding ann =
      LineOf(JustUpgraded().Compute().standings, "ann");
  EXPECT_GT(Reach(ann.versions(0).rating_interval()), kPlacingHalfWidth);
  EXPECT_TRUE(ann.versions(1).placed());
  EXPECT_EQ(ann.rating(), ann.versions(1).rating());
}
TEST(VersionStandingsTest, AnOldVersionsResultsAreNotHeldAgainstOthers) {
  ScoreSheet sheet = JustUpgraded();
  for (uint32_t set = 205; set < 305; ++set) Meet(sheet, set, {"2", "2"}, 3);
  sheet.competition.mutable_spec()->set_anchor("bob");
  const v1::EntrantStanding ann = LineOf(sheet.Compute().standings, "ann");
  EXPECT_TRUE(ann.versions(0).placed());
  EXPECT_NEAR(ann.versions(1).rating(), 1500, 30);
  EXPECT_GT(ann.versions(0).rating(), 1700);
}
TEST(VersionStandingsTest, ANewVersionBeginsWhereTheOldOneEnded) {
  ScoreSheet sheet(v1::FORMAT_LADDER, 2, {"ann", "bob"});
  for (uint32_t set = 0; set < 100; ++set) {
    Meet(sheet, set, {"1", "1"}, set % 4 == 0 ? -3 : 3);
  }
  Meet(sheet, 100, {"2", "2"}, 0);
  sheet.competition.mutable_spec()->set_anchor("bob");
  const v1::EntrantStanding ann = LineOf(sheet.Compute().standings, "ann");
  EXPECT_NEAR(ann.versions(0).rating(), ann.versions(1).rating(), 30);
  EXPECT_GT(Reach(ann.versions(0).rating_interval()),
            1.2 * Reach(ann.versions(1).rating_interval()));
}
TEST(VersionStandingsTest, TheMeanOfTheRatingsThatCountIs1500) {
  const v1::Standings standings = Upgraded().Compute().standings;
  EXPECT_NEAR(
      LineOf(standings, "ann").rating() + LineOf(standings, "bob").rating(),
      3000, 1e-5);
}
TEST(VersionStandingsTest, TheVersionOfAnAnchorThatCountsHas1500) {
  ScoreSheet sheet = Upgraded();
  sheet.competition.mutable_spec()->set_anchor("ann");
  const v1::EntrantStanding ann = LineOf(sheet.Compute().standings, "ann");
  EXPECT_EQ(ann.rating(), 1500);
  EXPECT_EQ(ann.versions(0).rating(), 1500);
  EXPECT_LT(ann.versions(1).rating(), 1400);
}
TEST(VersionStandingsTest, AnAnchorWithOneVersionIs1500ForTheVersionsOfOthers) {
  ScoreSheet sheet = Upgraded();
  sheet.competition.mutable_spec()->set_anchor("bob");
  const v1::Standings standings = sheet.Compute().standings;
  const auto& versions = LineOf(standings, "ann").versions();
  EXPECT_GT(versions[0].rating(), 1500);
  EXPECT_LT(versions[1].rating(), 1500);
}
TEST(VersionStandingsTest, ASetWithTwoVersionsIsNeithers) {
  ScoreSheet sheet = Upgraded();
  Meet(sheet, 20, {"2", "3"}, 3);
  const v1::Standings standings = sheet.Compute().standings;
  ASSERT_THAT(VersionsOf(standings, "ann"), ElementsAre("3", "2", "1"));
  EXPECT_EQ(LineOf(standings, "ann").versions(0).sets(), 0);
  EXPECT_EQ(LineOf(standings, "ann").versions(1).sets(), 10);
}
TEST(VersionStandingsTest, OnlyTheNewestAreTold) {
  ScoreSheet sheet(v1::FORMAT_LADDER, 2, {"ann", "bob"});
  for (uint32_t set = 0; set < 100; ++set) {
    const std::string version = absl::StrCat(set);
    Meet(sheet, set, {version, version}, 1);
  }
  const std::vector<std::string> versions =
      VersionsOf(sheet.Compute().standings, "ann");
  EXPECT_THAT(versions, SizeIs(kMostVersions));
  EXPECT_EQ(versions.front(), "99");
}
TEST(VersionStandingsTest, EqualGamesCountOnceForEachVersion) {
  ScoreSheet sheet = Upgraded();
  for (v1::CompetitionMatch& match : sheet.results) {
    match.set_moves_sha256(absl::StrCat(match.versions(0), match.match()));
  }
  const v1::Standings standings = sheet.Compute().standings;
  EXPECT_EQ(LineOf(standings, "ann").versions(0).sets(), 1);
  EXPECT_EQ(LineOf(standings, "ann").versions(1).sets(), 1);
}
TEST(VersionStandingsTest, AForfeitByAChangeIsOfTheVersionThatPlayedLast) {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 2, {"ann", "bob", "cid"});
  Meet(sheet, 0, {"1", "1"}, 3);
  sheet.Duel(1, 0, 2, {3, 0}, {3, 0});
  sheet.Duel(2, 1, 2, {3, 0}, {3, 0});
  v1::CompetitionChange& change =
      *sheet.competition.mutable_spec()->add_changes();
  change.mutable_disqualified()->set_entrant("cid");
  change.mutable_disqualified()->set_ruling(
      v1::CompetitionChange::RULING_FORFEIT);
  const v1::Standings standings = sheet.Compute().standings;
  EXPECT_THAT(LineOf(standings, "ann").versions(), IsEmpty());
  EXPECT_THAT(LineOf(standings, "cid").versions(), IsEmpty());
  EXPECT_GT(LineOf(standings, "cid").lost(), 0);
}
TEST(VersionStandingsTest, TheOrderOfResultsDoesNotMatter) {
  ScoreSheet sheet = Upgraded();
  const std::string before = sheet.Compute().standings.SerializeAsString();
  std::reverse(sheet.results.begin(), sheet.results.end());
  EXPECT_EQ(sheet.Compute().standings.SerializeAsString(), before);
}
TEST(VersionStandingsTest, WithoutVersionsTheTableSaysNothingOfThem) {
  EXPECT_THAT(StandingsText(ThreeFriends().Compute()),
              Not(HasSubstr("Version")));
  EXPECT_THAT(StandingsHtml(ThreeFriends().Compute()),
              Not(HasSubstr("<h2>Versions")));
}
TEST(VersionStandingsTest, TextHasATableOfThem) {
  const std::string text = StandingsText(Upgraded().Compute());
  EXPECT_THAT(text, HasSubstr("Versions; * is the one whose rating counts"));
  EXPECT_THAT(text, HasSubstr("ann      2 *"));
}
TEST(VersionStandingsTest, WhatABotCallsItsVersionIsHarmless) {
  ScoreSheet sheet = Upgraded();
  for (v1::CompetitionMatch& match : sheet.results) {
    const int ann = match.entrants(0) == 0 ? 0 : 1;
    if (match.set() >= 10) match.set_versions(ann, "<b>\x1b[31m");
  }
  const Report standings = sheet.Compute();
  EXPECT_THAT(StandingsText(standings), Not(HasSubstr("\x1b")));
  EXPECT_THAT(StandingsHtml(standings), Not(HasSubstr("<b>\\u001b")));
  EXPECT_THAT(StandingsHtml(standings), HasSubstr("&lt;b&gt;\\u001b[31m"));
}

}  // namespace
}  // namespace arena::competition
