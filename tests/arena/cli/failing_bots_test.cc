// Matches of bots that end, throw and sleep in the middle of a match.
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class FailingBotsTest : public ArenaTest {
 protected:
  // The number of times that `part` is in `text`.
  static int Count(const std::string& text, const std::string& part) {
    int count = 0;
    for (size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + 1)) {
      ++count;
    }
    return count;
  }
  static std::string Mortal(const std::string& flags) {
    return "'" + Program("mortal") + " " + flags + "'";
  }
};

TEST_F(FailingBotsTest, TheTimeOfAFaultThatEndsTheMatchIsTold) {
  const Outcome outcome = Arena("play -g ordo --clock 50ms --json -b first," +
                                Mortal("--sleeps-at 2"));
  const auto match = outcome.Json()["matches"][0];
  EXPECT_EQ(match["result"]["faults"][0]["kind"], "FAULT_KIND_LATE");
  EXPECT_GE(std::stod(match["charged"][0].get<std::string>()), 0.05);
}

// ---- Crashes ----

TEST_F(FailingBotsTest, ACrashIsAFaultAndTheSeriesGoesOn) {
  const Outcome outcome = Arena("play -g ordo -n 6 --json --record-dir d -b " +
                                Mortal("--dies-at 3") + ",first");
  EXPECT_EQ(outcome.exit_status, 1);
  const auto json = outcome.Json();
  EXPECT_EQ(json["matchesWithResult"], 6);
  for (const auto& match : json["matches"]) {
    EXPECT_EQ(match["result"]["termination"], "TERMINATION_FORFEIT");
    ASSERT_EQ(match["result"]["faults"].size(), 1u);
    EXPECT_EQ(match["result"]["faults"][0]["kind"], "FAULT_KIND_CRASHED");
    EXPECT_EQ(match["charged"].size(), 1u) << match;
    EXPECT_TRUE(std::filesystem::exists(Path(match["record"])));
  }
  EXPECT_EQ(Count(outcome.errors, "exit status 7"), 1);
  EXPECT_THAT(outcome.errors,
              AllOf(HasSubstr("farewell"), HasSubstr("It is started again."),
                    HasSubstr("had 6 faults: 6 crashed")));
}

TEST_F(FailingBotsTest, NoOneWaitsForADeadBotWithoutAClockEither) {
  const Outcome outcome = Arena("play -g ordo --clock none --json -b first," +
                                Mortal("--dies-at 2"));
  EXPECT_EQ(outcome.Json()["matches"][0]["result"]["faults"][0]["kind"],
            "FAULT_KIND_CRASHED");
}

TEST_F(FailingBotsTest, WithMoreSeatsTheBotComesBackToItsMatch) {
  const Outcome outcome = Arena("play -g octrix --json -b first,first,first," +
                                Mortal("--dies-at 5") + " --max-faults 1000");
  EXPECT_EQ(outcome.exit_status, 1) << outcome.errors;
  const auto result = outcome.Json()["matches"][0]["result"];
  EXPECT_EQ(result["termination"], "TERMINATION_NORMAL");
  EXPECT_GT(result["faults"].size(), 0u);
  for (const auto& fault : result["faults"]) {
    EXPECT_EQ(fault["kind"], "FAULT_KIND_CRASHED");
  }
}

TEST_F(FailingBotsTest, BotsOfOneProgramAreToldApart) {
  const Outcome outcome = Arena("play -g octrix -q --max-faults 1 -b " +
                                Mortal("--dies-at 3") + " --seats 3");
  for (const char* name : {"mortal", "mortal-2", "mortal-3"}) {
    EXPECT_THAT(outcome.errors,
                HasSubstr(std::string("the bot ") + name + " ("));
  }
}

TEST_F(FailingBotsTest, ACrashThatCostsSeveralMatchesSaysSo) {
  const Outcome outcome = Arena("play -g ordo -q -n 6 --at-once 3 -b first," +
                                Mortal("--dies-at 3"));
  EXPECT_THAT(
      outcome.errors,
      HasSubstr("may play 3 matches at once, and gets the fault in each "
                "match under way"));
}

TEST_F(FailingBotsTest, OneThatNeverDecidesEndsTheSeries) {
  const Outcome outcome = Arena("play -g ordo -n 100 --json -b first," +
                                Mortal("--dies-at 1"));
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors,
              HasSubstr("has ended with exit status 7 for the 5th time in a "
                        "row without a decision"));
  EXPECT_LT(outcome.Json()["matchesPlayed"], 10);
}

TEST_F(FailingBotsTest, InAComparisonTheTableComesAllTheSame) {
  const Outcome outcome =
      Arena("compare -g ordo --max-sets 10 --json --isolation seats first " +
            Mortal("--dies-at 3"));
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_GT(outcome.Json()["faults"], 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr(" crashed"));
}

TEST_F(FailingBotsTest, AComparisonWithADeadBotSaysSoAtOnce) {
  const Outcome outcome = Arena("compare -g ordo first " +
                                Script("dead.sh", "echo oh no; exit 3"));
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, AllOf(HasSubstr("exit status 3 for the 5th time"),
                                    HasSubstr("oh no"),
                                    Not(HasSubstr("were connected"))));
  EXPECT_EQ(Count(outcome.errors, "oh no"), 1);
}

TEST_F(FailingBotsTest, OneThatPlaysASingleMatchIsReplacedAfterACrash) {
  const Outcome outcome = Arena(
      "play -g ordo -n 3 --isolation matches --json -b first," +
      Mortal("--dies-at 2"));
  const auto json = outcome.Json();
  EXPECT_EQ(json["matchesWithResult"], 3) << outcome.errors;
  EXPECT_EQ(json["seats"][1]["faults"], 3);
}

// ---- Ends after a match ----

class BadEndsTest : public FailingBotsTest,
                    public ::testing::WithParamInterface<const char*> {
 protected:
  // A program that plays to the end of its match and then ends as the parameter
  // says.
  std::string Launcher() const {
    return Script("launcher.sh", Program("random_bot") + "\n" + GetParam());
  }
};

INSTANTIATE_TEST_SUITE_P(All, BadEndsTest,
                         ::testing::Values("rm ./no-such-cache 2>&1",
                                           "kill -SEGV $$"));

TEST_P(BadEndsTest, InASeriesAllMatchesArePlayed) {
  const Outcome outcome = Arena(
      "play -g ordo -n 8 --isolation matches --json -b first," + Launcher());
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(outcome.Json()["matchesWithResult"], 8);
  EXPECT_EQ(Count(outcome.errors, "It is started again."), 1);
  EXPECT_THAT(outcome.errors, Not(HasSubstr("in a row")));
}

TEST_P(BadEndsTest, AComparisonGoesToItsEnd) {
  const Outcome outcome =
      Arena("compare -g ordo --max-sets 10 --json first " + Launcher());
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
  EXPECT_EQ(outcome.Json()["sets"], 10) << outcome.output;
}

// ---- Broken for good ----

TEST_F(FailingBotsTest, InATournamentADeadBotLosesItsMatchesAndTheRestGoesOn) {
  Write("cup.toml",
        "name = \"cup\"\n"
        "[[bot]]\nname = \"dead\"\ncommand = \"" +
            Script("dead.sh", "exit 3") +
            "\"\n"
            "[[bot]]\nname = \"luck\"\nbuilt_in = \"random\"\n"
            "[[bot]]\nname = \"first\"\nbuilt_in = \"first\"\n"
            "[[event]]\nname = \"two\"\ngame = \"ordo\"\n"
            "format = \"round_robin\"\nsets = 2\n"
            "[[event]]\nname = \"four\"\ngame = \"octrix\"\n"
            "format = \"round_robin\"\nsets = 1\n");
  const Outcome outcome = Arena("tournament run --json " + Path("cup.toml"));
  EXPECT_EQ(outcome.exit_status, 1) << outcome.errors;
  EXPECT_EQ(Count(outcome.errors, "loses its remaining matches"), 1);
  const auto events = outcome.Json()["events"];
  ASSERT_EQ(events.size(), 2u);
  for (const auto& event : events) {
    EXPECT_EQ(event["competition"]["state"], "STATE_FINISHED")
        << outcome.errors;
    for (const auto& line : event["standings"]["entrants"]) {
      EXPECT_GT(line["matches"], 0) << line;
      if (line["name"] != "dead") continue;
      EXPECT_EQ(line["faults"][0]["kind"], "FAULT_KIND_CRASHED") << line;
      // With more seats the referee plays for the failed seat.
      if (event == events[0]) {
        EXPECT_FALSE(line.contains("won")) << line;
      }
    }
  }
}

// ---- The lines about a fault ----

TEST_F(FailingBotsTest, AnExceptionIsShownWithWhatWasPrintedBefore) {
  const Outcome outcome = Arena("play -g octrix -q -b first,first,first," +
                                Mortal("--chats --throws-at 2"));
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(
      outcome.errors,
      AllOf(HasSubstr("had 1 fault: 1 malformed; it printed at the first one"),
            HasSubstr("out of ideas"),
            HasSubstr("Act threw std::runtime_error: no idea"),
            HasSubstr("because Act threw std::runtime_error"),
            Not(HasSubstr("decision 9"))));
}

TEST_F(FailingBotsTest, TheProcessThatHadTheMatchIsShown) {
  const Outcome outcome =
      Arena("play -g octrix -n 2 -q --isolation matches --clock 1s -b "
            "first,first,first," +
            Mortal("--chats --sleeps-at 2"));
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors,
              AllOf(HasSubstr(" late; it printed at the first one"),
                    HasSubstr("good night"),
                    HasSubstr("fault late after "),
                    Not(HasSubstr("decision 9"))));
  EXPECT_EQ(Count(outcome.errors, "fault late"), 1);
}

TEST_F(FailingBotsTest, APythonWithoutTheSdkIsExplained) {
  const Outcome outcome = Arena(
      "play -g ordo -b first," +
      Script("bare.sh",
             "echo \"ModuleNotFoundError: No module named 'pentathlon'\"; "
             "exit 1"));
  EXPECT_NE(outcome.exit_status, 0);
  EXPECT_THAT(outcome.errors, HasSubstr("sdk/python/install"));
}

TEST_F(FailingBotsTest, AScriptWithoutAFirstLineIsExplained) {
  Write("bare", "echo hello\n");
  std::filesystem::permissions(Path("bare"), std::filesystem::perms::owner_all);
  for (const char* sandbox : {"auto", "never"}) {
    const Outcome outcome = Arena(std::string("play -g ordo --sandbox ") +
                                  sandbox + " -b first," + Path("bare"));
    EXPECT_NE(outcome.exit_status, 0);
    EXPECT_THAT(outcome.errors, HasSubstr("#!/usr/bin/env python3"));
  }
}

}  // namespace
}  // namespace arena::cli
