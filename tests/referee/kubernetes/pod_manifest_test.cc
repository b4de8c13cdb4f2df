#include "referee/kubernetes/pod_manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "arena/core/secrets.h"

namespace arena::kubernetes {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

PodSettings Settings() {
  PodSettings settings;
  settings.runner = "r1";
  settings.companion_image = "pentathlon/runner";
  settings.gateway = "10.0.0.7:5760";
  return settings;
}

sandbox::Job JobOf(bool writes_folder = false) {
  sandbox::Job job;
  job.id = "p-7";
  job.command = {"./bot", "--name", "$(HOME)"};
  job.variables = {{"ARENA_ADDRESS", "unix:/run/arena/r"}};
  job.writes_folder = writes_folder;
  return job;
}

PodPlan Plan() {
  return {.name = "bot-1",
          .image = "pentathlon/runtime-cpp",
          .key = "secret",
          .sockets = {"r"},
          .folder_bytes = 1000,
          .folder_entries = 2,
          .archive_bytes = 500};
}

Json PodOf(const sandbox::Job& job) {
  return PodManifest(Settings(), Plan(), job);
}
Json SpecOf(const sandbox::Job& job) { return PodOf(job)["spec"]; }
Json BotOf(const sandbox::Job& job) { return SpecOf(job)["containers"][0]; }
Json CompanionOf(const sandbox::Job& job) {
  return SpecOf(job)["initContainers"][0];
}

TEST(PodManifestTest, NothingInItHasPowers) {
  const Json spec = SpecOf(JobOf());
  EXPECT_EQ(spec["securityContext"]["runAsUser"], 65532);
  EXPECT_EQ(spec["securityContext"]["runAsNonRoot"], true);
  EXPECT_EQ(spec["securityContext"]["seccompProfile"]["type"],
            "RuntimeDefault");
  for (const Json& container : {BotOf(JobOf()), CompanionOf(JobOf())}) {
    const Json& context = container["securityContext"];
    EXPECT_EQ(context["allowPrivilegeEscalation"], false);
    EXPECT_EQ(context["readOnlyRootFilesystem"], true);
    EXPECT_EQ(context["capabilities"]["drop"], Json({"ALL"}));
  }
}

TEST(PodManifestTest, ItLearnsNothingOfTheCluster) {
  const Json spec = SpecOf(JobOf());
  EXPECT_EQ(spec["automountServiceAccountToken"], false);
  EXPECT_EQ(spec["enableServiceLinks"], false);
  EXPECT_EQ(spec["hostname"], "arena");
  EXPECT_EQ(spec["dnsPolicy"], "None");
  EXPECT_EQ(spec["dnsConfig"]["nameservers"], Json({"127.0.0.1"}));
}

// The companion has the bot's user, so that it can read the bot's files. The
// bot does not see the processes of the companion.
TEST(PodManifestTest, TheBotSeesNeitherTheKeyNorTheGateway) {
  EXPECT_THAT(CompanionOf(JobOf()).dump(), HasSubstr("secret"));
  EXPECT_THAT(BotOf(JobOf()).dump(), Not(HasSubstr("secret")));
  EXPECT_THAT(BotOf(JobOf()).dump(), Not(HasSubstr("10.0.0.7")));
  EXPECT_EQ(SpecOf(JobOf())["shareProcessNamespace"], false);
}

TEST(PodManifestTest, WhatItMayTakeIsKeptForIt) {
  sandbox::Job job = JobOf();
  job.limits.memory_bytes = int64_t{300} << 20;
  job.limits.cores = 3;
  const Json resources = BotOf(job)["resources"];
  EXPECT_EQ(resources["limits"], resources["requests"]);
  EXPECT_EQ(resources["limits"]["memory"], "300Mi");
  EXPECT_EQ(resources["limits"]["cpu"], "3");
  EXPECT_EQ(CompanionOf(job)["resources"]["limits"],
            CompanionOf(job)["resources"]["requests"]);
}

TEST(PodManifestTest, TheFolderIsOnlyToBeRead) {
  EXPECT_EQ(Named(BotOf(JobOf())["volumeMounts"], "folder")["readOnly"], true);
  EXPECT_EQ(Named(BotOf(JobOf())["volumeMounts"], "sockets")["readOnly"],
            true);
}

// The size of a disk is checked only now and then; memory cannot be overfilled.
TEST(PodManifestTest, WhatTheBotWritesIsInMemory) {
  const sandbox::Job job = JobOf(true);
  EXPECT_EQ(Named(BotOf(job)["volumeMounts"], "folder")["readOnly"], false);
  const Json volumes = SpecOf(job)["volumes"];
  for (const char* const name : {"folder", "tmp"}) {
    EXPECT_EQ(Named(volumes, name)["emptyDir"]["medium"], "Memory");
  }
  EXPECT_EQ(Named(volumes, "tmp")["emptyDir"]["sizeLimit"], "64Mi");
  EXPECT_EQ(Named(volumes, "folder")["emptyDir"]["sizeLimit"], "66Mi");
  EXPECT_EQ(SpecOf(job)["terminationGracePeriodSeconds"], kKeepSeconds);
}

TEST(PodManifestTest, CommandsAndVariablesAreTakenLiterally) {
  const Json bot = BotOf(JobOf());
  EXPECT_EQ(bot["args"], Json({"./bot", "--name", "$$(HOME)"}));
  sandbox::Job job = JobOf();
  job.variables = {{"PRICE", "$5 $(ARENA_POD_KEY)"}};
  EXPECT_EQ(Named(BotOf(job)["env"], "PRICE")["value"],
            "$$5 $$(ARENA_POD_KEY)");
}

TEST(PodManifestTest, ThePodInitLimitsFiles) {
  EXPECT_EQ(BotOf(JobOf())["command"],
            Json({"/run/arena/.init", "256", "268435456"}));
}

TEST(PodManifestTest, AnImageMayHaveItsOwnCommand) {
  sandbox::Job job = JobOf();
  job.command.clear();
  EXPECT_FALSE(BotOf(job).contains("command"));
  EXPECT_FALSE(BotOf(job).contains("args"));
}

TEST(PodManifestTest, TheCompanionRunsBesideTheBotAndBeforeIt) {
  const Json companion = CompanionOf(JobOf());
  EXPECT_EQ(companion["restartPolicy"], "Always");
  EXPECT_TRUE(companion.contains("startupProbe"));
  EXPECT_THAT(companion["args"].dump(), HasSubstr("--socket=r"));
  EXPECT_THAT(companion["args"].dump(), Not(HasSubstr("--keep")));
  EXPECT_THAT(CompanionOf(JobOf(true))["args"].dump(), HasSubstr("--keep"));
}

TEST(PodManifestTest, ItEndsWhateverHappens) {
  EXPECT_EQ(SpecOf(JobOf())["restartPolicy"], "Never");
  EXPECT_EQ(SpecOf(JobOf())["activeDeadlineSeconds"], 24 * 3600);
  PodSettings settings = Settings();
  settings.lease_name = "r1";
  settings.lease_uid = "u";
  const Json pod = PodManifest(settings, Plan(), JobOf());
  EXPECT_EQ(pod["metadata"]["ownerReferences"][0]["uid"], "u");
  EXPECT_EQ(pod["metadata"]["labels"][kRunnerLabel], "r1");
}

TEST(PodManifestTest, TheRuntimeClassIsNamedIfThereIsOne) {
  EXPECT_FALSE(SpecOf(JobOf()).contains("runtimeClassName"));
  PodSettings settings = Settings();
  settings.runtime_class = "gvisor";
  EXPECT_EQ(PodManifest(settings, Plan(), JobOf())["spec"]["runtimeClassName"],
            "gvisor");
}

TEST(LabelOfTest, NamesBecomeLabelsThatDiffer) {
  EXPECT_EQ(LabelOf("runner-5d9-x2"), "runner-5d9-x2");
  const std::string longest(80, 'a');
  for (const std::string& name :
       {std::string(), std::string("a b"), std::string("-a"), longest}) {
    EXPECT_LE(LabelOf(name).size(), 63);
    EXPECT_NE(LabelOf(name).front(), '-');
    EXPECT_NE(LabelOf(name).back(), '-');
  }
  EXPECT_NE(LabelOf("a b"), LabelOf("a-b"));
  EXPECT_NE(LabelOf(longest), LabelOf(longest + "a"));
}

}  // namespace
}  // namespace arena::kubernetes
