#include "arena/sandbox/confinement.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/sandbox/files.h"

namespace arena::sandbox {
namespace {

// Beyond the numbers that systemd, containers and networks of users assign.
// Every number of a process can be added to it.
constexpr uid_t kFirstFreeUser = 2'000'000'000;
constexpr uid_t kMostProcesses = 4'194'304;
constexpr uid_t kNobody = 65'534;

// Every system has this folder, and every user may enter it.
constexpr char kStage[] = "/tmp";
// A second, empty folder for overlays: an overlay of a single folder would need
// a writable folder.
constexpr char kNothing[] = "/tmp/nothing";
constexpr size_t kMostShown = 64;
// A given folder holds a file or two.
constexpr size_t kMostGiven = 64;

// The path of an open descriptor, made without allocating memory, which is not
// allowed after fork.
class HeldPath {
 public:
  explicit HeldPath(int descriptor) {
    char* digit = text_.data() + text_.size() - 1;
    do {
      *--digit = static_cast<char>('0' + descriptor % 10);
      descriptor /= 10;
    } while (descriptor > 0);
    stpcpy(stpcpy(text_.data(), kFolder), digit);
  }
  const char* text() const { return text_.data(); }

 private:
  static constexpr char kFolder[] = "/proc/self/fd/";
  std::array<char, sizeof(kFolder) + 2 * 12> text_ = {};
};

// Makes a place at which something can be shown.
bool MakePlace(const char* place, bool is_folder) {
  if (is_folder) return mkdir(place, 0755) == 0;
  const int file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  return file >= 0 && close(file) == 0;
}

// Whether something else is mounted in the folder, which an overlay would not
// show.
bool HoldsMounts(const std::string& folder) {
  std::istringstream mounts(ReadAll("/proc/self/mountinfo"));
  for (std::string line; std::getline(mounts, line);) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    if (words.size() > 4 && absl::StartsWith(words[4], folder + "/")) {
      return true;
    }
  }
  return false;
}

bool WriteOnce(const char* path, const std::string& text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  return file >= 0 && write(file, text.data(), text.size()) > 0 &&
         close(file) == 0;
}

// Makes a system call for this thread alone. The C library would inform other
// threads, which a child does not have after fork.
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

std::string Confinement::Show(const std::string& path) {
  ARENA_CHECK(shown_.size() < kMostShown);
  std::error_code error;
  shown_.push_back({.path = path,
                    .place = absl::StrCat(kStage, "/", shown_.size()),
                    .is_folder = std::filesystem::is_directory(path, error)});
  return shown_.back().place;
}

std::string Confinement::ShowApart(const std::string& path) {
  Show(path);
  Shown& shown = shown_.back();
  shown.apart = shown.is_folder && !HoldsMounts(path);
  return shown.place;
}

std::string Confinement::ShowDevice(const std::string& path) {
  struct stat status = {};
  ARENA_CHECK(stat(path.c_str(), &status) == 0, path);
  devices_.push_back(
      {path, absl::StrCat(kStage, "/d", devices_.size()), status.st_rdev});
  return devices_.back().place;
}

void Confinement::StayUser() {
  as_user_ = {.users = absl::StrCat(geteuid(), " ", geteuid(), " 1"),
              .groups = absl::StrCat(getegid(), " ", getegid(), " 1")};
}

std::string Confinement::Give(const std::string& folder) {
  const std::string place = Show(folder);
  given_.push_back(place);
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (given_.size() == kMostGiven) break;
    given_.push_back(
        absl::StrCat(place, "/", entry.path().filename().string()));
  }
  return place;
}

void Confinement::Place(const Placement& placement) {
  if (placement.processors.empty()) return;
  processors_ = SetOf(placement.processors);
}

const char* Confinement::Apply() const {
  const char* failed = BeUser();
  if (failed == nullptr) failed = EnterGroups();
  // The folder where this program runs may be closed to other users.
  if (failed == nullptr && chdir("/") != 0) failed = "leave its folder";
  if (failed == nullptr && !shown_.empty()) failed = ShowFolders();
  if (failed == nullptr) failed = SetPlace();
  if (failed == nullptr) failed = SetLimits();
  if (leaves_abstract_sockets_) LeaveSockets();
  if (failed == nullptr && first_user_.has_value()) failed = ChangeUser();
  return failed;
}

const char* Confinement::BeUser() const {
  if (!as_user_.has_value() ||
      (WriteOnce("/proc/self/setgroups", "deny") &&
       WriteOnce("/proc/self/uid_map", as_user_->users) &&
       WriteOnce("/proc/self/gid_map", as_user_->groups))) {
    return nullptr;
  }
  return "be a user of its namespace";
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

// Opens all folders before the stage hides some of them.
const char* Confinement::ShowFolders() const {
  if (unshare(CLONE_NEWNS) != 0 ||
      mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return "have mounts of its own";
  }
  std::array<int, kMostShown> held;
  for (size_t i = 0; i < shown_.size(); ++i) {
    held[i] = open(shown_[i].path.c_str(), O_PATH | O_CLOEXEC);
    if (held[i] < 0) return "open its folders";
  }
  if (mount("tmpfs", kStage, "tmpfs", MS_NOSUID, "size=64k,mode=0711") != 0 ||
      mkdir(kNothing, 0755) != 0) {
    return "have a stage for its folders";
  }
  for (size_t i = 0; i < shown_.size(); ++i) {
    if (!ShowHeld(shown_[i], held[i])) return "show its folders";
    close(held[i]);
  }
  return ShowDevices();
}

bool Confinement::ShowHeld(const Shown& shown, int held) const {
  const HeldPath path(held);
  const char* const place = shown.place.c_str();
  if (!MakePlace(place, shown.is_folder)) return false;
  std::array<char, 128> options;
  char* const end =
      stpcpy(stpcpy(stpcpy(options.data(), "lowerdir="), path.text()), ":");
  stpcpy(stpcpy(end, kNothing), as_user_.has_value() ? ",userxattr" : "");
  if (shown.apart &&
      mount("overlay", place, "overlay", MS_RDONLY | MS_NOSUID | MS_NODEV,
            options.data()) == 0) {
    return true;
  }
  return mount(path.text(), place, nullptr, MS_BIND | MS_REC, nullptr) == 0;
}

const char* Confinement::ShowDevices() const {
  for (const OwnDevice& device : devices_) {
    const char* const place = device.place.c_str();
    if (mknod(place, S_IFCHR | 0666, device.number) == 0 &&
        chmod(place, 0666) == 0) {
      continue;
    }
    // In some containers root may not make devices.
    if (!MakePlace(place, false) ||
        mount(device.path.c_str(), place, nullptr, MS_BIND, nullptr) != 0) {
      return "show its devices";
    }
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
    // A limit cannot exceed the limit of this program.
    limit.rlim_max = std::min(limit.rlim_max, value);
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(resource, &limit) != 0) return "limit itself";
  }
  return nullptr;
}

void Confinement::LeaveSockets() const {
  // Of Landlock, since Linux 6.12, which the headers of older systems lack.
  const struct {
    uint64_t files = 0;
    uint64_t ports = 0;
    uint64_t scopes = 1;
  } rules = {};
  const int set = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &rules, sizeof(rules), 0));
  if (set < 0) return;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  syscall(SYS_landlock_restrict_self, set, 0);
  close(set);
}

const char* Confinement::ChangeUser() const {
  const uid_t user =
      *first_user_ == kNobody ? kNobody : *first_user_ + OwnNumber();
  for (const std::string& given : given_) {
    // Links may lead anywhere.
    if (lchown(given.c_str(), user, user) != 0) return "have its own folder";
  }
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
