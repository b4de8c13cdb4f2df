#include "referee/runner/runtimes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "arena/process/temporary_folder.h"

namespace arena::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

class RuntimesTest : public ::testing::Test {
 protected:
  void AddProgram(const std::string& name) {
    fs::create_directories(folder_->path() + "/bin");
    const std::string path = folder_->path() + "/bin/" + name;
    std::ofstream(path) << "#!/bin/sh\n";
    fs::permissions(path, fs::perms::owner_all);
  }
  // Returns the variables of a job of this runtime.
  static std::vector<std::pair<std::string, std::string>> VariablesOf(
      const Runtimes& runtimes, submission::Runtime runtime) {
    sandbox::Job job = {.id = "bot", .command = {}, .folder = ""};
    runtimes.AddTo(runtime, job);
    return job.variables;
  }

  const std::unique_ptr<TemporaryFolder> folder_ = *TemporaryFolder::Create();
  // The runtimes of a machine that has none.
  Runtimes runtimes_;
};

TEST_F(RuntimesTest, AnOfferMayBringTheRuntime) {
  EXPECT_THAT(runtimes_.Offer("go", folder_->path()).message(),
              HasSubstr("\"go\" is no runtime of this machine"));
  AddProgram("go");
  EXPECT_EQ(runtimes_.Offer("go", folder_->path()), absl::OkStatus());
  EXPECT_THAT(runtimes_.words(), Contains("go"));
  EXPECT_THAT(VariablesOf(runtimes_, submission::Runtime::kGo),
              Contains(Pair("PATH", HasSubstr(folder_->path() + "/bin:"))));
}

TEST_F(RuntimesTest, AnOfferOfAnotherRuntimeBringsNothing) {
  AddProgram("go");
  EXPECT_FALSE(runtimes_.Offer("rust", folder_->path()).ok());
  EXPECT_FALSE(runtimes_.Offer("cobol", folder_->path()).ok());
  EXPECT_THAT(runtimes_.words(), Not(Contains("go")));
}

TEST_F(RuntimesTest, JavaFindsTheBotAndTheLibraries) {
  AddProgram("java");
  ASSERT_TRUE(runtimes_.Offer("java", folder_->path()).ok());
  EXPECT_THAT(
      VariablesOf(runtimes_, submission::Runtime::kJava),
      Contains(Pair("CLASSPATH", ".:" + folder_->path() + "/java/*")));
}

}  // namespace
}  // namespace arena::runner
