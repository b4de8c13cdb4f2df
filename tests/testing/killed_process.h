// A process that is killed at any instant, so that a test sees how much of its
// work remains.
#ifndef TESTS_TESTING_KILLED_PROCESS_H_
#define TESTS_TESTING_KILLED_PROCESS_H_

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"

namespace arena::testing {

// A report of such a process: how much of its work it has done.
class WorkReport {
 public:
  explicit WorkReport(int pipe) : pipe_(pipe) {}
  void Send(int64_t what, int64_t much) const {
    const int64_t report[] = {what, much};
    if (write(pipe_, report, sizeof(report)) < 0) _exit(1);
  }

 private:
  const int pipe_;
};

// Runs `work`, which never returns, in a new process. Kills the process after
// this many reports and then this many turns of an empty loop: anywhere within
// its work, not only just after a report. Raises `done` to the reported number.
inline void RunAndKill(absl::FunctionRef<void(const WorkReport&)> work,
                       uint32_t reports, uint32_t turns,
                       std::vector<int64_t>& done) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    work(WorkReport(pipe_ends[1]));
    _exit(1);
  }
  close(pipe_ends[1]);
  int64_t report[2];
  for (uint32_t count = 0;
       read(pipe_ends[0], report, sizeof(report)) == sizeof(report); ++count) {
    done[report[0]] = report[1];
    if (count != reports) continue;
    for (volatile uint32_t turn = 0; turn < turns;) turn = turn + 1;
    kill(child, SIGKILL);
  }
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "the process failed by itself";
}

}  // namespace arena::testing

#endif  // TESTS_TESTING_KILLED_PROCESS_H_
