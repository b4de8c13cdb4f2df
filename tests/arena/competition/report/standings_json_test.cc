// Standings for programs.
#include "arena/competition/report/standings_json.h"

#include <nlohmann/json.hpp>

#include "gmock/gmock.h"
#include "tests/arena/competition/report/score_sheet.h"

namespace arena::competition {
namespace {

using Json = nlohmann::ordered_json;

TEST(StandingsJsonTest, SaysWhatItIsOrderedBy) {
  EXPECT_EQ(StandingsJson(ThreeFriends().Compute())["ordered_by"],
            "rank points, then score difference");
}
TEST(StandingsJsonTest, NamesTheAnchor) {
  ScoreSheet sheet = ThreeFriends();
  EXPECT_EQ(StandingsJson(sheet.Compute())["competition"]["anchor"], nullptr);
  sheet.competition.mutable_spec()->set_anchor("cid");
  EXPECT_EQ(StandingsJson(sheet.Compute())["competition"]["anchor"], "cid");
}
TEST(StandingsJsonTest, EntrantsAreInOrder) {
  const Json json = StandingsJson(ThreeFriends().Compute());
  EXPECT_EQ(json["entrants"][0]["name"], "bob");
  EXPECT_EQ(json["entrants"][1]["rank_points"], 0.625);
  EXPECT_EQ(json["entrants"][1]["score_difference"]["mean"], 0.5);
}
TEST(StandingsJsonTest, EveryPairIsThereOnce) {
  const Json pairs = StandingsJson(ThreeFriends().Compute())["head_to_head"];
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[0]["entrant"], "bob");
  EXPECT_EQ(pairs[0]["opponent"], "ann");
  EXPECT_EQ(pairs[0]["lost"], 1);
}
TEST(StandingsJsonTest, SingleSetHasNoInterval) {
  const Json pairs = StandingsJson(ThreeFriends().Compute())["head_to_head"];
  EXPECT_EQ(pairs[0]["score_difference"]["interval"], nullptr);
}
TEST(StandingsJsonTest, FaultsHaveTheirPlaces) {
  ScoreSheet sheet = ThreeFriends();
  ScoreSheet::AddFault(sheet.results[0], 1, v1::FAULT_KIND_LATE, 17);
  const Json bob = StandingsJson(sheet.Compute())["entrants"][0];
  EXPECT_EQ(bob["faults"][0]["kind"], "late");
  EXPECT_EQ(bob["faults"][0]["last"][0]["decision"], 17);
}
TEST(StandingsJsonTest, WhoMissedAnEventHasNoPlaceOverall) {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 2, {"ann", "bob"});
  const Json json = StandingsJson(*CombineStandings({sheet.Compute()}));
  EXPECT_EQ(json["overall"][0]["place"], nullptr);
  EXPECT_EQ(json["events"].size(), 1u);
}

}  // namespace
}  // namespace arena::competition
