// A bridge and programs that write nonsense, end, or do not read.
#include <gmock/gmock.h>

#include "arena/bridge/json_lines.h"
#include "tests/arena/bridge/bridge_fixture.h"
#include "tests/testing/status_matchers.h"

namespace arena::bridge {
namespace {

using ::testing::HasSubstr;

// ---- Lines that are wrong ----

struct WrongLine {
  const char* line;
  const char* words;
};

class WrongLineTest : public BridgeTest,
                      public ::testing::WithParamInterface<WrongLine> {};

TEST_P(WrongLineTest, IsToldAndIsAFaultAtOnce) {
  Program(std::string("'") + GetParam().line + "'");
  Play();
  const v1::Act act = Ask(6);
  EXPECT_EQ(act.decision(), 6u);
  EXPECT_EQ(act.choice_case(), v1::Act::CHOICE_NOT_SET);
  const std::string told = log_.Await("the program wrote");
  EXPECT_THAT(told, HasSubstr("match=m seat=0 decision=6: "));
  EXPECT_THAT(told, HasSubstr(std::string(GetParam().line).substr(0, 60)));
  EXPECT_THAT(told, HasSubstr(GetParam().words));
  // The bridge asks the program again at the next decision.
  EXPECT_EQ(Ask(7).decision(), 7u);
}

INSTANTIATE_TEST_SUITE_P(
    Lines, WrongLineTest,
    ::testing::Values(
        WrongLine{"I take the queen", "it is no JSON; expected one object"},
        WrongLine{"{\"act\":{\"index\":1}", "it is no JSON"},
        WrongLine{"[1]", "it is no object with a message"},
        WrongLine{"{}", "it is no object with a message"},
        WrongLine{"{\"act\":{\"index\":1},\"ready\":{}}", "it has 2 messages"},
        WrongLine{"{\"acts\":{\"index\":1}}",
                  "\"acts\" is no message of a bot; expected ready, decline, "
                  "act, announce"},
        WrongLine{"{\"hello\":{}}", "is a message of the bridge itself"},
        WrongLine{"{\"act\":1}", "expected {\"act\":{...}}"},
        WrongLine{
            "{\"act\":{\"indx\":1}}",
            "\"act\" has no field \"indx\"; its fields are matchId, seat, "
            "decision, index, id, action, text, note"},
        WrongLine{"{\"act\":{\"index\":\"one\"}}",
                  "a field or value is wrong: (act.index): invalid value "
                  "\"one\"; expected a whole number, not below 0"},
        WrongLine{"{\"act\":{\"index\":-1}}", "a field or value is wrong"},
        WrongLine{"{\"act\":{\"text\":[]}}", "a field or value is wrong"},
        WrongLine{"{\"act\":{\"index\":1,\"id\":1}}",
                  "\"act\" has several of index, id, action, text; expected "
                  "one"},
        WrongLine{"{\"act\":{\"index\":2}}",
                  "index 2 is outside the prompt's 2 actions, which count from "
                  "0"},
        WrongLine{"{\"act\":{}}",
                  "the act has no choice; expected index, id, action or text"},
        WrongLine{"{\"act\":{\"index\":0,\"decision\":99}}",
                  "decision 99 is not open; the newest one is 6"},
        WrongLine{"{\"act\":{\"index\":0,\"matchId\":\"x\"}}",
                  "it names match \"x\"; this is match \"m\""},
        WrongLine{"{\"act\":{\"index\":0,\"seat\":2}}",
                  "it names seat 2; this is seat 0"}));

TEST(RequestOfTest, DeepNestingIsAnError) {
  EXPECT_FALSE(RequestOf(std::string(60'000, '[')).ok());
  std::string nested = "{\"act\":{\"action\":";
  for (int i = 0; i < 9'000; ++i) nested += "{\"a\":";
  EXPECT_FALSE(RequestOf(nested).ok());
}

TEST_F(BridgeTest, ALineThatIsTooLongIsAFaultAtOnce) {
  Script("read -r start; echo '{\"ready\":{}}'; read -r prompt\n"
         "head -c 100000 /dev/zero | tr '\\0' x; echo\n"
         "read -r prompt; echo '{\"act\":{\"index\":1}}'; read -r rest\n");
  Play();
  EXPECT_EQ(Ask(1).choice_case(), v1::Act::CHOICE_NOT_SET);
  EXPECT_THAT(log_.Await("the program wrote `xxx"),
              HasSubstr("the line is longer than 65536 bytes"));
  EXPECT_EQ(Ask(2).id(), 11u);
}

TEST_F(BridgeTest, ALineWithoutEndIsAFaultAtOnce) {
  Script("read -r start; echo '{\"ready\":{}}'; read -r prompt\n"
         "head -c 100000 /dev/zero | tr '\\0' x; read -r prompt; echo\n"
         "echo '{\"act\":{\"index\":1}}'; read -r rest\n");
  Play();
  EXPECT_EQ(Ask(1).choice_case(), v1::Act::CHOICE_NOT_SET);
  EXPECT_EQ(Ask(2).id(), 11u);
}

TEST_F(BridgeTest, AnActThatNobodyWaitsForIsToldAndNotSent) {
  Script("read -r start; echo '{\"ready\":{}}'; echo '{\"act\":{\"index\":1}}'\n"
         "read -r prompt; echo '{\"act\":{\"index\":0}}'; read -r rest\n");
  Play();
  log_.Await("no prompt of kind MUST waits for an act");
  EXPECT_EQ(Ask(1).id(), 10u);
}

TEST_F(BridgeTest, WhatIsWrongBeforeReadyIsTold) {
  Program("'{\"act\":{\"index\":0}}'", "echo welcome to my bot");
  Play();
  EXPECT_THAT(log_.Await("the program wrote `welcome to my bot`: it is no "
                         "JSON"),
              HasSubstr("; the match waits for {\"ready\":{}}"));
  EXPECT_EQ(Ask(1).id(), 10u);
}

TEST_F(BridgeTest, AFloodOfWrongLinesIsNotToldLineByLine) {
  Script("read -r start; echo '{\"ready\":{}}'; read -r prompt; yes | "
         "head -n 5000; echo '{\"act\":{\"index\":0}}'\n"
         "read -r prompt; echo '{\"act\":{\"index\":0}}'; read -r rest\n");
  Play();
  Ask(1);
  EXPECT_EQ(Ask(2).decision(), 2u);
  log_.Await("further wrong lines of this match are not told");
  EXPECT_LT(log_.entries().size(), 40u);
}

// ---- Programs that end ----

TEST_F(BridgeTest, AProgramThatEndsIsStartedAgainWithTheOpenPrompt) {
  Script("cd " + folder_.string() + R"(
if [ ! -e died ]; then
  read -r start; echo '{"ready":{}}'; read -r prompt; touch died; exit 3
fi
read -r start
case "$start" in *'"resumed":true'*) ;; *) exit 4;; esac
echo '{"ready":{}}'; read -r prompt; echo '{"act":{"index":1}}'; read -r rest
)");
  Play();
  EXPECT_EQ(Ask(8).id(), 11u);
  EXPECT_THAT(log_.Await("in the middle"),
              HasSubstr("decision=8: the program ended in the middle of the "
                        "match, with exit status 3; it is started again (1 of "
                        "3)"));
}

TEST_F(BridgeTest, WhatAProgramHasStartedDoesNotSpeakForItAfterItsEnd) {
  Script("cd " + folder_.string() + R"(
if [ ! -e died ]; then
  touch died; read -r start; echo '{"ready":{}}'; read -r prompt
  setsid sh -c 'while [ -e died ]; do echo; done' &
  exit 3
fi
read -r start; echo '{"ready":{}}'; read -r prompt
echo '{"act":{"index":1}}'; read -r rest
)");
  Play();
  EXPECT_EQ(Ask(8).id(), 11u);
  log_.Await("with exit status 3; it is started again");
  std::filesystem::remove(folder_ / "died");
}

TEST_F(BridgeTest, AfterThreeRestartsEachDecisionIsAFaultAtOnce) {
  Program("x; kill -SEGV $$");
  Play();
  EXPECT_EQ(Ask(1).choice_case(), v1::Act::CHOICE_NOT_SET);
  // Each program wrote a wrong line before its end, so no decision was open
  // when one of the next three programs began.
  for (uint32_t decision = 2; decision < 7; ++decision) {
    EXPECT_EQ(Ask(decision).choice_case(), v1::Act::CHOICE_NOT_SET);
  }
  EXPECT_THAT(log_.Await("was started again 3 times"),
              HasSubstr("with signal 11 (Segmentation fault)"));
}

TEST_F(BridgeTest, AProgramThatNeverGetsReadyIsStartedThreeTimesMore) {
  Script("echo start >>" + Path("starts") + "; exit 1\n");
  Play();
  EXPECT_EQ(Ask(1).choice_case(), v1::Act::CHOICE_NOT_SET);
  std::ifstream file(folder_ / "starts");
  const std::string starts{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(starts, "start\nstart\nstart\nstart\n");
}

TEST_F(BridgeTest, TheFaultsOfAProgramThatIsGoneAreToldAsSuch) {
  Script("exit 1\n");
  Play();
  Ask(1);
  SendFault(1, v1::FAULT_KIND_MALFORMED);
  EXPECT_THAT(log_.Await("fault malformed"),
              HasSubstr("decision=1: fault malformed, because the program does "
                        "not run"));
}

TEST_F(BridgeTest, AProgramThatHasNotSaidReadyIsTold) {
  Script("read -r start; read -r rest\n");
  Connect();
  stream_->SendStart("m");
  log_.Await("a match of");
  v1::PlayResponse end;
  end.mutable_match_end()->set_match_id("m");
  v1::Fault& fault = *end.mutable_match_end()->mutable_result()->add_faults();
  fault.set_kind(v1::FAULT_KIND_NOT_READY);
  stream_->Send(end);
  log_.Await("seat=0: the program has not written {\"ready\":{}} in time");
}

TEST_F(BridgeTest, TheNextMatchBeginsWithAProgramAgain) {
  Script("cd " + folder_.string() + "\n[ -e better ] || exit 1\n"
         "read -r start; echo '{\"ready\":{}}'; read -r prompt\n"
         "echo '{\"act\":{\"index\":1}}'; read -r rest\n");
  Play();
  Ask(1);
  stream_->SendEnd("m");
  Touch("better");
  stream_->Start("n");
  EXPECT_EQ(Ask(1, "n").id(), 11u);
}

// ---- Programs that do not read ----

TEST_F(BridgeTest, AProgramThatDoesNotReadHoldsUpNobody) {
  Script(R"(read -r start
echo '{"ready":{}}'
case "$start" in *'"matchId":"m"'*) exec sleep 600;; esac
while read -r line; do
  case "$line" in '{"prompt"'*) echo '{"act":{"index":1}}';; esac
done)");
  Play();
  stream_->Start("n");
  v1::PlayResponse events;
  events.mutable_events()->set_match_id("m");
  events.mutable_events()->add_events()->add_actions()->set_text(
      std::string(1'000'000, 'x'));
  for (int i = 0; i < 10; ++i) stream_->Send(events);
  EXPECT_EQ(Ask(1, "n").id(), 11u);
  // The events are more than a program may leave unread.
  for (int i = 0; i < 10; ++i) stream_->Send(events);
  log_.Await("it left more than 16 MiB unread; it is started again");
}

}  // namespace
}  // namespace arena::bridge
