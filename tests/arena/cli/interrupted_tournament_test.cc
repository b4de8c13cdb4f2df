// arena tournament run at a referee without tokens, which goes on after the
// program's end: the tournament, and bots that crash.
#include <gmock/gmock.h>
#include <signal.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/arena/cli/at_referee.h"

namespace arena::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class InterruptedTournamentTest : public AtRefereeTest {
 protected:
  void SetUp() override {
    StartReferee();
    WriteCup(Program("random_bot"), 100000);
  }
  void WriteCup(const std::string& command, int sets) const {
    Write("cup.toml", absl::StrCat(R"(
name = "cup"
[clock]
start = "1s"
allowance = "1s"
bank = "0s"
[[bot]]
name = "bot"
command = ")",
                                   command, R"("
[[bot]]
name = "keen"
built_in = "greedy"
[[event]]
name = "octrix"
game = "octrix"
seats = 2
sets = )",
                                   sets, "\n"));
  }
  nlohmann::json Listed() const {
    return Ask("standings --json").Json()["competitions"][0];
  }
  int Progress(const std::string& key) const {
    const nlohmann::json progress = Listed()["progress"];
    return progress.is_object() ? progress.value(key, 0) : 0;
  }
  bool Stopped() const { return Listed()["state"] == "STATE_STOPPED"; }
  // Starts the program and waits for the first new results.
  std::unique_ptr<Process> Run() {
    const int played = Progress("matchesOver");
    auto run = testing::StartProgram(
        {"/usr/bin/env", "COLUMNS=10000", Program("arena"), "tournament", "run",
         Path("cup.toml"), "--quiet", "--address", "unix:" + Path("socket")});
    while (Progress("matchesOver") <= played) {
    }
    return run;
  }
  int Matches(const std::string& flags) const {
    const auto listed = Ask("match list --json " + flags).Json();
    return static_cast<int>(
        listed.value("matches", nlohmann::json::array()).size());
  }
  int Running() const { return Matches("--state running"); }
};

TEST_F(InterruptedTournamentTest, InterruptedItIsStoppedAndBlamesNobody) {
  const auto run = Run();
  run->Terminate();
  EXPECT_EQ(testing::AwaitEnd(*run), "exit status 1");
  EXPECT_THAT(run->LastLines(), HasSubstr("the same command goes on"));
  EXPECT_TRUE(Stopped());
  while (Running() > 0) {
  }
  EXPECT_EQ(Progress("faults"), 0);
  EXPECT_EQ(Matches("--state pending"), 0);
}

TEST_F(InterruptedTournamentTest, RunAgainItGoesOn) {
  const auto first = Run();
  first->Terminate();
  testing::AwaitEnd(*first);
  const auto second = Run();
  EXPECT_EQ(Listed()["state"], "STATE_RUNNING");
  EXPECT_EQ(Ask("tournament stop cup").exit_status, 0);
  testing::AwaitEnd(*second);
}

TEST_F(InterruptedTournamentTest, TheRefereeFindsOutThatItWasKilled) {
  const auto run = Run();
  run->Signal(SIGKILL);
  while (!Stopped()) {
  }
  EXPECT_EQ(Listed()["endTime"], nullptr);
}

TEST_F(InterruptedTournamentTest, KilledAndRunAgainAtOnceItBlamesNobody) {
  const auto killed = Run();
  killed->Signal(SIGKILL);
  killed->Wait();
  const auto again = Run();
  EXPECT_EQ(Ask("tournament stop cup").exit_status, 0);
  testing::AwaitEnd(*again);
  while (Running() > 0) {
  }
  EXPECT_EQ(Progress("faults"), 0);
}

TEST_F(InterruptedTournamentTest, StoppedBySomebodyItSaysSo) {
  const auto run = Run();
  EXPECT_EQ(Ask("tournament stop cup").exit_status, 0);
  EXPECT_EQ(testing::AwaitEnd(*run), "exit status 1");
  EXPECT_THAT(run->LastLines(),
              AllOf(HasSubstr("cup.octrix was stopped after "),
                    HasSubstr("arena tournament delete cup")));
  const Outcome again = Ask("tournament run " + Path("cup.toml"));
  EXPECT_EQ(again.exit_status, 1);
  EXPECT_THAT(again.output, HasSubstr("stopped"));
  EXPECT_THAT(again.errors, AllOf(HasSubstr("cup.octrix was stopped after "),
                                  Not(HasSubstr("played before"))));
}

TEST_F(InterruptedTournamentTest, ACrashIsAFaultWithoutTokensToo) {
  WriteCup(Program("mortal") + " --dies-at 3", 3);
  const Outcome outcome = Ask("tournament run " + Path("cup.toml"));
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, Not(HasSubstr("in a row")));
  EXPECT_EQ(Listed()["state"], "STATE_FINISHED");
  EXPECT_EQ(Matches("--fault crashed"), Progress("matchesOver"));
}

}  // namespace
}  // namespace arena::cli
