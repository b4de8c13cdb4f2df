#include "arena/sandbox/confinement.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/sandbox/files.h"

namespace arena::sandbox {
namespace {

// Beyond what systemd, containers and networks of users give out; a number of a
// process fits behind it.
constexpr uid_t kFirstFreeUser = 2'000'000'000;
constexpr uid_t kMostProcesses = 4'194'304;
constexpr uid_t kNobody = 65'534;

// Every system has this folder, and every user may enter it.
constexpr char kStage[] = "/tmp";
constexpr size_t kMostShown = 32;

// The set-up of this thread alone: the C library would tell other threads,
// which a child after fork does not have.
int Call(long number, long first, long second, long third) {
  return static_cast<int>(syscall(number, first, second, third));
}

// The number of this process on the machine, which its namespace does not know.
uid_t OwnNumber() {
  std::array<char, 16> text;
  const ssize_t size = readlink("/proc/self", text.data(), text.size());
  uid_t number = 0;
  for (ssize_t i = 0; i < size; ++i) number = 10 * number + (text[i] - '0');
  return number;
}

}  // namespace

void Confinement::LimitProcess(const Limits& limits) {
  // With 0 the system would still start the program that collects dumps.
  limits_.push_back({RLIMIT_CORE, 1});
  limits_.push_back({RLIMIT_NOFILE, static_cast<rlim_t>(limits.open_files)});
  limits_.push_back({RLIMIT_FSIZE, static_cast<rlim_t>(limits.file_bytes)});
}

void Confinement::LimitMemory(int64_t bytes) {
  // Not RLIMIT_AS: runtimes reserve far more addresses than they use.
  limits_.push_back({RLIMIT_DATA, static_cast<rlim_t>(bytes)});
}

std::string Confinement::Show(const std::string& folder) {
  ARENA_CHECK(shown_.size() < kMostShown);
  shown_.push_back({folder, absl::StrCat(kStage, "/", shown_.size())});
  return shown_.back().place;
}

void Confinement::Place(const Placement& placement) {
  if (placement.processors.empty()) return;
  processors_ = SetOf(placement.processors);
}

const char* Confinement::Apply() const {
  const char* failed = EnterGroups();
  // The folder where this program runs may be closed to other users.
  if (failed == nullptr && chdir("/") != 0) failed = "leave its folder";
  if (failed == nullptr && !shown_.empty()) failed = ShowFolders();
  if (failed == nullptr) failed = SetPlace();
  if (failed == nullptr) failed = SetLimits();
  if (failed == nullptr && first_user_.has_value()) failed = ChangeUser();
  return failed;
}

const char* Confinement::EnterGroups() const {
  for (const std::string& entry : entries_) {
    const int file = open(entry.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0 || write(file, "0", 1) != 1) return "enter its cgroup";
    close(file);
  }
  // If all memory of the machine is used up, strangers go first.
  const int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score >= 0 && write(score, "1000", 4) == 4) close(score);
  return nullptr;
}

// In mounts of its own. The folders are held before the stage hides some.
const char* Confinement::ShowFolders() const {
  std::array<int, kMostShown> held;
  if (unshare(CLONE_NEWNS) != 0 ||
      mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return "have mounts of its own";
  }
  for (size_t i = 0; i < shown_.size(); ++i) {
    held[i] = open_tree(AT_FDCWD, shown_[i].folder.c_str(),
                        OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    if (held[i] < 0) return "open its folders";
  }
  if (mount("tmpfs", kStage, "tmpfs", MS_NOSUID | MS_NODEV,
            "size=64k,mode=0711") != 0) {
    return "have a stage for its folders";
  }
  for (size_t i = 0; i < shown_.size(); ++i) {
    const char* const place = shown_[i].place.c_str();
    if (mkdir(place, 0755) != 0 ||
        move_mount(held[i], "", AT_FDCWD, place, MOVE_MOUNT_F_EMPTY_PATH)) {
      return "show its folders";
    }
    close(held[i]);
  }
  return nullptr;
}

const char* Confinement::SetPlace() const {
  if (!processors_.has_value()) return nullptr;
  if (sched_setaffinity(0, sizeof(cpu_set_t), &*processors_) != 0) {
    return "run on its processors";
  }
  return nullptr;
}

const char* Confinement::SetLimits() const {
  for (const auto& [resource, value] : limits_) {
    rlimit limit;
    if (getrlimit(resource, &limit) != 0) return "limit itself";
    // What a program may not have it cannot be given.
    limit.rlim_max = std::min(limit.rlim_max, value);
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(resource, &limit) != 0) return "limit itself";
  }
  return nullptr;
}

const char* Confinement::ChangeUser() const {
  const uid_t user =
      *first_user_ == kNobody ? kNobody : *first_user_ + OwnNumber();
  if (Call(SYS_setgroups, 0, 0, 0) != 0 ||
      Call(SYS_setresgid, user, user, user) != 0 ||
      Call(SYS_setresuid, user, user, user) != 0) {
    return "become another user";
  }
  return nullptr;
}

FreeUser FindFreeUser() {
  // Each line is a range: its first user here, the same outside, how many.
  std::istringstream ranges(ReadAll("/proc/self/uid_map"));
  uint64_t first = 0;
  uint64_t outside = 0;
  uint64_t count = 0;
  while (ranges >> first >> outside >> count) {
    if (first <= kFirstFreeUser &&
        first + count >= uint64_t{kFirstFreeUser} + kMostProcesses) {
      return {kFirstFreeUser, true};
    }
  }
  return {kNobody, false};
}

}  // namespace arena::sandbox
