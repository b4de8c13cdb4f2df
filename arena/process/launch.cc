#include "arena/process/launch.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"

namespace arena {
namespace {

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

// Other programs inherit neither end.
absl::StatusOr<Pipe> MakePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return absl::UnavailableError(
        absl::StrCat("cannot make a pipe: ", std::strerror(errno)));
  }
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& text : strings) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> Environment(
    const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!absl::StartsWith(*variable, "ARENA_")) {
      environment.push_back(*variable);
    }
  }
  for (const auto& [name, value] : variables) {
    environment.push_back(absl::StrCat(name, "=", value));
  }
  return environment;
}

// Returns the path of the program. A name without a slash is looked up in PATH,
// as in a shell.
absl::StatusOr<std::string> FindProgram(const std::string& name) {
  if (absl::StrContains(name, '/')) return name;
  const char* const path = std::getenv("PATH");
  for (const absl::string_view folder :
       absl::StrSplit(path == nullptr ? "/usr/bin:/bin" : path, ':')) {
    const std::string file =
        absl::StrCat(folder.empty() ? "." : folder, "/", name);
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return absl::NotFoundError(absl::StrCat(
      "cannot start \"", name,
      "\": PATH has no such program; for one in this folder write \"./", name,
      "\""));
}

absl::Status WhyNotStarted(const std::string& program, int error) {
  const std::string what = absl::StrCat("cannot start \"", program, "\": ");
  switch (error) {
    case ENOENT:
      if (access(program.c_str(), F_OK) != 0) {
        return absl::NotFoundError(absl::StrCat(what, "there is no such file"));
      }
      return absl::NotFoundError(absl::StrCat(
          what, "the interpreter that its first line names is missing"));
    case EACCES:
    case EISDIR:
      return absl::PermissionDeniedError(absl::StrCat(
          what, "it is not an executable file; see chmod +x"));
    case ENOEXEC:
      return absl::InvalidArgumentError(absl::StrCat(
          what,
          "it is neither a program for this machine nor a script whose first "
          "line names what runs it, such as \"#!/usr/bin/env python3\""));
    default:
      return absl::UnavailableError(absl::StrCat(what, std::strerror(error)));
  }
}

// Becomes the program; writes errno to `failure` if that fails. Between fork
// and exec only calls that are safe in signal handlers are allowed.
[[noreturn]] void Become(const char* program, char* const* arguments,
                         char* const* environment, int output, int failure,
                         pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // If the parent has ended by now, that signal would never come.
  if (getppid() == parent) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGPIPE, SIG_DFL);
    dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    // Closes also the files that other code opened without O_CLOEXEC.
    close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
    execve(program, arguments, environment);
  }
  const int error = errno;
  // If this fails too, the failure cannot be reported.
  if (write(failure, &error, sizeof(error)) < 0) _exit(126);
  _exit(127);
}

}  // namespace

absl::Status CheckScript(const std::string& program) {
  ARENA_ASSIGN_OR_RETURN(const std::string path, FindProgram(program));
  constexpr size_t kLookedAt = 256;
  std::string begin(kLookedAt, ' ');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), kLookedAt);
  begin.resize(file.gcount());
  const bool is_text = !absl::StrContains(begin, '\0');
  if (begin.empty() || !is_text || absl::StartsWith(begin, "#!")) {
    return absl::OkStatus();
  }
  return WhyNotStarted(path, ENOEXEC);
}

absl::StatusOr<Child> Launch(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& variables) {
  ARENA_CHECK(!command.empty());
  ARENA_ASSIGN_OR_RETURN(const std::string program, FindProgram(command[0]));
  std::vector<std::string> arguments = command;
  std::vector<std::string> environment = Environment(variables);
  const std::vector<char*> argv = Pointers(arguments);
  const std::vector<char*> envp = Pointers(environment);
  ARENA_ASSIGN_OR_RETURN(Pipe output, MakePipe());
  ARENA_ASSIGN_OR_RETURN(Pipe failure, MakePipe());
  const pid_t parent = getpid();
  Child child;
  child.pid = fork();
  if (child.pid < 0) return WhyNotStarted(program, errno);
  if (child.pid == 0) {
    Become(program.c_str(), argv.data(), envp.data(), output.write_end.get(),
           failure.write_end.get(), parent);
  }
  failure.write_end.Close();
  int error = 0;
  // When the program begins, the pipe is closed and nothing was written to it.
  if (read(failure.read_end.get(), &error, sizeof(error)) > 0) {
    waitpid(child.pid, nullptr, 0);
    return WhyNotStarted(program, error);
  }
  // glibc 2.36 declares its own pidfd_open for C only.
  child.end =
      Descriptor(static_cast<int>(syscall(SYS_pidfd_open, child.pid, 0)));
  ARENA_CHECK(child.end.get() >= 0, std::strerror(errno));
  child.output = std::move(output.read_end);
  fcntl(child.output.get(), F_SETFL, O_NONBLOCK);
  return child;
}

}  // namespace arena
