// pod-init FILES BYTES PROGRAM [ARGUMENT...]: the first process of a bot's
// container, linked statically so that it runs in every image. Kubernetes
// limits neither the number of open files nor the size of a file, so this
// process sets both limits. The first process of a container is deaf to signals
// that it does not handle, even to its own. A bot in that place would not end
// as it does elsewhere.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

constexpr int kCannotRun = 127;
constexpr int kSignalBase = 128;

pid_t child = -1;

void PassOn(int signal) {
  if (child > 0) kill(child, signal);
}

void Limit(int what, const char* text) {
  const rlim_t most = std::strtoull(text, nullptr, 10);
  const rlimit limit = {most, most};
  if (most > 0) setrlimit(static_cast<__rlimit_resource>(what), &limit);
}

// The exit status of the program, as a shell gives it. Orphans of the program
// become children of this process and end with it.
int AwaitEnd() {
  while (true) {
    int status = 0;
    const pid_t ended = wait(&status);
    if (ended < 0 && errno != EINTR) return kCannotRun;
    if (ended != child) continue;
    if (WIFSIGNALED(status)) return kSignalBase + WTERMSIG(status);
    return WEXITSTATUS(status);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: pod-init FILES BYTES PROGRAM [ARGUMENT...]\n");
    return 2;
  }
  sigset_t passed_on, before;
  sigemptyset(&passed_on);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    struct sigaction action = {};
    action.sa_handler = PassOn;
    sigaction(signal, &action, nullptr);
    sigaddset(&passed_on, signal);
  }
  // No signal may come before the child that gets it is known.
  sigprocmask(SIG_BLOCK, &passed_on, &before);
  child = fork();
  if (child != 0) sigprocmask(SIG_SETMASK, &before, nullptr);
  if (child == 0) {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
      std::signal(signal, SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, &before, nullptr);
    Limit(RLIMIT_NOFILE, argv[1]);
    Limit(RLIMIT_FSIZE, argv[2]);
    Limit(RLIMIT_CORE, "1");
    execvp(argv[3], argv + 3);
    std::fprintf(stderr, "cannot run %s: %s\n", argv[3], std::strerror(errno));
    _exit(kCannotRun);
  }
  return child < 0 ? kCannotRun : AwaitEnd();
}
