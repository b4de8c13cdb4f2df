// Competitions on a real store, with built-in players; time and threads are the
// test's.
#include "referee/competition_host.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arena/competition/spec.h"
#include "referee/match_host.h"
#include "referee/secrets.h"
#include "tests/referee_store/store_testing.h"
#include "tests/testing/manual_executor.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Property;

class RecordingWatcher final : public CompetitionWatcher {
 public:
  bool OnProgress(const v1::Competition& competition) override {
    seen.push_back(competition);
    return listens;
  }
  void OnOver() override { over = true; }

  std::vector<v1::Competition> seen;
  bool over = false;
  bool listens = true;
};

class CompetitionHostTest : public ::testing::Test {
 protected:
  CompetitionHostTest() {
    spdlog::set_level(spdlog::level::off);
    store_ = OpenOrDie(folder_.File("store"));
    Start();
  }
  ~CompetitionHostTest() override { Crash(); }

  void Start() {
    journal_ = std::make_unique<GroupCommitJournal>(*store_);
    metrics_ = std::make_unique<Metrics>();
    HostOptions host_options;
    host_options.on_failure = [](const absl::Status& status) {
      ADD_FAILURE() << status;
    };
    matches_ = std::make_unique<MatchHost>(*store_, *journal_, executor_,
                                           *metrics_, host_options);
    CompetitionOptions options;
    options.on_failure = host_options.on_failure;
    options.claim_matches = [this] { matches_->ClaimMatches(); };
    host_ = std::make_unique<CompetitionHost>(*store_, executor_, options);
    matches_->set_on_result(
        [this](const std::string& name) { host_->OnMatchOver(name); });
    EXPECT_THAT(matches_->Restore(), IsOk());
    host_->Begin();
  }
  // Nobody is told, nothing is finished.
  void Crash() {
    executor_.DropAll();
    host_.reset();
    matches_.reset();
  }

  static v1::CompetitionSpec Spec(int entrants, v1::Format format) {
    v1::CompetitionSpec spec;
    spec.set_name("cup");
    spec.set_game("octrix");
    (*spec.mutable_options())["target"] = "8";
    spec.set_seats(2);
    spec.set_seed(std::string(32, 's'));
    spec.set_format(format);
    for (int i = 0; i < entrants; ++i) {
      v1::Entrant& entrant = *spec.add_entrants();
      entrant.set_name(std::string(1, static_cast<char>('a' + i)));
      entrant.add_players()->set_built_in(i % 2 == 0 ? "random" : "greedy");
    }
    return spec;
  }
  absl::StatusOr<v1::Competition> Create(const v1::CompetitionSpec& spec) {
    absl::StatusOr<v1::Competition> created;
    host_->Create(spec,
                  [&](absl::StatusOr<v1::Competition> c) { created = c; });
    executor_.RunAll();
    return created;
  }
  v1::Competition Get() {
    v1::Competition competition;
    host_->Get("cup", [&](absl::StatusOr<v1::Competition> c) {
      EXPECT_THAT(c, IsOk());
      if (c.ok()) competition = *c;
    });
    executor_.RunAll();
    return competition;
  }
  v1::ListResultsResponse Results(uint32_t page_size = 0,
                                  const std::string& token = "") {
    v1::ListResultsRequest request;
    request.set_name("cup");
    request.set_page_size(page_size);
    request.set_page_token(token);
    v1::ListResultsResponse response;
    host_->ListResults(request, [&](absl::StatusOr<v1::ListResultsResponse> r) {
      EXPECT_THAT(r, IsOk());
      if (r.ok()) response = *r;
    });
    executor_.RunAll();
    return response;
  }
  // Set, match and attempt, with who played and how it ended.
  std::map<std::string, std::string> Log() {
    std::map<std::string, std::string> log;
    const v1::ListResultsResponse results = Results();
    for (const v1::CompetitionMatch& match : results.matches()) {
      const std::string key =
          absl::StrCat(match.set(), ".", match.match(), ".", match.attempt());
      EXPECT_FALSE(log.contains(key)) << key << " was played twice";
      log[key] = match.ShortDebugString();
    }
    return log;
  }

  TemporaryFolder folder_;
  testing::ManualExecutor executor_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<GroupCommitJournal> journal_;
  std::unique_ptr<Metrics> metrics_;
  std::unique_ptr<MatchHost> matches_;
  std::unique_ptr<CompetitionHost> host_;
};

TEST_F(CompetitionHostTest, IsPlayedToItsEnd) {
  ASSERT_THAT(Create(Spec(4, v1::FORMAT_ROUND_ROBIN)), IsOk());
  const v1::Competition competition = Get();
  EXPECT_EQ(competition.state(), v1::Competition::STATE_FINISHED);
  // Six pairs, each in both orders of the seats.
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
  EXPECT_TRUE(first.more());
  const v1::ListResultsResponse second = Results(4, first.next_page_token());
  EXPECT_EQ(second.matches_size(), 2);
  EXPECT_FALSE(second.more());
  EXPECT_THAT(Results(4, second.next_page_token()).matches(), IsEmpty());
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
  host_->Stop("cup", [](const auto&) {});
  executor_.RunAll();
  EXPECT_GT(watcher->seen.size(), 1u);
}

TEST_F(CompetitionHostTest, ACancelledMatchIsPlayedAgain) {
  v1::CompetitionSpec spec = Spec(2, v1::FORMAT_ROUND_ROBIN);
  ASSERT_THAT(Create(spec), IsOk());
  // Played by now; so look at one whose bot is away.
  spec.set_name("cup2");
  spec.mutable_entrants(0)->mutable_players(0)->set_bot("away");
  ASSERT_THAT(Create(spec), IsOk());
  const auto places = store_->ReadOpen("cup2");
  ASSERT_THAT(places, IsOk());
  EXPECT_EQ(places->size(), 2u);
}

TEST_F(CompetitionHostTest, ResultsOfAFinishedOneAreCountedOnce) {
  ASSERT_THAT(Create(Spec(4, v1::FORMAT_ROUND_ROBIN)), IsOk());
  const v1::Competition first = Get();
  ASSERT_EQ(first.progress().matches_over(), 12);
  // Nothing is there to be counted any more.
  SQLite::Database(folder_.File("store"), SQLite::OPEN_READWRITE)
      .exec("UPDATE matches SET result_number = NULL");
  EXPECT_EQ(Get().ShortDebugString(), first.ShortDebugString());
}

TEST_F(CompetitionHostTest, WatchersStayWhenTheDriverIsGone) {
  auto gone =
      *OpenSqliteStore(folder_.File("store"), Durability::kProcessKill, "gone");
  const auto spec = competition::Complete(Spec(2, v1::FORMAT_ROUND_ROBIN));
  ASSERT_THAT(gone->InsertCompetition(*spec), IsOk());
  ASSERT_TRUE(*gone->DriveCompetition("cup"));
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
  ASSERT_THAT(store_->InsertCompetition(*competition::Complete(spec)), IsOk());
  executor_.Advance(absl::Minutes(1));
  EXPECT_THAT(*store_->ReadOpen("cup"), IsEmpty());
  Crash();
  Start();
  executor_.RunAll();
  EXPECT_EQ(store_->ReadOpen("cup")->size(), 2u);
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
      const auto row = store_->GetCompetition("cup");
      if (row.ok() && row->state == v1::Competition::STATE_FINISHED) break;
      Crash();
      ++crashes;
      Start();
      // Whoever asked for it did not hear of it, and asks again.
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
