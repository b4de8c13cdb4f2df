// Runs programs in each kind of sandbox that works here.
#ifndef TESTS_SANDBOX_SANDBOX_TESTING_H_
#define TESTS_SANDBOX_SANDBOX_TESTING_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "arena/core/mutex.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/sandbox.h"

namespace arena::sandbox {

inline std::string KindName(const ::testing::TestParamInfo<Kind>& info) {
  return std::string(WordOf(info.param));
}

inline auto AllKinds() {
  return ::testing::Values(Kind::kBubblewrap, Kind::kNone);
}

// Longer than any test should ever take.
inline absl::Time Patience() { return absl::Now() + absl::Minutes(1); }

// What a program has done.
struct Ran {
  std::vector<std::string> lines;
  std::string end;
  Usage usage;
};

// Takes lines from any thread.
class Lines {
 public:
  std::function<void(const std::string&)> Taker() {
    return [this](const std::string& line) {
      MutexLock lock(mutex_);
      lines_.push_back(line);
    };
  }
  std::vector<std::string> Get() {
    MutexLock lock(mutex_);
    return lines_;
  }

 private:
  Mutex mutex_;
  std::vector<std::string> lines_ ABSL_GUARDED_BY(mutex_);
};

class SandboxFixture : public ::testing::TestWithParam<Kind> {
 protected:
  SandboxFixture() : folder_(*TemporaryFolder::Create()) {}

  void SetUp() override {
    auto opened = Sandbox::Open(GetParam(), folder_->path() + "/work");
    if (!opened.ok()) GTEST_SKIP() << opened.status();
    sandbox_ = *std::move(opened);
  }

  Job MakeJob(std::vector<std::string> command) {
    return {.id = "test", .command = std::move(command), .folder = "/usr/share"};
  }
  Ran Run(std::vector<std::string> command) {
    return Run(MakeJob(std::move(command)));
  }
  Ran Run(Job job) {
    Ran ran;
    Lines lines;
    job.on_line = lines.Taker();
    auto started = sandbox_->Start(std::move(job));
    EXPECT_TRUE(started.ok()) << started.status();
    if (!started.ok()) return ran;
    EXPECT_TRUE((*started)->Wait(Patience()));
    ran.end = (*started)->EndText();
    ran.usage = (*started)->UsageSoFar();
    started->reset();
    ran.lines = lines.Get();
    return ran;
  }

  const std::unique_ptr<TemporaryFolder> folder_;
  std::unique_ptr<Sandbox> sandbox_;
};

}  // namespace arena::sandbox

#endif  // TESTS_SANDBOX_SANDBOX_TESTING_H_
