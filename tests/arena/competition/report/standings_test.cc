// Standings against tables computed by hand, and changes that must not matter.
#include "arena/competition/report/standings.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/competition/page/standings_html.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/rating/batch_rating.h"
#include "arena/competition/report/figures.h"
#include "arena/competition/report/pairs.h"
#include "arena/competition/report/standings_text.h"
#include "arena/competition/report/standings_words.h"
#include "arena/core/check.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/made_up.h"
#include "tests/arena/competition/report/score_sheet.h"
#include "tests/testing/status_matchers.h"

namespace arena::competition {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> NamesOf(const v1::Standings& standings) {
  std::vector<std::string> names;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    names.push_back(line.name());
  }
  return names;
}
std::pair<double, double> Ends(const v1::Interval& interval) {
  return {interval.low(), interval.high()};
}
std::vector<int> PlacesOf(const v1::Standings& standings) {
  std::vector<int> places;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    places.push_back(line.place());
  }
  return places;
}

TEST(StandingsTest, AnAnchorFarFromTheOthersIsWarnedOf) {
  ScoreSheet sheet(v1::FORMAT_LADDER, 2, {"ann", "bob"});
  for (uint32_t set = 0; set < 40; ++set) sheet.Duel(set, 0, 1, {1, 0}, {1, 0});
  EXPECT_EQ(AnchorCaution(sheet.Compute().standings), "");
  sheet.competition.mutable_spec()->set_anchor("bob");
  EXPECT_THAT(AnchorCaution(sheet.Compute().standings),
              HasSubstr("points below the mean of the others"));
}

// ---- By hand: see ThreeFriends ----

TEST(StandingsTest, EqualSharesAreOrderedByScoreDifference) {
  // ann and bob have 5 of 8 half points each, but +1/2 and +3/4 points per
  // match.
  const v1::Standings standings = ThreeFriends().Compute().standings;
  EXPECT_THAT(NamesOf(standings), ElementsAre("bob", "ann", "cid"));
  EXPECT_THAT(PlacesOf(standings), ElementsAre(1, 2, 3));
}
TEST(StandingsTest, ShareIsOfTheRankPointsThereWere) {
  const v1::Standings standings = ThreeFriends().Compute().standings;
  EXPECT_EQ(LineOf(standings, "ann").rank_points(), 5.0 / 8);
  EXPECT_EQ(LineOf(standings, "cid").rank_points(), 2.0 / 8);
}
TEST(StandingsTest, DifferenceIsTheMeanOverSets) {
  const v1::Standings standings = ThreeFriends().Compute().standings;
  EXPECT_DOUBLE_EQ(LineOf(standings, "bob").score_difference().mean(), 0.75);
  EXPECT_DOUBLE_EQ(LineOf(standings, "cid").score_difference().mean(), -1.25);
}
TEST(StandingsTest, SetsAreWonDrawnAndLost) {
  const v1::Standings standings = ThreeFriends().Compute().standings;
  const v1::EntrantStanding& cid = LineOf(standings, "cid");
  EXPECT_EQ(cid.won(), 0);
  EXPECT_EQ(cid.drawn(), 1);
  EXPECT_EQ(cid.lost(), 1);
}
TEST(StandingsTest, SetsAndMatchesAreCounted) {
  const v1::Standings standings = ThreeFriends().Compute().standings;
  EXPECT_EQ(standings.sets(), 3);
  EXPECT_EQ(standings.matches(), 6);
  EXPECT_EQ(LineOf(standings, "ann").sets(), 2);
  EXPECT_EQ(LineOf(standings, "ann").matches(), 4);
}
TEST(StandingsTest, RatingIsTheFitToTheMatchesOfTheSets) {
  const auto before = [](int winner, int loser) {
    return Placing{{{{winner}, 1}, {{loser}, 2}}};
  };
  const std::vector<PlacingSet> sets = {
      {before(0, 1), Placing{{{{0}, 1}, {{1}, 1}}}},
      {before(2, 0), before(0, 2)},
      {before(1, 2), before(1, 2)}};
  const BatchRating rating = FitBatchRating(3, sets).value();
  const v1::Standings standings = ThreeFriends().Compute().standings;
  EXPECT_EQ(LineOf(standings, "ann").rating(), Rounded(rating.Points(0)));
  EXPECT_EQ(Ends(LineOf(standings, "bob").rating_interval()),
            Ends(Rounded(rating.PointsInterval(1))));
}
TEST(StandingsTest, OnlyEntrantsThatHavePlayedAreRated) {
  ScoreSheet sheet = ThreeFriends();
  v1::CompetitionSpec& spec = *sheet.competition.mutable_spec();
  spec.set_format(v1::FORMAT_LADDER);
  spec.clear_sets();
  const v1::Standings three = sheet.Compute().standings;
  v1::Entrant& dan = *spec.add_entrants();
  dan.set_name("dan");
  dan.add_players()->set_bot("dan");
  const v1::Standings four = sheet.Compute().standings;
  for (const char* name : {"ann", "bob", "cid"}) {
    EXPECT_EQ(LineOf(four, name).rating(), LineOf(three, name).rating());
    EXPECT_EQ(Ends(LineOf(four, name).rating_interval()),
              Ends(LineOf(three, name).rating_interval()));
  }
  EXPECT_EQ(Pairs(four).At(0, 1).superiority(),
            Pairs(three).At(0, 1).superiority());
  EXPECT_EQ(LineOf(four, "dan").rating(), 1500);
  EXPECT_GT(Reach(LineOf(four, "dan").rating_interval()),
            Reach(LineOf(four, "cid").rating_interval()));
  EXPECT_TRUE(LineOf(four, "dan").curve().empty());
  spec.set_anchor("dan");
  EXPECT_EQ(LineOf(sheet.Compute().standings, "dan").rating(), 1500);
}
TEST(StandingsTest, TheAnchorIs1500AtAllTimes) {
  ScoreSheet sheet = ThreeFriends();
  sheet.competition.mutable_spec()->set_anchor("cid");
  const v1::Standings standings = sheet.Compute().standings;
  const v1::EntrantStanding& cid = LineOf(standings, "cid");
  EXPECT_EQ(cid.rating(), 1500);
  EXPECT_EQ(Reach(cid.rating_interval()), 0);
  for (const v1::RatingPoint& point : cid.curve()) {
    EXPECT_EQ(point.rating(), 1500);
    EXPECT_EQ(Reach(point.interval()), 0);
  }
}
TEST(StandingsTest, AnAnchorMovesAllByTheSameDistanceAndNoPlace) {
  ScoreSheet sheet = ThreeFriends();
  const v1::Standings mean = sheet.Compute().standings;
  sheet.competition.mutable_spec()->set_anchor("cid");
  const v1::Standings anchored = sheet.Compute().standings;
  EXPECT_EQ(NamesOf(anchored), NamesOf(mean));
  EXPECT_NEAR(LineOf(anchored, "ann").rating() - 1500,
              LineOf(mean, "ann").rating() - LineOf(mean, "cid").rating(),
              3e-6);
  EXPECT_GT(Reach(LineOf(anchored, "ann").rating_interval()),
            Reach(LineOf(mean, "ann").rating_interval()));
}
TEST(StandingsTest, HeadToHeadIsByIndexOfEntrants) {
  const v1::Standings standings = ThreeFriends().Compute().standings;
  const v1::HeadToHead met = Pairs(standings).At(2, 1);
  EXPECT_EQ(met.lost(), 1);
  EXPECT_EQ(met.score_difference().mean(), -2.5);
}
TEST(StandingsTest, SetThatIsNotOverDoesNotCountYet) {
  ScoreSheet sheet = ThreeFriends();
  sheet.Play(3, 0, {0, 1}, {9, 0});
  const v1::Standings standings = sheet.Compute().standings;
  EXPECT_EQ(LineOf(standings, "ann").sets(), 2);
  EXPECT_EQ(LineOf(standings, "ann").matches(), 5);
}
TEST(StandingsTest, BenchedEntrantIsMarked) {
  ScoreSheet sheet = ThreeFriends();
  sheet.competition.add_benched(2);
  const v1::Standings standings = sheet.Compute().standings;
  EXPECT_TRUE(LineOf(standings, "cid").benched());
  EXPECT_FALSE(LineOf(standings, "ann").benched());
}

// ---- Mirrored sets ----

// Ann and bob play the same game in both matches of each of `sets` sets.
ScoreSheet WithMirroredSets(uint32_t sets) {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 2, {"ann", "bob", "cid"});
  sheet.Duel(0, 1, 2, {2, 0}, {3, 0});
  for (uint32_t set = 1; set <= sets; ++set) {
    sheet.Duel(set, 0, 1, {3, 1}, {1, 3});
    for (const int match : {0, 1}) {
      sheet.results[sheet.results.size() - 1 - match].set_moves_sha256(
          std::string(32, static_cast<char>('a' + set)));
    }
  }
  return sheet;
}

TEST(StandingsTest, MirroredSetsAreCountedByPair) {
  const v1::Standings standings = WithMirroredSets(11).Compute().standings;
  EXPECT_EQ(Pairs(standings).At(0, 1).mirrored(), 11);
  EXPECT_EQ(Pairs(standings).At(1, 0).mirrored(), 11);
  EXPECT_EQ(Pairs(standings).At(1, 2).mirrored(), 0);
}
TEST(StandingsTest, EntrantsPlayAlikeIfAllTheirSetsAreMirrored) {
  ScoreSheet sheet = WithMirroredSets(10);
  EXPECT_THAT(
      AlikeTexts(sheet.Compute().standings),
      ElementsAre("bob and ann play alike: 10 of 10 sets were mirrored"));
  EXPECT_THAT(StandingsText(sheet.Compute(), 100),
              HasSubstr("bob and ann play alike"));
  EXPECT_THAT(StandingsHtml(sheet.Compute()),
              HasSubstr("bob and ann play alike"));
  sheet.Duel(11, 0, 1, {3, 1}, {1, 3});
  EXPECT_THAT(AlikeTexts(sheet.Compute().standings), IsEmpty());
}
TEST(StandingsTest, NineMirroredSetsDoNotTell) {
  EXPECT_THAT(AlikeTexts(WithMirroredSets(9).Compute().standings), IsEmpty());
}

// ---- Equal games ----

// The sheet of ThreeFriends, in which ann and bob meet three more times. Each
// time both play the same two games.
ScoreSheet WithEqualGames() {
  ScoreSheet sheet = ThreeFriends();
  for (uint32_t set = 3; set < 6; ++set) {
    sheet.Duel(set, 0, 1, {3, 1}, {2, 2});
  }
  for (v1::CompetitionMatch& match : sheet.results) {
    if (match.set() == 0 || match.set() >= 3) {
      match.set_moves_sha256(std::string(32, match.match() == 0 ? 'a' : 'b'));
    }
  }
  return sheet;
}

TEST(StandingsTest, EqualGamesAreCountedOnce) {
  const v1::Standings once = ThreeFriends().Compute().standings;
  const v1::Standings often = WithEqualGames().Compute().standings;
  EXPECT_EQ(often.equal_games(), 6);
  EXPECT_EQ(often.matches(), 12);
  EXPECT_EQ(often.sets(), 3);
  EXPECT_EQ(NamesOf(often), NamesOf(once));
  for (const v1::EntrantStanding& line : once.entrants()) {
    const v1::EntrantStanding& same = LineOf(often, line.name());
    EXPECT_EQ(same.sets(), line.sets());
    EXPECT_EQ(same.rank_points(), line.rank_points());
    EXPECT_EQ(same.rating(), line.rating());
    EXPECT_EQ(Ends(same.rating_interval()), Ends(line.rating_interval()));
    EXPECT_EQ(same.won(), line.won());
    EXPECT_EQ(same.score_difference().mean(), line.score_difference().mean());
  }
  EXPECT_EQ(Pairs(often).At(0, 1).sets(), 1);
}
TEST(StandingsTest, MatchesWithoutAHashAllCount) {
  ScoreSheet sheet = ThreeFriends();
  sheet.Duel(3, 0, 1, {3, 1}, {2, 2});
  EXPECT_EQ(sheet.Compute().standings.equal_games(), 0);
  EXPECT_EQ(sheet.Compute().standings.sets(), 4);
}

// ---- Several sides ----

TEST(StandingsTest, FirstPlaceOfASetMayBeShared) {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 3, {"ann", "bob", "cid"});
  sheet.competition.mutable_spec()->set_independent_deals(true);
  sheet.Play(0, 0, {0, 1, 2}, {4, 4, 1});
  const v1::Standings standings = sheet.Compute().standings;
  EXPECT_EQ(LineOf(standings, "ann").drawn(), 1);
  EXPECT_EQ(LineOf(standings, "bob").drawn(), 1);
  EXPECT_EQ(LineOf(standings, "cid").lost(), 1);
}
TEST(StandingsTest, LastOfThreeHasNoRankPoints) {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 3, {"ann", "bob", "cid"});
  sheet.competition.mutable_spec()->set_independent_deals(true);
  sheet.Play(0, 0, {0, 1, 2}, {4, 4, 1});
  const v1::Standings standings = sheet.Compute().standings;
  EXPECT_EQ(LineOf(standings, "ann").rank_points(), 0.75);
  EXPECT_EQ(LineOf(standings, "cid").rank_points(), 0);
}

// ---- Ties ----

TEST(StandingsTest, EqualsShareAPlace) {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 2, {"ann", "bob", "cid"});
  sheet.Duel(0, 0, 1, {1, 1}, {1, 1});
  sheet.Duel(1, 0, 2, {2, 1}, {2, 1});
  sheet.Duel(2, 1, 2, {2, 1}, {2, 1});
  EXPECT_THAT(PlacesOf(sheet.Compute().standings), ElementsAre(1, 1, 3));
}
TEST(StandingsTest, EqualRatingsShareAPlace) {
  ScoreSheet sheet(v1::FORMAT_LADDER, 2, {"ann", "bob", "cid"});
  sheet.Duel(0, 0, 2, {2, 1}, {2, 1});
  sheet.Duel(1, 1, 2, {7, 1}, {7, 1});
  EXPECT_THAT(PlacesOf(sheet.Compute().standings), ElementsAre(1, 1, 3));
}
TEST(StandingsTest, WhoHasNotPlayedComesLastInALadder) {
  ScoreSheet sheet(v1::FORMAT_LADDER, 2, {"new", "ann", "bob"});
  sheet.Duel(0, 1, 2, {2, 1}, {2, 1});
  EXPECT_THAT(NamesOf(sheet.Compute().standings),
              ElementsAre("ann", "bob", "new"));
}
TEST(StandingsTest, WithoutResultsNobodyHasAnything) {
  const v1::Standings standings =
      ScoreSheet(v1::FORMAT_ROUND_ROBIN, 2, {"ann", "bob"}).Compute().standings;
  EXPECT_THAT(PlacesOf(standings), ElementsAre(1, 1));
  EXPECT_FALSE(standings.entrants(0).has_score_difference());
  EXPECT_NEAR(standings.entrants(0).rating(), 1500, 1e-9);
}

// ---- Faults and void sets ----

TEST(StandingsTest, FaultsAreCountedByEntrantAndKind) {
  ScoreSheet sheet = ThreeFriends();
  ScoreSheet::AddFault(sheet.results[0], 0, v1::FAULT_KIND_ILLEGAL, 4);
  ScoreSheet::AddFault(sheet.results[1], 1, v1::FAULT_KIND_LATE, 7);
  sheet.results[1].set_match_id("a");
  sheet.results[3].set_match_id("b");
  ScoreSheet::AddFault(sheet.results[3], 1, v1::FAULT_KIND_LATE, 9);
  ScoreSheet::AddFault(sheet.results[3], 0, v1::FAULT_KIND_GONE, 9);
  const v1::Standings standings = sheet.Compute().standings;
  const v1::EntrantStanding& ann = LineOf(standings, "ann");
  ASSERT_EQ(ann.faults_size(), 2);
  EXPECT_EQ(ann.faults(0).kind(), v1::FAULT_KIND_LATE);
  EXPECT_EQ(ann.faults(0).count(), 2);
  EXPECT_THAT(PlaceTexts(ann.faults(0)),
              ElementsAre("set 1, match 1, decision 9, b",
                          "set 0, match 1, decision 7, a"));
  EXPECT_EQ(ann.faults(1).kind(), v1::FAULT_KIND_ILLEGAL);
  EXPECT_THAT(PlaceTexts(ann.faults(1)),
              ElementsAre("set 0, match 0, decision 4"));
  EXPECT_EQ(FaultsOf(LineOf(standings, "cid")), 1);
  EXPECT_EQ(standings.faults(), 4);
}
TEST(StandingsTest, OnlyTheLastFaultsAreListed) {
  ScoreSheet sheet = ThreeFriends();
  for (uint32_t decision = 0; decision < 9; ++decision) {
    ScoreSheet::AddFault(sheet.results[0], 0, v1::FAULT_KIND_LATE, decision);
  }
  const v1::FaultCount late =
      LineOf(sheet.Compute().standings, "ann").faults(0);
  EXPECT_EQ(late.count(), 9);
  EXPECT_THAT(late.places(), SizeIs(kFaultPlaces));
  EXPECT_EQ(late.places(0).decision(), 8u);
}
TEST(StandingsTest, FaultsOfRepeatedMatchesCount) {
  ScoreSheet sheet = ThreeFriends();
  v1::CompetitionMatch& again = sheet.Play(0, 0, {0, 1}, {});
  again.mutable_result()->set_termination(v1::TERMINATION_CANCELLED);
  again.set_attempt(1);
  ScoreSheet::AddFault(again, 1, v1::FAULT_KIND_NOT_READY, 0);
  EXPECT_EQ(FaultsOf(LineOf(sheet.Compute().standings, "bob")), 1);
}
TEST(StandingsTest, VoidSetCountsForNothing) {
  ScoreSheet sheet = ThreeFriends();
  sheet.Void(3, {0, 1});
  sheet.Play(3, 1, {1, 0}, {100, 0});
  const v1::Standings standings = sheet.Compute().standings;
  EXPECT_EQ(standings.void_sets(), 1);
  EXPECT_EQ(LineOf(standings, "ann").void_sets(), 1);
  EXPECT_EQ(LineOf(standings, "ann").rank_points(), 5.0 / 8);
  EXPECT_EQ(LineOf(standings, "cid").void_sets(), 0);
}
TEST(StandingsTest, ForfeitCountsByRank) {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 2, {"ann", "bob"});
  sheet.Duel(0, 0, 1, {2, 1}, {2, 1});
  v1::MatchResult& first = *sheet.results[0].mutable_result();
  first.set_termination(v1::TERMINATION_FORFEIT);
  first.set_ranks(0, 2);
  first.set_ranks(1, 1);
  const v1::Standings standings = sheet.Compute().standings;
  EXPECT_EQ(LineOf(standings, "ann").rank_points(), 0.5);
  EXPECT_EQ(LineOf(standings, "ann").score_difference().mean(), 0.5);
}

// ---- All formats ----

// A competition with faults and void matches, played to its end. A ladder is
// played for 40 sets.
struct Played {
  v1::Competition competition;
  Log log;
  std::vector<Standing> table;
};

Played PlayedCompetition(v1::Format format, const std::string& form) {
  v1::CompetitionSpec spec = SpecOf(FormNamed(form), format, 7);
  spec.set_sets(2);
  if (FormatOf(spec).endless) spec.set_max_sets(40);
  auto scheduler = Scheduler::Create(spec);
  ARENA_CHECK(scheduler.ok(), scheduler.status().ToString());
  Played played;
  Rng rng("played");
  played.log = PlayAll(
      *scheduler, {.void_percent = 4, .fault_percent = 5, .void_set = 3}, rng);
  played.table = scheduler->standings();
  *played.competition.mutable_spec() = spec;
  return played;
}

std::string TextOf(const v1::Competition& competition, const Log& log) {
  const auto standings = ComputeStandings(competition, log);
  ARENA_CHECK(standings.ok(), standings.status().ToString());
  return standings->DebugString();
}

struct FormatCase {
  v1::Format format;
  const char* form;
  v1::StandingsOrder order;
};

class FormatTest : public ::testing::TestWithParam<FormatCase> {
 protected:
  const Played played_ = PlayedCompetition(GetParam().format, GetParam().form);
};

TEST_P(FormatTest, OrderOfResultsDoesNotChangeAByte) {
  const std::string before = TextOf(played_.competition, played_.log);
  Log shuffled = played_.log;
  Rng rng("shuffled");
  for (size_t i = shuffled.size(); i > 1; --i) {
    std::swap(shuffled[i - 1], shuffled[rng.Below(static_cast<uint32_t>(i))]);
  }
  EXPECT_EQ(TextOf(played_.competition, shuffled), before);
}
TEST_P(FormatTest, RepetitionsAndOpenMatchesChangeNothing) {
  const std::string before = TextOf(played_.competition, played_.log);
  Log more = played_.log;
  more.push_back(more.front());
  more.push_back(more.back());
  more.back().set_attempt(more.back().attempt() + 1);
  more.back().clear_result();
  EXPECT_EQ(TextOf(played_.competition, more), before);
}
TEST_P(FormatTest, RenamingEntrantsRenamesTheTable) {
  v1::Competition renamed = played_.competition;
  for (v1::Entrant& entrant : *renamed.mutable_spec()->mutable_entrants()) {
    const std::string name = absl::StrCat("b", entrant.name().substr(1));
    entrant.set_name(name);
    entrant.mutable_players(0)->set_bot(name);
  }
  std::vector<std::pair<std::string, std::string>> names;
  for (int i = 0; i < 7; ++i) {
    names.emplace_back(absl::StrCat("\"a", i, "\""),
                       absl::StrCat("\"b", i, "\""));
  }
  EXPECT_EQ(
      TextOf(renamed, played_.log),
      absl::StrReplaceAll(TextOf(played_.competition, played_.log), names));
}
TEST_P(FormatTest, SaysWhatItIsOrderedBy) {
  EXPECT_EQ(ComputeStandings(played_.competition, played_.log)->order(),
            GetParam().order);
}
TEST_P(FormatTest, AgreesWithTheScheduler) {
  const auto standings = ComputeStandings(played_.competition, played_.log);
  ASSERT_THAT(standings, IsOk());
  for (const v1::EntrantStanding& line : standings->entrants()) {
    const auto& other =
        *absl::c_find_if(played_.table, [&](const Standing& standing) {
          return standing.entrant == line.entrant();
        });
    EXPECT_EQ(line.sets(), other.sets) << line.name();
    EXPECT_EQ(line.rank_points(), other.total.RankPoints()) << line.name();
    if (line.has_points()) {
      EXPECT_EQ(2 * line.points(), static_cast<double>(other.half_points));
    }
    EXPECT_EQ(line.round(), other.round) << line.name();
    if (GetParam().order == v1::STANDINGS_ORDER_RATING) continue;
    EXPECT_EQ(line.place(), other.place) << line.name();
  }
}
TEST_P(FormatTest, PlacesFollowTheOrder) {
  const auto standings = ComputeStandings(played_.competition, played_.log);
  ASSERT_THAT(standings, IsOk());
  const auto key = [&](const v1::EntrantStanding& line) {
    switch (standings->order()) {
      case v1::STANDINGS_ORDER_RANK_POINTS:
        return line.rank_points();
      case v1::STANDINGS_ORDER_RATING:
        return line.rating();
      case v1::STANDINGS_ORDER_SWISS_POINTS:
        return line.points();
      default:
        return static_cast<double>(line.round());
    }
  };
  for (int i = 1; i < standings->entrants_size(); ++i) {
    EXPECT_GE(key(standings->entrants(i - 1)) + 1e-6,
              key(standings->entrants(i)));
  }
}

std::vector<FormatCase> FormatCases() {
  std::vector<FormatCase> cases;
  for (const FormatInfo& info : Formats()) {
    cases.push_back({info.format, "two", info.order});
    cases.push_back({info.format, "partners", info.order});
    if (info.two_sides) continue;
    cases.push_back({info.format, "three", info.order_of_many});
    cases.push_back({info.format, "four", info.order_of_many});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, FormatTest, ::testing::ValuesIn(FormatCases()));

// ---- Errors ----

TEST(StandingsTest, UnknownEntrantIsRefused) {
  ScoreSheet sheet = ThreeFriends();
  sheet.results[0].set_entrants(0, 3);
  EXPECT_THAT(ComputeStandings(sheet.competition, sheet.results),
              StatusIs(kInvalid, HasSubstr("has entrants 3,1")));
}
TEST(StandingsTest, SecondDifferentResultIsRefused) {
  ScoreSheet sheet = ThreeFriends();
  sheet.Play(0, 0, {0, 1}, {0, 3});
  EXPECT_THAT(ComputeStandings(sheet.competition, sheet.results),
              StatusIs(kInvalid, HasSubstr("second, different result")));
}
TEST(StandingsTest, BadSpecificationIsRefused) {
  ScoreSheet sheet = ThreeFriends();
  sheet.competition.mutable_spec()->set_game("chess");
  EXPECT_THAT(ComputeStandings(sheet.competition, sheet.results),
              StatusIs(kInvalid, HasSubstr("chess")));
}

}  // namespace
}  // namespace arena::competition
