// The sandbox of pods, with an API server that the test controls.
#include "referee/kubernetes/pods.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/process/temporary_folder.h"
#include "arena/submission/archive.h"
#include "referee/sockets/sockets.h"
#include "tests/referee/kubernetes/fake_api.h"

namespace arena::kubernetes {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using sandbox::Sandboxed;

constexpr char kImage[] = "pentathlon/runtime-cpp";

absl::Time Patience() { return absl::Now() + absl::Minutes(1); }

std::string NameIn(const Json& pod) { return TextIn(pod["metadata"], "name"); }

class PodsTest : public ::testing::Test {
 protected:
  PodsTest() {
    fs::create_directories(Path("bot"));
    std::ofstream(Path("bot/bot")) << "#!/bin/sh\n";
    fs::permissions(Path("bot/bot"), fs::perms::owner_all);
    options_.api.url = api_.url();
    options_.runner = "r1";
    options_.companion_image = "pentathlon/runner";
    options_.images = {kImage};
    options_.gateway.host = "127.0.0.1";
    options_.gateway.port = 0;
  }
  ~PodsTest() override { EndStart().IgnoreError(); }

  std::string Path(const std::string& name) const {
    return folder_->path() + "/" + name;
  }
  absl::Status Open() {
    auto pods = Pods::Open(options_, Path("work"));
    if (pods.ok()) pods_ = *std::move(pods);
    return pods.status();
  }
  sandbox::Job JobOf(bool writes_folder = false) {
    sandbox::Job job;
    job.id = "p-1";
    job.command = {"./bot"};
    job.folder = Path("bot");
    job.image = kImage;
    job.writes_folder = writes_folder;
    job.on_line = [this](const std::string& line) {
      const std::lock_guard lock(mutex_);
      lines_.push_back(line);
    };
    return job;
  }
  // Start waits for the pod, so it runs on a thread of its own.
  void BeginStart(const sandbox::Job& job) {
    EndStart().IgnoreError();
    thread_ = std::thread([this, job] { started_ = pods_->Start(job); });
  }
  absl::Status EndStart() {
    if (thread_.joinable()) thread_.join();
    return started_.status();
  }
  // Starts a program, and returns the name of its pod.
  std::string StartIt(const sandbox::Job& job) {
    BeginStart(job);
    const std::string pod = NameIn(api_.NextPod());
    api_.SetRunning(pod);
    EXPECT_TRUE(EndStart().ok()) << started_.status();
    return pod;
  }
  Sandboxed& program() { return **started_; }
  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }

  FakeApi api_;
  const std::unique_ptr<TemporaryFolder> folder_ = *TemporaryFolder::Create();
  PodsOptions options_;
  std::mutex mutex_;
  std::vector<std::string> lines_;
  std::unique_ptr<Pods> pods_;
  absl::StatusOr<std::unique_ptr<Sandboxed>> started_ =
      absl::UnknownError("not started");
  std::thread thread_;
};

// ---- Lives ----

TEST_F(PodsTest, AProgramRunsToItsEnd) {
  ASSERT_TRUE(Open().ok());
  const std::string pod = StartIt(JobOf());
  EXPECT_FALSE(program().Wait(absl::InfinitePast()));
  api_.Print(pod, "hello");
  api_.SetEnded(pod, {{"exitCode", 3}});
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_EQ(program().EndText(), "exit status 3");
  EXPECT_FALSE(program().WasTakenAway());
  EXPECT_FALSE(program().UsageSoFar().is_measured);
  started_->reset();
  EXPECT_THAT(api_.Names("pods"), IsEmpty());
  EXPECT_THAT(lines(), ElementsAre("hello"));
}

TEST_F(PodsTest, FullMemoryIsTold) {
  ASSERT_TRUE(Open().ok());
  const std::string pod = StartIt(JobOf());
  api_.SetEnded(pod, {{"exitCode", 137}, {"reason", "OOMKilled"}});
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_EQ(program().EndText(),
            "signal 9 (Killed): its 512 MiB of memory were full");
  EXPECT_TRUE(program().UsageSoFar().out_of_memory);
}

TEST_F(PodsTest, AKilledProgramIsGone) {
  ASSERT_TRUE(Open().ok());
  StartIt(JobOf());
  program().Kill();
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_EQ(program().EndText(), "signal 9 (Killed)");
  EXPECT_FALSE(program().WasTakenAway());
  EXPECT_THAT(api_.Names("pods"), IsEmpty());
}

TEST_F(PodsTest, WhatOthersDeleteIsNotTheBotsEnd) {
  ASSERT_TRUE(Open().ok());
  api_.Remove(StartIt(JobOf()));
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_TRUE(program().WasTakenAway());
}

TEST_F(PodsTest, ItCannotFreezeAndSaysSo) {
  ASSERT_TRUE(Open().ok());
  EXPECT_FALSE(pods_->CanFreeze());
  EXPECT_THAT(pods_->Missing()[0], HasSubstr("cannot be stopped"));
}

// ---- Starts that fail ----

TEST_F(PodsTest, AFullQuotaIsNotTheJobsFault) {
  ASSERT_TRUE(Open().ok());
  api_.FailNext("POST", 403, "exceeded quota: bots, requested: pods=1");
  BeginStart(JobOf());
  EXPECT_TRUE(absl::IsUnavailable(EndStart()));
  EXPECT_THAT(started_.status().message(), HasSubstr("exceeded quota"));
}

TEST_F(PodsTest, ATokenThatIsNotAcceptedIsNamed) {
  api_.FailNext("POST", 401, "Unauthorized");
  const absl::Status status = Open();
  EXPECT_TRUE(absl::IsUnavailable(status));
  EXPECT_THAT(status.message(), HasSubstr("does not accept the token"));
}

TEST_F(PodsTest, MissingRightsShowAtTheStart) {
  api_.FailNext("POST", 403, "pods is forbidden: cannot create resource");
  EXPECT_THAT(Open().message(), HasSubstr("would take no pod"));
}

TEST_F(PodsTest, ABusyServerIsAskedAgain) {
  ASSERT_TRUE(Open().ok());
  api_.FailNext("POST", 429, "too many requests");
  api_.FailNext("POST", 500, "etcd is away");
  api_.FailNext("POST", 0, "");
  StartIt(JobOf());
}

TEST_F(PodsTest, AnAnswerThatWasLostIsNoSecondPod) {
  ASSERT_TRUE(Open().ok());
  BeginStart(JobOf());
  const std::string pod = NameIn(api_.NextPod());
  api_.Break();
  api_.SetRunning(pod);
  EXPECT_TRUE(EndStart().ok()) << started_.status();
  EXPECT_THAT(api_.Names("pods"), ElementsAre(pod));
}

TEST_F(PodsTest, AnInvalidPodIsTheJobsFault) {
  ASSERT_TRUE(Open().ok());
  api_.FailNext("POST", 422, "spec.containers[0].env[3]: Invalid value");
  BeginStart(JobOf());
  EXPECT_TRUE(absl::IsInvalidArgument(EndStart()));
}

TEST_F(PodsTest, AnImageThatCannotBeHadIsWhoseImageItIs) {
  options_.allowed_images = {"example.org/bots/"};
  ASSERT_TRUE(Open().ok());
  const Json status = {
      {"containerStatuses",
       {{{"name", "bot"},
         {"state",
          {{"waiting", {{"reason", "ImagePullBackOff"}}}}}}}}};
  BeginStart(JobOf());
  api_.SetStatus(NameIn(api_.NextPod()), status);
  EXPECT_TRUE(absl::IsUnavailable(EndStart())) << started_.status();
  sandbox::Job job = JobOf();
  job.image = "example.org/bots/mine";
  BeginStart(job);
  api_.SetStatus(NameIn(api_.NextPod()), status);
  EXPECT_TRUE(absl::IsNotFound(EndStart())) << started_.status();
  api_.AwaitNames("pods", {});
}

TEST_F(PodsTest, BotsCannotNameAnyImage) {
  ASSERT_TRUE(Open().ok());
  sandbox::Job job = JobOf();
  job.image = "example.org/private/service";
  BeginStart(job);
  EXPECT_TRUE(absl::IsInvalidArgument(EndStart()));
  EXPECT_THAT(started_.status().message(), HasSubstr("is not allowed here"));
}

TEST_F(PodsTest, AClusterWithoutRoomIsNotTheJobsFault) {
  options_.start_time = absl::Milliseconds(300);
  ASSERT_TRUE(Open().ok());
  BeginStart(JobOf());
  api_.SetStatus(NameIn(api_.NextPod()),
                 {{"conditions",
                   {{{"type", "PodScheduled"},
                     {"status", "False"},
                     {"reason", "Unschedulable"},
                     {"message", "0/3 nodes"}}}}});
  EXPECT_TRUE(absl::IsUnavailable(EndStart()));
  EXPECT_THAT(started_.status().message(), HasSubstr("0/3 nodes"));
  api_.AwaitNames("pods", {});
}

TEST_F(PodsTest, ARunnerThatEndsWaitsForNoPod) {
  ASSERT_TRUE(Open().ok());
  BeginStart(JobOf());
  api_.NextPod();
  pods_->GiveUpStarts();
  EXPECT_TRUE(absl::IsUnavailable(EndStart()));
  api_.AwaitNames("pods", {});
}

// ---- A server that is not always there ----

TEST_F(PodsTest, AWatchThatBreaksGoesOn) {
  ASSERT_TRUE(Open().ok());
  const std::string pod = StartIt(JobOf());
  for (int i = 0; i < 3; ++i) {
    const int watches = api_.Count("WATCH");
    api_.Break();
    api_.AwaitCount("WATCH", watches + 1);
  }
  api_.SetEnded(pod, {{"exitCode", 0}});
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_EQ(program().EndText(), "exit status 0");
}

TEST_F(PodsTest, WhatHappenedWhileTheServerWasAwayIsSeenLater) {
  ASSERT_TRUE(Open().ok());
  const std::string pod = StartIt(JobOf());
  api_.SetAway(true);
  api_.SetEnded(pod, {{"exitCode", 4}});
  EXPECT_FALSE(program().Wait(absl::Now() + absl::Milliseconds(50)));
  api_.SetAway(false);
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_EQ(program().EndText(), "exit status 4");
}

TEST_F(PodsTest, AnOldPlaceMeansAnotherList) {
  ASSERT_TRUE(Open().ok());
  const std::string pod = StartIt(JobOf());
  api_.SetAway(true);
  api_.SetEnded(pod, {{"exitCode", 5}});
  api_.Forget();
  api_.SetAway(false);
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_EQ(program().EndText(), "exit status 5");
}

TEST_F(PodsTest, AWatchThatIsRefusedAsOldMeansAnotherList) {
  ASSERT_TRUE(Open().ok());
  const std::string pod = StartIt(JobOf());
  api_.FailNext("WATCH", 410, "too old resource version");
  api_.Break();
  api_.SetEnded(pod, {{"exitCode", 6}});
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_EQ(program().EndText(), "exit status 6");
}

TEST_F(PodsTest, APodThatWentMeanwhileIsMissed) {
  ASSERT_TRUE(Open().ok());
  const std::string pod = StartIt(JobOf());
  api_.SetAway(true);
  api_.Remove(pod);
  api_.Forget();
  api_.SetAway(false);
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_TRUE(program().WasTakenAway());
}

TEST_F(PodsTest, DeletingIsTriedUntilItIsHeard) {
  ASSERT_TRUE(Open().ok());
  StartIt(JobOf());
  api_.FailNext("DELETE", 500, "etcd is away", 2);
  program().Kill();
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_THAT(api_.Names("pods"), IsEmpty());
}

TEST_F(PodsTest, ALogThatBreaksIsReadOn) {
  ASSERT_TRUE(Open().ok());
  const std::string pod = StartIt(JobOf());
  api_.Print(pod, "one");
  while (lines().empty()) std::this_thread::yield();
  api_.Break();
  api_.Print(pod, "two");
  while (lines().size() < 2) std::this_thread::yield();
  api_.SetEnded(pod, {{"exitCode", 0}});
  ASSERT_TRUE(program().Wait(Patience()));
  started_->reset();
  EXPECT_THAT(lines(), ElementsAre("one", "two"));
}

TEST_F(PodsTest, ALogThatTheNodeDoesNotKnowYetIsReadLater) {
  ASSERT_TRUE(Open().ok());
  api_.FailNext("LOG", 404, "no such pod", 2);
  api_.FailNext("LOG", 400, "waiting to start");
  const std::string pod = StartIt(JobOf());
  api_.Print(pod, "late");
  while (lines().empty()) std::this_thread::yield();
  api_.SetEnded(pod, {{"exitCode", 0}});
  ASSERT_TRUE(program().Wait(Patience()));
  started_->reset();
  EXPECT_THAT(lines(), ElementsAre("late"));
}

// ---- Folders that come back ----

// Acts as the companion of a pod, and returns the gateway's answer.
std::string Companion(const Json& pod, const std::string& ask,
                      const std::string& bytes) {
  const Json& companion = pod["spec"]["initContainers"][0];
  const std::string key = TextIn(companion["env"][0], "value");
  const std::string gateway =
      companion["args"][0].get<std::string>().substr(10);
  std::string answer = "no not now";
  while (answer == "no not now") {
    const auto again = DialTcp(gateway, Patience());
    EXPECT_TRUE(SendAll(again->get(),
                        absl::StrCat("arena-pod/1 ", key, " ", ask, "\n"),
                        Patience())
                    .ok());
    answer = *ReceiveLine(again->get(), kMostLine, Patience());
    if (answer != "ok" || bytes.empty()) continue;
    EXPECT_TRUE(SendAll(again->get(), bytes, Patience()).ok());
    answer = *ReceiveLine(again->get(), kMostLine, Patience());
  }
  return answer;
}

class ReturningTest : public PodsTest {
 protected:
  // Runs a program that writes files, to its end.
  void Build() {
    ASSERT_TRUE(Open().ok());
    BeginStart(JobOf(true));
    pod_ = api_.NextPod();
    api_.SetRunning(NameIn(pod_));
    ASSERT_TRUE(EndStart().ok()) << started_.status();
    api_.SetEnded(NameIn(pod_), {{"exitCode", 0}});
    while (program().EndText() != "exit status 0") std::this_thread::yield();
    // The companion hears of the end.
    EXPECT_FALSE(program().Wait(absl::InfinitePast()));
  }
  Json pod_;
};

TEST_F(ReturningTest, WhatWasBuiltTakesTheFoldersPlace) {
  Build();
  fs::create_directories(Path("made/sub"));
  std::ofstream(Path("made/sub/new")) << "built";
  const std::string archive =
      *submission::Pack(Path("made"), FolderLimits(1 << 20));
  EXPECT_EQ(Companion(pod_, absl::StrCat("keep ", archive.size()), archive),
            "ok");
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_TRUE(fs::exists(Path("bot/sub/new")));
  EXPECT_FALSE(fs::exists(Path("bot/bot")));
  EXPECT_FALSE(program().WasTakenAway());
  EXPECT_TRUE(fs::is_empty(Path("work")));
}

TEST_F(ReturningTest, WhatCannotBeKeptIsSaid) {
  Build();
  EXPECT_THAT(Companion(pod_, "keep 4", "junk"), HasSubstr("no "));
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_TRUE(fs::exists(Path("bot/bot")));
  ASSERT_FALSE(lines().empty());
  EXPECT_THAT(lines()[0], HasSubstr("what it wrote is not kept"));
}

TEST_F(ReturningTest, APodThatVanishesHasLostTheFolder) {
  Build();
  api_.Remove(NameIn(pod_));
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_TRUE(program().WasTakenAway());
}

TEST_F(ReturningTest, AKilledBuildKeepsNothing) {
  ASSERT_TRUE(Open().ok());
  StartIt(JobOf(true));
  program().Kill();
  ASSERT_TRUE(program().Wait(Patience()));
  EXPECT_TRUE(fs::exists(Path("bot/bot")));
}

// ---- Leftovers of runners ----

Json PodOf(const std::string& name, const std::string& runner) {
  return {{"metadata",
           {{"name", name},
            {"labels",
             {{"app.kubernetes.io/part-of", "pentathlon"},
              {kRunnerLabel, runner}}}}}};
}

TEST_F(PodsTest, AnEarlierProcessOfTheSameNameIsSweptUp) {
  api_.Add("pods", PodOf("left", "r1"));
  ASSERT_TRUE(Open().ok());
  EXPECT_THAT(api_.Names("pods"), IsEmpty());
  EXPECT_THAT(api_.Names("leases"), ElementsAre("r1"));
  pods_.reset();
  EXPECT_THAT(api_.Names("leases"), IsEmpty());
}

class CollectorTest : public PodsTest {
 protected:
  CollectorTest() {
    client_ = *ApiClient::Open({.url = api_.url()});
    cluster_ = std::make_unique<Cluster>(*client_, "arena-bots");
    collector_ = std::make_unique<PodCollector>(*cluster_, "r1");
  }
  std::vector<std::string> CollectAt(int second) {
    return *collector_->Collect(absl::UnixEpoch() + absl::Seconds(second));
  }
  std::unique_ptr<ApiClient> client_;
  std::unique_ptr<Cluster> cluster_;
  std::unique_ptr<PodCollector> collector_;
};

TEST_F(CollectorTest, PodsOfARunnerThatIsGoneAreCollected) {
  api_.Add("pods", PodOf("mine", "r1"));
  api_.Add("pods", PodOf("lost", "r2"));
  api_.Add("leases", {{"metadata", {{"name", "r2"}}}});
  EXPECT_THAT(CollectAt(0), IsEmpty());
  EXPECT_THAT(CollectAt(59), IsEmpty());
  EXPECT_THAT(CollectAt(60), ElementsAre("lost"));
  EXPECT_THAT(api_.Names("pods"), ElementsAre("mine"));
  EXPECT_THAT(api_.Names("leases"), IsEmpty());
}

TEST_F(CollectorTest, ARunnerThatRenewsItsLeaseLives) {
  auto lease = RunnerLease::Take(*cluster_, "r2", absl::UnixEpoch());
  ASSERT_TRUE(lease.ok()) << lease.status();
  api_.Add("pods", PodOf("used", "r2"));
  for (int second = 0; second < 300; second += 40) {
    EXPECT_THAT(CollectAt(second), IsEmpty());
    // The clock of the runner does not count.
    ASSERT_TRUE(lease->Renew(absl::UnixEpoch()).ok());
  }
}

TEST_F(CollectorTest, PodsWithoutAnyLeaseAreCollected) {
  api_.Add("pods", PodOf("lost", "r3"));
  EXPECT_THAT(CollectAt(0), IsEmpty());
  EXPECT_THAT(CollectAt(60), ElementsAre("lost"));
}

TEST_F(CollectorTest, TwoProcessesOfOneNameNoticeIt) {
  auto one = RunnerLease::Take(*cluster_, "r2", absl::UnixEpoch());
  auto two = RunnerLease::Take(*cluster_, "r2", absl::UnixEpoch());
  ASSERT_TRUE(two.ok()) << two.status();
  EXPECT_TRUE(absl::IsFailedPrecondition(one->Renew(absl::UnixEpoch())));
  EXPECT_TRUE(two->Renew(absl::UnixEpoch()).ok());
}

TEST_F(CollectorTest, ALeaseThatWasCollectedComesBack) {
  auto lease = RunnerLease::Take(*cluster_, "r2", absl::UnixEpoch());
  EXPECT_THAT(CollectAt(0), IsEmpty());
  CollectAt(60);
  EXPECT_FALSE(lease->Renew(absl::UnixEpoch()).ok());
  EXPECT_TRUE(lease->Renew(absl::UnixEpoch()).ok());
  EXPECT_THAT(api_.Names("leases"), ElementsAre("r2"));
}

}  // namespace
}  // namespace arena::kubernetes
