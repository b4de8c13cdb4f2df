#include "arena/sandbox/seccomp.h"

#include <asm/socket.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"
#include "arena/sandbox/files.h"

namespace arena::sandbox {
namespace {

// AF_UNIX; also the number of sockets of that kind in all profiles.
constexpr uint64_t kUnixSocket = 1;
// AF_INET and AF_INET6, whose header is not for this folder.
constexpr uint64_t kInternetSockets[] = {2, 10};

// The refused call claims success.
constexpr int kNoError = 0;
// The kernel reads only 32 bits of commands, flags and the like.
constexpr uint64_t kLow = 0xffffffff;

// A comparison of an argument: with all its bits, or with those of a mask.
struct Comparison {
  enum class Kind { kNotEqual, kMaskedEqual } kind;
  unsigned argument;
  uint64_t value;
  uint64_t mask = 0;
};

// A call that is refused, always or if all the comparisons hold.
struct Refusal {
  std::string call;
  int error;
  std::vector<Comparison> if_all = {};
};

// Calls that fail as on a system too old to know them, so that programs do
// without.
constexpr std::array kUnknown = {
    // Its flags are in memory, where no filter sees them. Programs use clone.
    "clone3", "io_uring_setup", "io_uring_enter", "io_uring_register",
    "io_setup", "io_submit", "io_getevents", "io_pgetevents", "memfd_secret",
    "userfaultfd", "perf_event_open",
    // These show which parts of a file are in memory, and which accesses
    // happen.
    "mincore", "cachestat", "inotify_init", "inotify_init1"};

// The first call that is newer than these lists. Linux 6.5 introduced it, and
// programs also run on older systems. This call and all later calls fail as
// unknown.
constexpr uint32_t kFirstNewCall = 451;

constexpr std::array kForbidden = {
    // Other processes.
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise",
    "process_mrelease", "kcmp", "pidfd_getfd", "migrate_pages", "move_pages",
    // Mounts and namespaces.
    "mount", "umount", "umount2", "pivot_root", "chroot", "move_mount",
    "open_tree", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr",
    "unshare", "setns", "name_to_handle_at", "open_by_handle_at",
    "fanotify_init", "quotactl", "quotactl_fd",
    // Keys, which belong to users and not to namespaces.
    "add_key", "request_key", "keyctl",
    // The kernel and the machine.
    "bpf", "kexec_load", "kexec_file_load", "init_module", "finit_module",
    "delete_module", "create_module", "query_module", "get_kernel_syms",
    "lookup_dcookie", "syslog", "acct", "swapon", "swapoff", "reboot",
    "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "stime",
    "sethostname", "setdomainname", "iopl", "ioperm", "modify_ldt", "vm86",
    "vm86old", "vhangup", "uselib", "nfsservctl", "_sysctl", "ustat", "sysfs"};

void AddClone(std::vector<Refusal>& refusals) {
  // Only clone3 and unshare can make a namespace of time.
  for (const uint64_t flag :
       {uint64_t{CLONE_NEWNS}, uint64_t{CLONE_NEWUTS}, uint64_t{CLONE_NEWIPC},
        uint64_t{CLONE_NEWUSER}, uint64_t{CLONE_NEWPID}, uint64_t{CLONE_NEWNET},
        uint64_t{CLONE_NEWCGROUP}}) {
    refusals.push_back(
        {"clone", EPERM, {{Comparison::Kind::kMaskedEqual, 0, flag, flag}}});
  }
}

// Refuses calls about traces that the system keeps of a file after a program
// has ended: the parts in memory, and marks that any reader may set.
void AddMemories(std::vector<Refusal>& refusals) {
  constexpr auto kEqual = Comparison::Kind::kMaskedEqual;
  refusals.push_back(
      {"fadvise64", kNoError, {{kEqual, 3, POSIX_FADV_DONTNEED, kLow}}});
  for (const uint64_t advice : {uint64_t{MADV_COLD}, uint64_t{MADV_PAGEOUT}}) {
    refusals.push_back({"madvise", kNoError, {{kEqual, 2, advice, kLow}}});
  }
  // Such as RWF_NOWAIT, by which only what is in memory is read.
  for (const char* const call : {"preadv2", "pwritev2"}) {
    refusals.push_back(
        {call, EOPNOTSUPP, {{Comparison::Kind::kNotEqual, 5, 0}}});
  }
  for (const uint64_t command :
       {uint64_t{F_SETLEASE}, uint64_t{F_NOTIFY}, uint64_t{F_SET_RW_HINT},
        uint64_t{F_SET_FILE_RW_HINT}}) {
    refusals.push_back({"fcntl", EPERM, {{kEqual, 1, command, kLow}}});
  }
  // The system counts the sockets of all programs.
  refusals.push_back(
      {"getsockopt",
       ENOPROTOOPT,
       {{kEqual, 1, SOL_SOCKET, kLow}, {kEqual, 2, SO_COOKIE, kLow}}});
}

// Refuses all kinds of sockets but internet and Unix sockets. A rule of the
// filter compares an argument only once, so each kind is named, or a bit of it.
void AddSocketsOfNetwork(std::vector<Refusal>& refusals) {
  constexpr int kNamed = 64;
  const auto refuse = [&](uint64_t value, uint64_t mask) {
    refusals.push_back({"socket",
                        EAFNOSUPPORT,
                        {{Comparison::Kind::kMaskedEqual, 0, value, mask}}});
  };
  for (uint64_t kind = 0; kind < kNamed; ++kind) {
    if (kind == kUnixSocket || absl::c_linear_search(kInternetSockets, kind)) {
      continue;
    }
    refuse(kind, kLow);
  }
  for (uint64_t bit = kNamed; bit <= 0x80000000; bit <<= 1) refuse(bit, bit);
}

void AddSockets(bool has_network, std::vector<Refusal>& refusals) {
  const std::vector<Comparison> is_other = {
      {Comparison::Kind::kNotEqual, 0, kUnixSocket}};
  refusals.push_back({"socketpair", EAFNOSUPPORT, is_other});
  if (has_network) {
    AddSocketsOfNetwork(refusals);
  } else {
    refusals.push_back({"socket", EAFNOSUPPORT, is_other});
  }
}

void AddWithArguments(std::vector<Refusal>& refusals) {
  AddClone(refusals);
  AddMemories(refusals);
  // Typing into a terminal, in either way.
  for (const uint64_t command : {uint64_t{TIOCSTI}, uint64_t{TIOCLINUX}}) {
    refusals.push_back(
        {"ioctl", EPERM, {{Comparison::Kind::kMaskedEqual, 1, command, kLow}}});
  }
  // Refuses everything but the question for the present value.
  refusals.push_back(
      {"personality", EPERM, {{Comparison::Kind::kNotEqual, 0, kLow}}});
}

std::vector<Refusal> Refusals(bool has_network) {
  std::vector<Refusal> refusals;
  for (const char* const call : kUnknown) refusals.push_back({call, ENOSYS});
  for (const char* const call : kForbidden) refusals.push_back({call, EPERM});
  AddSockets(has_network, refusals);
  AddWithArguments(refusals);
  return refusals;
}

std::vector<scmp_arg_cmp> ForLibrary(const std::vector<Comparison>& all) {
  std::vector<scmp_arg_cmp> comparisons;
  for (const Comparison& comparison : all) {
    const bool masked = comparison.kind == Comparison::Kind::kMaskedEqual;
    comparisons.push_back(
        masked ? scmp_arg_cmp{comparison.argument, SCMP_CMP_MASKED_EQ,
                              comparison.mask, comparison.value}
               : scmp_arg_cmp{comparison.argument, SCMP_CMP_NE,
                              comparison.value, 0});
  }
  return comparisons;
}

absl::Status Failed(absl::string_view what, int error) {
  return absl::UnavailableError(
      absl::StrCat("libseccomp cannot ", what, ": ", std::strerror(-error)));
}

absl::Status Add(scmp_filter_ctx filter, const Refusal& refusal) {
  const int call = seccomp_syscall_resolve_name(refusal.call.c_str());
  // Not a call of this system, or of no system.
  if (call < 0) return absl::OkStatus();
  const std::vector<scmp_arg_cmp> comparisons = ForLibrary(refusal.if_all);
  const int error = seccomp_rule_add_array(
      filter, SCMP_ACT_ERRNO(refusal.error), call,
      static_cast<unsigned>(comparisons.size()), comparisons.data());
  if (error == 0) return absl::OkStatus();
  return Failed(absl::StrCat("refuse ", refusal.call), error);
}

std::string ProfileOf(const Refusal& refusal) {
  std::vector<std::string> comparisons;
  for (const Comparison& comparison : refusal.if_all) {
    const bool masked = comparison.kind == Comparison::Kind::kMaskedEqual;
    comparisons.push_back(absl::StrCat(
        "{\"index\":", comparison.argument,
        ",\"value\":", masked ? comparison.mask : comparison.value,
        ",\"valueTwo\":", masked ? comparison.value : 0, ",\"op\":\"",
        masked ? "SCMP_CMP_MASKED_EQ" : "SCMP_CMP_NE", "\"}"));
  }
  return absl::StrCat(
      "{\"names\":[\"", refusal.call,
      "\"],\"action\":\"SCMP_ACT_ERRNO\",\"errnoRet\":", refusal.error,
      ",\"args\":[", absl::StrJoin(comparisons, ","), "]}");
}

// The beginning of a filter program that makes new calls unknown. libseccomp
// knows neither ranges nor names of calls that are newer than itself.
std::string RefuseNewCalls() {
  const std::array<sock_filter, 3> program = {
      sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                           offsetof(seccomp_data, nr)),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kFirstNewCall, 0, 1),
      sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)};
  return {reinterpret_cast<const char*>(program.data()), sizeof(program)};
}

}  // namespace

absl::StatusOr<std::string> SeccompProgram(bool may_choose_processors,
                                           bool has_network) {
  const std::unique_ptr<void, decltype(&seccomp_release)> filter(
      seccomp_init(SCMP_ACT_ALLOW), &seccomp_release);
  if (filter == nullptr) return Failed("make a filter", -ENOMEM);
  std::vector<Refusal> refusals = Refusals(has_network);
  if (!may_choose_processors) refusals.push_back({"sched_setaffinity", EPERM});
  for (const Refusal& refusal : refusals) {
    ARENA_RETURN_IF_ERROR(Add(filter.get(), refusal));
  }
  ARENA_ASSIGN_OR_RETURN(const Descriptor file, MemoryFile(""));
  if (const int error = seccomp_export_bpf(filter.get(), file.get());
      error != 0) {
    return Failed("write the filter", error);
  }
  return absl::StrCat(RefuseNewCalls(),
                      ReadAll(absl::StrCat("/proc/self/fd/", file.get())));
}

std::string SeccompProfile() {
  std::vector<std::string> calls;
  for (const Refusal& refusal : Refusals(/*has_network=*/false)) {
    calls.push_back(ProfileOf(refusal));
  }
  return absl::StrCat("{\"defaultAction\":\"SCMP_ACT_ALLOW\",\"syscalls\":[",
                      absl::StrJoin(calls, ","), "]}");
}

}  // namespace arena::sandbox
