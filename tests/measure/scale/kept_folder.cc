#include "tests/measure/scale/kept_folder.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "arena/core/check.h"

namespace arena::scale {
namespace {

// Waits for the worker and for processes that it leaves behind. Returns the
// status of the worker. Signals that would end this process end the worker.
int AwaitAll(pid_t worker, const sigset_t& signals) {
  int status = 0;
  while (true) {
    int process_status = 0;
    const pid_t ended = waitpid(-1, &process_status, WNOHANG);
    if (ended < 0) return status;
    if (ended == worker) status = process_status;
    if (ended > 0) continue;
    int signal = 0;
    sigwait(&signals, &signal);
    if (signal != SIGCHLD) kill(worker, SIGKILL);
  }
}

}  // namespace

int WorkInFolder(std::string path,
                 absl::FunctionRef<void(const std::string& folder)> work) {
  ARENA_CHECK(mkdtemp(path.data()) != nullptr, path);
  // Other users of the system use the folder, too.
  ARENA_CHECK(chmod(path.c_str(), 0755) == 0, path);
  // PostgreSQL outlives the worker for a moment, and writes to the folder.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t signals;
  sigset_t before;
  sigemptyset(&signals);
  for (const int signal : {SIGCHLD, SIGHUP, SIGINT, SIGTERM}) {
    sigaddset(&signals, signal);
  }
  sigprocmask(SIG_BLOCK, &signals, &before);
  const pid_t self = getpid();
  const pid_t worker = fork();
  ARENA_CHECK(worker >= 0);
  if (worker == 0) {
    sigprocmask(SIG_SETMASK, &before, nullptr);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != self) _exit(1);
    work(path);
    std::exit(0);
  }
  const int status = AwaitAll(worker, signals);
  if (!std::filesystem::exists(path)) {
    std::fprintf(stderr, "somebody else has removed %s meanwhile\n",
                 path.c_str());
  }
  std::filesystem::remove_all(path);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace arena::scale
