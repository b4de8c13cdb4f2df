// More of the machine than the program's share.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "tests/arena/sandbox/escapes/escape.h"

namespace arena::escapes {
namespace {

std::string Place() {
  const char* const place = std::getenv("TMPDIR");
  return place == nullptr ? "/tmp" : place;
}

std::string Sum(long number, const Given& given, const std::string& what) {
  const long most = std::stol(given.at("most"));
  return number > most ? std::to_string(number) + what : "";
}

// Children that stay.
std::string ForkBomb(const Given& given) {
  const long most = std::stol(given.at("most"));
  long made = 0;
  while (made <= most) {
    const int child = fork();
    if (child == 0) {
      pause();
      _exit(0);
    }
    if (child < 0) break;
    ++made;
  }
  return Sum(made, given, " processes");
}

// Orphans in sessions of their own, like daemons.
std::string PidTable(const Given& given) {
  const long most = std::stol(given.at("most"));
  long made = 0;
  while (made <= most) {
    int status = 0;
    const int child = fork();
    if (child == 0) {
      setsid();
      const int orphan = fork();
      if (orphan == 0) pause();
      _exit(orphan < 0 ? 1 : 0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) break;
    ++made;
  }
  return Sum(made, given, " orphans");
}

std::string ThreadBomb(const Given& given) {
  const long most = std::stol(given.at("most"));
  long made = 0;
  try {
    while (made <= most) {
      std::thread([] { pause(); }).detach();
      ++made;
    }
  } catch (const std::system_error&) {
  }
  return Sum(made, given, " threads");
}

void* Touched(size_t bytes) {
  void* const place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return nullptr;
  std::memset(place, 1, bytes);
  return place;
}

std::string MemoryBomb(const Given& given) {
  constexpr size_t kStep = 1 << 20;
  const long most = std::stol(given.at("most"));
  long taken = 0;
  while (taken <= most && Touched(kStep) != nullptr) taken += kStep;
  return Sum(taken, given, " bytes");
}

void GiveUp(int) { _exit(1); }

// Each child takes a fair amount. If one of the children is killed, that amount
// was too much.
std::string MemoryOfChildren(const Given& given) {
  constexpr long kEach = 24 << 20;
  const long most = std::stol(given.at("most"));
  signal(SIGCHLD, GiveUp);
  int ready[2];
  if (pipe(ready) != 0) return "";
  long taken = 0;
  for (; taken <= most; taken += kEach) {
    const int child = fork();
    if (child < 0) return "";
    if (child > 0) continue;
    if (Touched(kEach) == nullptr || write(ready[1], "x", 1) != 1) _exit(1);
    pause();
  }
  char said;
  for (long has = 0; has < taken; has += kEach) {
    if (read(ready[0], &said, 1) != 1) return "";
  }
  return Sum(taken, given, " bytes in children");
}

std::string FillDisk(const Given& given) {
  const long most = std::stol(given.at("most"));
  const std::string block(1 << 20, 'x');
  long written = 0;
  for (int i = 0; written <= most; ++i) {
    const std::string path = Place() + "/big" + std::to_string(i);
    const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0644);
    ssize_t size = 0;
    for (int blocks = 0; blocks < 8 && file >= 0; ++blocks) {
      size = write(file, block.data(), block.size());
      if (size <= 0) break;
      written += size;
    }
    if (file < 0 || size <= 0) break;
    close(file);
  }
  return Sum(written, given, " bytes");
}

std::string FillInodes(const Given& given) {
  const long most = std::stol(given.at("most"));
  long made = 0;
  while (made <= most) {
    const std::string path = Place() + "/" + std::to_string(made);
    const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0644);
    if (file < 0) break;
    close(file);
    ++made;
  }
  return Sum(made, given, " files");
}

std::string BigFile(const Given& given) {
  signal(SIGXFSZ, SIG_IGN);
  const std::string path = Place() + "/sparse";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0644);
  const long most = std::stol(given.at("most"));
  return ftruncate(file, most + 1) == 0 ? "a file that is too large" : "";
}

std::string OpenFiles(const Given& given) {
  long made = 0;
  while (made <= std::stol(given.at("most")) && dup(0) >= 0) ++made;
  return Sum(made, given, " files");
}

std::string Print(int descriptor, const Given& given) {
  const std::string line = std::string(999, 'x') + "\n";
  long left = std::stol(given.at("most"));
  while (left > 0) left -= write(descriptor, line.data(), line.size());
  return "";
}

std::string PrintOut(const Given& given) { return Print(STDOUT_FILENO, given); }
std::string PrintError(const Given& given) {
  return Print(STDERR_FILENO, given);
}

// Leaves processes for which nobody waits.
std::string Daemon(const Given&) {
  for (int i = 0; i < 3; ++i) {
    if (fork() == 0) {
      setsid();
      signal(SIGHUP, SIG_IGN);
      signal(SIGTERM, SIG_IGN);
      if (fork() != 0) _exit(0);
      while (true) pause();
    }
  }
  return "";
}

std::string IgnoreSignals(const Given&) {
  for (int i = 1; i < NSIG; ++i) signal(i, SIG_IGN);
  if (write(STDOUT_FILENO, "ready\n", 6) != 6) return "";
  while (true) pause();
}

std::string Burn(const Given&) {
  if (write(STDOUT_FILENO, "ready\n", 6) != 6) return "";
  volatile long turns = 0;
  while (true) turns = turns + 1;
}

std::string BurnManyCores(const Given&) {
  for (int i = 0; i < 8; ++i) {
    if (fork() == 0) break;
  }
  return Burn({});
}

}  // namespace

Escapes ResourceEscapes() {
  return {{"fork_bomb", ForkBomb},       {"pid_table", PidTable},
          {"thread_bomb", ThreadBomb},   {"memory_bomb", MemoryBomb},
          {"memory_of_children", MemoryOfChildren},
          {"fill_disk", FillDisk},       {"fill_inodes", FillInodes},
          {"big_file", BigFile},         {"open_files", OpenFiles},
          {"endless_output", PrintOut},  {"endless_errors", PrintError},
          {"daemon", Daemon},            {"ignore_signals", IgnoreSignals},
          {"burn", Burn},                {"burn_many_cores", BurnManyCores}};
}

}  // namespace arena::escapes
