// Standings are computed seldom, however often callers ask for them.
#include "referee/competitions/standings_cache.h"

#include <optional>

#include "gmock/gmock.h"
#include "tests/referee/competitions/running_competitions_fixture.h"

namespace arena::referee {
namespace {

using ::testing::_;
using ::testing::HasSubstr;

class StandingsCacheTest : public CompetitionHostTest {
 protected:
  // The competition is over; the tests change the state that the cache is told.
  void SetUp() override {
    ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
    competition_ = Get();
    desk_ = std::make_unique<StandingsCache>(*store_executor_, executor_);
  }

  absl::StatusOr<v1::Standings> Ask(const v1::Competition& competition) {
    absl::StatusOr<v1::Standings> answer = absl::UnknownError("no answer");
    desk_->Get(competition, [&](absl::StatusOr<v1::Standings> standings) {
      answer = std::move(standings);
    });
    executor_.RunAll();
    return answer;
  }
  bool AnyBenched(const v1::Competition& competition) {
    const absl::StatusOr<v1::Standings> standings = Ask(competition);
    EXPECT_THAT(standings, IsOk());
    return standings->entrants(0).benched() ||
           standings->entrants(1).benched() || standings->entrants(2).benched();
  }
  // Returns the competition as if it ran. Standings show if a bot is benched.
  v1::Competition Running(bool benched) const {
    v1::Competition competition = competition_;
    competition.set_state(v1::Competition::STATE_RUNNING);
    if (benched) competition.add_benched(1);
    return competition;
  }

  v1::Competition competition_;
  std::unique_ptr<StandingsCache> desk_;
};

TEST_F(StandingsCacheTest, AllResultsCount) {
  const absl::StatusOr<v1::Standings> standings = Ask(competition_);
  ASSERT_THAT(standings, IsOk());
  EXPECT_EQ(standings->matches(), competition_.progress().matches_over());
  EXPECT_EQ(standings->entrants_size(), 3);
  EXPECT_EQ(standings->cursor(), Results().cursor());
}

TEST_F(StandingsCacheTest, TheyRestBeforeTheyAreComputedAnew) {
  EXPECT_FALSE(AnyBenched(Running(false)));
  EXPECT_FALSE(AnyBenched(Running(true)));
  executor_.Advance(kLeastStandingsRest);
  EXPECT_TRUE(AnyBenched(Running(true)));
}

TEST_F(StandingsCacheTest, ThoseOfTheEndAreNeverOld) {
  EXPECT_FALSE(AnyBenched(Running(false)));
  competition_.add_benched(1);
  EXPECT_TRUE(AnyBenched(competition_));
}

TEST_F(StandingsCacheTest, WhoAsksMeanwhileHasTheSameAnswer) {
  std::vector<std::string> answers;
  for (const bool benched : {false, true}) {
    desk_->Get(Running(benched), [&](absl::StatusOr<v1::Standings> standings) {
      answers.push_back(standings->SerializeAsString());
    });
  }
  executor_.RunAll();
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0], answers[1]);
}

TEST_F(StandingsCacheTest, AQuarantinedCompetitionHasNone) {
  competition_.set_quarantine("a result is damaged");
  EXPECT_THAT(Ask(competition_), StatusIs(absl::StatusCode::kDataLoss,
                                          HasSubstr("a result is damaged")));
}

TEST_F(StandingsCacheTest, TooManyEntrantsAreRefused) {
  while (competition_.spec().entrants_size() <= kMostStandingsEntrants) {
    competition_.mutable_spec()->add_entrants();
  }
  EXPECT_THAT(Ask(competition_), StatusIs(absl::StatusCode::kResourceExhausted,
                                          HasSubstr("1001 entrants")));
}

// ---- What a stranger can cause ----

TEST_F(StandingsCacheTest, ThoseOfManyCompetitionsAreKept) {
  const auto ask = [&](int i, bool benched) {
    v1::Competition competition = Running(benched);
    competition.mutable_create_time()->set_seconds(i);
    return AnyBenched(competition);
  };
  for (int i = 0; i < 50; ++i) EXPECT_FALSE(ask(i, false));
  // New standings would show the benched bot.
  for (int i = 0; i < 50; ++i) EXPECT_FALSE(ask(i, true)) << i;
}

TEST_F(StandingsCacheTest, AnErrorRests) {
  v1::Competition unknown = Running(false);
  unknown.mutable_spec()->set_name("other");
  EXPECT_THAT(Ask(unknown), StatusIs(absl::StatusCode::kNotFound, _));
  v1::CompetitionSpec spec = Spec(3, v1::FORMAT_ROUND_ROBIN);
  spec.set_name("other");
  ASSERT_THAT(Create(spec), IsOk());
  EXPECT_THAT(Ask(unknown), StatusIs(absl::StatusCode::kNotFound, _));
  executor_.Advance(kLeastStandingsRest);
  EXPECT_THAT(Ask(unknown), IsOk());
}

TEST_F(StandingsCacheTest, WhoWantsTooManyAtOnceIsRefused) {
  int refused = 0;
  const auto want = [&](int i) {
    v1::Competition competition = Running(false);
    competition.mutable_create_time()->set_seconds(i);
    desk_->Get(competition, [&](const auto& standings) {
      refused += absl::IsResourceExhausted(standings.status());
    });
  };
  for (int i = 0; i < 120; ++i) want(i);
  EXPECT_EQ(refused, 20);
  executor_.RunAll();
  EXPECT_EQ(refused, 20);
  want(110);
  executor_.RunAll();
  EXPECT_EQ(refused, 20) << "there is room again";
}

TEST_F(StandingsCacheTest, ACompetitionOfADeletedNameHasStandingsOfItsOwn) {
  ASSERT_FALSE(AnyBenched(Running(false)));
  v1::Competition later = Running(true);
  later.mutable_create_time()->set_seconds(later.create_time().seconds() + 1);
  EXPECT_TRUE(AnyBenched(later));
}

}  // namespace
}  // namespace arena::referee
