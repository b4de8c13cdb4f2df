#include "arena/process/launch.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"

namespace arena {
namespace {

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& text : strings) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> Environment(
    const std::vector<std::pair<std::string, std::string>>& variables,
    bool exact) {
  std::vector<std::string> environment;
  for (char** variable = environ; !exact && *variable != nullptr; ++variable) {
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

bool IsNoExec(const std::string& file) {
  struct statvfs system;
  return statvfs(file.c_str(), &system) == 0 &&
         (system.f_flag & ST_NOEXEC) != 0;
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
          what, IsNoExec(program)
                    ? "its file system is mounted noexec, and runs nothing; "
                      "move it to another one, or name its interpreter"
                    : "it is not an executable file; see chmod +x"));
    case ENOEXEC:
      return absl::InvalidArgumentError(absl::StrCat(
          what,
          "it is neither a program for this machine nor a script whose first "
          "line names an interpreter, such as \"#!/usr/bin/env python3\""));
    default:
      return absl::UnavailableError(absl::StrCat(what, std::strerror(error)));
  }
}

// The reason why a child did not become its program. The text is a literal,
// which has the same address in both processes; nullptr: the program itself is
// the reason.
struct Failure {
  int error = 0;
  const char* what = nullptr;
};

// The data that a child needs to become its program, made before the fork.
struct Program {
  const char* path;
  char* const* arguments;
  char* const* environment;
};

// Larger than all numbers of inherited descriptors in a child.
constexpr int kAside = 64;
constexpr size_t kMostInherited = 16;

absl::Status CheckFileLimit(const std::string& program) {
  constexpr rlim_t kFewest = 2 * kAside;
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= kFewest) {
    return absl::OkStatus();
  }
  return absl::UnavailableError(
      absl::StrCat("cannot start \"", program, "\": this process may open ",
                   limit.rlim_cur, " files; expected at least ", kFewest,
                   ": raise the limit (ulimit -n)"));
}

int MoveAside(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, kAside);
}

// The standard input, output and error of a child, moved aside, because they
// may be this program's own descriptors.
std::array<int, 3> StandardOf(const ChildSetup& setup, int output) {
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return {MoveAside(setup.input >= 0 ? setup.input : nothing),
          MoveAside(setup.output >= 0 ? setup.output : output),
          MoveAside(setup.errors >= 0 ? setup.errors : output)};
}

// False if the child would go on with an input or output of this program.
bool TakeStandard(const std::array<int, 3>& descriptors) {
  for (int number = 0; number < 3; ++number) {
    if (dup2(descriptors[number], number) < 0) return false;
  }
  return true;
}

// Keeps the input, the outputs and the inherited descriptors, and closes all
// others when the program begins.
void KeepOnly(const std::array<int, kMostInherited>& inherited, size_t count) {
  // Closes also the files that other code opened without O_CLOEXEC.
  close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
  for (size_t i = 0; i < count; ++i) {
    dup2(inherited[i], ChildSetup::kFirstInherited + static_cast<int>(i));
  }
}

bool HasEnded(int process) {
  pollfd end = {process, POLLIN, 0};
  return poll(&end, 1, 0) > 0;
}

// Becomes the program; writes the reason to `failure` if that fails. Between
// fork and exec only calls that are safe in signal handlers are allowed.
[[noreturn]] void Become(const Program& program, const ChildSetup& setup,
                         int output, int failure, int parent) {
  setpgid(0, 0);
  // Done first, because a later step may lower the number of files that may be
  // open.
  std::array<int, kMostInherited> inherited;
  const size_t count = setup.inherited.size();
  for (size_t i = 0; i < count; ++i) inherited[i] = MoveAside(setup.inherited[i]);
  failure = MoveAside(failure);
  const std::array<int, 3> standard = StandardOf(setup, output);
  Failure reason;
  if (setup.in_child) reason.what = setup.in_child();
  if (reason.what == nullptr && !TakeStandard(standard)) {
    reason.what = "have its input and outputs";
  }
  reason.error = errno;
  // The system forgets this when a process changes its user.
  prctl(PR_SET_PDEATHSIG, setup.death_signal);
  // If the parent has ended by now, that signal would never come.
  if (reason.what == nullptr && !HasEnded(parent)) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGPIPE, SIG_DFL);
    KeepOnly(inherited, count);
    execve(program.path, program.arguments, program.environment);
    reason.error = errno;
  }
  // If this fails too, the failure cannot be reported.
  if (write(failure, &reason, sizeof(reason)) < 0) _exit(126);
  _exit(127);
}

// glibc 2.36 declares its own pidfd_open for C only.
Descriptor OpenProcess(pid_t process) {
  const long opened = syscall(SYS_pidfd_open, process, 0);
  ARENA_CHECK(opened >= 0, std::strerror(errno));
  return Descriptor(static_cast<int>(opened));
}

// As fork. The child begins in its cgroup: moving it there later would wait
// until the whole system has noticed.
pid_t Fork(const ChildSetup& setup) {
  if (setup.cgroup < 0 && !setup.leads_namespace) return fork();
  clone_args arguments = {};
  arguments.exit_signal = SIGCHLD;
  if (setup.leads_namespace) {
    arguments.flags |= CLONE_NEWPID | (geteuid() == 0 ? 0 : CLONE_NEWUSER);
  }
  if (setup.cgroup >= 0) {
    arguments.flags |= CLONE_INTO_CGROUP;
    arguments.cgroup = setup.cgroup;
  }
  return static_cast<pid_t>(
      syscall(SYS_clone3, &arguments, sizeof(arguments)));
}

// OK if the first line of a script, such as "#!/usr/bin/env python3", names an
// existing interpreter.
absl::Status CheckInterpreter(const std::string& script,
                              absl::string_view line) {
  const std::string what = absl::StrCat("cannot start \"", script, "\": ");
  if (absl::EndsWith(line, "\r")) {
    return absl::InvalidArgumentError(absl::StrCat(
        what,
        "its lines end with CR LF, as on Windows, so the system looks for an "
        "interpreter whose name ends with CR; `sed -i 's/\\r$//' ",
        script, "` repairs it"));
  }
  const std::vector<std::string> words =
      absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
  if (words.empty()) return absl::OkStatus();
  const bool by_env = words.size() > 1 && words[0] == "/usr/bin/env" &&
                      !absl::StartsWith(words[1], "-") &&
                      !absl::StrContains(words[1], '=');
  const std::string& name = by_env ? words[1] : words[0];
  if (by_env ? FindProgram(name).ok() : access(name.c_str(), F_OK) == 0) {
    return absl::OkStatus();
  }
  return absl::NotFoundError(
      absl::StrCat(what, "the interpreter ", name,
                   ", which its first line names, is missing"));
}

}  // namespace

absl::StatusOr<Pipe> MakePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return absl::UnavailableError(
        absl::StrCat("cannot make a pipe: ", std::strerror(errno)));
  }
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

absl::Status CheckCanStart(const std::string& program) {
  ARENA_ASSIGN_OR_RETURN(const std::string path, FindProgram(program));
  std::error_code ignored;
  // The rights of a folder look like those of an executable file.
  if (std::filesystem::is_directory(path, ignored)) {
    return WhyNotStarted(path, EISDIR);
  }
  if (access(path.c_str(), X_OK) != 0) return WhyNotStarted(path, errno);
  constexpr size_t kLookedAt = 256;
  std::string begin(kLookedAt, ' ');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), kLookedAt);
  begin.resize(file.gcount());
  const bool is_text = !absl::StrContains(begin, '\0');
  absl::string_view line(begin);
  if (absl::ConsumePrefix(&line, "#!")) {
    return CheckInterpreter(path, line.substr(0, line.find('\n')));
  }
  if (begin.empty() || !is_text) return absl::OkStatus();
  return WhyNotStarted(path, ENOEXEC);
}

absl::StatusOr<Child> Launch(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& variables,
    const ChildSetup& setup) {
  ARENA_CHECK(!command.empty());
  ARENA_CHECK(setup.inherited.size() <= kMostInherited);
  ARENA_ASSIGN_OR_RETURN(const std::string path, FindProgram(command[0]));
  ARENA_RETURN_IF_ERROR(CheckFileLimit(path));
  std::vector<std::string> arguments = command;
  std::vector<std::string> environment =
      Environment(variables, setup.exact_environment);
  const std::vector<char*> argv = Pointers(arguments);
  const std::vector<char*> envp = Pointers(environment);
  ARENA_ASSIGN_OR_RETURN(Pipe output, MakePipe());
  ARENA_ASSIGN_OR_RETURN(Pipe failure, MakePipe());
  const Descriptor parent = OpenProcess(getpid());
  Child child;
  child.pid = Fork(setup);
  if (child.pid < 0) return WhyNotStarted(path, errno);
  if (child.pid == 0) {
    Become({path.c_str(), argv.data(), envp.data()}, setup,
           output.write_end.get(), failure.write_end.get(), parent.get());
  }
  failure.write_end.Close();
  Failure reason;
  // When the program begins, the pipe is closed and nothing was written to it.
  if (read(failure.read_end.get(), &reason, sizeof(reason)) > 0) {
    waitpid(child.pid, nullptr, 0);
    if (reason.what == nullptr) return WhyNotStarted(path, reason.error);
    return absl::UnavailableError(
        absl::StrCat("cannot start \"", path, "\": it cannot ", reason.what,
                     ": ", std::strerror(reason.error)));
  }
  child.end = OpenProcess(child.pid);
  child.output = std::move(output.read_end);
  fcntl(child.output.get(), F_SETFL, O_NONBLOCK);
  return child;
}

}  // namespace arena
