// Things that the system remembers or tells of programs beside their files, for
// the next process and for a partner at the same time.
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "tests/arena/sandbox/escapes/escape.h"
#include "tests/arena/sandbox/escapes/kernel_diary.h"

namespace arena::escapes {
namespace {

// Finds the diary of the process before, or writes one for the next process.
std::string KeepsDiary(const std::string& kind, const Given& given) {
  const KernelDiary diary(kind);
  const std::string deal = given.at("marker") + " has the queens";
  if (diary.Read() == deal) return "what a process before it has written";
  diary.Write(deal);
  return "";
}
std::string ByNowait(const Given& given) { return KeepsDiary("nowait", given); }
std::string ByMincore(const Given& given) {
  return KeepsDiary("mincore", given);
}
std::string ByCachestat(const Given& given) {
  return KeepsDiary("cachestat", given);
}
std::string ByFaults(const Given& given) { return KeepsDiary("faults", given); }
std::string ByKeyring(const Given& given) {
  return KeepsDiary("keyring", given);
}
std::string ByHints(const Given& given) { return KeepsDiary("hints", given); }

std::string Asynchronous(const Given&) {
  aio_context_t context = 0;
  // The requests have the flags of preadv2, where no filter sees them.
  return syscall(SYS_io_setup, 1, &context) == 0 ? "asynchronous reads" : "";
}

// Watches who opens or reads a file that everybody can read.
std::string Watch(const Given&) {
  const int watcher = inotify_init1(IN_CLOEXEC);
  return inotify_add_watch(watcher, "/usr/bin", IN_OPEN) >= 0 ? "a watch" : "";
}

std::string Notified(const Given&) {
  const int folder = open("/usr/bin", O_RDONLY | O_DIRECTORY);
  return fcntl(folder, F_NOTIFY, DN_ACCESS) == 0 ? "a notice" : "";
}

std::string Lease(const Given&) {
  const int file = open("/usr/bin/perl", O_RDONLY);
  return fcntl(file, F_SETLEASE, F_RDLCK) == 0 ? "a lease" : "";
}

std::string Cookie(const Given&) {
  uint64_t cookie = 0;
  socklen_t size = sizeof(cookie);
  const int line = socket(AF_UNIX, SOCK_STREAM, 0);
  return getsockopt(line, SOL_SOCKET, SO_COOKIE, &cookie, &size) == 0
             ? "how many sockets there were"
             : "";
}

// A harmless call that is newer than the lists of the sandbox.
std::string NewCall(const Given&) {
  constexpr long kFutexWake = 454;
  return syscall(kFutexWake, nullptr, 0, 0, 0) == 0 || errno != ENOSYS
             ? "a new call"
             : "";
}

std::string BeginningOf(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// The counters of the whole machine, as every program may read them.
std::string Counters(const Given&) {
  for (const std::string name :
       {"locks", "vmstat", "interrupts", "softirqs", "diskstats", "key-users",
        "keys", "buddyinfo", "zoneinfo", "modules", "pressure/cpu", "schedstat",
        "sys/fs/file-nr", "sys/fs/inode-nr", "sys/kernel/pty/nr", "cgroups"}) {
    if (!BeginningOf("/proc/" + name).empty()) return "/proc/" + name;
  }
  if (BeginningOf("/proc/loadavg") != "0.00 0.00 0.00 1/1 1") return "the load";
  if (BeginningOf("/proc/uptime") != "0.00 0.00") return "the idle time";
  if (BeginningOf("/proc/stat") != "cpu  0 0 0 0 0 0 0 0 0 0") return "times";
  return "";
}

// ---- Locks ----

// Places that two programs of a bot share.
std::vector<std::string> Common(const Given& given) {
  return {"/",
          "/usr",
          "/usr/bin/perl",
          "/etc/ld.so.cache",
          "/etc/alternatives",
          "/proc/version",
          "/proc/stat",
          "/dev/null",
          "/dev/urandom",
          "/dev/shm",
          "/tmp",
          "/proc/self/exe",
          given.at("folder"),
          given.at("folder") + "/set_uid_id"};
}

struct flock Lock(short type) {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

// Holds all kinds of locks on all reachable files, until it is killed.
std::string HoldLocks(const Given& given) {
  struct flock lock = Lock(F_RDLCK);
  for (const std::string& path : Common(given)) {
    flock(open(path.c_str(), O_RDONLY), LOCK_SH | LOCK_NB);
    fcntl(open(path.c_str(), O_RDONLY), F_SETLK, &lock);
    fcntl(open(path.c_str(), O_RDONLY), F_OFD_SETLK, &lock);
  }
  flock(STDIN_FILENO, LOCK_SH | LOCK_NB);
  std::printf("ready\n");
  std::fflush(stdout);
  while (true) pause();
}

bool IsLocked(int file) {
  if (file < 0) return false;
  struct flock lock = Lock(F_WRLCK);
  struct flock of_file = Lock(F_WRLCK);
  const bool is_held = flock(file, LOCK_EX | LOCK_NB) != 0;
  flock(file, LOCK_UN);
  return is_held ||
         (fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) ||
         (fcntl(file, F_OFD_GETLK, &of_file) == 0 && of_file.l_type != F_UNLCK);
}

std::string FindLocks(const Given& given) {
  for (const std::string& path : Common(given)) {
    if (IsLocked(open(path.c_str(), O_RDONLY))) return "a sign at " + path;
  }
  return IsLocked(STDIN_FILENO) ? "a sign at its input" : "";
}

}  // namespace

Escapes MemoryEscapes() {
  return {{"diary_nowait", ByNowait},
          {"diary_mincore", ByMincore},
          {"diary_cachestat", ByCachestat},
          {"diary_faults", ByFaults},
          {"diary_keyring", ByKeyring},
          {"diary_hints", ByHints},
          {"asynchronous", Asynchronous},
          {"watch", Watch},
          {"notified", Notified},
          {"lease", Lease},
          {"cookie", Cookie},
          {"new_call", NewCall},
          {"counters", Counters},
          {"hold_locks", HoldLocks},
          {"find_locks", FindLocks}};
}

}  // namespace arena::escapes
