// Competitions that are changed after they have begun.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "arena/core/secrets.h"
#include "referee/competitions/standings_cache.h"
#include "tests/referee/competitions/running_competitions_fixture.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Change = v1::CompetitionChange;

class ChangesTest : public CompetitionHostTest {
 protected:
  absl::StatusOr<v1::Competition> Amend(const std::vector<Change>& changes) {
    v1::ChangeCompetitionRequest request;
    request.set_name("cup");
    request.mutable_changes()->Add(changes.begin(), changes.end());
    absl::StatusOr<v1::Competition> changed;
    host_->Change(request,
                  [&](absl::StatusOr<v1::Competition> c) { changed = c; });
    executor_.RunAll();
    return changed;
  }
  static Change Out(const std::string& entrant, Change::Ruling ruling) {
    Change change;
    change.set_reason("shared its cards");
    change.mutable_disqualified()->set_entrant(entrant);
    change.mutable_disqualified()->set_ruling(ruling);
    return change;
  }
  static Change Sets(uint32_t after) {
    Change change;
    change.mutable_number()->set_key("sets");
    change.mutable_number()->set_after(after);
    return change;
  }
  static Change Entered(const std::string& name) {
    Change change;
    change.mutable_entered()->set_name(name);
    change.mutable_entered()->add_players()->set_built_in("greedy");
    return change;
  }
  // Creates a competition in which the bot of entrant `a` never comes.
  void CreateWithAMissingBot(v1::Format format) {
    v1::CompetitionSpec spec = Spec(4, format);
    if (format == v1::FORMAT_LADDER) spec.set_max_sets(20);
    spec.mutable_entrants(0)->mutable_players(0)->set_bot("missing");
    ASSERT_THAT(Create(spec), IsOk());
    ASSERT_EQ(Get().state(), v1::Competition::STATE_RUNNING);
  }
  v1::Standings Standings() {
    StandingsCache desk(*store_executor_, executor_);
    v1::Standings standings;
    desk.Get(Get(), [&](absl::StatusOr<v1::Standings> computed) {
      EXPECT_THAT(computed, IsOk());
      if (computed.ok()) standings = *computed;
    });
    executor_.RunAll();
    return standings;
  }
};

TEST_F(ChangesTest, AnEntrantThatIsOutLeavesTheTableAndKeepsItsRecords) {
  ASSERT_THAT(Create(Spec(4, v1::FORMAT_ROUND_ROBIN)), IsOk());
  ASSERT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
  const size_t before = Log().size();
  const v1::Standings fair = Standings();
  ASSERT_THAT(Amend({Out("b", Change::RULING_DROP)}), IsOk());
  const v1::Competition after = Get();
  EXPECT_EQ(after.state(), v1::Competition::STATE_FINISHED);
  ASSERT_THAT(after.spec().changes(), SizeIs(1));
  EXPECT_EQ(after.spec().changes(0).after_results(), before);
  EXPECT_TRUE(after.spec().changes(0).has_time());
  EXPECT_EQ(Log().size(), before);
  const v1::Standings standings = Standings();
  const v1::EntrantStanding& last = standings.entrants(3);
  EXPECT_EQ(last.name(), "b");
  EXPECT_EQ(last.place(), 0u);
  EXPECT_EQ(last.disqualified(), Change::RULING_DROP);
  EXPECT_EQ(last.sets(), 0u);
  EXPECT_EQ(standings.sets(), 3u);
  EXPECT_EQ(standings.matches(), fair.matches());
  EXPECT_NE(standings.entrants(0).rating(), fair.entrants(0).rating());
}

TEST_F(ChangesTest, NobodyWaitsForABotThatIsOut) {
  for (const auto ruling : {Change::RULING_DROP, Change::RULING_FORFEIT}) {
    CreateWithAMissingBot(v1::FORMAT_ROUND_ROBIN);
    ASSERT_THAT(Amend({Out("a", ruling)}), IsOk());
    EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
    EXPECT_EQ(Get().progress().matches_open(), 0u);
    host_->Delete("cup", [](const auto& gone) { EXPECT_THAT(gone, IsOk()); });
    executor_.RunAll();
  }
}

TEST_F(ChangesTest, NoFormatWaitsForABotThatIsOut) {
  for (const v1::Format format :
       {v1::FORMAT_SWISS, v1::FORMAT_KNOCKOUT, v1::FORMAT_GAUNTLET}) {
    CreateWithAMissingBot(format);
    ASSERT_THAT(Amend({Out("a", Change::RULING_DROP)}), IsOk());
    EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED)
        << v1::Format_Name(format);
    host_->Delete("cup", [](const auto& gone) { EXPECT_THAT(gone, IsOk()); });
    executor_.RunAll();
  }
}

TEST_F(ChangesTest, WhoIsOutOfALadderDoesNotComeBack) {
  v1::CompetitionSpec spec = Spec(4, v1::FORMAT_LADDER);
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("missing");
  ASSERT_THAT(Create(spec), IsOk());
  ASSERT_THAT(Amend({Out("b", Change::RULING_DROP)}), IsOk());
  EXPECT_THAT(Get().benched(), ::testing::Contains(1u));
  v1::EnterCompetitionRequest request;
  request.set_name("cup");
  *request.mutable_entrant() = spec.entrants(1);
  absl::Status entered;
  host_->Enter(request, Caller{}, [&](const auto& c) { entered = c.status(); });
  executor_.RunAll();
  EXPECT_THAT(entered, StatusIs(absl::StatusCode::kFailedPrecondition,
                                HasSubstr("shared its cards")));
}

TEST_F(ChangesTest, MoreSetsAreAddedToACompetitionThatIsOver) {
  ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  const v1::Competition before = Get();
  ASSERT_EQ(before.state(), v1::Competition::STATE_FINISHED);
  ASSERT_THAT(Amend({Sets(3)}), IsOk());
  const v1::Competition after = Get();
  EXPECT_EQ(after.state(), v1::Competition::STATE_FINISHED);
  EXPECT_EQ(after.progress().sets_over(), 9u);
  EXPECT_EQ(after.progress().matches_over(), 18u);
  // The first seed was shown, so a new seed decides the further deals.
  const Change& change = after.spec().changes(0);
  EXPECT_EQ(change.from_set(), 3u);
  EXPECT_THAT(change.seed(), SizeIs(32));
  EXPECT_NE(change.seed(), before.spec().seed());
  EXPECT_EQ(change.seed_commitment(), Sha256(change.seed()));
}

TEST_F(ChangesTest, ALaterSeedIsSecretWhileItsSetsArePlayed) {
  v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
  ASSERT_THAT(Create(spec), IsOk());
  Change late;
  late.mutable_entered()->set_name("late");
  late.mutable_entered()->add_players()->set_bot("missing");
  const auto changed = Amend({late});
  ASSERT_THAT(changed, IsOk());
  EXPECT_EQ(changed->state(), v1::Competition::STATE_RUNNING);
  EXPECT_THAT(changed->spec().seed(), IsEmpty());
  EXPECT_THAT(changed->spec().changes(0).seed(), IsEmpty());
  EXPECT_THAT(changed->spec().changes(0).seed_commitment(), SizeIs(32));
}

TEST_F(ChangesTest, OneMoreEntrantMeetsAllOthers) {
  ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  ASSERT_THAT(Amend({Entered("late")}), IsOk());
  EXPECT_EQ(Get().spec().entrants_size(), 4);
  EXPECT_EQ(Get().progress().sets_over(), 6u);
  // The first request still means this competition, with or without the new
  // entrant.
  EXPECT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  v1::CompetitionSpec edited = Spec(3, v1::FORMAT_ROUND_ROBIN);
  *edited.add_entrants() = Entered("late").entered();
  EXPECT_THAT(Create(edited), IsOk());
}

TEST_F(ChangesTest, AllChangesAreMadeOrNone) {
  ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  EXPECT_THAT(Amend({Sets(4), Out("nobody", Change::RULING_DROP)}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("nobody")));
  EXPECT_THAT(Get().spec().changes(), IsEmpty());
  EXPECT_EQ(Get().spec().sets(), 1u);
  EXPECT_THAT(Amend({}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("empty")));
}

TEST_F(ChangesTest, AChangedCompetitionSurvivesACrash) {
  CreateWithAMissingBot(v1::FORMAT_ROUND_ROBIN);
  ASSERT_THAT(Amend({Sets(2), Entered("late")}), IsOk());
  const auto before = Log();
  Crash();
  Start();
  executor_.RunAll();
  EXPECT_EQ(Get().spec().changes_size(), 2);
  EXPECT_EQ(Log(), before);
  ASSERT_THAT(Amend({Out("a", Change::RULING_FORFEIT)}), IsOk());
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
}

TEST_F(ChangesTest, AStoppedCompetitionCanOnlyLoseAnEntrant) {
  CreateWithAMissingBot(v1::FORMAT_ROUND_ROBIN);
  Stop();
  EXPECT_THAT(Amend({Sets(4)}), StatusIs(absl::StatusCode::kFailedPrecondition,
                                         HasSubstr("was stopped")));
  EXPECT_THAT(Amend({Out("b", Change::RULING_DROP)}), IsOk());
}

TEST_F(ChangesTest, AnEditedRequestIsToldWhatDiffers) {
  ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  v1::CompetitionSpec edited = Spec(4, v1::FORMAT_ROUND_ROBIN);
  edited.set_sets(2);
  EXPECT_THAT(
      Create(edited),
      StatusIs(absl::StatusCode::kAlreadyExists,
               AllOf(HasSubstr("sets 1 → 2"), HasSubstr("one more entrant: d"),
                     HasSubstr("arena competition change"))));
  edited.set_seats(3);
  EXPECT_THAT(Create(edited), StatusIs(absl::StatusCode::kAlreadyExists,
                                       HasSubstr("seats: 2 → 3")));
}

TEST_F(ChangesTest, ALogIsNoPartOfARequest) {
  v1::CompetitionSpec spec = Spec(3, v1::FORMAT_ROUND_ROBIN);
  *spec.add_changes() = Out("b", Change::RULING_DROP);
  EXPECT_THAT(Create(spec), StatusIs(absl::StatusCode::kInvalidArgument,
                                     HasSubstr("changes is not empty")));
}

}  // namespace
}  // namespace arena::referee
