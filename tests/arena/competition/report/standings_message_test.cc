// Standings over the protocol: the same figures as those for programs.
#include "arena/competition/report/standings_message.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/competition/report/html_sections.h"
#include "arena/competition/report/matrix_section.h"
#include "arena/competition/report/standings_json.h"
#include "arena/competition/report/table_section.h"
#include "arena/core/rng.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/report/score_sheet.h"

namespace arena::competition {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kRoom = 4'000'000;

// JSON has six digits.
constexpr double kRounding = 6e-7;

void ExpectSame(const Json& json, const v1::Interval& interval) {
  EXPECT_NEAR(json[0], interval.low(), kRounding);
  EXPECT_NEAR(json[1], interval.high(), kRounding);
}

void ExpectSame(const Json& json, bool present,
                const v1::MeanDifference& difference) {
  ASSERT_EQ(!json.is_null(), present);
  if (!present) return;
  EXPECT_NEAR(json["mean"], difference.mean(), kRounding);
  ASSERT_EQ(!json["interval"].is_null(), difference.has_interval());
  if (difference.has_interval()) {
    ExpectSame(json["interval"], difference.interval());
  }
}

void ExpectSame(const Json& json, const v1::EntrantStanding& line) {
  EXPECT_EQ(json["place"], line.place());
  EXPECT_EQ(json["name"], line.name());
  EXPECT_EQ(json["benched"], line.benched());
  EXPECT_EQ(json["sets"], line.sets());
  EXPECT_EQ(json["won"], line.won());
  EXPECT_EQ(json["drawn"], line.drawn());
  EXPECT_EQ(json["lost"], line.lost());
  EXPECT_EQ(json["void_sets"], line.void_sets());
  EXPECT_EQ(json["matches"], line.matches());
  EXPECT_NEAR(json["rank_points"], line.rank_points(), kRounding);
  EXPECT_NEAR(json["rating"], line.rating(), kRounding);
  ExpectSame(json["rating_interval"], line.rating_interval());
  ExpectSame(json["score_difference"], line.has_score_difference(),
             line.score_difference());
  ASSERT_EQ(json["curve"].size(), static_cast<size_t>(line.curve_size()));
  for (int i = 0; i < line.curve_size(); ++i) {
    const Json& point = json["curve"][static_cast<size_t>(i)];
    EXPECT_EQ(point["sets"], line.curve(i).sets());
    EXPECT_NEAR(point["rating"], line.curve(i).rating(), kRounding);
    ExpectSame(point["interval"], line.curve(i).interval());
  }
  ASSERT_EQ(json.contains("points"), line.has_points());
  ASSERT_EQ(json.contains("buchholz"), line.has_buchholz());
  ASSERT_EQ(json.contains("round"), line.has_round());
  if (line.has_points()) {
    EXPECT_EQ(json["points"], line.points());
  }
  if (line.has_buchholz()) {
    EXPECT_EQ(json["buchholz"], line.buchholz());
  }
  if (line.has_round()) {
    EXPECT_EQ(json["round"], line.round());
  }
  ASSERT_EQ(json["versions"].size(), static_cast<size_t>(line.versions_size()));
  for (int i = 0; i < line.versions_size(); ++i) {
    const Json& version = json["versions"][static_cast<size_t>(i)];
    EXPECT_EQ(version["version"], line.versions(i).version());
    EXPECT_EQ(version["sets"], line.versions(i).sets());
    EXPECT_NEAR(version["rank_points"], line.versions(i).rank_points(),
                kRounding);
    EXPECT_NEAR(version["rating"], line.versions(i).rating(), kRounding);
    ExpectSame(version["rating_interval"], line.versions(i).rating_interval());
  }
  ASSERT_EQ(json["faults"].size(), static_cast<size_t>(line.faults_size()));
  for (int i = 0; i < line.faults_size(); ++i) {
    const Json& fault = json["faults"][static_cast<size_t>(i)];
    EXPECT_EQ(fault["count"], line.faults(i).count());
    ASSERT_EQ(fault["last"].size(),
              static_cast<size_t>(line.faults(i).match_ids_size()));
    for (int m = 0; m < line.faults(i).match_ids_size(); ++m) {
      EXPECT_EQ(fault["last"][static_cast<size_t>(m)]["match_id"],
                line.faults(i).match_ids(m));
    }
  }
}

void ExpectSame(const Json& pair, const v1::CompetitionSpec& spec,
                const v1::HeadToHead& message) {
  EXPECT_EQ(pair["entrant"],
            spec.entrants(static_cast<int>(message.entrant())).name());
  EXPECT_EQ(pair["opponent"],
            spec.entrants(static_cast<int>(message.opponent())).name());
  EXPECT_EQ(pair["sets"], message.sets());
  EXPECT_EQ(pair["won"], message.won());
  EXPECT_EQ(pair["drawn"], message.drawn());
  EXPECT_EQ(pair["lost"], message.lost());
  ExpectSame(pair["score_difference"], message.has_score_difference(),
             message.score_difference());
  EXPECT_NEAR(pair["superiority"], message.superiority(), kRounding);
}

// Every figure of the JSON, which lists pairs in another order.
void ExpectSame(const Standings& standings, const v1::Standings& message) {
  const Json json = StandingsJson(standings);
  const Json& all = json["competition"];
  EXPECT_EQ(all["sets"], message.sets());
  EXPECT_EQ(all["void_sets"], message.void_sets());
  EXPECT_EQ(all["matches"], message.matches());
  EXPECT_EQ(all["equal_games"], message.equal_games());
  EXPECT_EQ(all["repeated_matches"], message.repeated_matches());
  EXPECT_EQ(all["cancelled_matches"], message.cancelled_matches());
  EXPECT_EQ(all["faults"], message.faults());
  EXPECT_EQ(all["anchor"].is_null() ? "" : all["anchor"], message.anchor());
  EXPECT_EQ(message.order(), standings.order);
  ASSERT_EQ(json["entrants"].size(),
            static_cast<size_t>(message.entrants_size()));
  for (int i = 0; i < message.entrants_size(); ++i) {
    ExpectSame(json["entrants"][static_cast<size_t>(i)], message.entrants(i));
  }
  const v1::CompetitionSpec& spec = standings.competition.spec();
  std::map<std::pair<std::string, std::string>, const Json*> pairs;
  for (const Json& pair : json["head_to_head"]) {
    pairs[{pair["entrant"], pair["opponent"]}] = &pair;
  }
  ASSERT_EQ(pairs.size(), static_cast<size_t>(message.head_to_head_size()));
  for (const v1::HeadToHead& pair : message.head_to_head()) {
    const auto name = [&](uint32_t entrant) {
      return spec.entrants(static_cast<int>(entrant)).name();
    };
    const auto found =
        pairs.find({name(pair.entrant()), name(pair.opponent())});
    ASSERT_NE(found, pairs.end());
    ExpectSame(*found->second, spec, pair);
  }
}

// A competition of which every match ends by chance, some with a fault.
ScoreSheet RandomSheet(v1::Format format, uint64_t number) {
  Rng rng(absl::StrCat("standings ", number));
  const uint32_t entrants = 2 + rng.Below(6);
  std::vector<std::string> names;
  for (uint32_t i = 0; i < entrants; ++i) {
    names.push_back(std::string(1, static_cast<char>('a' + i)));
  }
  ScoreSheet sheet(format, 2, names);
  uint32_t set = 0;
  const auto points = [&] { return static_cast<int64_t>(rng.Below(5)); };
  for (uint32_t a = 0; a < entrants; ++a) {
    for (uint32_t b = a + 1; b < entrants; ++b) {
      const uint32_t fate = rng.Below(10);
      if (fate == 0) {
        sheet.Void(set++, {a, b});
        continue;
      }
      sheet.Duel(set++, a, b, {points(), points()}, {points(), points()});
      if (fate > 3) continue;
      v1::CompetitionMatch& match = sheet.results.back();
      match.set_match_id(absl::StrCat("match-", set));
      ScoreSheet::AddFault(match, rng.Below(2), v1::FAULT_KIND_LATE, set);
    }
  }
  return sheet;
}

TEST(StandingsMessageTest, HasTheFiguresOfTheJson) {
  for (uint64_t number = 0; number < 20; ++number) {
    SCOPED_TRACE(number);
    for (const v1::Format format :
         {v1::FORMAT_ROUND_ROBIN, v1::FORMAT_LADDER}) {
      const Standings standings = RandomSheet(format, number).Compute();
      ExpectSame(standings, StandingsMessage(standings, kRoom));
    }
  }
}

TEST(StandingsMessageTest, HasThePointsAndRoundsOfTheJson) {
  for (const v1::Format format : {v1::FORMAT_SWISS, v1::FORMAT_KNOCKOUT}) {
    ScoreSheet sheet(format, 2, {"ann", "bob"});
    sheet.Duel(0, 0, 1, {3, 1}, {2, 2});
    sheet.competition.mutable_spec()->set_anchor("bob");
    const Standings standings = sheet.Compute();
    ExpectSame(standings, StandingsMessage(standings, kRoom));
  }
}

TEST(StandingsMessageTest, HasTheVersionsAndEqualGamesOfTheJson) {
  ScoreSheet sheet(v1::FORMAT_LADDER, 2, {"ann", "bob"});
  for (uint32_t set = 0; set < 4; ++set) {
    sheet.Duel(set, 0, 1, {3, 1}, {2, 2});
    const std::string version = set < 2 ? "1.0" : "1.1";
    for (size_t match = 2 * set; match < 2 * set + 2; ++match) {
      sheet.results[match].add_versions(match % 2 == 0 ? version : "");
      sheet.results[match].add_versions(match % 2 == 0 ? "" : version);
      sheet.results[match].set_moves_sha256(std::string(32, 'a'));
    }
  }
  const Standings standings = sheet.Compute();
  const v1::Standings message = StandingsMessage(standings, kRoom);
  EXPECT_EQ(message.equal_games(), 6u);
  EXPECT_EQ(message.entrants(0).versions_size(), 2);
  ExpectSame(standings, message);
}

TEST(StandingsMessageTest, EveryPairIsThereOnce) {
  const v1::Standings message =
      StandingsMessage(ThreeFriends().Compute(), kRoom);
  EXPECT_EQ(message.head_to_head_size(), 3);
  EXPECT_EQ(message.omitted_pairs(), 0u);
}

TEST(StandingsMessageTest, PairsOfTheLastPlacesMakeRoom) {
  const Standings standings = ThreeFriends().Compute();
  const size_t all = StandingsMessage(standings, kRoom).ByteSizeLong();
  // Just too little for all of them, with what is set aside for the cursor.
  const v1::Standings message = StandingsMessage(standings, all + 200 - 1);
  EXPECT_EQ(message.head_to_head_size(), 2);
  EXPECT_EQ(message.omitted_pairs(), 1u);
  EXPECT_EQ(message.head_to_head(0).entrant(), message.entrants(0).entrant());
  EXPECT_EQ(message.head_to_head(0).opponent(), message.entrants(1).entrant());
}

// What the site shows of a message is what files of standings show.
TEST(StandingsMessageTest, IsReadBackForPages) {
  for (uint64_t number = 0; number < 20; ++number) {
    SCOPED_TRACE(number);
    Standings standings = RandomSheet(v1::FORMAT_ROUND_ROBIN, number).Compute();
    standings.cancelled_matches = 3;
    const Standings read =
        StandingsOf(standings.competition, StandingsMessage(standings, kRoom));
    EXPECT_EQ(AboutHtml(read).markup(), AboutHtml(standings).markup());
    EXPECT_EQ(TableHtml(read).markup(), TableHtml(standings).markup());
    EXPECT_EQ(MatrixHtml(read).markup(), MatrixHtml(standings).markup());
    EXPECT_EQ(CurvesHtml(read).markup(), CurvesHtml(standings).markup());
    EXPECT_EQ(VersionsHtml(read).markup(), VersionsHtml(standings).markup());
  }
}

TEST(StandingsMessageTest, AnEntrantThatIsNotThereIsNotReadBack) {
  const Standings standings = ThreeFriends().Compute();
  v1::Standings message = StandingsMessage(standings, kRoom);
  message.mutable_head_to_head(0)->set_opponent(1000);
  message.mutable_entrants(0)->set_entrant(1000);
  const Standings read = StandingsOf(standings.competition, message);
  EXPECT_EQ(read.entrants[0].players.size(), 0u);
}

}  // namespace
}  // namespace arena::competition
