// The way of a submitted version, from its archive to its matches.
#include "referee/submissions/version_pipeline.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/secrets.h"
#include "tests/referee/matches/host_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using State = v1::SubmittedVersion::State;
constexpr State kUploaded = v1::SubmittedVersion::STATE_UPLOADED;
constexpr State kBuilding = v1::SubmittedVersion::STATE_BUILDING;
constexpr State kValidating = v1::SubmittedVersion::STATE_VALIDATING;
constexpr State kActive = v1::SubmittedVersion::STATE_ACTIVE;
constexpr State kFailed = v1::SubmittedVersion::STATE_FAILED;

// Keeps the build tasks until the test answers them.
class FakeBuilders final : public Builders {
 public:
  void Build(const v1::BuildTask& task, const std::string& runtime,
             Done done) override {
    if (runtime == missing) {
      return done(absl::UnavailableError("no runner has " + runtime));
    }
    tasks.push_back(task);
    runtimes.push_back(runtime);
    done_.push_back(std::move(done));
  }
  void Answer(absl::StatusOr<v1::BuildReport> report) {
    done_.back()(std::move(report));
  }
  void AnswerFirst(v1::BuildReport report) { done_.front()(std::move(report)); }
  void ChangePlayable(PlayableChanges changes) override {
    on_playable(changes);
  }

  std::function<void(const PlayableChanges&)> on_playable;

  // A runtime that no runner has.
  std::string missing;
  std::vector<v1::BuildTask> tasks;
  std::vector<std::string> runtimes;

 private:
  std::vector<Done> done_;
};

class VersionPipelineTest : public HostTest, public MatchOrders {
 protected:
  VersionPipelineTest() {
    Register("x", "ann");
    builders_.on_playable = [this](const PlayableChanges& changes) {
      NotePlayable(changes);
    };
    StartKeeper();
  }
  ~VersionPipelineTest() override {
    StopHost();
    keeper_.reset();
  }

  // ---- Orders of the pipeline ----
  void CreateMatch(v1::CreateMatchRequest request, const Caller& caller,
                   MatchAnswer answer) override {
    ordered_.push_back(request);
    requests_->CreateMatch(std::move(request), caller, std::move(answer));
  }
  void CancelMatch(const std::string& match_id, const Caller& /*caller*/,
                   MatchAnswer /*answer*/) override {
    cancelled_.push_back(match_id);
  }
  void NotePlayable(const PlayableChanges& changes) {
    ++told_;
    for (const auto& [bot, version] : changes.gone) known_.erase(version);
    for (const PlayableVersion& one : changes.present) {
      known_[one.version] = absl::StrCat(one.active ? "*" : "", one.version);
    }
    playable_.clear();
    for (const auto& [version, name] : known_) playable_.push_back(name);
  }

  void Register(const std::string& name, const std::string& author) {
    v1::Bot bot;
    bot.set_name(name);
    bot.set_author(author);
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    EXPECT_THAT(store_->bots().Insert(bot, absl::UnixEpoch()), IsOk());
  }
  void StartKeeper() {
    keeper_ = std::make_unique<VersionPipeline>(
        *store_executor_, executor_, builders_, *this, keeper_options_);
    keeper_->Begin();
    executor_.RunAll();
  }
  // Restarts host and pipeline as after a crash.
  void RestartKeeper() {
    executor_.DropAll();
    keeper_.reset();
    StopHost();
    store_ = OpenOrDie(folder_.File("store"));
    StartHost();
    StartKeeper();
  }

  // Hands over a version that plays octrix with two seats.
  void Submit(const std::string& version, bool keep_inactive = false,
              const std::string& runtime = "python",
              const std::string& bot = "x") {
    const Upload upload = {.uploader = "ann", .sha256 = Sha256(version)};
    EXPECT_THAT(store_->archives().Offer(upload, version.size(), 0), IsOk());
    EXPECT_THAT(store_->archives().Append(upload, 0, version), IsOk());
    VersionRow row;
    row.message.set_bot(bot);
    row.message.set_version(version);
    row.message.set_archive_sha256(upload.sha256);
    row.message.set_runtime(runtime);
    v1::GameSupport& plays = *row.message.add_plays();
    plays.set_game("octrix");
    plays.add_seats(2);
    v1::OptionConstraint& target = *plays.add_options();
    target.set_name("target");
    target.add_values("8");
    row.keep_inactive = keep_inactive;
    EXPECT_THAT(store_->versions().Insert(row, upload, 0), IsOk());
    keeper_->Look();
    executor_.RunAll();
  }
  // Ends the newest build. Its archive is that of the version.
  void Built(const std::string& version) {
    v1::BuildReport report;
    report.set_build_sha256(Sha256(version));
    report.set_output("built");
    builders_.Answer(report);
    executor_.RunAll();
  }
  v1::SubmittedVersion Find(const std::string& version) {
    return store_->versions().Find("x", version)->message;
  }
  State StateOf(const std::string& version) { return Find(version).state(); }
  // Waits for the next look.
  void LookAgain() {
    executor_.Advance(absl::Seconds(5));
    executor_.RunAll();
  }
  // Ends the matches of the validation, with a fault of x in the first match.
  void EndMatches(v1::FaultKind fault = v1::FAULT_KIND_UNSPECIFIED) {
    // The other matches begin after the first.
    EndOpenMatches(fault);
    if (fault == v1::FAULT_KIND_UNSPECIFIED) EndOpenMatches();
  }
  void EndOpenMatches(v1::FaultKind fault = v1::FAULT_KIND_UNSPECIFIED) {
    const v1::SubmittedVersion version = Find(version_of_interest_);
    for (const std::string& id : version.validation_matches()) {
      if (StateOfMatch(id) == v1::Match::STATE_FINISHED) continue;
      FinishedMatch end = SampleEnd(id);
      if (fault != v1::FAULT_KIND_UNSPECIFIED) {
        v1::Fault& added = *end.result.add_faults();
        added.set_seat(SeatOfX(id));
        added.set_kind(fault);
        added.set_decision(7);
        fault = v1::FAULT_KIND_UNSPECIFIED;
      }
      EXPECT_THAT(store_->matches().Finish(end), IsOk());
    }
    LookAgain();
  }
  v1::Match::State StateOfMatch(const std::string& id) {
    return store_->matches().Get(id)->state;
  }
  uint32_t SeatOfX(const std::string& id) {
    return store_->matches().Get(id)->seats[0].has_bot() ? 0 : 1;
  }

  FakeBuilders builders_;
  VersionPipelineOptions keeper_options_;
  std::unique_ptr<VersionPipeline> keeper_;
  // The playable versions, as the pipeline has told them.
  std::vector<std::string> playable_;
  std::map<std::string, std::string> known_;
  int told_ = 0;
  std::vector<v1::CreateMatchRequest> ordered_;
  std::vector<std::string> cancelled_;
  std::string version_of_interest_ = "1";
};

// ---- Building ----

TEST_F(VersionPipelineTest, SubmittedVersionIsBuilt) {
  Submit("1");
  ASSERT_THAT(builders_.tasks, SizeIs(1));
  EXPECT_EQ(builders_.tasks[0].bot(), "x");
  EXPECT_EQ(builders_.tasks[0].version(), "1");
  EXPECT_EQ(builders_.tasks[0].archive_sha256(), Sha256("1"));
  EXPECT_THAT(builders_.runtimes, ElementsAre("python"));
  EXPECT_EQ(StateOf("1"), kBuilding);
}

TEST_F(VersionPipelineTest, VersionWaitsWhileNoRunnerCanBuildIt) {
  Submit("1");
  builders_.Answer(absl::UnavailableError("no runner"));
  executor_.RunAll();
  EXPECT_EQ(StateOf("1"), kUploaded);
  LookAgain();
  EXPECT_THAT(builders_.tasks, SizeIs(2));
  Built("1");
  EXPECT_EQ(StateOf("1"), kValidating);
}

TEST_F(VersionPipelineTest, ABuildThatIsBrokenOffAgainAndAgainFails) {
  Submit("1");
  for (size_t begun = 1; begun <= 5; ++begun) {
    ASSERT_THAT(builders_.tasks, SizeIs(begun));
    builders_.Answer(absl::AbortedError("the runner is gone"));
    executor_.RunAll();
    LookAgain();
  }
  EXPECT_THAT(builders_.tasks, SizeIs(5));
  EXPECT_EQ(StateOf("1"), kFailed);
  EXPECT_THAT(Find("1").failure().reason(), HasSubstr("begun 5 times"));
}

TEST_F(VersionPipelineTest, VersionsThatNobodyCanBuildKeepNoOthersFromIt) {
  builders_.missing = "rust";
  for (int i = 0; i < 20; ++i) Submit(absl::StrCat("r", i), false, "rust");
  Submit("1");
  // The pipeline tries one version of the author after the other.
  for (int i = 0; i < 25; ++i) LookAgain();
  EXPECT_EQ(StateOf("1"), kBuilding);
  EXPECT_EQ(StateOf("r0"), kUploaded);
  // Versions that nobody can build are tried again and again.
  builders_.missing.clear();
  Built("1");
  LookAgain();
  EXPECT_EQ(builders_.tasks.back().version()[0], 'r');
}

TEST_F(VersionPipelineTest, BuildsOfAuthorsComeByTurns) {
  Register("y", "bob");
  for (const char* const version : {"1", "2", "3"}) Submit(version);
  Submit("a", false, "python", "y");
  // An author has one build at a time.
  ASSERT_THAT(builders_.tasks, SizeIs(2));
  EXPECT_EQ(builders_.tasks[0].version(), "1");
  EXPECT_EQ(builders_.tasks[1].bot(), "y");
  Submit("b", false, "python", "y");
  // No builder is free now.
  builders_.missing = "python";
  v1::BuildReport failed;
  failed.set_failure("no");
  builders_.Answer(failed);
  LookAgain();
  builders_.AnswerFirst(failed);
  LookAgain();
  builders_.missing.clear();
  LookAgain();
  // The author that has waited longer comes first.
  ASSERT_THAT(builders_.tasks, SizeIs(4));
  EXPECT_EQ(builders_.tasks[2].version(), "b");
  EXPECT_EQ(builders_.tasks[3].version(), "2");
}

TEST_F(VersionPipelineTest, FailedBuildFailsTheVersionWithItsOutput) {
  Submit("1");
  v1::BuildReport report;
  report.set_failure("make failed");
  report.set_ended_with("exit status 2");
  report.set_output("no rule\x1b[2J");
  builders_.Answer(report);
  executor_.RunAll();
  const v1::SubmittedVersion version = Find("1");
  EXPECT_EQ(version.state(), kFailed);
  EXPECT_EQ(version.failure().phase(), v1::VersionFailure::PHASE_BUILD);
  EXPECT_EQ(version.failure().reason(), "make failed");
  EXPECT_EQ(version.failure().ended_with(), "exit status 2");
  EXPECT_EQ(version.failure().output(), "no rule\\u001b[2J");
  EXPECT_EQ(version.build_log(), "no rule\\u001b[2J");
}

TEST_F(VersionPipelineTest, OfALongLogTheEndIsKept) {
  Submit("1");
  v1::BuildReport report;
  report.set_failure("failed");
  for (int i = 0; i < 100'000; ++i) report.mutable_output()->append("é");
  report.mutable_output()->append("end");
  builders_.Answer(report);
  executor_.RunAll();
  const std::string log = Find("1").build_log();
  EXPECT_LE(log.size(), size_t{64} << 10);
  EXPECT_THAT(log, ::testing::EndsWith("éend"));
  EXPECT_THAT(log, ::testing::StartsWith("é"));
}

TEST_F(VersionPipelineTest, RetiredVersionIsNotGoneOnWith) {
  Submit("1");
  ASSERT_THAT(store_->versions().Retire("x", "1"), IsOk());
  Built("1");
  LookAgain();
  EXPECT_EQ(StateOf("1"), v1::SubmittedVersion::STATE_RETIRED);
  EXPECT_THAT(ordered_, IsEmpty());
}

// ---- Validating ----

TEST_F(VersionPipelineTest, BuiltVersionPlaysOnceInEachSeat) {
  Submit("1");
  Built("1");
  // A version that never comes to a match holds only one place.
  EXPECT_THAT(ordered_, SizeIs(1));
  // Processes of the version can be started, but only for matches that name it.
  EXPECT_THAT(playable_, ElementsAre("1"));
  EndMatches();
  ASSERT_THAT(ordered_, SizeIs(2));
  EXPECT_EQ(ordered_[0].seats(0).bot(), "x");
  EXPECT_EQ(ordered_[0].seats(0).version(), "1");
  EXPECT_NE(ordered_[0].seats(1).built_in(), "");
  EXPECT_EQ(ordered_[1].seats(1).bot(), "x");
  EXPECT_EQ(ordered_[0].options().at("target"), "8");
  EXPECT_EQ(ordered_[0].label(), "validation of x 1");
  EXPECT_EQ(ordered_[0].isolation(), v1::ISOLATION_MATCHES);
  EXPECT_EQ(ordered_[0].seed(), "");
  EXPECT_NE(ordered_[0].request_id(), ordered_[1].request_id());
  EXPECT_EQ(Find("1").validation_matches_size(), 2);
}

TEST_F(VersionPipelineTest, VersionWithoutFaultsBecomesActive) {
  Submit("1");
  Built("1");
  EndMatches();
  EXPECT_EQ(StateOf("1"), kActive);
  EXPECT_THAT(playable_, ElementsAre("*1"));
}

TEST_F(VersionPipelineTest, OfTheEndOfItsMatchesAVersionHearsAtOnce) {
  Submit("1");
  Built("1");
  for (int rounds = 0; StateOf("1") != kActive; ++rounds) {
    ASSERT_LT(rounds, 10);
    const v1::SubmittedVersion version = Find("1");
    for (const std::string& id : version.validation_matches()) {
      if (StateOfMatch(id) == v1::Match::STATE_FINISHED) continue;
      EXPECT_THAT(store_->matches().Finish(SampleEnd(id)), IsOk());
      keeper_->OnMatchOver(id);
      executor_.RunAll();
    }
  }
}

TEST_F(VersionPipelineTest, VersionMayStayInactive) {
  Submit("1", /*keep_inactive=*/true);
  Built("1");
  EndMatches();
  EXPECT_EQ(StateOf("1"), v1::SubmittedVersion::STATE_INACTIVE);
}

TEST_F(VersionPipelineTest, FaultFailsTheVersionAndTheOneBeforeStays) {
  Submit("1");
  Built("1");
  EndMatches();
  version_of_interest_ = "2";
  Submit("2");
  Built("2");
  EndMatches(v1::FAULT_KIND_ILLEGAL);
  // The pipeline waits for the report on the process.
  EXPECT_EQ(StateOf("2"), kValidating);
  v1::SeatReport report;
  report.set_bot("x");
  report.set_version("2");
  report.set_match_id(Find("2").validation_matches(0));
  report.set_ended_with("exit status 1");
  report.set_output("oh no");
  keeper_->OnSeatReport(report);
  executor_.RunAll();
  LookAgain();
  const v1::SubmittedVersion version = Find("2");
  EXPECT_EQ(version.state(), kFailed);
  EXPECT_EQ(version.failure().phase(), v1::VersionFailure::PHASE_VALIDATION);
  EXPECT_THAT(version.failure().reason(),
              HasSubstr("octrix with 2 seats, in seat 0: illegal in decision "
                        "7"));
  EXPECT_EQ(version.failure().ended_with(), "exit status 1");
  EXPECT_EQ(version.failure().output(), "oh no");
  EXPECT_EQ(version.failure().match_id(), version.validation_matches(0));
  EXPECT_EQ(StateOf("1"), kActive);
  EXPECT_THAT(playable_, ElementsAre("*1"));
}

TEST_F(VersionPipelineTest, FaultFailsTheVersionEvenWithoutAReport) {
  Submit("1");
  Built("1");
  EndMatches(v1::FAULT_KIND_LATE);
  for (int i = 0; i < 3; ++i) LookAgain();
  EXPECT_EQ(StateOf("1"), kFailed);
}

TEST_F(VersionPipelineTest, MatchWithoutResultIsPlayedAgain) {
  Submit("1");
  Built("1");
  for (int attempt = 1; attempt <= 3; ++attempt) {
    EXPECT_EQ(StateOf("1"), kValidating);
    const v1::SubmittedVersion version = Find("1");
    for (const std::string& id : version.validation_matches()) {
      if (StateOfMatch(id) == v1::Match::STATE_FINISHED) continue;
      FinishedMatch end;
      end.match_id = id;
      end.result.set_termination(v1::TERMINATION_INFRASTRUCTURE);
      end.result.set_reason("lost");
      EXPECT_THAT(store_->matches().Finish(end), IsOk());
    }
    LookAgain();
  }
  for (int i = 0; i < 3; ++i) LookAgain();
  EXPECT_EQ(StateOf("1"), kFailed);
  EXPECT_THAT(Find("1").failure().reason(), HasSubstr("3 times"));
  EXPECT_THAT(ordered_, SizeIs(5));
}

TEST_F(VersionPipelineTest, MatchesOfARetiredVersionAreCancelled) {
  Submit("1");
  Built("1");
  ASSERT_THAT(store_->versions().Retire("x", "1"), IsOk());
  LookAgain();
  EXPECT_THAT(cancelled_, SizeIs(1));
}

TEST_F(VersionPipelineTest, ProcessThatEndsBeforeItsHelloFailsTheVersion) {
  Submit("1");
  Built("1");
  v1::SeatReport report;
  report.set_bot("x");
  report.set_version("1");
  report.set_ended_with("exit status 1");
  report.set_output("ImportError");
  keeper_->OnSeatReport(report);
  executor_.RunAll();
  const v1::SubmittedVersion version = Find("1");
  EXPECT_EQ(version.state(), kFailed);
  EXPECT_EQ(version.failure().phase(), v1::VersionFailure::PHASE_START);
  EXPECT_EQ(version.failure().output(), "ImportError");
  const auto reports = store_->seat_reports().List({.bot = "x"}, 9, 1000, 0);
  ASSERT_THAT(reports->reports, SizeIs(1));
  EXPECT_TRUE(reports->reports[0].has_time());
}

TEST_F(VersionPipelineTest, ProcessThatWasNotNeededFailsNothing) {
  Submit("1");
  Built("1");
  v1::SeatReport report;
  report.set_bot("x");
  report.set_version("1");
  report.set_ended_with("stopped");
  for (int i = 0; i < 5; ++i) keeper_->OnSeatReport(report);
  executor_.RunAll();
  EXPECT_EQ(StateOf("1"), kValidating);
}

TEST_F(VersionPipelineTest, AProcessOfNoUseFailsTheVersion) {
  Submit("1");
  Built("1");
  keeper_->OnFruitlessStart("x", "1", "bot.toml promises ordo");
  executor_.RunAll();
  EXPECT_EQ(StateOf("1"), kFailed);
  EXPECT_EQ(Find("1").failure().phase(), v1::VersionFailure::PHASE_START);
  EXPECT_EQ(Find("1").failure().reason(), "bot.toml promises ordo");
  EXPECT_THAT(cancelled_, SizeIs(1));
}

TEST_F(VersionPipelineTest, AnActiveVersionPlaysOnIfAProcessIsOfNoUse) {
  Submit("1");
  Built("1");
  EndMatches();
  keeper_->OnFruitlessStart("x", "1", "left");
  executor_.RunAll();
  EXPECT_EQ(StateOf("1"), kActive);
}

TEST_F(VersionPipelineTest, WithoutValidationAVersionPlaysAtOnce) {
  executor_.DropAll();
  keeper_options_.validate = false;
  StartKeeper();
  Submit("1");
  Built("1");
  EXPECT_EQ(StateOf("1"), kActive);
  EXPECT_THAT(ordered_, IsEmpty());
}

// ---- What can be played ----

// A referee listens only then. No stranger can take the name of a submitted bot
// before.
TEST_F(VersionPipelineTest, ItHasBegunWhenItIsKnownWhatCanBePlayed) {
  Submit("1");
  Built("1");
  EndMatches();
  known_.clear();
  playable_.clear();
  keeper_ = std::make_unique<VersionPipeline>(
      *store_executor_, executor_, builders_, *this, keeper_options_);
  std::vector<std::string> known_then;
  keeper_->Begin([&](const absl::Status& status) {
    EXPECT_THAT(status, IsOk());
    known_then = playable_;
  });
  executor_.RunAll();
  EXPECT_THAT(known_then, ElementsAre("*1"));
}

TEST_F(VersionPipelineTest, OnlyNewsIsTold) {
  Submit("1");
  Built("1");
  EndMatches();
  ASSERT_THAT(playable_, ElementsAre("*1"));
  const int told = told_;
  for (int i = 0; i < 30; ++i) LookAgain();
  EXPECT_EQ(told_, told);
  ASSERT_THAT(store_->versions().Retire("x", "1"), IsOk());
  LookAgain();
  EXPECT_THAT(playable_, IsEmpty());
  EXPECT_EQ(told_, told + 1);
}

// An older referee does not number its changes.
TEST_F(VersionPipelineTest, WhatAnOlderRefereeChangesIsFoundWithinAMinute) {
  Submit("1");
  Built("1");
  EndMatches();
  ASSERT_THAT(playable_, ElementsAre("*1"));
  SQLite::Database(folder_.File("store"), SQLite::OPEN_READWRITE)
      .exec("UPDATE versions SET state = 7");
  executor_.Advance(absl::Minutes(1) + absl::Seconds(5));
  executor_.RunAll();
  EXPECT_THAT(playable_, IsEmpty());
}

// ---- Restarts ----

TEST_F(VersionPipelineTest, BuildBeginsAgainAfterACrash) {
  Submit("1");
  RestartKeeper();
  ASSERT_THAT(builders_.tasks, SizeIs(2));
  EXPECT_NE(builders_.tasks[0].task_id(), builders_.tasks[1].task_id());
  Built("1");
  EXPECT_EQ(StateOf("1"), kValidating);
}

TEST_F(VersionPipelineTest, ValidationRepeatsNothingAfterACrash) {
  Submit("1");
  Built("1");
  const v1::SubmittedVersion before = Find("1");
  RestartKeeper();
  EXPECT_THAT(Find("1").validation_matches(),
              ::testing::ElementsAreArray(before.validation_matches()));
  EndMatches();
  EXPECT_EQ(StateOf("1"), kActive);
}

}  // namespace
}  // namespace arena::referee
