// Submitted bots, versions, matches and runners hold places that others need.
// The others must go on.
#include <set>

#include "absl/algorithm/container.h"
#include "tests/referee/processes/runner_fixture.h"

namespace arena::referee {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class HeldPlacesTest : public RunnersTest {
 protected:
  // Dials a runner where one process may play and one may wait.
  std::shared_ptr<FakeRunner> DialSmall(const std::string& name = "r") {
    return Dial(RunnerHello(name, /*seats=*/1));
  }
  // Lets time pass, with a runner that is alive and ends processes on request.
  void Pass(const std::shared_ptr<FakeRunner>& runner, absl::Duration time) {
    for (int i = 0; i < time / absl::Seconds(1); ++i) {
      executor_.Advance(absl::Seconds(1));
      Tell(runner, /*draining=*/false);
      EndStopped(runner);
    }
  }
  // Lets the runner end the processes that it was told to stop.
  void EndStopped(const std::shared_ptr<FakeRunner>& runner) {
    for (const v1::StartProcess& start : runner->Starts()) {
      const std::vector<std::string> stops = runner->Stops();
      if (absl::c_linear_search(stops, start.process_id()) &&
          ended_.insert(start.process_id()).second) {
        for (FakeBot& bot : bots_) {
          const bool is_its =
              bot.session != nullptr && bot.open() &&
              bot.session->process().instance == start.process_id();
          if (is_its) HangUp(bot);
        }
        v1::ProcessReport end = End(start, "", /*crashed=*/false);
        end.mutable_report()->set_ended_with("stopped");
        Report(runner, end);
      }
    }
  }
  // Returns how many processes of the bot were started.
  static int Count(const std::shared_ptr<FakeRunner>& runner,
                   const std::string& bot) {
    const auto starts = runner->Starts();
    return static_cast<int>(absl::c_count_if(
        starts, [&](const auto& start) { return start.bot() == bot; }));
  }
  static v1::StartProcess LastOf(const std::shared_ptr<FakeRunner>& runner,
                                 const std::string& bot) {
    v1::StartProcess last;
    for (const v1::StartProcess& start : runner->Starts()) {
      if (start.bot() == bot) last = start;
    }
    return last;
  }
  // Connects a stranger's bot that plays one match for ever and takes no other.
  FakeBot& ConnectBusy(const std::string& name) {
    FakeBot& busy = Connect(name);
    v1::CreateMatchRequest request = Request({"bot:" + name, "first"}, 99);
    request.mutable_clock()->set_untimed(true);
    Create(request);
    Step();
    busy.plays = false;
    return busy;
  }

  // The processes that the runner has ended.
  std::set<std::string> ended_;
};

// ---- Processes ----

class PromiseTest : public HeldPlacesTest {
 protected:
  PromiseTest() {
    PlayableVersion version = Version("z", "2", /*active=*/false);
    version.rehearses = true;
    version.plays.emplace_back().set_game("ordo");
    Change({version});
    StoreVersion(*store_, "z", "2");
  }
  std::string CreateTrial() {
    v1::CreateMatchRequest request = Request({"bot:z", "random"});
    request.mutable_seats(0)->set_version("2");
    return Create(request);
  }
  FakeBot& HelloOfOne(const v1::StartProcess& start,
                      const std::vector<std::string>& games) {
    v1::Hello hello = HelloOf(start.bot());
    hello.set_instance(start.process_id());
    hello.set_one_match(true);
    hello.clear_plays();
    for (const std::string& game : games) hello.add_plays()->set_game(game);
    return Connect(hello, granted_.at(Sha256(start.token())));
  }
};

TEST_F(PromiseTest, AVersionThatDoesNotPlayWhatItPromisesFailsAtOnce) {
  const auto runner = DialSmall();
  CreateTrial();
  ASSERT_THAT(runner->Starts(), SizeIs(1));
  const v1::StartProcess start = runner->Starts()[0];
  FakeBot& process = HelloOfOne(start, {"octrix"});
  EXPECT_EQ(process.Error(), v1::ERROR_REASON_BAD_HELLO);
  ASSERT_THAT(fruitless_, SizeIs(1));
  EXPECT_THAT(fruitless_[0],
              HasSubstr("z 2: bot.toml promises ordo, and the Hello of the "
                        "program does not have that: it plays octrix"));
  EXPECT_THAT(runner->Stops(), ElementsAre(start.process_id()));
}

TEST_F(PromiseTest, AVersionMayPlayMoreThanItPromises) {
  const auto runner = DialSmall();
  const std::string id = CreateTrial();
  HelloOfOne(runner->Starts()[0], {"ordo", "octrix", "seconds"});
  EXPECT_EQ(StateOf(id), v1::Match::STATE_RUNNING);
  EXPECT_THAT(fruitless_, IsEmpty());
}

TEST_F(HeldPlacesTest, AProcessThatLeavesBeforeItsMatchGivesItsPlaceBack) {
  const auto runner = DialSmall();
  const std::string foreign = Create(Request({"bot:x", "bot:busy"}, 1));
  ConnectBusy("busy");
  ASSERT_EQ(Count(runner, "x"), 1);
  HangUp(Hello(LastOf(runner, "x")));
  Pass(runner, absl::Seconds(9));
  EXPECT_THAT(runner->Stops(), IsEmpty());
  Pass(runner, absl::Seconds(3));
  EXPECT_THAT(runner->Stops(), Contains(runner->Starts()[0].process_id()));
  ASSERT_FALSE(fruitless_.empty());
  EXPECT_THAT(fruitless_[0], HasSubstr("said hello, left, and was not back"));
  EXPECT_THAT(Get(foreign).waits_for(),
              HasSubstr("x leaves before it has a match"));
}

TEST_F(HeldPlacesTest, OneThatDoesNotEndAfterItsMatchMakesRoom) {
  const auto runner = DialSmall();
  Create(Request({"bot:x", "random"}, 1));
  const v1::StartProcess lingers = runner->Starts()[0];
  Hello(lingers);
  PlayToTheEnd();
  Create(Request({"bot:y", "random"}, 2));
  Create(Request({"bot:y", "random"}, 3));
  EXPECT_EQ(Count(runner, "y"), 1);
  Pass(runner, absl::Seconds(3));
  EXPECT_THAT(runner->Stops(), ElementsAre(lingers.process_id()));
  EXPECT_EQ(Count(runner, "y"), 2);
}

TEST_F(HeldPlacesTest, OneThatHasHungUpAfterItsMatchServesNoOther) {
  const auto runner = DialSmall();
  Create(Request({"bot:x", "random"}, 1));
  FakeBot& process = Hello(LastOf(runner, "x"));
  PlayToTheEnd();
  HangUp(process);
  Create(Request({"bot:x", "random"}, 2));
  EXPECT_EQ(Count(runner, "x"), 2);
}

TEST_F(HeldPlacesTest, OneThatEndsAfterItsMatchHasTimeForIt) {
  const auto runner = DialSmall();
  Create(Request({"bot:x", "random"}, 1));
  Hello(runner->Starts()[0]);
  PlayToTheEnd();
  Pass(runner, absl::Seconds(8));
  EXPECT_THAT(runner->Stops(), IsEmpty());
}

// ---- Matches ----

TEST_F(HeldPlacesTest, AMatchWhoseOtherBotIsAwayTakesNoPlace) {
  const auto runner = DialSmall();
  const std::string id = Create(Request({"bot:x", "bot:foreign"}));
  EXPECT_THAT(runner->Starts(), IsEmpty());
  EXPECT_THAT(Get(id).waits_for(), HasSubstr("foreign is not connected"));
  Connect("foreign");
  ASSERT_THAT(runner->Starts(), SizeIs(1));
  Hello(runner->Starts()[0]);
  EXPECT_EQ(StateOf(id), v1::Match::STATE_RUNNING);
}

TEST_F(HeldPlacesTest, AMatchThatDoesNotBeginGivesItsPlacesToOthers) {
  const auto runner = DialSmall();
  FakeBot& busy = ConnectBusy("busy");
  const std::string stuck = Create(Request({"bot:x", "bot:busy"}, 1));
  const std::string next = Create(Request({"bot:x", "bot:busy"}, 2));
  ASSERT_EQ(Count(runner, "x"), 2);
  for (const v1::StartProcess& start : runner->Starts()) Hello(start);
  const std::string honest = Create(Request({"bot:y", "random"}, 3));
  EXPECT_THAT(Get(honest).waits_for(), HasSubstr("all places"));
  Pass(runner, absl::Seconds(8));
  EXPECT_THAT(Get(stuck).waits_for(), HasSubstr("it did not begin"));
  ASSERT_EQ(Count(runner, "y"), 1);
  Hello(LastOf(runner, "y"));
  PlayToTheEnd();
  EXPECT_EQ(StateOf(honest), v1::Match::STATE_FINISHED);
  // After a rest the match that was passed over gets places again.
  busy.plays = true;
  PlayToTheEnd();
  Pass(runner, absl::Seconds(12));
  ASSERT_EQ(Count(runner, "x"), 4);
  for (const v1::StartProcess& start : runner->Starts()) {
    const bool ended = ended_.contains(start.process_id());
    if (start.bot() == "x" && !ended) Hello(start);
  }
  PlayToTheEnd();
  EXPECT_EQ(StateOf(stuck), v1::Match::STATE_FINISHED);
  EXPECT_EQ(StateOf(next), v1::Match::STATE_FINISHED);
}

// Planned matches are claimed only where there is room for them.
TEST_F(HeldPlacesTest, ARunnerThatIsFullInVainIsNotFullForLong) {
  const auto runner = DialSmall();
  ConnectBusy("busy");
  Create(Request({"bot:x", "bot:busy"}, 1));
  Create(Request({"bot:x", "bot:busy"}, 2));
  for (const v1::StartProcess& start : runner->Starts()) Hello(start);
  Pass(runner, absl::Seconds(4));
  EXPECT_THAT(runner->Stops(), IsEmpty());
  Pass(runner, absl::Seconds(4));
  EXPECT_THAT(runner->Stops(), ::testing::Not(IsEmpty()));
}

TEST_F(HeldPlacesTest, OneThatWaitsForASeatIsNotHeldInVain) {
  const auto runner = DialSmall();
  v1::CreateMatchRequest endless = Request({"bot:x", "random"}, 1);
  endless.mutable_clock()->set_untimed(true);
  Create(endless);
  FakeBot& slow = Hello(LastOf(runner, "x"));
  // The bot gets ready, and is asked.
  Step();
  slow.plays = false;
  Create(Request({"bot:x", "random"}, 2));
  Hello(LastOf(runner, "x"));
  Create(Request({"bot:y", "random"}, 3));
  Pass(runner, absl::Seconds(20));
  EXPECT_THAT(runner->Stops(), IsEmpty());
}

TEST_F(HeldPlacesTest, OpponentsOfOneThatDoesNotStartTakeNoPlace) {
  const auto runner = Dial(RunnerHello("r"));
  Create(Request({"bot:x", "random"}));
  for (size_t i = 0; i < runner->Starts().size() && i < 20; ++i) {
    Report(runner, End(runner->Starts()[i], "", /*crashed=*/false));
  }
  Create(Request({"bot:x", "bot:y"}, 2));
  EXPECT_EQ(Count(runner, "y"), 0);
}

// ---- Authors ----

TEST_F(HeldPlacesTest, ManyMatchesOfOneAuthorKeepNoPlaceFromAnother) {
  PlayableVersion x = Version("x");
  x.author = "ann";
  PlayableVersion y = Version("y");
  y.author = "bob";
  Change({x, y});
  const auto runner = DialSmall();
  for (uint8_t seed = 1; seed <= 20; ++seed) {
    Create(Request({"bot:x", "random"}, seed));
  }
  ASSERT_EQ(Count(runner, "x"), 2);
  Create(Request({"bot:y", "random"}, 99));
  const v1::StartProcess first = runner->Starts()[0];
  Hello(first);
  PlayToTheEnd();
  Report(runner, End(first, "a", /*crashed=*/false));
  EXPECT_EQ(Count(runner, "y"), 1);
  EXPECT_EQ(Count(runner, "x"), 2);
}

TEST(WaitingRoomTest, ManyMatchesOfOneBotHideNoOthers) {
  Metrics metrics;
  WaitingRoom room(metrics);
  for (int number = 1; number <= 9; ++number) {
    auto match = std::make_unique<HostedMatch>();
    match->row.number = number;
    match->row.match_id = absl::StrCat(number);
    match->row.seats.emplace_back().set_bot(number < 9 ? "many" : "one");
    room.Add(std::move(match));
  }
  std::vector<std::string> looked_at;
  for (const HostedMatch* match :
       room.OldestOf([](const auto&) { return true; }, 3)) {
    looked_at.push_back(match->row.match_id);
  }
  EXPECT_THAT(looked_at, ElementsAre("1", "2", "9"));
}

TEST_F(PromiseTest, AnAuthorGivesItsMatchesNoMoreTimeThanTheReferee) {
  const Caller ada = {.role = v1::ROLE_AUTHOR,
                      .owner = "ada",
                      .token_id = "t",
                      .author = "ada"};
  v1::CreateMatchRequest request = Request({"bot:z", "random"});
  request.mutable_seats(0)->set_version("2");
  EXPECT_THAT(TryCreate(request, ada), IsOk());
  request.mutable_clock()->mutable_bank()->set_seconds(3600);
  EXPECT_THAT(TryCreate(request, ada).status(),
              StatusIs(absl::StatusCode::kPermissionDenied,
                       HasSubstr("clock.bank is 1h; expected at most 1m")));
  request.mutable_clock()->Clear();
  request.mutable_clock()->set_untimed(true);
  EXPECT_THAT(TryCreate(request, ada).status(),
              StatusIs(absl::StatusCode::kPermissionDenied,
                       HasSubstr("clock.untimed is set")));
  EXPECT_THAT(TryCreate(request), IsOk());
}

// ---- Runners ----

TEST_F(HeldPlacesTest, ARunnerThatNeverReportsABuildLosesIt) {
  const auto runner = DialSmall();
  std::vector<absl::Status> ends;
  v1::BuildTask task;
  task.set_task_id("t");
  host_->runners().Build(task, "python", [&](const auto& built) {
    ends.push_back(built.status());
  });
  executor_.RunAll();
  Pass(runner, absl::Minutes(29));
  EXPECT_THAT(ends, IsEmpty());
  Pass(runner, absl::Minutes(2));
  ASSERT_THAT(ends, SizeIs(1));
  EXPECT_EQ(ends[0].code(), absl::StatusCode::kAborted);
  // A later report of this task belongs to nobody.
  v1::WorkRequest late;
  late.mutable_build()->set_task_id("t");
  host_->runners().Take(runner, late);
  executor_.RunAll();
  EXPECT_THAT(ends, SizeIs(1));
}

TEST_F(HeldPlacesTest, ARunnerThatStartsNothingHoldsNoMatchForEver) {
  const auto runner = DialSmall();
  const std::string id = Create(Request({"bot:x", "random"}));
  Pass(runner, absl::Minutes(12));
  ASSERT_FALSE(fruitless_.empty());
  EXPECT_THAT(fruitless_[0],
              HasSubstr("the runner r did not start its process"));
  EXPECT_THAT(Get(id).waits_for(), HasSubstr("x does not come"));
}

TEST_F(HeldPlacesTest, ARuntimeWithoutAPlaceHoldsNoOtherBack) {
  PlayableVersion rusty = Version("y");
  rusty.runtime = "rust";
  Change({rusty});
  const auto python = DialSmall("p");
  v1::RunnerHello hello = RunnerHello("q");
  hello.clear_runtimes();
  hello.add_runtimes("rust");
  const auto rust = Dial(hello);
  for (int seed = 1; seed <= 3; ++seed) {
    Create(Request({"bot:x", "random"}, seed));
  }
  const std::string id = Create(Request({"bot:y", "random"}, 9));
  ASSERT_EQ(Count(rust, "y"), 1);
  Hello(LastOf(rust, "y"));
  EXPECT_EQ(StateOf(id), v1::Match::STATE_RUNNING);
}

}  // namespace
}  // namespace arena::referee
