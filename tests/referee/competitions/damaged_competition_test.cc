// Damaged competitions cannot go on after a restart. They stop nothing else and
// wait for an admin.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "tests/referee/competitions/running_competitions_fixture.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The damage to the cup, and the reason that the referee gives.
struct Damage {
  const char* name;
  const char* sql;
  const char* reason;
};

// In the first three cases only the result is damaged.
constexpr Damage kDamages[] = {
    {"NoMessage", "UPDATE matches SET result = x'ff' WHERE state = 3",
     "is damaged in the store"},
    // The result has three seats.
    {"Seats",
     "UPDATE matches SET result = x'080112030204061a03010203'"
     " WHERE state = 3",
     "result.returns has 3 values; expected 2"},
    {"Ranks",
     "UPDATE matches SET result = x'0801120202041a020109'"
     " WHERE state = 3",
     "the rank 9; expected 1 to 2"},
    {"Entrants", "UPDATE matches SET entrants = '7,8' WHERE state = 3",
     "has entrants 7,8"},
    {"Indices", "UPDATE matches SET entrants = 'a,b' WHERE state = 3",
     "is damaged in the store"},
    {"Attempt", "UPDATE matches SET attempt = 5 WHERE state = 3",
     "expected attempt 0 to 4"},
    {"Open", "UPDATE matches SET entrants = 'a,b' WHERE state = 1",
     "the place"},
    {"Spec", "UPDATE competitions SET spec = x'ff' WHERE name = 'cup'",
     "its row in the store is damaged"},
    {"Bench", "UPDATE competitions SET benched = 'x' WHERE name = 'cup'",
     "its row in the store is damaged"},
};

// The cup of an absent bot and a built-in player. The first of its two matches
// is over when the referee ends.
class DamagedCompetitionTest : public CompetitionHostTest {
 protected:
  DamagedCompetitionTest() {
    v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
    spec.mutable_entrants(0)->mutable_players(0)->set_bot("away");
    EXPECT_THAT(Create(spec), IsOk());
    const std::vector<MatchRow> claimed =
        *store_->matches().Claim({{"away"}}, 1);
    over_ = claimed.at(0);
    EXPECT_THAT(store_->matches().Finish(NormalEnd(over_)), IsOk());
    database_.exec("CREATE TABLE kept AS SELECT * FROM matches");
  }
  void StartAgain() {
    Crash();
    Start();
    executor_.RunAll();
  }
  void Harm(const Damage& damage) {
    ASSERT_EQ(database_.exec(damage.sql), 1);
    StartAgain();
  }
  void Mend() {
    database_.exec(
        "UPDATE matches SET (entrants, result) = (SELECT entrants, result"
        " FROM kept WHERE kept.number = matches.number)");
  }
  absl::StatusOr<v1::Competition> Retry(const std::string& name = "cup") {
    absl::StatusOr<v1::Competition> competition;
    host_->Retry(name, [&](const auto& c) { competition = c; });
    executor_.RunAll();
    return competition;
  }
  absl::StatusOr<v1::Match> Void(const std::string& match_id) {
    absl::StatusOr<v1::Match> match;
    requests_->VoidMatch(match_id, [&](const auto& m) { match = m; });
    executor_.RunAll();
    return match;
  }
  std::vector<v1::Competition> List() {
    v1::ListCompetitionsResponse response;
    host_->List({}, [&](const auto& page) {
      EXPECT_THAT(page, IsOk());
      if (page.ok()) response = *page;
    });
    executor_.RunAll();
    return {response.competitions().begin(), response.competitions().end()};
  }
  v1::CompetitionSpec Plate() {
    v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
    spec.set_name("plate");
    return spec;
  }

  SQLite::Database database_{folder_.File("store"), SQLite::OPEN_READWRITE};
  MatchRow over_;
};

class DamageTest : public DamagedCompetitionTest,
                   public ::testing::WithParamInterface<Damage> {};

TEST_P(DamageTest, PutsTheCompetitionIntoQuarantine) {
  Harm(GetParam());
  const v1::Competition cup = Get();
  EXPECT_EQ(cup.state(), v1::Competition::STATE_QUARANTINED);
  EXPECT_EQ(cup.spec().name(), "cup");
  EXPECT_THAT(cup.spec().seed(), IsEmpty());
  EXPECT_THAT(cup.quarantine(), HasSubstr(GetParam().reason));
}

TEST_P(DamageTest, StopsNoOtherCompetition) {
  Harm(GetParam());
  ASSERT_THAT(Create(Plate()), IsOk());
  const std::vector<v1::Competition> all = List();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].state(), v1::Competition::STATE_FINISHED);
  EXPECT_EQ(all[1].state(), v1::Competition::STATE_QUARANTINED);
}

TEST_P(DamageTest, StaysAfterAnotherStartAndARetry) {
  Harm(GetParam());
  const std::string reason = Get().quarantine();
  StartAgain();
  EXPECT_EQ(Get().quarantine(), reason);
  const absl::StatusOr<v1::Competition> cup = Retry();
  ASSERT_THAT(cup, IsOk());
  EXPECT_EQ(cup->state(), v1::Competition::STATE_QUARANTINED);
  EXPECT_EQ(cup->quarantine(), reason);
}

TEST_P(DamageTest, EndsWithTheCompetitionThatIsStopped) {
  Harm(GetParam());
  Stop();
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
  EXPECT_THAT(Get().quarantine(), HasSubstr(GetParam().reason));
  EXPECT_THAT(*store_->competitions().ListUnfinished(), IsEmpty());
  EXPECT_THAT(*store_->competitions().ReadOpen("cup"), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, DamageTest, ::testing::ValuesIn(kDamages),
                         [](const auto& info) {
                           return std::string(info.param.name);
                         });

class DamagedResultTest : public DamageTest {};

TEST_P(DamagedResultTest, MatchThatLosesItIsPlayedAgain) {
  Harm(GetParam());
  const absl::StatusOr<v1::Match> match = Void(over_.match_id);
  ASSERT_THAT(match, IsOk());
  EXPECT_EQ(match->state(), v1::Match::STATE_FINISHED);
  EXPECT_EQ(match->result().termination(), v1::TERMINATION_INFRASTRUCTURE);
  EXPECT_THAT(match->result().reason(), HasSubstr("result"));
  const absl::StatusOr<v1::Competition> cup = Retry();
  ASSERT_THAT(cup, IsOk());
  EXPECT_EQ(cup->state(), v1::Competition::STATE_RUNNING);
  CompetitionPlace again = *over_.place;
  again.attempt = 1;
  EXPECT_THAT(*store_->competitions().ReadOpen("cup"), Contains(again));
  EXPECT_EQ(Results().matches_size(), 1) << "it has left its place";
}

INSTANTIATE_TEST_SUITE_P(
    All, DamagedResultTest,
    ::testing::ValuesIn(absl::MakeConstSpan(kDamages).first(3)),
    [](const auto& info) { return std::string(info.param.name); });

// ---- The ways on ----

TEST_F(DamagedCompetitionTest, TheReasonNamesTheMatch) {
  for (const int damage : {0, 1, 3}) {
    Mend();
    Retry().IgnoreError();
    Harm(kDamages[damage]);
    EXPECT_THAT(Get().quarantine(), HasSubstr(over_.match_id));
  }
}

TEST_F(DamagedCompetitionTest, WhatIsMendedGoesOn) {
  Harm(kDamages[0]);
  Mend();
  const absl::StatusOr<v1::Competition> cup = Retry();
  ASSERT_THAT(cup, IsOk());
  EXPECT_EQ(cup->state(), v1::Competition::STATE_RUNNING);
  EXPECT_THAT(cup->quarantine(), IsEmpty());
  EXPECT_EQ(cup->progress().matches_over(), 1);
  EXPECT_EQ(cup->progress().repeated_matches(), 0);
}

TEST_F(DamagedCompetitionTest, NoOtherMatchLosesItsResult) {
  StartAgain();
  EXPECT_THAT(Void(over_.match_id),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("neither it nor its competition")));
}

TEST_F(DamagedCompetitionTest, AResultThatDoesNotFitIsNoticedWhenItIsStored) {
  StartAgain();
  ASSERT_EQ(Get().state(), v1::Competition::STATE_RUNNING);
  const auto watcher = std::make_shared<RecordingWatcher>();
  host_->Watch("cup", watcher, [](const auto&) {});
  executor_.RunAll();
  const std::vector<MatchRow> claimed = *store_->matches().Claim({{"away"}}, 1);
  ASSERT_EQ(claimed.size(), 1u);
  FinishedMatch end = NormalEnd(claimed[0]);
  end.result.add_ranks(3);
  ASSERT_THAT(store_->matches().Finish(end), IsOk());
  host_->OnMatchOver("cup");
  executor_.RunAll();
  EXPECT_THAT(Get().quarantine(), HasSubstr("result.ranks has 3 values"));
  EXPECT_EQ(watcher->seen.back().state(), v1::Competition::STATE_QUARANTINED);
  EXPECT_TRUE(watcher->over);
}

TEST_F(DamagedCompetitionTest, OnlyWhatIsQuarantinedIsRetried) {
  StartAgain();
  EXPECT_THAT(Retry(), StatusIs(absl::StatusCode::kFailedPrecondition,
                                HasSubstr("cup is not quarantined")));
  EXPECT_THAT(Retry("none"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("none")));
}

TEST_F(DamagedCompetitionTest, WhoeverChangesItIsToldWhy) {
  Harm(kDamages[0]);
  v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("away");
  EXPECT_THAT(Create(spec), StatusIs(absl::StatusCode::kDataLoss,
                                     AllOf(HasSubstr("cup is quarantined"),
                                           HasSubstr(over_.match_id))));
}

// No referee takes up a competition that is over, so none quarantines it.
TEST_F(DamagedCompetitionTest, OneThatIsOverHidesNoOthers) {
  Crash();
  database_.exec(
      "UPDATE competitions SET state = 3;"
      "UPDATE matches SET result = x'ff' WHERE state = 3");
  Start();
  ASSERT_THAT(Create(Plate()), IsOk());
  const std::vector<v1::Competition> all = List();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].state(), v1::Competition::STATE_FINISHED);
  EXPECT_THAT(all[1].quarantine(), HasSubstr(over_.match_id));
}

}  // namespace
}  // namespace arena::referee
