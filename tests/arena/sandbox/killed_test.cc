// The program that opened a sandbox is killed, at any instant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <tuple>

#include "absl/strings/str_cat.h"
#include "tests/arena/sandbox/leftovers.h"
#include "tests/arena/sandbox/sandbox_testing.h"
#include "tests/testing/killed_process.h"

namespace arena::sandbox {
namespace {

using ::testing::IsEmpty;

// The number of reports that are awaited, and the further time of the process.
using Instant = std::tuple<uint32_t, uint32_t>;

class KilledTest : public Sandboxing,
                   public ::testing::TestWithParam<std::tuple<Kind, Instant>> {
 protected:
  void SetUp() override {
    Open(kind());
    sandbox_.reset();
  }
  static Kind kind() { return std::get<Kind>(GetParam()); }

  // Opens a sandbox and starts programs that do not end.
  void Work(const testing::WorkReport& report) {
    report.Send(0, 0);
    const auto sandbox = Sandbox::Open(kind(), Sandboxing::Work());
    report.Send(0, 1);
    const std::string script = absl::StrCat(
        "trap '' TERM; (setsid sleep 1000 &); echo deal > /tmp/x; while true; "
        "do sleep 1000; done # ", folder_->path());
    const auto one = (*sandbox)->Start(Shell(script));
    report.Send(0, 2);
    const auto two = (*sandbox)->Start(Shell(script));
    if (two.ok()) (*two)->Freeze();
    report.Send(0, 3);
    while (true) pause();
  }
};

std::string InstantName(
    const ::testing::TestParamInfo<std::tuple<Kind, Instant>>& info) {
  const Instant& instant = std::get<Instant>(info.param);
  return absl::StrCat(WordOf(std::get<Kind>(info.param)), "_",
                      std::get<0>(instant), "_", std::get<1>(instant));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, KilledTest,
    ::testing::Combine(::testing::ValuesIn(kAllKinds),
                       ::testing::Combine(::testing::Values(0, 1, 2, 3),
                                          ::testing::Values(0, 3'000'000,
                                                            20'000'000))),
    InstantName);

TEST_P(KilledTest, NothingIsLeft) {
  const auto [reports, turns] = std::get<Instant>(GetParam());
  std::vector<int64_t> done(1);
  testing::RunAndKill([&](const testing::WorkReport& report) { Work(report); },
                      reports, turns, done);
  // The system ends every process in a namespace. All others end when the
  // folder is used again.
  if (kind() == Kind::kBubblewrap) {
    // One look may miss a process that is just becoming its program.
    constexpr int kLooks = 10;
    const absl::Time deadline = Patience();
    std::vector<std::string> left;
    for (int empty = 0; empty < kLooks && absl::Now() < deadline;) {
      left = ProcessesWith(folder_->path());
      empty = left.empty() ? empty + 1 : 0;
    }
    EXPECT_THAT(left, IsEmpty());
  }
  Open(kind());
  // The system may take a moment.
  const absl::Time deadline = Patience();
  std::vector<std::string> left;
  do {
    left = Leftovers(Sandboxing::Work(), folder_->path());
  } while (!left.empty() && absl::Now() < deadline);
  EXPECT_THAT(left, IsEmpty());
}

}  // namespace
}  // namespace arena::sandbox
