#include "sdk/cpp/instances.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <map>
#include <string>
#include <thread>

namespace pentathlon {
namespace {

using Clock = std::chrono::steady_clock;

class Instances {
 public:
  Instances(const Options& options, const std::function<int(Options)>& play,
            std::chrono::milliseconds slowest_start)
      : options_(options), play_(play), slowest_start_(slowest_start) {
    sigemptyset(&signals_);
    for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP}) {
      sigaddset(&signals_, signal);
    }
    sigprocmask(SIG_BLOCK, &signals_, &before_);
  }
  ~Instances() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

  int Run() {
    for (uint32_t number = 1; number <= options_.instances; ++number) {
      Start(number);
    }
    while (!running_.empty()) {
      // In a program that has threads already, another one may get the signal.
      constexpr timespec kAtLatest = {.tv_sec = 0, .tv_nsec = 200'000'000};
      const int signal = sigtimedwait(&signals_, nullptr, &kAtLatest);
      if (signal > 0 && signal != SIGCHLD) StopAll(signal);
      Reap();
    }
    return failed_ ? 1 : 0;
  }

 private:
  struct Instance {
    uint32_t number;
    Clock::time_point started;
  };

  void Start(uint32_t number) {
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      sigprocmask(SIG_SETMASK, &before_, nullptr);
      // A parent that is gone by now sends no signal.
      if (getppid() != parent) _exit(1);
      exit(play_(OptionsOf(number)));
    }
    if (pid > 0) {
      running_[pid] = {number, Clock::now()};
    } else {
      Fail(number, "cannot be started");
    }
  }

  Options OptionsOf(uint32_t number) const {
    Options options = options_;
    const std::string name = std::to_string(number);
    options.instances = 1;
    options.instance =
        options.instance.empty() ? name : options.instance + "." + name;
    if (!options.token_file.empty()) options.token_file += "." + name;
    return options;
  }

  void Reap() {
    int status = 0;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
      const auto ended = running_.find(pid);
      if (ended == running_.end()) continue;
      const Instance instance = ended->second;
      running_.erase(ended);
      if (WIFEXITED(status) && WEXITSTATUS(status) == kReplaced) continue;
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        if (!stopping_) Fail(instance.number, "has failed");
      } else if (options_.one_match && !stopping_) {
        std::this_thread::sleep_until(instance.started + slowest_start_);
        Start(instance.number);
      }
    }
  }

  void Fail(uint32_t number, const std::string& what) {
    failed_ = true;
    if (options_.log) {
      options_.log(LogLevel::kError, "instance " + std::to_string(number) +
                                         " " + what +
                                         "; stopping the others");
    }
    StopAll(SIGTERM);
  }

  void StopAll(int signal) {
    stopping_ = true;
    for (const auto& [pid, instance] : running_) kill(pid, signal);
  }

  const Options& options_;
  const std::function<int(Options)>& play_;
  const std::chrono::milliseconds slowest_start_;
  sigset_t signals_;
  sigset_t before_;
  std::map<pid_t, Instance> running_;
  bool stopping_ = false;
  bool failed_ = false;
};

}  // namespace

int RunInstances(const Options& options,
                 const std::function<int(Options)>& play,
                 std::chrono::milliseconds slowest_start) {
  return Instances(options, play, slowest_start).Run();
}

}  // namespace pentathlon
