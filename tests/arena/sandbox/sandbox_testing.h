// Runs programs in each kind of sandbox that works here.
#ifndef TESTS_ARENA_SANDBOX_SANDBOX_TESTING_H_
#define TESTS_ARENA_SANDBOX_SANDBOX_TESTING_H_

#include <gtest/gtest.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/sandbox.h"

namespace arena::sandbox {

inline constexpr Kind kAllKinds[] = {Kind::kBubblewrap, Kind::kOci,
                                     Kind::kNone};
inline constexpr Kind kWalledKinds[] = {Kind::kBubblewrap, Kind::kOci};

// The job in a sandbox: a submitted bot, or the program of a command line.
struct Way {
  Kind kind;
  bool is_command_line = false;
};
inline constexpr Way kWalledWays[] = {
    {Kind::kBubblewrap}, {Kind::kBubblewrap, true}, {Kind::kOci}};

inline std::string WayName(const Way& way) {
  return absl::StrCat(WordOf(way.kind),
                      way.is_command_line ? "_command_line" : "");
}

inline std::string KindName(const ::testing::TestParamInfo<Kind>& info) {
  return std::string(WordOf(info.param));
}

inline constexpr char kNoGroups[] = "only a cgroup holds all of a program";

// A time that no test should ever take.
inline absl::Time Patience() { return absl::Now() + absl::Minutes(1); }

// Takes lines from any thread.
class Lines {
 public:
  std::function<void(const std::string&)> Taker();
  std::vector<std::string> Get();
  // Waits for a line that begins with `beginning`.
  void Await(const std::string& beginning);

 private:
  std::mutex mutex_;
  std::condition_variable more_;
  std::vector<std::string> lines_;
};

// The results of a program's run.
struct Ran {
  std::vector<std::string> lines;
  std::string end;
  Usage usage;
};

// A sandbox with a folder for all files of a test. A test inherits from this
// class and from a test class.
class Sandboxing {
 protected:
  Sandboxing();
  // Skips the test, and says why, if this kind does not work.
  void Open(Kind kind);
  // Whether a program has a cgroup, so that all of its processes can be
  // counted, bounded, frozen and ended.
  bool HasGroups() const { return sandbox_->CanFreeze(); }

  std::string Path(const std::string& name) const {
    return folder_->path() + "/" + name;
  }
  std::string Work() const { return Path("work"); }
  // A job in a folder of its own, which has the bot's files.
  Job MakeJob(std::vector<std::string> command) const;
  Job Shell(const std::string& script) const {
    return MakeJob({"sh", "-c", script});
  }
  // A job with the same files at their own place, as for a command line. The
  // program is named by its path, or looked up.
  Job MakeCommandLine(std::vector<std::string> command) const;
  // Runs the job to its end. A job that does not start ends the tests.
  Ran RunToEnd(Job job);
  // Starts the job and does not wait for the program.
  std::unique_ptr<Sandboxed> Start(Job job, Lines& lines);

  const std::unique_ptr<TemporaryFolder> folder_;
  std::unique_ptr<Sandbox> sandbox_;
};

}  // namespace arena::sandbox

#endif  // TESTS_ARENA_SANDBOX_SANDBOX_TESTING_H_
