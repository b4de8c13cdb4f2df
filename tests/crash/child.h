// A process that a test starts, kills and waits for.
#ifndef TESTS_CRASH_CHILD_H_
#define TESTS_CRASH_CHILD_H_

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

extern char** environ;

namespace arena::testing {

// Movable; killed at the latest when it is destroyed.
class Child {
 public:
  Child() = default;
  explicit Child(std::vector<std::string> command) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    std::vector<char*> argv;
    for (std::string& argument : command) argv.push_back(argument.data());
    argv.push_back(nullptr);
    if (posix_spawn(&pid_, argv[0], &actions, nullptr, argv.data(), environ)) {
      pid_ = -1;
    }
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    output_ = ends[0];
  }
  Child(Child&& other) noexcept { *this = std::move(other); }
  Child& operator=(Child&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(output_, other.output_);
    return *this;
  }
  ~Child() {
    Kill(SIGKILL);
    Wait();
    if (output_ >= 0) close(output_);
  }

  void Kill(int signal) const {
    if (pid_ > 0) kill(pid_, signal);
  }
  // Its exit status, or minus the signal that ended it.
  int Wait() {
    int status = 0;
    if (pid_ <= 0 || waitpid(pid_, &status, 0) != pid_) return -1000;
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  // The next line of its output, without the end; empty when there is no more.
  std::string ReadLine() const {
    std::string line;
    char c;
    while (read(output_, &c, 1) == 1 && c != '\n') line.push_back(c);
    return line;
  }

 private:
  pid_t pid_ = -1;
  int output_ = -1;
};

}  // namespace arena::testing

#endif  // TESTS_CRASH_CHILD_H_
