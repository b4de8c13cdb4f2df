#include "referee/kubernetes/pod_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arena::kubernetes {
namespace {

using ::testing::HasSubstr;
using Phase = PodState::Phase;
using Trouble = PodState::Trouble;

// Returns the state of a pod with this status and this bot.
PodState With(const char* status, const char* bot = "null") {
  Json pod = {{"status", Json::parse(status)}};
  pod["status"]["containerStatuses"] = {
      {{"name", "bot"}, {"state", Json::parse(bot)}}};
  return StateOf(pod);
}

TEST(PodStateTest, NothingIsKnownOfWhatIsNoPod) {
  for (const char* const text : {"null", "[]", "7", "{\"status\": []}"}) {
    EXPECT_EQ(StateOf(Json::parse(text)).phase, Phase::kWaiting);
  }
}

TEST(PodStateTest, ABotRuns) {
  EXPECT_EQ(With("{}", R"({"running": {}})").phase, Phase::kRunning);
}

TEST(PodStateTest, ABotHasEndedWithAStatus) {
  const PodState state =
      With("{}", R"({"terminated": {"exitCode": 3, "reason": "Error"}})");
  EXPECT_EQ(state.phase, Phase::kEnded);
  EXPECT_EQ(state.end, "exit status 3");
  EXPECT_FALSE(state.was_taken_away);
}

TEST(PodStateTest, ASignalIsNamed) {
  EXPECT_EQ(With("{}", R"({"terminated": {"exitCode": 139}})").end,
            "signal 11 (Segmentation fault)");
  EXPECT_EQ(With("{}", R"({"terminated": {"exitCode": 0, "signal": 6}})").end,
            "signal 6 (Aborted)");
}

TEST(PodStateTest, MemoryWasFull) {
  const PodState state = With(
      "{}", R"({"terminated": {"exitCode": 137, "reason": "OOMKilled"}})");
  EXPECT_TRUE(state.out_of_memory);
  EXPECT_FALSE(state.was_taken_away);
}

// The message is text that a bot writes to /dev/termination-log.
TEST(PodStateTest, ABotCannotForgeItsEnd) {
  const PodState state = With("{}", R"({"terminated": {"exitCode": 1,
      "reason": "Error", "message": "Evicted ContainerStatusUnknown"}})");
  EXPECT_EQ(state.end, "exit status 1");
  EXPECT_FALSE(state.was_taken_away);
}

TEST(PodStateTest, AFullDiskIsTheBotsDoing) {
  const PodState state = With(R"({"phase": "Failed", "reason": "Evicted",
      "message": "Usage of EmptyDir volume exceeds the limit"})");
  EXPECT_EQ(state.phase, Phase::kEnded);
  EXPECT_THAT(state.end, HasSubstr("EmptyDir"));
  EXPECT_FALSE(state.was_taken_away);
}

TEST(PodStateTest, WhatTheClusterDoesIsNot) {
  for (const char* const status :
       {R"({"phase": "Failed", "reason": "Evicted", "conditions":
            [{"type": "DisruptionTarget", "status": "True"}]})",
        R"({"phase": "Failed", "reason": "NodeShutdown"})",
        R"({"phase": "Failed", "reason": "OutOfcpu"})",
        R"({"phase": "Failed"})"}) {
    EXPECT_TRUE(With(status).was_taken_away) << status;
    EXPECT_NE(With(status).end, "") << status;
  }
  EXPECT_TRUE(With("{}", R"({"terminated": {"exitCode": 137,
      "reason": "ContainerStatusUnknown"}})").was_taken_away);
}

TEST(PodStateTest, AFailedPodWhoseBotHasEndedWasNotTakenAway) {
  const PodState state = With(R"({"phase": "Failed"})",
                              R"({"terminated": {"exitCode": 3}})");
  EXPECT_EQ(state.end, "exit status 3");
  EXPECT_FALSE(state.was_taken_away);
}

TEST(PodStateTest, AnImageThatCannotBeHadIsTrouble) {
  EXPECT_EQ(With("{}", R"({"waiting": {"reason": "ErrImagePull"}})").trouble,
            Trouble::kNone);
  const PodState state = With("{}", R"({"waiting":
      {"reason": "ImagePullBackOff", "message": "no such image"}})");
  EXPECT_EQ(state.trouble, Trouble::kBotImage);
  EXPECT_EQ(state.waits_for, "ImagePullBackOff: no such image");
}

TEST(PodStateTest, ACompanionThatDoesNotStartIsTrouble) {
  for (const char* const reason :
       {"ImagePullBackOff", "CrashLoopBackOff", "CreateContainerError"}) {
    const Json pod = {
        {"status",
         {{"initContainerStatuses",
           {{{"name", "companion"},
             {"state", {{"waiting", {{"reason", reason}}}}}}}}}}};
    EXPECT_EQ(StateOf(pod).trouble, Trouble::kCompanion) << reason;
  }
}

TEST(PodStateTest, ItSaysWhyThereIsNoNode) {
  const PodState state = With(R"({"conditions": [{"type": "PodScheduled",
      "status": "False", "reason": "Unschedulable",
      "message": "0/3 nodes are available"}]})",
                              R"({"waiting": {"reason": "X"}})");
  EXPECT_EQ(state.phase, Phase::kWaiting);
  EXPECT_EQ(state.waits_for, "Unschedulable: 0/3 nodes are available");
}

TEST(PodStateTest, SomebodyDeletesIt) {
  EXPECT_TRUE(StateOf(Json::parse(R"({"metadata":
      {"deletionTimestamp": "2026-01-01T00:00:00Z"}})")).is_deleted);
}

}  // namespace
}  // namespace arena::kubernetes
