// arena ladder against a running referee, and the bots that a ladder benches.
#include <gmock/gmock.h>

#include "tests/arena/cli/at_referee.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;

// Built-in players. kLong or kShort follows and sets the length.
constexpr char kClub[] = R"(
name = "club"
seed = "7"
[clock]
start = "100ms"
allowance = "100ms"
bank = "0s"
[[bot]]
name = "lucky"
built_in = "random"
[[bot]]
name = "keen"
built_in = "greedy"
[[event]]
name = "octrix"
game = "octrix"
seats = 2
options = { target = "8" }
concurrent_sets = 2
)";
constexpr char kEndless[] = "format = \"ladder\"\nbench_faults = 2\n";
// Without a length, built-in players would wait for a bot.
constexpr char kLong[] = "format = \"ladder\"\nmax_sets = 1000000\n";
constexpr char kShort[] = "format = \"ladder\"\nmax_sets = 6\n";

class LadderCommandTest : public AtRefereeTest {
 protected:
  void SetUp() override { StartReferee(); }
  Outcome Start(const std::string& length) const {
    Write("club.toml", kClub + length);
    return Ask("ladder start " + Path("club.toml"));
  }
  nlohmann::json AllListed() const {
    return Ask("standings --json").Json()["competitions"];
  }
  // The ladder as `arena standings` lists it.
  nlohmann::json Listed(const std::string& name) const {
    for (const nlohmann::json& one : AllListed()) {
      if (one["spec"]["name"] == name) return one;
    }
    return {};
  }
};

TEST_F(LadderCommandTest, StartReturnsWhileTheLadderRuns) {
  const Outcome outcome = Start(kEndless);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, "ladder club.octrix is running\n");
  const nlohmann::json ladder = Listed("club.octrix");
  EXPECT_EQ(ladder["state"], "STATE_RUNNING");
  EXPECT_EQ(ladder["spec"]["format"], "FORMAT_LADDER");
}

TEST_F(LadderCommandTest, AMistypedNameIsToldWithTheRightOne) {
  Start(kEndless);
  for (const char* command :
       {"ladder season club.octrx", "ladder leave club.octrx keen",
        "competition stop club.octrx", "match list --competition club.octrx",
        "standings club.octrx"}) {
    const Outcome outcome = Ask(command);
    EXPECT_EQ(outcome.exit_status, 2) << command;
    EXPECT_THAT(outcome.errors, HasSubstr("(did you mean \"club.octrix\"?)"))
        << command;
  }
}

TEST_F(LadderCommandTest, StartingItAgainChangesNothing) {
  Start(kEndless);
  EXPECT_EQ(Ask("ladder start " + Path("club.toml")).exit_status, 0);
  EXPECT_EQ(AllListed().size(), 1u);
}

TEST_F(LadderCommandTest, AnotherFormatIsNoLadder) {
  const Outcome outcome = Start("format = \"swiss\"\n");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("arena tournament run"));
  EXPECT_EQ(AllListed().size(), 0u);
}

TEST_F(LadderCommandTest, WatchShowsTheStandingsAtItsEnd) {
  Start(kShort);
  const Outcome outcome = Ask("ladder watch club.octrix");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("keen"));
  EXPECT_EQ(Listed("club.octrix")["state"], "STATE_FINISHED");
  EXPECT_EQ(Listed("club.octrix")["progress"]["setsOver"], 6);
}

TEST_F(LadderCommandTest, WatchOfNoLadderSaysSo) {
  const Outcome outcome = Ask("ladder watch nowhere");
  EXPECT_NE(outcome.exit_status, 0);
  EXPECT_THAT(outcome.errors, HasSubstr("nowhere"));
}

TEST_F(LadderCommandTest, WhoEntersTakesPart) {
  Start(kEndless);
  const Outcome outcome =
      Ask("ladder enter club.octrix built-in:first --as meek");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, "meek takes part in club.octrix\n");
  EXPECT_EQ(Listed("club.octrix")["spec"]["entrants"].size(), 3u);
}

TEST_F(LadderCommandTest, EnteringUnderATakenNameIsRefused) {
  Start(kEndless);
  const Outcome outcome =
      Ask("ladder enter club.octrix built-in:first --as keen");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("keen"));
  EXPECT_EQ(Listed("club.octrix")["spec"]["entrants"].size(), 2u);
}

TEST_F(LadderCommandTest, StopEndsTheLadder) {
  Start(kEndless);
  const Outcome outcome = Ask("ladder stop club.octrix");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("keen"));
  EXPECT_NE(Listed("club.octrix")["state"], "STATE_RUNNING");
}

TEST_F(LadderCommandTest, NobodyEntersALadderThatIsOver) {
  Start(kShort);
  Ask("ladder watch club.octrix");
  const Outcome outcome = Ask("ladder enter club.octrix built-in:first");
  EXPECT_NE(outcome.exit_status, 0);
  EXPECT_THAT(outcome.errors, HasSubstr("is over"));
}

TEST_F(LadderCommandTest, SeasonsFollowEachOther) {
  Start(kEndless);
  EXPECT_EQ(Ask("ladder season club.octrix").output,
            "ladder club.octrix.2 follows club.octrix, with 2 entrants\n");
  EXPECT_NE(Listed("club.octrix")["state"], "STATE_RUNNING");
  EXPECT_EQ(Ask("ladder season club.octrix.2").output,
            "ladder club.octrix.3 follows club.octrix.2, with 2 entrants\n");
  EXPECT_EQ(Listed("club.octrix.3")["state"], "STATE_RUNNING");
}

TEST_F(LadderCommandTest, StandingsAreThoseOfTheLadder) {
  Start(kShort);
  Ask("ladder watch club.octrix");
  const Outcome outcome =
      Ask("standings club.octrix -q --csv " + Path("club.csv"));
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_THAT(Read("club.csv"), HasSubstr("lucky"));
}

// ---- Benched bots ----

class BenchedBotTest : public LadderCommandTest {
 protected:
  // A registered bot enters the ladder and never answers.
  void SetUp() override {
    const std::string admin =
        Arena("serve --data " + Path("data") + " --create-admin-token root")
            .output;
    LadderCommandTest::SetUp();
    const nlohmann::json made =
        Ask("bots register stuck --author ada --json --token " +
            admin.substr(0, admin.find('\n')))
            .Json();
    Start(kEndless);
    bot_ = testing::StartProgram(
        {"env", "ARENA_TOKEN=" + made["token"].get<std::string>(),
         "ARENA_ADDRESS=unix:" + Path("socket"), Program("random_bot"),
         "--name", "stuck"},
        /*ready_prefix=*/"");
    testing::AwaitReady(*bot_);
    bot_->Signal(SIGSTOP);
    ASSERT_EQ(Ask("ladder enter club.octrix stuck").exit_status, 0);
    while (Show()["status"] == "STATUS_ACTIVE") {
    }
  }
  nlohmann::json Show() const {
    return Ask("bots show stuck --json").Json()["bot"];
  }

  std::unique_ptr<Process> bot_;
};

TEST_F(BenchedBotTest, TheReportSaysWhatItDid) {
  const nlohmann::json bot = Show();
  EXPECT_EQ(bot["status"], "STATUS_BENCHED");
  EXPECT_EQ(bot["statusBy"], "referee");
  ASSERT_EQ(bot["benchReports"].size(), 1u);
  const nlohmann::json report = bot["benchReports"][0];
  EXPECT_EQ(report["competition"], "club.octrix");
  EXPECT_EQ(report["faultCount"], 2);
  EXPECT_EQ(report["faults"].size(), 2u);
}

TEST_F(BenchedBotTest, PeopleCanReadIt) {
  const Outcome shown = Ask("bots show stuck");
  EXPECT_THAT(shown.output, HasSubstr("by the ladder club.octrix (as stuck): 2 "
                                      "faults in 2 matches"));
  EXPECT_THAT(shown.output, HasSubstr("arena bots activate stuck"));
}

TEST_F(BenchedBotTest, ItDoesNotEnterBeforeItIsActivated) {
  const Outcome refused = Ask("ladder enter club.octrix stuck");
  EXPECT_EQ(refused.exit_status, 1);
  EXPECT_THAT(refused.errors, HasSubstr("arena bots activate stuck"));
}

TEST_F(BenchedBotTest, ActivatedItPlaysAgain) {
  bot_->Signal(SIGCONT);
  EXPECT_THAT(Ask("bots activate stuck").output, HasSubstr("active"));
  const int before = Show().value("matches", 0);
  while (Show().value("matches", 0) == before) {
  }
  EXPECT_EQ(Show()["benchReports"].size(), 1u);
}

TEST_F(BenchedBotTest, TheNextSeasonBeginsWithoutIt) {
  EXPECT_EQ(Ask("ladder season club.octrix").output,
            "ladder club.octrix.2 follows club.octrix, with 2 entrants\n");
}

// ---- A ladder that is run like a tournament, at this referee ----

class RefereeGoneTest : public LadderCommandTest {
 protected:
  // Returns after the first results. The program is "ready" when it misses the
  // referee.
  std::unique_ptr<Process> RunTournament(const std::string& connect_timeout) {
    Write("club.toml", std::string(kClub) + kLong);
    auto run = testing::StartProgram(
        {"/usr/bin/env", "COLUMNS=10000", Program("arena"), "tournament",
         "run", Path("club.toml"), "--quiet",
         "--connect-timeout", connect_timeout,
         "--address", "unix:" + Path("socket")},
        /*ready_prefix=*/"arena: the referee at ");
    while (!(Listed("club.octrix")["progress"]["matchesOver"] > 0)) {
    }
    return run;
  }
  void KillReferee() { referee_.reset(); }
};

TEST_F(RefereeGoneTest, TheTournamentGoesOnWhenItIsBack) {
  const auto run = RunTournament("60s");
  KillReferee();
  EXPECT_THAT(testing::AwaitReady(*run), HasSubstr("has gone"));
  SetUp();
  while (run->LastLines().find("the referee is back") == std::string::npos) {
  }
  EXPECT_EQ(Ask("ladder stop club.octrix").exit_status, 0);
  EXPECT_EQ(testing::AwaitEnd(*run), "exit status 1");
  EXPECT_THAT(run->LastLines(), HasSubstr("club.octrix was stopped after "));
}

TEST_F(RefereeGoneTest, TheTournamentSaysWhatToDoWhenItIsNotBack) {
  const auto run = RunTournament("2s");
  KillReferee();
  EXPECT_THAT(testing::AwaitReady(*run), HasSubstr("has gone"));
  EXPECT_NE(testing::AwaitEnd(*run), "exit status 0");
  EXPECT_THAT(run->LastLines(), HasSubstr("has gone and is not back"));
  EXPECT_THAT(run->LastLines(),
              HasSubstr("the same command goes on from there"));
}

}  // namespace
}  // namespace arena::cli
