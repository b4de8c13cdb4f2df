// Results of a competition against what its ratings expect.
#include "arena/competition/report/expectations.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/competition/page/calibration_section.h"
#include "arena/competition/report/pairs.h"
#include "arena/competition/report/standings_text.h"
#include "arena/competition/report/standings_words.h"
#include "arena/core/rng.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/report/score_sheet.h"

namespace arena::competition {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Twelve equal bots; "b1" to "b4" lose to "b0" on purpose.
ScoreSheet Helped() {
  std::vector<std::string> names;
  for (int i = 0; i < 12; ++i) names.push_back(absl::StrCat("b", i));
  ScoreSheet sheet(v1::FORMAT_LADDER, 2, names);
  Rng rng("helped");
  uint32_t set = 0;
  for (int again = 0; again < 10; ++again) {
    for (uint32_t a = 0; a < 12; ++a) {
      for (uint32_t b = a + 1; b < 12; ++b) {
        const bool helps = a == 0 && b <= 4;
        const auto points = [&] {
          return helps || rng.Below(2) == 0 ? std::vector<int64_t>{1, 0}
                                            : std::vector<int64_t>{0, 1};
        };
        sheet.Duel(set++, a, b, points(), points());
      }
    }
  }
  return sheet;
}
TEST(ExpectationsTest, ABotThatOthersHelpIsUneven) {
  const v1::Standings standings = Helped().Compute().standings;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    EXPECT_EQ(line.uneven(), line.name() == "b0") << line.name();
  }
  EXPECT_THAT(UnevenTexts(standings),
              ElementsAre(HasSubstr("b0: 100.0 % against b")));
}
TEST(ExpectationsTest, TheRatingsExpectWhatIsScoredOnAverage) {
  const v1::Standings standings = Helped().Compute().standings;
  for (const v1::EntrantStanding& line : standings.entrants()) {
    EXPECT_NEAR(line.expected_rank_points(), line.rank_points(), 0.03);
    EXPECT_NEAR(line.mean_opponent(), 1500 - (line.rating() - 1500) / 11, 0.1);
  }
  const v1::HeadToHead pair = Pairs(standings).At(0, 1);
  EXPECT_EQ(pair.score(), 1);
  EXPECT_LT(pair.expected_score(), 0.8);
  EXPECT_GT(pair.surprise(), 2);
  EXPECT_EQ(Pairs(standings).At(1, 0).score(), 0);
  EXPECT_EQ(Pairs(standings).At(1, 0).surprise(), -pair.surprise());
}
TEST(ExpectationsTest, EachEntrantButTheLastIsComparedWithTheNext) {
  ScoreSheet sheet = Helped();
  const v1::Standings all = sheet.Compute().standings;
  const Pairs pairs(all);
  for (int i = 0; i < 11; ++i) {
    EXPECT_EQ(all.entrants(i).superiority_to_next(),
              pairs.At(all.entrants(i).entrant(), all.entrants(i + 1).entrant())
                  .superiority());
  }
  EXPECT_FALSE(all.entrants(11).has_superiority_to_next());
  v1::CompetitionChange& change =
      *sheet.competition.mutable_spec()->add_changes();
  change.mutable_disqualified()->set_entrant(all.entrants(11).name());
  change.mutable_disqualified()->set_ruling(v1::CompetitionChange::RULING_DROP);
  EXPECT_FALSE(
      sheet.Compute().standings.entrants(10).has_superiority_to_next());
}

// Each bot wins in the first seat, except that every second set has a tie.
Report FirstSeatsWin() {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 2, {"ann", "bob"});
  for (uint32_t set = 0; set < 20; set += 2) {
    sheet.Duel(set, 0, 1, {1, 0}, {0, 1});
    sheet.Duel(set + 1, 0, 1, {1, 0}, {1, 1});
    sheet.Duel(set + 20, 0, 1, {0, 0}, {0, 1});
    sheet.Duel(set + 21, 0, 1, {1, 0}, {0, 1});
  }
  return sheet.Compute();
}
TEST(ExpectationsTest, SeatsAndTiesAreOfAllMatches) {
  const v1::Standings standings = FirstSeatsWin().standings;
  EXPECT_EQ(standings.tie_rate().value(), 0.25);
  ASSERT_THAT(standings.seats(), SizeIs(2));
  EXPECT_THAT(standings.seats(1).seats(), ElementsAre(1));
  EXPECT_EQ(standings.seats(0).advantage().value(), 0.375);
  EXPECT_EQ(standings.seats(1).advantage().value(), -0.375);
  EXPECT_THAT(
      SeatTexts(standings),
      ElementsAre("Ties: 25.0 % ± 7.8; this share of all comparisons of two "
                  "entrants in a match is even.",
                  "Seats: 0: +37.5 % ± 3.9, 1: -37.5 % ± 3.9; so much more of "
                  "the rank points is won there than ratings expect."));
}
TEST(ExpectationsTest, AFewSetsTellNothingOfSeats) {
  const v1::Standings standings = ThreeFriends().Compute().standings;
  EXPECT_TRUE(standings.has_tie_rate());
  EXPECT_FALSE(standings.tie_rate().has_interval());
  EXPECT_THAT(SeatTexts(standings), IsEmpty());
}

// Three bots, and one that is half as likely as each of them to be the first,
// or to be the second if it is not.
Report FourSides() {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 4, {"a", "b", "c", "d"});
  Rng rng("four sides");
  for (uint32_t set = 0; set < 400; ++set) {
    std::vector<uint32_t> left = {0, 0, 1, 1, 2, 2, 3};
    std::vector<int64_t> points(4);
    for (int64_t place = 3; place > 0; --place) {
      const uint32_t taker = left[rng.Below(left.size())];
      points[taker] = place;
      std::erase(left, taker);
    }
    sheet.Play(set, 0, {0, 1, 2, 3}, points);
  }
  sheet.competition.mutable_spec()->set_independent_deals(true);
  return sheet.Compute();
}
TEST(ExpectationsTest, PredictedPlacesAreShownAsTextAndAsAPage) {
  const Report report = FourSides();
  const v1::Standings& standings = report.standings;
  ASSERT_THAT(standings.calibration(), SizeIs(3));
  EXPECT_NEAR(standings.calibration(0).slope().value(), 1, 0.2);
  EXPECT_THAT(CalibrationText(report),
              AllOf(HasSubstr("place 1: slope 1.00 ± 0.31, strength counts "
                              "1.17 times as much as on average\n"),
                    HasSubstr("Place  Predicted %  Observed %     ±  Entrants\n"
                              "    1         13.9        13.8   3.4       "
                              "400\n")));
  const std::string page = CalibrationHtml(standings).markup();
  EXPECT_THAT(page, HasSubstr(">place 1: slope 1.00 ± 0.31, "));
  EXPECT_THAT(page, HasSubstr("<title>place 1: predicted 13.9 %, observed "
                              "13.8 % ± 3.4</title>"));
}
TEST(ExpectationsTest, WithoutASetNothingIsPredicted) {
  const ScoreSheet sheet(v1::FORMAT_LADDER, 2, {"ann", "bob"});
  const Report report = sheet.Compute();
  EXPECT_EQ(CalibrationText(report), "");
  EXPECT_TRUE(CalibrationHtml(report.standings).empty());
}

}  // namespace
}  // namespace arena::competition
