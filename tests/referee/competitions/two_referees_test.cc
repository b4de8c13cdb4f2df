// One referee drives a competition, and another referee on the same store is
// asked to stop or to change it.
#include <gmock/gmock.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/referee/competitions/running_competitions_fixture.h"
#include "tests/referee/competitions/shared_store.h"

namespace arena::referee {
namespace {

using ::testing::_;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// The host of the fixture drives each competition of the test. The other
// referee plays no matches, so its match host does nothing.
struct OtherMatches : CompetitionOrders {
  void ClaimMatches() override { ++claims; }
  void GiveBackPlannedOf(const std::string& /*competition*/) override {}
  void CancelMatchesOf(const std::string& /*competition*/) override {}
  void ForgetWaiting(const std::vector<std::string>& /*ids*/) override {}

  int claims = 0;
};

class TwoRefereesTest : public CompetitionHostTest {
 protected:
  TwoRefereesTest() {
    Crash();
    const std::string file = folder_.File("store");
    store_ = OpenShared(file, "one");
    other_store_ = OpenShared(file, "other");
    Start();
    CompetitionOptions options;
    options.on_failure = [](const absl::Status& status) {
      ADD_FAILURE() << status;
    };
    other_executor_ = std::make_unique<StoreExecutor>(
        *other_store_, executor_, executor_, absl::Seconds(3));
    other_ = std::make_unique<RunningCompetitions>(*other_executor_, executor_,
                                                   other_orders_, options);
    other_->Begin();
    executor_.RunAll();
  }
  ~TwoRefereesTest() override { executor_.DropAll(); }

  // The ladder's bots are present in the store, but connected to neither
  // referee.
  void CreateLadder() {
    v1::CompetitionSpec spec = Spec(2, v1::FORMAT_LADDER);
    spec.set_concurrent_sets(1);
    for (const char* bot : {"x", "y", "z"}) {
      ASSERT_THAT(store_->referees().SetPresent({.bot = bot}), IsOk());
    }
    spec.mutable_entrants(0)->mutable_players(0)->set_bot("x");
    spec.mutable_entrants(1)->mutable_players(0)->set_bot("y");
    ASSERT_THAT(Create(spec), IsOk());
  }
  absl::Status EnterAtTheOther(const std::string& name,
                               const std::string& bot) {
    v1::EnterCompetitionRequest request;
    request.set_name("cup");
    request.mutable_entrant()->set_name(name);
    request.mutable_entrant()->add_players()->set_bot(bot);
    absl::Status status;
    other_->Enter(request, Caller{},
                  [&](const auto& entered) { status = entered.status(); });
    executor_.RunAll();
    return status;
  }
  v1::Competition GetAtTheOther() {
    v1::Competition competition;
    other_->Get("cup", [&](const auto& found) { competition = *found; });
    executor_.RunAll();
    return competition;
  }
  // Ends the planned matches, with a fault of one bot. Returns the players.
  std::set<std::string> Play(const std::string& faulty = "") {
    const std::vector<std::string> bots = {"x", "y", "z"};
    const std::vector<MatchRow> rows = *store_->matches().Claim(bots, 9);
    std::set<std::string> players;
    for (const MatchRow& row : rows) {
      FinishedMatch finished = NormalEnd(row);
      for (uint32_t seat = 0; seat < row.seats.size(); ++seat) {
        players.insert(row.seats[seat].bot());
        if (row.seats[seat].bot() != faulty) continue;
        finished.result.add_faults()->set_seat(seat);
      }
      EXPECT_THAT(store_->matches().Finish(finished), IsOk());
    }
    host_->OnMatchOver("cup");
    executor_.RunAll();
    return players;
  }
  void LetBothLook() {
    executor_.Advance(absl::Seconds(1));
    executor_.RunAll();
  }

  OtherMatches other_orders_;
  std::unique_ptr<Store> other_store_;
  std::unique_ptr<StoreExecutor> other_executor_;
  std::unique_ptr<RunningCompetitions> other_;
};

TEST_F(TwoRefereesTest, StoppedAtTheOtherItEnds) {
  CreateLadder();
  ASSERT_THAT(*store_->competitions().ReadOpen("cup"), Not(IsEmpty()));
  other_->Stop("cup",
               [](const auto& stopped) { EXPECT_THAT(stopped, IsOk()); });
  executor_.RunAll();
  LetBothLook();
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
  EXPECT_EQ(store_->competitions().Get("cup")->state,
            v1::Competition::STATE_FINISHED);
  EXPECT_THAT(*store_->competitions().ReadOpen("cup"), IsEmpty());
}

TEST_F(TwoRefereesTest, StoppedAtTheOtherItIsOpenNowhere) {
  CreateLadder();
  ASSERT_GT(GetAtTheOther().progress().matches_open(), 0u);
  other_->Stop("cup",
               [](const auto& stopped) { EXPECT_THAT(stopped, IsOk()); });
  executor_.RunAll();
  LetBothLook();
  EXPECT_EQ(Get().progress().matches_open(), 0u);
  EXPECT_EQ(GetAtTheOther().progress().matches_open(), 0u);
}

TEST_F(TwoRefereesTest, NobodyEntersAtTheOtherWhatIsOverHere) {
  CreateLadder();
  ASSERT_EQ(GetAtTheOther().state(), v1::Competition::STATE_RUNNING);
  Stop();
  EXPECT_THAT(EnterAtTheOther("c", "z"),
              StatusIs(absl::StatusCode::kFailedPrecondition, _));
}

TEST_F(TwoRefereesTest, WhoEntersAtTheOtherPlays) {
  CreateLadder();
  ASSERT_THAT(EnterAtTheOther("c", "z"), IsOk());
  LetBothLook();
  std::set<std::string> players;
  for (int i = 0; i < 10; ++i) players.merge(Play());
  EXPECT_THAT(players, Contains("z"));
}

TEST_F(TwoRefereesTest, WhoIsBenchedHereComesBackAtTheOther) {
  CreateLadder();
  for (int i = 0; i < 10; ++i) Play(/*faulty=*/"x");
  ASSERT_THAT(Get().benched(), ElementsAre(0u));
  ASSERT_THAT(EnterAtTheOther("a", "x"), IsOk());
  LetBothLook();
  EXPECT_THAT(Get().benched(), IsEmpty());
  EXPECT_THAT(Play(), Contains("x"));
}

TEST_F(TwoRefereesTest, TheOtherClaimsWhatIsPlannedHere) {
  CreateLadder();
  other_orders_.claims = 0;
  LetBothLook();
  EXPECT_GT(other_orders_.claims, 0);
}

TEST_F(TwoRefereesTest, WatchersAtTheOtherSeeItEnd) {
  CreateLadder();
  const auto watcher = std::make_shared<RecordingWatcher>();
  other_->Watch("cup", watcher, [](const auto&) {});
  executor_.RunAll();
  host_->Stop("cup", [](const auto&) {});
  LetBothLook();
  EXPECT_TRUE(watcher->over);
}

}  // namespace
}  // namespace arena::referee
