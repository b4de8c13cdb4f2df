// The results of entrants with each version of their bots.
#include "arena/competition/report/version_standings.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "arena/competition/report/standings_html.h"
#include "arena/competition/report/standings_text.h"
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
TEST(VersionStandingsTest, TheEntrantsOwnRatingIsOverAllVersions) {
  ScoreSheet plain = Upgraded();
  for (v1::CompetitionMatch& match : plain.results) match.clear_versions();
  EXPECT_EQ(LineOf(Upgraded().Compute().standings, "ann").rating(),
            LineOf(plain.Compute().standings, "ann").rating());
}
TEST(VersionStandingsTest, TheScaleIsThatOfTheEntrants) {
  const v1::Standings standings = Upgraded().Compute().standings;
  const auto& versions = LineOf(standings, "ann").versions();
  // Each version played half of ann's matches. bob is as far from 1500 as ann.
  EXPECT_NEAR((versions[0].rating() + versions[1].rating()) / 2, 1500, 1);
}
TEST(VersionStandingsTest, AnAnchorIs1500OverItsVersions) {
  ScoreSheet sheet = Upgraded();
  sheet.competition.mutable_spec()->set_anchor("ann");
  const v1::Standings standings = sheet.Compute().standings;
  const auto& versions = LineOf(standings, "ann").versions();
  EXPECT_NEAR((versions[0].rating() + versions[1].rating()) / 2, 1500, 1e-6);
  EXPECT_GT(versions[0].rating(), 1500);
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
  EXPECT_THAT(text, HasSubstr("Versions, each rated as an entrant of its own"));
  EXPECT_THAT(text, HasSubstr("ann      2"));
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
