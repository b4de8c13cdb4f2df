// The overall table of a tournament.
#include "arena/competition/report/tournament_standings.h"

#include "gmock/gmock.h"
#include "tests/arena/competition/report/score_sheet.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// An event of two entrants. The first entrant has won so many of two matches.
Report Event(const std::string& name, const std::vector<std::string>& names,
             int won) {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 2, names);
  sheet.competition.mutable_spec()->set_name(name);
  sheet.competition.mutable_spec()->set_tournament("spring");
  sheet.Duel(0, 0, 1, {won > 0 ? 2 : 0, 1}, {won > 1 ? 2 : 0, 1});
  return sheet.Compute();
}

TEST(TournamentStandingsTest, MeanOfSharesDecides) {
  // ann has 1 and 1/2, bob 0 and 1/2.
  const auto table = CombineStandings(
      {Event("one", {"ann", "bob"}, 2), Event("two", {"bob", "ann"}, 1)});
  ASSERT_THAT(table, IsOk());
  EXPECT_EQ(table->overall[0].name, "ann");
  EXPECT_EQ(table->overall[0].mean, 0.75);
  EXPECT_EQ(table->overall[0].place, 1);
  EXPECT_EQ(table->overall[1].mean, 0.25);
  EXPECT_EQ(table->overall[1].place, 2);
}
TEST(TournamentStandingsTest, EqualMeansShareAPlace) {
  const auto table = CombineStandings(
      {Event("one", {"ann", "bob"}, 2), Event("two", {"bob", "ann"}, 2)});
  EXPECT_EQ(table->overall[0].place, 1);
  EXPECT_EQ(table->overall[1].place, 1);
}
TEST(TournamentStandingsTest, WhoMissedAnEventHasNoPlace) {
  const auto table = CombineStandings(
      {Event("one", {"ann", "bob"}, 0), Event("two", {"cid", "ann"}, 2)});
  EXPECT_EQ(table->overall[0].name, "ann");
  EXPECT_EQ(table->overall[0].place, 1);
  EXPECT_EQ(table->overall[1].place, std::nullopt);
  EXPECT_THAT(table->overall[1].rank_points, ElementsAre(1.0, std::nullopt));
}
TEST(TournamentStandingsTest, EntrantWithoutASetMissedTheEvent) {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 2, {"ann", "bob"});
  const auto table = CombineStandings({sheet.Compute()});
  EXPECT_EQ(table->overall[0].events, 0);
  EXPECT_EQ(table->overall[0].place, std::nullopt);
}
TEST(TournamentStandingsTest, NoEventsAreRefused) {
  EXPECT_THAT(CombineStandings({}), StatusIs(kInvalid, HasSubstr("no events")));
}
TEST(TournamentStandingsTest, EventTwiceIsRefused) {
  EXPECT_THAT(
      CombineStandings(
          {Event("one", {"ann", "bob"}, 0), Event("one", {"ann", "bob"}, 0)}),
      StatusIs(kInvalid, HasSubstr("\"one\" is in the tournament twice")));
}
TEST(TournamentStandingsTest, EventOfAnotherTournamentIsRefused) {
  EXPECT_THAT(
      CombineStandings(
          {Event("one", {"ann", "bob"}, 0), ThreeFriends().Compute()}),
      StatusIs(kInvalid, HasSubstr("\"friends\" belongs to tournament \"\"")));
}

}  // namespace
}  // namespace arena::competition
