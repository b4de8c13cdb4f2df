// Calls by which a program would change or read the system.
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <sys/klog.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "tests/arena/sandbox/escapes/escape.h"

namespace arena::escapes {
namespace {

std::string If(bool gained, const std::string& what) {
  return gained ? what : "";
}

std::string NoSuchThing(const Given&) { return ""; }

// A folder of the program's own, in which it may certainly write.
std::string OwnFolder() {
  const char* const place = std::getenv("TMPDIR");
  const std::string folder = std::string(place == nullptr ? "/tmp" : place);
  mkdir((folder + "/own").c_str(), 0755);
  return folder + "/own";
}

std::string Mount(const Given&) {
  const std::string place = OwnFolder();
  if (mount("tmpfs", place.c_str(), "tmpfs", 0, nullptr) == 0) {
    umount(place.c_str());
    return "a mount";
  }
  return If(syscall(SYS_fsopen, "tmpfs", 0) >= 0, "a file system");
}

// Takes away the mounts that cover the machine.
std::string Unmount(const Given&) {
  for (const char* const place : {"/proc", "/dev", "/usr", "/bot"}) {
    if (umount2(place, MNT_DETACH) == 0) return std::string("what is below ") + place;
  }
  return "";
}

std::string MakeWritable(const Given&) {
  for (const char* const place : {"/usr", "/bot", "/"}) {
    if (mount(nullptr, place, nullptr, MS_REMOUNT | MS_BIND, nullptr) == 0) {
      return std::string("writing to ") + place;
    }
  }
  return "";
}

std::string Chroot(const Given&) {
  return If(chroot(OwnFolder().c_str()) == 0, "another root");
}

int Nothing(void*) { return 0; }

std::string Namespaces(const Given&) {
  static char stack[64 * 1024];
  const int process = clone(Nothing, stack + sizeof(stack),
                            CLONE_NEWUSER | CLONE_NEWNS | SIGCHLD, nullptr);
  if (process > 0) {
    waitpid(process, nullptr, 0);
    return "a namespace by clone";
  }
  // The flags of the call are in memory, where a filter does not look.
  struct {
    unsigned long flags[11];
  } arguments = {};
  arguments.flags[0] = CLONE_NEWUSER;
  arguments.flags[4] = SIGCHLD;
  const long other = syscall(SYS_clone3, &arguments, sizeof(arguments));
  if (other == 0) _exit(0);
  if (other > 0) return "a namespace by clone3";
  return If(unshare(CLONE_NEWUSER) == 0, "a namespace by unshare");
}

// The namespaces of the first process, and of a process outside.
std::string EnterNamespaces(const Given& given) {
  for (const std::string& process : {std::string("1"), given.at("test")}) {
    for (const char* const name : {"net", "mnt", "pid", "user", "ipc", "uts"}) {
      const std::string path = "/proc/" + process + "/ns/" + name;
      const int file = open(path.c_str(), O_RDONLY);
      if (file >= 0 && setns(file, 0) == 0) return path;
    }
  }
  return "";
}

std::string BecomeRoot(const Given&) {
  return If(setuid(0) == 0 && geteuid() == 0, "root");
}

// A program of root with the bit that makes its caller root.
std::string SetUserId(const Given& given) {
  const std::string program = given.at("set_uid");
  const std::string out = OwnFolder() + "/out";
  const int process = fork();
  if (process == 0) {
    const int file = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(file, STDOUT_FILENO);
    execl(program.c_str(), program.c_str(), "-u", nullptr);
    _exit(1);
  }
  waitpid(process, nullptr, 0);
  char user[8] = {};
  const int file = open(out.c_str(), O_RDONLY);
  return If(file >= 0 && read(file, user, sizeof(user) - 1) == 2 &&
                std::strcmp(user, "0\n") == 0,
            "root");
}

std::string MakeDevice(const Given&) {
  const std::string path = OwnFolder() + "/memory";
  const bool made = mknod(path.c_str(), S_IFCHR | 0600, makedev(1, 1)) == 0;
  unlink(path.c_str());
  return If(made, "a device");
}

std::string Keys(const Given&) {
  constexpr int kProcessKeyring = -2;
  const long key =
      syscall(SYS_add_key, "user", "arena", "deal", 4, kProcessKeyring);
  return If(key >= 0, "a key that others may find");
}

std::string Bpf(const Given&) {
  bpf_attr attributes = {};
  attributes.map_type = BPF_MAP_TYPE_ARRAY;
  attributes.key_size = 4;
  attributes.value_size = 4;
  attributes.max_entries = 1;
  const long map =
      syscall(SYS_bpf, BPF_MAP_CREATE, &attributes, sizeof(attributes));
  return If(map >= 0, "a map in the kernel");
}

// io_uring makes calls that no filter sees.
std::string IoUring(const Given&) {
  io_uring_params parameters = {};
  return If(syscall(SYS_io_uring_setup, 4, &parameters) >= 0, "a ring");
}

std::string Perf(const Given&) {
  perf_event_attr attributes = {};
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.size = sizeof(attributes);
  attributes.config = PERF_COUNT_SW_CONTEXT_SWITCHES;
  attributes.exclude_kernel = 1;
  return If(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0) >= 0,
            "counters of the processor");
}

std::string UserFaults(const Given&) {
  constexpr int kUserModeOnly = 1;
  return If(syscall(SYS_userfaultfd, kUserModeOnly) >= 0,
            "the power to stop the kernel");
}

std::string Personality(const Given&) {
  return If(personality(ADDR_NO_RANDOMIZE) >= 0, "addresses that it knows");
}

std::string KernelLog(const Given&) {
  constexpr int kSizeOfBuffer = 10;
  return If(klogctl(kSizeOfBuffer, nullptr, 0) >= 0, "the kernel's log");
}

// Opens settings for writing, and writes nothing.
std::string KernelSettings(const Given&) {
  for (const char* const path :
       {"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname",
        "/proc/sys/vm/overcommit_memory", "/proc/sys/vm/drop_caches",
        "/proc/sysrq-trigger", "/sys/kernel/mm/ksm/run"}) {
    if (open(path, O_WRONLY) >= 0) return path;
  }
  return "";
}

std::string LeaveCgroup(const Given&) {
  for (const char* const path :
       {"/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/unified/cgroup.procs",
        "/sys/fs/cgroup/memory/cgroup.procs",
        "/sys/fs/cgroup/pids/cgroup.procs"}) {
    if (open(path, O_WRONLY) >= 0) return path;
  }
  return "";
}

std::string Priority(const Given&) {
  sched_param parameters = {};
  parameters.sched_priority = 1;
  if (sched_setscheduler(0, SCHED_FIFO, &parameters) == 0) {
    return "the processor for itself";
  }
  return If(setpriority(PRIO_PROCESS, 0, -5) == 0, "priority");
}

std::string RaiseLimits(const Given&) {
  for (const auto resource : {RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_CORE}) {
    rlimit limit;
    getrlimit(resource, &limit);
    if (limit.rlim_max == RLIM_INFINITY) return "no limit";
    limit.rlim_max += 1;
    if (setrlimit(resource, &limit) == 0) return "a higher limit";
  }
  return "";
}

// Types a command into a terminal.
std::string TypeIntoTerminal(const Given&) {
  for (const char* const path : {"/dev/tty", "/dev/console", "/dev/pts/0"}) {
    const int terminal = open(path, O_RDWR | O_NOCTTY);
    if (terminal >= 0 && ioctl(terminal, TIOCSTI, "x") == 0) return path;
  }
  return "";
}

}  // namespace

Escapes KernelEscapes() {
  return {{"nothing", NoSuchThing},
          {"mount", Mount},
          {"unmount", Unmount},
          {"make_writable", MakeWritable},
          {"chroot", Chroot},
          {"namespaces", Namespaces},
          {"enter_namespaces", EnterNamespaces},
          {"become_root", BecomeRoot},
          {"set_uid", SetUserId},
          {"make_device", MakeDevice},
          {"keys", Keys},
          {"bpf", Bpf},
          {"io_uring", IoUring},
          {"perf", Perf},
          {"user_faults", UserFaults},
          {"personality", Personality},
          {"kernel_log", KernelLog},
          {"kernel_settings", KernelSettings},
          {"leave_cgroup", LeaveCgroup},
          {"priority", Priority},
          {"raise_limits", RaiseLimits},
          {"terminal", TypeIntoTerminal}};
}

}  // namespace arena::escapes
