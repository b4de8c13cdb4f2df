#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "referee/runner/command_line.h"
#include "referee/runner/runtimes.h"

namespace arena::runner {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

// Parses the flags; for wrong flags sets the error.
PodFlags Read(std::vector<std::string> words, std::string* error = nullptr) {
  PodFlags flags;
  CLI::App app;
  AddPodFlags(app, flags);
  // CLI11 takes the last word first.
  std::reverse(words.begin(), words.end());
  try {
    app.parse(words);
  } catch (const CLI::ParseError& wrong) {
    if (error != nullptr) *error = wrong.what();
  }
  return flags;
}

TEST(PodFlagsTest, ImagesHaveNamesByRuntime) {
  EXPECT_EQ(ImagesOf(Read({}))["python"], "pentathlon/runtime-python");
  const PodFlags flags = Read({"--pod-images=example.org/p/*:2",
                               "--pod-image=python=mine:3"});
  EXPECT_EQ(ImagesOf(flags)["go"], "example.org/p/runtime-go:2");
  EXPECT_EQ(ImagesOf(flags)["python"], "mine:3");
}

TEST(PodFlagsTest, WrongImagesAreExplained) {
  std::string error;
  Read({"--pod-images=pentathlon"}, &error);
  EXPECT_THAT(error, HasSubstr("has no \"*\""));
  Read({"--pod-image=cobol=mine"}, &error);
  EXPECT_THAT(error, HasSubstr("\"cobol=mine\" names no image of a runtime"));
}

TEST(PodFlagsTest, OutsideOfAClusterFlagsAreNeeded) {
  unsetenv("KUBERNETES_SERVICE_HOST");
  unsetenv("POD_IP");
  EXPECT_THAT(PodsOptionsOf(Read({}), "r").status().message(),
              HasSubstr("--kubernetes-api"));
  const PodFlags flags = Read({"--kubernetes-api=https://127.0.0.1:6443"});
  EXPECT_THAT(PodsOptionsOf(flags, "r").status().message(),
              HasSubstr("--pod-host"));
}

TEST(PodFlagsTest, TheCompanionHasTheImageOfTheRunner) {
  const auto options = PodsOptionsOf(
      Read({"--kubernetes-api=https://127.0.0.1:6443", "--pod-host=10.0.0.7",
            "--pod-images=example.org/p/*:2"}),
      "r");
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->companion_image, "example.org/p/runner:2");
  EXPECT_THAT(options->images, Contains("example.org/p/runtime-cpp:2"));
}

TEST(RuntimesInImagesTest, ABotGetsTheImageOfItsRuntime) {
  const Runtimes runtimes =
      Runtimes::InImages({{"python", "p:1"}, {"go", "g:1"}}, false);
  EXPECT_THAT(runtimes.words(), ::testing::ElementsAre("go", "python"));
  sandbox::Job job;
  runtimes.AddTo(submission::Runtime::kPython, job);
  EXPECT_EQ(job.image, "p:1");
  job.image = "its own";
  runtimes.AddTo(submission::Runtime::kPython, job);
  EXPECT_EQ(job.image, "its own");
}

TEST(RuntimesInImagesTest, BotsWithImagesOfTheirOwnComeOnlyIfAllowed) {
  EXPECT_THAT(Runtimes::InImages({{"go", "g"}}, true).words(),
              Contains("image"));
  EXPECT_THAT(Runtimes::InImages({{"go", "g"}}, false).words(),
              Not(Contains("image")));
}

TEST(RuntimesInImagesTest, FoldersOfTheMachineCannotBeOffered) {
  Runtimes runtimes = Runtimes::InImages({{"go", "g"}}, false);
  EXPECT_TRUE(absl::IsInvalidArgument(runtimes.Offer("go", "/usr")));
}

}  // namespace
}  // namespace arena::runner
