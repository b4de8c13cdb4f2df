// Competitions on a real store, with built-in players. The test controls time
// and threads.
#include "referee/competitions/running_competitions.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>

#include "arena/competition/planning/spec.h"
#include "arena/core/secrets.h"
#include "referee/matches/match_pipeline.h"
#include "tests/referee/competitions/running_competitions_fixture.h"
#include "tests/referee/matches/fake_bot.h"
#include "tests/testing/plays.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Property;

TEST_F(CompetitionHostTest, StoppedItDoesNotWaitForBotsThatNeverCame) {
  v1::CompetitionSpec spec = Spec(3, v1::FORMAT_ROUND_ROBIN);
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("missing");
  ASSERT_THAT(Create(spec), IsOk());
  ASSERT_EQ(Get().state(), v1::Competition::STATE_RUNNING);
  Stop();
  const v1::Competition over = Get();
  EXPECT_EQ(over.state(), v1::Competition::STATE_FINISHED);
  EXPECT_EQ(over.spec().seed(), spec.seed());
  EXPECT_GT(over.progress().matches_over(), 0u);
}

TEST_F(CompetitionHostTest, StoppedItDoesNotWaitForMatchesThatWaitHere) {
  v1::CompetitionSpec spec = Spec(3, v1::FORMAT_ROUND_ROBIN);
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("busy");
  ASSERT_THAT(Create(spec), IsOk());
  // The match is claimed, but the bot has no room yet.
  const auto claimed = store_->matches().Claim({{"busy"}}, 99);
  ASSERT_THAT(claimed, IsOk());
  std::vector<std::string> waiting;
  for (const MatchRow& row : *claimed) waiting.push_back(row.match_id);
  ASSERT_FALSE(waiting.empty());
  on_release_ = [&](const std::string& name) {
    if (waiting.empty()) return;
    EXPECT_THAT(store_->matches().GiveBack(waiting), IsOk());
    waiting.clear();
    host_->OnMatchOver(name);
  };
  Stop();
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
}

TEST_F(CompetitionHostTest, StoppedByAnotherRefereeItEndsAllTheSame) {
  v1::CompetitionSpec spec = Spec(3, v1::FORMAT_ROUND_ROBIN);
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("missing");
  ASSERT_THAT(Create(spec), IsOk());
  Crash();
  // Another referee has stopped the competition and died at once.
  const absl::StatusOr<CompetitionRow> row = store_->competitions().Get("cup");
  ASSERT_THAT(row, IsOk());
  CompetitionRow stopped = *row;
  stopped.state = v1::Competition::STATE_STOPPED;
  ASSERT_THAT(store_->competitions().Update(*row, stopped, {}), IsOk());
  Start();
  executor_.RunAll();
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
}

TEST_F(CompetitionHostTest, IsPlayedToItsEnd) {
  ASSERT_THAT(Create(Spec(4, v1::FORMAT_ROUND_ROBIN)), IsOk());
  const v1::Competition competition = Get();
  EXPECT_EQ(competition.state(), v1::Competition::STATE_FINISHED);
  // Six pairs play a set each; a set has both orders of the seats.
  EXPECT_EQ(competition.progress().sets_over(), 6);
  EXPECT_EQ(Results().matches_size(), 12);
}

TEST_F(CompetitionHostTest, ShowsItsSeedWhenItIsOver) {
  const auto created = Create(Spec(2, v1::FORMAT_ROUND_ROBIN));
  ASSERT_THAT(created, IsOk());
  EXPECT_THAT(created->spec().seed(), IsEmpty());
  const v1::Competition over = Get();
  EXPECT_EQ(over.spec().seed(), std::string(32, 's'));
  EXPECT_EQ(over.seed_commitment(), Sha256(over.spec().seed()));
  EXPECT_EQ(over.seed_commitment(), created->seed_commitment());
}

TEST_F(CompetitionHostTest, ShowsTheClockOfTheRefereeWhereNoneWasAskedFor) {
  const auto created = Create(Spec(2, v1::FORMAT_ROUND_ROBIN));
  ASSERT_THAT(created, IsOk());
  EXPECT_EQ(created->spec().clock().start_budget().seconds(), 10);
  EXPECT_EQ(created->spec().clock().bank().seconds(), 60);
  EXPECT_TRUE(created->spec().clock().has_increment());
  EXPECT_EQ(Get().spec().clock().SerializeAsString(),
            created->spec().clock().SerializeAsString());
}

TEST_F(CompetitionHostTest, RefusesWhatIsNoCompetition) {
  v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
  spec.set_game("chess");
  EXPECT_THAT(Create(spec),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("chess")));
}

TEST_F(CompetitionHostTest, CreatingItAgainChangesNothing) {
  ASSERT_THAT(Create(Spec(2, v1::FORMAT_ROUND_ROBIN)), IsOk());
  ASSERT_THAT(Create(Spec(2, v1::FORMAT_ROUND_ROBIN)), IsOk());
  EXPECT_EQ(Results().matches_size(), 2);
  EXPECT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)),
              StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr("cup")));
}

TEST_F(CompetitionHostTest, ResultsComeInPages) {
  ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  const v1::ListResultsResponse first = Results(4);
  EXPECT_EQ(first.matches_size(), 4);
  EXPECT_EQ(first.cursor(), first.next_page_token());
  const v1::ListResultsResponse second = Results(4, first.next_page_token());
  EXPECT_EQ(second.matches_size(), 2);
  EXPECT_THAT(second.next_page_token(), IsEmpty());
  // The last page has a cursor for results to come.
  EXPECT_THAT(Results(4, second.cursor()).matches(), IsEmpty());
  EXPECT_EQ(Results(4, second.cursor()).cursor(), second.cursor());
}

TEST_F(CompetitionHostTest, APageThatTakesInTheLastResultIsTheLast) {
  ASSERT_THAT(Create(Spec(3, v1::FORMAT_ROUND_ROBIN)), IsOk());
  const v1::ListResultsResponse all = Results(6);
  EXPECT_EQ(all.matches_size(), 6);
  EXPECT_THAT(all.next_page_token(), IsEmpty());
}

TEST_F(CompetitionHostTest, TheCursorOfAnotherCompetitionIsRefused) {
  ASSERT_THAT(Create(Spec(2, v1::FORMAT_ROUND_ROBIN)), IsOk());
  v1::CompetitionSpec other = Spec(2, v1::FORMAT_ROUND_ROBIN);
  other.set_name("other");
  ASSERT_THAT(Create(other), IsOk());
  v1::ListResultsRequest request;
  request.set_name("other");
  request.set_page_token(Results().cursor());
  absl::Status status;
  host_->ListResults(request,
                     [&](const auto& page) { status = page.status(); });
  executor_.RunAll();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument,
                               HasSubstr("same filter")));
}

TEST_F(CompetitionHostTest, APageThatIsTooLargeIsRefused) {
  ASSERT_THAT(Create(Spec(2, v1::FORMAT_ROUND_ROBIN)), IsOk());
  v1::ListResultsRequest request;
  request.set_name("cup");
  request.set_page_size(10001);
  absl::Status status;
  host_->ListResults(request,
                     [&](const auto& page) { status = page.status(); });
  executor_.RunAll();
  EXPECT_THAT(
      status,
      StatusIs(absl::StatusCode::kInvalidArgument,
               HasSubstr("page_size is 10001; expected at most 10000")));
}

TEST_F(CompetitionHostTest, AWatcherSeesItGoOnAndEnd) {
  v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("away");
  ASSERT_THAT(Create(spec), IsOk());
  const auto watcher = std::make_shared<RecordingWatcher>();
  host_->Watch("cup", watcher, [](const auto&) {});
  executor_.RunAll();
  ASSERT_EQ(watcher->seen.size(), 1u);
  EXPECT_FALSE(watcher->over);
  Stop();
  EXPECT_EQ(watcher->seen.back().state(), v1::Competition::STATE_FINISHED);
  EXPECT_TRUE(watcher->over);
}

TEST_F(CompetitionHostTest, ACancelledMatchIsPlayedAgain) {
  v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("away");
  ASSERT_THAT(Create(spec), IsOk());
  const std::vector<MatchRow> claimed = *store_->matches().Claim({{"away"}}, 1);
  ASSERT_EQ(claimed.size(), 1u);
  Cancel(claimed[0]);
  CompetitionPlace again = *claimed[0].place;
  again.attempt = 1;
  EXPECT_THAT(*store_->competitions().ReadOpen("cup"), Contains(again));
}

// A bot cannot choose its opponents by declining: the same match comes again,
// and later declining is a fault.
TEST_F(CompetitionHostTest, WhoDeclinesMeetsTheSameOpponentAgainAndLoses) {
  v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("dodger");
  ASSERT_THAT(Create(spec), IsOk());
  v1::Hello hello;
  hello.set_name("dodger");
  AddAllGames(hello);
  const auto stream = std::make_shared<FakeStream>();
  std::shared_ptr<Session> session;
  matches_->Open(hello, Caller{}, stream,
                 [&](const auto& opened) { session = opened.value(); });
  executor_.RunAll();
  int starts = 0;
  for (size_t seen = 0; seen < stream->received().size(); ++seen) {
    const v1::PlayResponse message = stream->received()[seen];
    if (!message.has_match_start()) continue;
    const v1::MatchStart& start = message.match_start();
    ++starts;
    v1::PlayRequest request;
    request.mutable_decline()->set_match_id(start.match_id());
    request.mutable_decline()->set_seat(start.seat());
    session->Receive(std::move(request), executor_.Now());
    executor_.RunAll();
  }
  // Three declines are excused; then each match of the set has one fault.
  EXPECT_EQ(starts, 5);
  EXPECT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
  int lost = 0;
  const v1::ListResultsResponse results = Results();
  for (const v1::CompetitionMatch& match : results.matches()) {
    const uint32_t seat = match.entrants(0) == 0 ? 0 : 1;
    if (match.result().ranks().empty()) continue;
    EXPECT_EQ(match.result().ranks(seat), 2u);
    ++lost;
  }
  EXPECT_EQ(lost, 2);
}

TEST_F(CompetitionHostTest, AWatcherThatHasGoneIsToldNothingMore) {
  v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("away");
  ASSERT_THAT(Create(spec), IsOk());
  const auto watcher = std::make_shared<RecordingWatcher>();
  host_->Watch("cup", watcher, [](const auto&) {});
  executor_.RunAll();
  watcher->listens = false;
  ASSERT_EQ(store_->matches().Claim({{"away"}}, 9)->size(), 2u);
  // The first message shows that the watcher is gone; a second must not follow.
  for (int i = 0; i < 2; ++i) {
    Stop();
  }
  EXPECT_EQ(watcher->seen.size(), 2u);
}

TEST_F(CompetitionHostTest, WhoeverLeavesOutTheSeedMeansTheOneDrawnFirst) {
  v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
  spec.clear_seed();
  const auto first = Create(spec);
  ASSERT_THAT(first, IsOk());
  const auto second = Create(spec);
  ASSERT_THAT(second, IsOk());
  EXPECT_EQ(second->seed_commitment(), first->seed_commitment());
}

TEST_F(CompetitionHostTest, ResultsOfAFinishedOneAreCountedOnce) {
  ASSERT_THAT(Create(Spec(4, v1::FORMAT_ROUND_ROBIN)), IsOk());
  const v1::Competition first = Get();
  ASSERT_EQ(first.progress().matches_over(), 12);
  // The store has no result that could be counted again.
  SQLite::Database(folder_.File("store"), SQLite::OPEN_READWRITE)
      .exec("UPDATE matches SET result_number = NULL");
  EXPECT_EQ(Get().ShortDebugString(), first.ShortDebugString());
}

TEST_F(CompetitionHostTest, WatchersStayWhenTheDriverIsGone) {
  auto gone = *OpenStore("sqlite:" + folder_.File("store"), "gone");
  const auto spec = competition::Complete(Spec(2, v1::FORMAT_ROUND_ROBIN));
  ASSERT_THAT(gone->competitions().Insert(*spec), IsOk());
  ASSERT_TRUE(*gone->competitions().Drive("cup"));
  Crash();
  Start();
  const auto watcher = std::make_shared<RecordingWatcher>();
  host_->Watch("cup", watcher, [](const auto&) {});
  executor_.RunAll();
  ASSERT_FALSE(watcher->over);
  gone.reset();
  executor_.Advance(absl::Seconds(1));
  executor_.RunAll();
  EXPECT_TRUE(watcher->over);
}

TEST_F(CompetitionHostTest, WhoSharesItsStoreWithNobodyDoesNotLookAgain) {
  v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("away");
  executor_.RunAll();
  ASSERT_THAT(store_->competitions().Insert(*competition::Complete(spec)),
              IsOk());
  executor_.Advance(absl::Minutes(1));
  EXPECT_THAT(*store_->competitions().ReadOpen("cup"), IsEmpty());
  Crash();
  Start();
  executor_.RunAll();
  EXPECT_EQ(store_->competitions().ReadOpen("cup")->size(), 2u);
}

// ---- Games without luck ----

v1::CompetitionSpec Ordo() {
  v1::CompetitionSpec spec;
  spec.set_name("cup");
  spec.set_game("ordo");
  spec.set_seed(std::string(32, 's'));
  spec.set_sets(2);
  spec.set_format(v1::FORMAT_ROUND_ROBIN);
  for (const char* name : {"a", "b"}) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(name);
    entrant.add_players()->set_built_in("first");
  }
  return spec;
}

TEST_F(CompetitionHostTest, MatchesOfASetOfOrdoHaveOneOpeningOfTheirOwn) {
  const auto created = Create(Ordo());
  ASSERT_THAT(created, IsOk());
  EXPECT_EQ(created->spec().options().at("opening_plies"), "4");
  std::map<uint32_t, std::set<std::string>> hashes;
  const v1::ListResultsResponse results = Results();
  for (const v1::CompetitionMatch& match : results.matches()) {
    EXPECT_EQ(match.moves_sha256().size(), 32u);
    hashes[match.set()].insert(match.moves_sha256());
  }
  // Both entrants play alike, so both matches of a set are the same game.
  ASSERT_EQ(hashes.size(), 2u);
  EXPECT_EQ(hashes[0].size(), 1u);
  EXPECT_NE(hashes[0], hashes[1]);
}
// A set between equal players that draw the same numbers would be tied.
TEST_F(CompetitionHostTest, BuiltInPlayersDrawAnewInEachMatchOfASet) {
  v1::CompetitionSpec spec = Ordo();
  for (v1::Entrant& entrant : *spec.mutable_entrants()) {
    entrant.mutable_players(0)->set_built_in("random");
  }
  ASSERT_THAT(Create(spec), IsOk());
  std::set<std::string> hashes;
  const v1::ListResultsResponse results = Results();
  for (const v1::CompetitionMatch& match : results.matches()) {
    hashes.insert(match.moves_sha256());
  }
  EXPECT_EQ(hashes.size(), 4u);
}
TEST_F(CompetitionHostTest, WithoutOpeningsEqualGamesAreKnownByTheirHash) {
  v1::CompetitionSpec spec = Ordo();
  (*spec.mutable_options())["opening_plies"] = "0";
  ASSERT_THAT(Create(spec), IsOk());
  std::set<std::string> hashes;
  const v1::ListResultsResponse results = Results();
  for (const v1::CompetitionMatch& match : results.matches()) {
    hashes.insert(match.moves_sha256());
  }
  EXPECT_EQ(hashes.size(), 1u);
}
TEST_F(CompetitionHostTest, ACompetitionThatBeganWithoutOpeningsGoesOnSo) {
  const auto earlier = competition::Complete(Ordo());
  v1::CompetitionSpec stored = *earlier;
  stored.mutable_clock()->set_untimed(true);
  ASSERT_THAT(store_->competitions().Insert(stored), IsOk());
  const auto again = Create(Ordo());
  ASSERT_THAT(again, IsOk());
  EXPECT_FALSE(again->spec().options().contains("opening_plies"));
}
TEST_F(CompetitionHostTest, HashesAreTheSameAfterACrash) {
  ASSERT_THAT(Create(Ordo()), IsOk());
  const std::map<std::string, std::string> undisturbed = Log();
  for (const int tasks : {20, 100, 300}) {
    Crash();
    store_ = OpenOrDie(folder_.File(absl::StrCat("again", tasks)));
    Start();
    host_->Create(Ordo(), [](const auto&) {});
    executor_.RunSome(tasks);
    Crash();
    Start();
    // The first request may have been lost in the crash.
    host_->Create(Ordo(), [](const auto&) {});
    executor_.RunAll();
    EXPECT_EQ(Log(), undisturbed) << tasks;
  }
}

struct Case {
  v1::Format format;
  int entrants;
};

class CrashTest : public CompetitionHostTest,
                  public ::testing::WithParamInterface<Case> {};

TEST_P(CrashTest, KilledAtAnyInstantItEndsWithTheSameResults) {
  const v1::CompetitionSpec spec = Spec(GetParam().entrants, GetParam().format);
  host_->Create(spec, [](const auto&) {});
  int tasks = 0;
  while (executor_.RunSome(1) > 0) ++tasks;
  ASSERT_EQ(Get().state(), v1::Competition::STATE_FINISHED);
  const std::map<std::string, std::string> undisturbed = Log();
  Crash();

  Rng rng("crashes");
  int crashes = 0;
  for (int round = 0; round < 10; ++round) {
    store_ = OpenOrDie(folder_.File(absl::StrCat("store", round)));
    Start();
    host_->Create(spec, [](const auto&) {});
    while (true) {
      // Every start has all matches join anew, which takes tasks as well.
      executor_.RunSome(static_cast<int>(rng.Below(tasks)));
      const auto row = store_->competitions().Get("cup");
      if (row.ok() && row->state == v1::Competition::STATE_FINISHED) break;
      Crash();
      ++crashes;
      Start();
      // The caller got no answer, and asks again.
      if (!row.ok()) host_->Create(spec, [](const auto&) {});
    }
    executor_.RunAll();
    EXPECT_EQ(Log(), undisturbed);
    Crash();
  }
  EXPECT_GT(crashes, 20);
}

INSTANTIATE_TEST_SUITE_P(
    Formats, CrashTest,
    ::testing::Values(Case{v1::FORMAT_ROUND_ROBIN, 4},
                      Case{v1::FORMAT_GAUNTLET, 4}, Case{v1::FORMAT_SWISS, 6},
                      Case{v1::FORMAT_KNOCKOUT, 5}),
    [](const auto& info) {
      return v1::Format_Name(info.param.format).substr(sizeof("FORMAT_") - 1);
    });

}  // namespace
}  // namespace arena::referee
