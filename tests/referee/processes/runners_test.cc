// Submitted bots in matches: the processes that runners are told to start, and
// the fate of their seats.
#include "tests/referee/processes/runner_fixture.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

TEST_F(RunnersTest, AMatchThatWaitsGetsAProcessForEachSeat) {
  const auto runner = Dial(RunnerHello("r"));
  EXPECT_THAT(runner->Starts(), IsEmpty());
  const std::string id = Create(Request({"bot:x", "random", "bot:y"}));
  ASSERT_THAT(runner->Starts(), SizeIs(2));
  const v1::StartProcess start = runner->Starts()[0];
  EXPECT_EQ(start.bot(), "x");
  EXPECT_EQ(start.version(), "1");
  EXPECT_THAT(start.process_id(), StartsWith("process-"));
  Hello(start);
  EXPECT_EQ(StateOf(id), v1::Match::STATE_PENDING);
  Hello(runner->Starts()[1]);
  EXPECT_EQ(StateOf(id), v1::Match::STATE_RUNNING);
  PlayToTheEnd();
  EXPECT_EQ(StateOf(id), v1::Match::STATE_FINISHED);
  EXPECT_THAT(runner->Starts(), SizeIs(2));
}

TEST_F(RunnersTest, AMatchThatWaitsForARunnerSaysSo) {
  const std::string id = Create(Request({"bot:x", "random"}));
  EXPECT_THAT(Get(id).waits_for(), HasSubstr("x needs a runner with python"));
  const auto runner = Dial(RunnerHello("r"));
  EXPECT_THAT(runner->Starts(), SizeIs(1));
}

TEST_F(RunnersTest, AMatchWithMoreSeatsThanRunnersHaveSaysSo) {
  const auto runner = Dial(RunnerHello("r", /*seats=*/1));
  const std::string large = Create(Request({"bot:x", "bot:y"}));
  EXPECT_THAT(Get(large).waits_for(),
              HasSubstr("2 seats of submitted bots, and the runners have 1"));
  // The match without enough seats holds up no other match.
  const std::string small = Create(Request({"bot:x", "random"}, 2));
  ASSERT_THAT(runner->Starts(), SizeIs(1));
  Hello(runner->Starts()[0]);
  EXPECT_EQ(StateOf(small), v1::Match::STATE_RUNNING);
}

TEST_F(RunnersTest, NoMoreProcessesPlayThanThereAreSeats) {
  const auto runner = Dial(RunnerHello("r", /*seats=*/1));
  const std::string first = Create(Request({"bot:x", "random"}, 1));
  const std::string second = Create(Request({"bot:y", "random"}, 2));
  const std::string third = Create(Request({"bot:x", "random"}, 3));
  // One process plays, and one is ready for the next match.
  ASSERT_THAT(runner->Starts(), SizeIs(2));
  Hello(runner->Starts()[0]);
  Hello(runner->Starts()[1]);
  EXPECT_EQ(StateOf(first), v1::Match::STATE_RUNNING);
  EXPECT_EQ(StateOf(second), v1::Match::STATE_PENDING);
  bots_[1].plays = false;
  PlayToTheEnd();
  EXPECT_EQ(StateOf(first), v1::Match::STATE_FINISHED);
  EXPECT_EQ(StateOf(second), v1::Match::STATE_RUNNING);
  Report(runner, End(runner->Starts()[0], first, /*crashed=*/false));
  EXPECT_THAT(runner->Starts(), SizeIs(3));
}

TEST_F(RunnersTest, AProcessPlaysOneMatch) {
  const auto runner = Dial(RunnerHello("r"));
  const std::string first = Create(Request({"bot:x", "random"}, 1));
  const v1::StartProcess start = runner->Starts()[0];
  FakeBot& process = Hello(start);
  PlayToTheEnd();
  ASSERT_EQ(StateOf(first), v1::Match::STATE_FINISHED);
  const std::string second = Create(Request({"bot:x", "random"}, 2));
  EXPECT_EQ(StateOf(second), v1::Match::STATE_PENDING);
  HangUp(process);
  EXPECT_FALSE(Hello(start).open());
  EXPECT_EQ(StateOf(second), v1::Match::STATE_PENDING);
}

TEST_F(RunnersTest, AProcessThatRehearsesEndsWhenItsVersionPlaysInEarnest) {
  const auto runner = Dial(RunnerHello("r"));
  PlayableVersion version = Version("x");
  version.rehearses = true;
  Change({version});
  Create(Request({"bot:x", "random"}));
  ASSERT_THAT(runner->Starts(), SizeIs(1));
  EXPECT_TRUE(runner->Starts()[0].rehearses());
  version.rehearses = false;
  Change({version});
  EXPECT_THAT(runner->Stops(), ElementsAre(runner->Starts()[0].process_id()));
  ASSERT_THAT(runner->Starts(), SizeIs(2));
  EXPECT_FALSE(runner->Starts()[1].rehearses());
}

// ---- Several matches in one process ----

class SeveralMatchesTest : public RunnersTest {
 protected:
  SeveralMatchesTest() {
    PlayableVersion version = Version("x");
    version.several_matches = true;
    Change({version});
  }
  v1::CreateMatchRequest Of(v1::Isolation isolation, int seed,
                            const std::vector<std::string>& players = {
                                "bot:x", "random"}) {
    v1::CreateMatchRequest request = Request(players, seed);
    request.set_isolation(isolation);
    return request;
  }
};

TEST_F(SeveralMatchesTest, AProcessGoesOnWithTheNextMatch) {
  const auto runner = Dial(RunnerHello("r"));
  const std::string first = Create(Of(v1::ISOLATION_SEATS, 1));
  const v1::StartProcess start = runner->Starts()[0];
  EXPECT_TRUE(start.several_matches());
  Hello(start);
  PlayToTheEnd();
  ASSERT_EQ(StateOf(first), v1::Match::STATE_FINISHED);
  v1::ProcessReport report = End(start, first, /*crashed=*/false);
  report.set_goes_on(true);
  Report(runner, report);
  ASSERT_THAT(reports_, SizeIs(1));
  const std::string second = Create(Of(v1::ISOLATION_NONE, 2));
  PlayToTheEnd();
  EXPECT_EQ(StateOf(second), v1::Match::STATE_FINISHED);
  EXPECT_THAT(runner->Starts(), SizeIs(1));
}

TEST_F(SeveralMatchesTest, AProcessMeetsNoDealTwice) {
  const auto runner = Dial(RunnerHello("r"));
  Create(Of(v1::ISOLATION_SEATS, 1));
  Hello(runner->Starts()[0]);
  PlayToTheEnd();
  const std::string same = Create(Of(v1::ISOLATION_SEATS, 1));
  EXPECT_EQ(StateOf(same), v1::Match::STATE_PENDING);
  ASSERT_THAT(runner->Starts(), SizeIs(2));
  Hello(runner->Starts()[1]);
  EXPECT_EQ(StateOf(same), v1::Match::STATE_RUNNING);
}

TEST_F(SeveralMatchesTest, EachSeatHasAProcess) {
  const auto runner = Dial(RunnerHello("r"));
  const std::string id = Create(Of(v1::ISOLATION_NONE, 1, {"bot:x", "bot:x"}));
  ASSERT_THAT(runner->Starts(), SizeIs(2));
  Hello(runner->Starts()[0]);
  EXPECT_EQ(StateOf(id), v1::Match::STATE_PENDING);
  Hello(runner->Starts()[1]);
  EXPECT_EQ(StateOf(id), v1::Match::STATE_RUNNING);
}

TEST_F(SeveralMatchesTest, WhereMatchesAreIsolatedItPlaysOne) {
  const auto runner = Dial(RunnerHello("r"));
  Create(Of(v1::ISOLATION_SEATS, 1));
  Hello(runner->Starts()[0]);
  PlayToTheEnd();
  const std::string isolated = Create(Of(v1::ISOLATION_MATCHES, 2));
  EXPECT_EQ(StateOf(isolated), v1::Match::STATE_PENDING);
  ASSERT_THAT(runner->Starts(), SizeIs(2));
  EXPECT_FALSE(runner->Starts()[1].several_matches());
}

TEST_F(SeveralMatchesTest, OneThatIsIdleMakesRoom) {
  const auto runner = Dial(RunnerHello("r", /*seats=*/1));
  Create(Of(v1::ISOLATION_SEATS, 1));
  const v1::StartProcess idle = runner->Starts()[0];
  Hello(idle);
  PlayToTheEnd();
  // The runner has two places, one of them for a match to come.
  Create(Request({"bot:y", "random"}, 2));
  EXPECT_THAT(runner->Stops(), IsEmpty());
  Create(Request({"bot:y", "random"}, 3));
  EXPECT_THAT(runner->Stops(), ElementsAre(idle.process_id()));
}

TEST_F(SeveralMatchesTest, OneThatIsIdleForLongEnds) {
  const auto runner = Dial(RunnerHello("r"));
  Create(Of(v1::ISOLATION_SEATS, 1));
  const v1::StartProcess start = runner->Starts()[0];
  const auto pass = [&](int seconds) {
    for (int i = 0; i < seconds; ++i) {
      executor_.Advance(absl::Seconds(1));
      Tell(runner, /*draining=*/false);
    }
  };
  pass(6);
  Hello(start);
  PlayToTheEnd();
  // A minute has passed since the start of the process, but not since its
  // match.
  pass(57);
  EXPECT_THAT(runner->Stops(), IsEmpty());
  pass(6);
  EXPECT_THAT(runner->Stops(), ElementsAre(start.process_id()));
}

TEST_F(SeveralMatchesTest, ARunnerThatIsToEndIsRidOfIt) {
  const auto runner = Dial(RunnerHello("r"));
  Create(Of(v1::ISOLATION_SEATS, 1));
  const v1::StartProcess start = runner->Starts()[0];
  Hello(start);
  PlayToTheEnd();
  Tell(runner, /*draining=*/true);
  executor_.Advance(absl::Seconds(2));
  EXPECT_THAT(runner->Stops(), ElementsAre(start.process_id()));
}

TEST_F(SeveralMatchesTest, AfterARestartItGetsNoOtherMatch) {
  const auto runner = Dial(RunnerHello("r"));
  const std::string id = Create(Of(v1::ISOLATION_SEATS, 1));
  const v1::StartProcess start = runner->Starts()[0];
  Hello(start);
  Step();
  StopHost();
  StartHost();
  PlayableVersion version = Version("x");
  version.several_matches = true;
  Change({version});
  v1::RunnerHello hello = RunnerHello("r");
  *hello.add_processes() = Running(start);
  const auto again = Dial(hello);
  Hello(start);
  PlayToTheEnd();
  ASSERT_EQ(StateOf(id), v1::Match::STATE_FINISHED);
  // The process may have met this deal before the restart.
  Create(Of(v1::ISOLATION_SEATS, 2));
  ASSERT_THAT(again->Starts(), SizeIs(1));
  EXPECT_NE(again->Starts()[0].process_id(), start.process_id());
}

TEST_F(SeveralMatchesTest, ARunnerOfAnEarlierVersionPlaysOne) {
  const auto runner = Dial(RunnerHello("r"));
  const std::string id = Create(Of(v1::ISOLATION_SEATS, 1));
  v1::StartProcess start = runner->Starts()[0];
  start.clear_several_matches();
  Hello(start);
  PlayToTheEnd();
  EXPECT_EQ(StateOf(id), v1::Match::STATE_FINISHED);
  Create(Of(v1::ISOLATION_SEATS, 2));
  EXPECT_THAT(runner->Starts(), SizeIs(2));
}

// A process of the version before waits for a match, and gets none.
TEST_F(RunnersTest, ANewVersionPlaysFromTheNextMatchOn) {
  const auto runner = Dial(RunnerHello("r"));
  Create(Request({"bot:x", "bot:y"}, 1));
  ASSERT_THAT(runner->Starts(), SizeIs(2));
  FakeBot& before = Hello(runner->Starts()[0]);
  Change({Version("x", "1", /*active=*/false), Version("x", "2")});
  ASSERT_THAT(runner->Starts(), SizeIs(3));
  EXPECT_EQ(runner->Starts()[2].version(), "2");
  Hello(runner->Starts()[1]);
  EXPECT_EQ(before.stream->received().size(), 1);  // The welcome.
  Hello(runner->Starts()[2]);
  EXPECT_GT(bots_.back().stream->received().size(), 1);
}

TEST_F(RunnersTest, ACrashIsAFault) {
  const auto runner = Dial(RunnerHello("r"));
  const std::string id = Create(Request({"bot:x", "random"}));
  FakeBot& process = Hello(runner->Starts()[0]);
  Step();
  HangUp(process);
  Report(runner, End(runner->Starts()[0], id, /*crashed=*/true));
  const v1::Match match = Get(id);
  EXPECT_EQ(match.state(), v1::Match::STATE_FINISHED);
  ASSERT_EQ(match.result().faults_size(), 1);
  EXPECT_EQ(match.result().faults(0).kind(), v1::FAULT_KIND_CRASHED);
  ASSERT_THAT(reports_, SizeIs(1));
  EXPECT_EQ(reports_[0].match_id(), id);
}

TEST_F(RunnersTest, AnotherRunnerGoesOnForOneThatIsGone) {
  const auto runner = Dial(RunnerHello("r"));
  const std::string id = Create(Request({"bot:x", "random"}));
  FakeBot& process = Hello(runner->Starts()[0]);
  Step();
  HangUp(process);
  HangUp(runner);
  EXPECT_EQ(StateOf(id), v1::Match::STATE_RUNNING);
  const auto other = Dial(RunnerHello("other"));
  ASSERT_THAT(other->Starts(), SizeIs(1));
  EXPECT_EQ(other->Starts()[0].process_id(), runner->Starts()[0].process_id());
  EXPECT_NE(other->Starts()[0].token(), runner->Starts()[0].token());
  Hello(other->Starts()[0]);
  PlayToTheEnd();
  const v1::Match match = Get(id);
  EXPECT_EQ(match.state(), v1::Match::STATE_FINISHED);
  EXPECT_THAT(match.result().faults(), IsEmpty());
}

TEST_F(RunnersTest, AfterARestartProcessesGoOn) {
  const auto runner = Dial(RunnerHello("r"));
  const std::string id = Create(Request({"bot:x", "random"}));
  Hello(runner->Starts()[0]);
  Step();
  StopHost();
  StartHost();
  Begin();
  const auto again = Dial(RunnerHello("r"));
  ASSERT_THAT(again->Starts(), SizeIs(1));
  EXPECT_EQ(again->Starts()[0].process_id(), runner->Starts()[0].process_id());
  Hello(again->Starts()[0]);
  PlayToTheEnd();
  EXPECT_EQ(StateOf(id), v1::Match::STATE_FINISHED);
}

TEST_F(RunnersTest, ARunnerThatComesBackKeepsItsProcesses) {
  const auto runner = Dial(RunnerHello("r"));
  const std::string id = Create(Request({"bot:x", "random"}));
  const v1::StartProcess start = runner->Starts()[0];
  Hello(start);
  Step();
  StopHost();
  StartHost();
  Begin();
  v1::RunnerHello hello = RunnerHello("r");
  *hello.add_processes() = Running(start);
  v1::RunningProcess& unknown = *hello.add_processes();
  unknown.set_process_id("process-unknown");
  unknown.set_bot("nobody");
  const auto again = Dial(hello);
  EXPECT_THAT(again->Starts(), IsEmpty());
  EXPECT_THAT(again->Stops(), ElementsAre("process-unknown"));
  Hello(start);
  PlayToTheEnd();
  EXPECT_EQ(StateOf(id), v1::Match::STATE_FINISHED);
}

TEST_F(RunnersTest, AVersionPlaysWhereItIsAskedFor) {
  StoreVersion(*store_, "z", "2");
  const auto runner = Dial(RunnerHello("r"));
  v1::CreateMatchRequest request = Request({"bot:z", "random"});
  request.mutable_seats(0)->set_version("2");
  const std::string named = Create(request);
  const std::string unnamed = Create(Request({"bot:z", "random"}, 2));
  ASSERT_THAT(runner->Starts(), SizeIs(1));
  Hello(runner->Starts()[0]);
  EXPECT_EQ(StateOf(named), v1::Match::STATE_RUNNING);
  EXPECT_EQ(StateOf(unnamed), v1::Match::STATE_PENDING);
}

TEST_F(RunnersTest, NoOtherProcessPlaysForASubmittedBot) {
  FakeBot& stranger = Connect("x");
  EXPECT_EQ(stranger.Error(), v1::ERROR_REASON_NAME_IN_USE);
  EXPECT_THAT(stranger.stream->received()[0].error().message(),
              HasSubstr("the submitted version 1 plays for \"x\""));
}

TEST_F(RunnersTest, NoOtherProcessHasTheNameOfOne) {
  v1::Hello hello = HelloOf("w");
  hello.set_instance("process-1");
  EXPECT_EQ(Connect(hello).Error(), v1::ERROR_REASON_BAD_HELLO);
}

TEST_F(RunnersTest, AProcessCannotSayThatItIsAnotherOne) {
  const auto runner = Dial(RunnerHello("r"));
  Create(Request({"bot:x", "bot:y"}));
  v1::Hello hello = HelloOf("x");
  hello.set_one_match(true);
  hello.set_instance(runner->Starts()[1].process_id());
  FakeBot& liar =
      Connect(hello, granted_.at(Sha256(runner->Starts()[0].token())));
  EXPECT_EQ(liar.Error(), v1::ERROR_REASON_NAME_NOT_YOURS);
}

TEST_F(RunnersTest, AVersionThatDoesNotStartIsNotTriedAgainAtOnce) {
  const auto runner = Dial(RunnerHello("r"));
  const std::string id = Create(Request({"bot:x", "random"}));
  for (size_t i = 0; i < runner->Starts().size() && i < 20; ++i) {
    Report(runner, End(runner->Starts()[i], "", /*crashed=*/false));
  }
  EXPECT_THAT(runner->Starts(), SizeIs(5));
  EXPECT_THAT(Get(id).waits_for(), HasSubstr("x ends before it has a match"));
  executor_.Advance(absl::Minutes(2));
  EXPECT_THAT(runner->Starts(), SizeIs(6));
}

TEST_F(RunnersTest, ASilentRunnerIsGone) {
  const auto runner = Dial(RunnerHello("r"));
  executor_.Advance(RunnerDirectory::kLease + absl::Seconds(2));
  EXPECT_EQ(runner->closed().code(), absl::StatusCode::kDeadlineExceeded);
}

TEST_F(RunnersTest, TwoRunnersHaveDifferentNames) {
  Dial(RunnerHello("r"));
  EXPECT_THAT(entered_, IsOk());
  Dial(RunnerHello("r"));
  EXPECT_EQ(entered_.code(), absl::StatusCode::kAlreadyExists);
}

TEST_F(RunnersTest, ABuildGoesToARunnerThatHasTheRuntime) {
  v1::BuildTask task;
  task.set_task_id("t");
  absl::StatusOr<v1::BuildReport> built = absl::UnknownError("no answer");
  const auto note = [&](const auto& report) { built = report; };
  host_->runners().Build(task, "python", note);
  executor_.RunAll();
  EXPECT_EQ(built.status().code(), absl::StatusCode::kUnavailable);
  const auto runner = Dial(RunnerHello("r"));
  host_->runners().Build(task, "rust", note);
  executor_.RunAll();
  EXPECT_THAT(runner->received(), SizeIs(1));
  host_->runners().Build(task, "python", note);
  executor_.RunAll();
  ASSERT_THAT(runner->received(), SizeIs(2));
  EXPECT_EQ(runner->received()[1].build().task_id(), "t");
  v1::WorkRequest request;
  request.mutable_build()->set_task_id("t");
  request.mutable_build()->set_build_sha256("hash");
  host_->runners().Take(runner, request);
  executor_.RunAll();
  ASSERT_TRUE(built.ok());
  EXPECT_EQ(built->build_sha256(), "hash");
}

TEST_F(RunnersTest, ABuildOfARunnerThatIsGoneIsBegunAgain) {
  const auto runner = Dial(RunnerHello("r"));
  v1::BuildTask task;
  task.set_task_id("t");
  absl::StatusOr<v1::BuildReport> built = v1::BuildReport();
  host_->runners().Build(task, "python",
                         [&](const auto& report) { built = report; });
  executor_.RunAll();
  HangUp(runner);
  EXPECT_EQ(built.status().code(), absl::StatusCode::kAborted);
}

}  // namespace
}  // namespace arena::referee
