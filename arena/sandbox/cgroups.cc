#include "arena/sandbox/cgroups.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/process/processors.h"
#include "arena/sandbox/files.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

// A killed process needs a moment until it is gone, longer on a busy machine.
constexpr absl::Duration kRemoveTimeout = absl::Seconds(20);
constexpr absl::Duration kBetweenLooks = absl::Milliseconds(1);
// The processes of bubblewrap itself: its outer process and its first inner
// process.
constexpr int kTasksOfSandbox = 2;

bool TellIn(const std::string& folder, absl::string_view file,
            absl::string_view text) {
  return !folder.empty() && Tell(absl::StrCat(folder, "/", file), text);
}

std::string ReadIn(const std::string& folder, absl::string_view file) {
  return folder.empty() ? "" : ReadAll(absl::StrCat(folder, "/", file));
}

int64_t NumberIn(const std::string& folder, absl::string_view file) {
  int64_t number = 0;
  return absl::SimpleAtoi(ReadIn(folder, file), &number) ? number : 0;
}

// Whether the folder exists and does not belong to another user: a killed
// process of root may have left a folder of this name.
bool IsOwn(const std::string& folder) {
  return faccessat(AT_FDCWD, folder.c_str(), W_OK, AT_EACCESS) == 0;
}

// Makes the folder; true if it exists already.
bool MakeFolder(const std::string& folder) {
  return !folder.empty() &&
         (mkdir(folder.c_str(), 0755) == 0 || IsOwn(folder));
}

// A group, and before it all groups in it. Only programs that make groups for
// this program leave inner groups.
std::vector<std::string> WithInner(const std::string& folder) {
  std::vector<std::string> all;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_directory(error)) all.push_back(entry.path());
  }
  all.push_back(folder);
  return all;
}

void KillEach(const std::string& folder) {
  for (const absl::string_view line :
       absl::StrSplit(ReadIn(folder, "cgroup.procs"), '\n')) {
    int process = 0;
    if (absl::SimpleAtoi(line, &process) && process > 0) {
      kill(process, SIGKILL);
    }
  }
}

bool RemoveFolder(const std::string& folder) {
  bool removed = false;
  for (const std::string& inner : WithInner(folder)) {
    removed = rmdir(inner.c_str()) == 0 || errno == ENOENT;
  }
  return removed;
}

void ThawIn(const CgroupFolders& folders) {
  TellIn(folders.unified, "cgroup.freeze", "0");
  TellIn(folders.freezer, "freezer.state", "THAWED");
}

void KillIn(const CgroupFolders& folders) {
  if (TellIn(folders.unified, "cgroup.kill", "1")) return;
  // On systems without this file: allow no more processes, and kill the
  // existing ones.
  TellIn(folders.pids, "pids.max", "1");
  for (const std::string& folder : folders.All()) {
    for (const std::string& inner : WithInner(folder)) KillEach(inner);
  }
  ThawIn(folders);
}

// Drops the pages that its programs have read from the memory of the machine.
// Otherwise the next program could tell which files were read.
void ForgetPages(const std::string& folder) {
  for (const std::string& group : WithInner(folder)) {
    if (TellIn(group, "memory.force_empty", "0")) continue;
    // Version 2, since Linux 5.19.
    TellIn(group, "memory.reclaim", ReadIn(group, "memory.current"));
  }
}

// Ends the processes in the group, and removes the group.
void RemoveGroup(const CgroupFolders& folders) {
  const absl::Time deadline = absl::Now() + kRemoveTimeout;
  std::vector<std::string> left = folders.All();
  while (!left.empty() && absl::Now() < deadline) {
    KillIn(folders);
    for (const std::string& folder : left) ForgetPages(folder);
    left.erase(std::remove_if(left.begin(), left.end(), RemoveFolder),
               left.end());
    if (!left.empty()) absl::SleepFor(kBetweenLooks);
  }
}

bool Enable(const std::string& folder) {
  const bool binds =
      absl::StrContains(ReadIn(folder, "cgroup.controllers"), "cpuset");
  return TellIn(folder, "cgroup.subtree_control",
                absl::StrCat("+memory +pids +cpu", binds ? " +cpuset" : ""));
}

// Enables controllers for groups below this program's own group. Version 2
// allows this only for a group without processes, so this program moves out of
// the group.
bool EnableBeside(const std::string& folder) {
  if (Enable(folder)) return true;
  const std::string aside = folder + "/arena-aside";
  return MakeFolder(aside) && TellIn(aside, "cgroup.procs", "0") &&
         Enable(folder);
}

// Sets the folders for a machine on which only version 2 limits.
void UseVersion2(const CgroupPlaces& places, CgroupFolders& folders) {
  const std::string offered = ReadIn(places.unified, "cgroup.controllers");
  const bool all = absl::StrContains(offered, "memory") &&
                   absl::StrContains(offered, "pids") &&
                   absl::StrContains(offered, "cpu");
  if (!all || !EnableBeside(places.unified) || !Enable(folders.unified)) return;
  folders.memory = folders.pids = folders.cpu = folders.unified;
  if (absl::StrContains(offered, "cpuset")) folders.cpuset = folders.unified;
}

std::string Controller(const CgroupPlaces& places, const std::string& name,
                       const std::string& controller) {
  const auto found = places.controllers.find(controller);
  if (found == places.controllers.end()) return "";
  const std::string folder = absl::StrCat(found->second, "/", name);
  return MakeFolder(folder) ? folder : "";
}

absl::Status Refused(const std::string& folder, absl::string_view what) {
  const int error = errno;
  return absl::UnavailableError(absl::StrCat("the cgroup ", folder, " refuses ",
                                             what, ": ", std::strerror(error)));
}

// Sets a share of the processors, in the units of version 1 and of version 2.
// `unit` is the default share.
void Weigh(const std::string& folder, int units, int of) {
  const auto share = [&](int unit, int least, int most) {
    return absl::StrCat(std::clamp(unit * units / of, least, most));
  };
  if (!TellIn(folder, "cpu.shares", share(1024, 2, 262'144))) {
    TellIn(folder, "cpu.weight", share(100, 1, 10'000));
  }
}

// Binds a group to processors. With version 1 a group without processors
// accepts no process.
void BindGroup(const std::string& folder, const Processors& processors) {
  const std::string above = fs::path(folder).parent_path();
  TellIn(folder, "cpuset.mems", ReadIn(above, "cpuset.mems"));
  if (!TellIn(folder, "cpuset.cpus", ProcessorsText(processors))) {
    TellIn(folder, "cpuset.cpus", ReadIn(above, "cpuset.cpus"));
  }
}

// Sets the share of the group that holds all others. On each processor these
// groups together count half as much as one thread outside, such as a thread of
// a referee.
void PlaceAll(const CgroupFolders& folders) {
  const Processors own = OwnProcessors();
  Weigh(folders.cpu, static_cast<int>(std::max<size_t>(1, own.size())), 2);
  if (!folders.cpuset.empty()) BindGroup(folders.cpuset, own);
}

// Binds the innermost groups in the folder. Only groups without inner groups
// may be bound more narrowly than before.
void BindInnermost(const std::string& folder, const Processors& processors) {
  const std::vector<std::string> all = WithInner(folder);
  for (size_t i = 0; i + 1 < all.size(); ++i) {
    BindInnermost(all[i], processors);
  }
  if (all.size() == 1) {
    TellIn(folder, "cpuset.cpus", ProcessorsText(processors));
  }
}

// In each pair the first file is version 1, the second version 2.
absl::Status Limit(const CgroupFolders& folders, const Limits& limits) {
  const std::string memory = absl::StrCat(limits.memory_bytes);
  if (!folders.memory.empty()) {
    if (!TellIn(folders.memory, "memory.limit_in_bytes", memory) &&
        !TellIn(folders.memory, "memory.max", memory)) {
      return Refused(folders.memory, absl::StrCat(memory, " bytes of memory"));
    }
    // Not all systems can swap.
    TellIn(folders.memory, "memory.memsw.limit_in_bytes", memory);
    TellIn(folders.memory, "memory.swap.max", "0");
    TellIn(folders.memory, "memory.oom.group", "1");
  }
  if (!folders.pids.empty() &&
      !TellIn(folders.pids, "pids.max",
              absl::StrCat(limits.tasks + kTasksOfSandbox))) {
    return Refused(folders.pids, absl::StrCat(limits.tasks, " tasks"));
  }
  constexpr int kPeriod = 100'000;
  const std::string quota = absl::StrCat(limits.cores * kPeriod);
  if (!folders.cpu.empty() && !TellIn(folders.cpu, "cpu.cfs_quota_us", quota) &&
      !TellIn(folders.cpu, "cpu.max", absl::StrCat(quota, " ", kPeriod))) {
    return Refused(folders.cpu, absl::StrCat(limits.cores, " cores"));
  }
  return absl::OkStatus();
}

}  // namespace

// ---- Folders ----

std::vector<std::string> CgroupFolders::All() const {
  std::vector<std::string> all;
  for (const std::string& folder :
       {memory, pids, cpu, unified, freezer, cpuacct, cpuset}) {
    if (!folder.empty() && !absl::c_linear_search(all, folder)) {
      all.push_back(folder);
    }
  }
  for (const std::string& folder : others) {
    if (!absl::c_linear_search(all, folder)) all.push_back(folder);
  }
  return all;
}

CgroupFolders CgroupFolders::In(absl::string_view name) const {
  const auto in = [name](const std::string& folder) {
    return folder.empty() ? std::string() : absl::StrCat(folder, "/", name);
  };
  CgroupFolders inner = {in(memory),  in(pids),    in(cpu),   in(unified),
                         in(freezer), in(cpuacct), in(cpuset)};
  for (const std::string& folder : others) inner.others.push_back(in(folder));
  return inner;
}

// ---- One group ----

Cgroup::~Cgroup() { RemoveGroup(folders_); }

std::vector<std::string> Cgroup::EntryFiles() const {
  std::vector<std::string> files;
  for (const std::string& folder : folders_.All()) {
    // A child that begins in the unified group need not enter it. Writing "0"
    // to "tasks" moves one thread at once; "cgroup.procs" would wait for the
    // whole system.
    if (folder != folders_.unified) files.push_back(folder + "/tasks");
  }
  return files;
}

void Cgroup::Freeze() const {
  if (!TellIn(folders_.unified, "cgroup.freeze", "1")) {
    TellIn(folders_.freezer, "freezer.state", "FROZEN");
  }
}

void Cgroup::Thaw() const { ThawIn(folders_); }

void Cgroup::Kill() const { KillIn(folders_); }

void Cgroup::Place(const Placement& placement) const {
  // Groups that are not urgent share the rest equally.
  constexpr int kUrgency = 8;
  Weigh(folders_.cpu, placement.urgent ? kUrgency * cores_ : 1, kUrgency);
  if (!Binds()) return;
  BindInnermost(folders_.cpuset, placement.processors.empty()
                                     ? OwnProcessors()
                                     : placement.processors);
}

bool Cgroup::CountsTime() const {
  return !folders_.unified.empty() || !folders_.cpuacct.empty();
}

bool Cgroup::CountsMemory() const { return !folders_.memory.empty(); }

Usage Cgroup::UsageSoFar() const {
  Usage usage;
  // "some avg10=0.00 avg60=0.00 avg300=0.00 total=17"
  const std::string waits = ReadIn(folders_.unified, "cpu.pressure");
  const std::vector<std::string> first =
      absl::StrSplit(waits.substr(0, waits.find('\n')), "total=");
  int64_t waited = 0;
  if (absl::SimpleAtoi(first.back(), &waited)) {
    usage.waiting_time = absl::Microseconds(waited);
  }
  usage.processor_time =
      folders_.unified.empty()
          ? absl::Nanoseconds(NumberIn(folders_.cpuacct, "cpuacct.usage"))
          : absl::Microseconds(NumberAfter(ReadIn(folders_.unified, "cpu.stat"),
                                           "usage_usec"));
  usage.peak_memory_bytes =
      std::max(NumberIn(folders_.memory, "memory.max_usage_in_bytes"),
               NumberIn(folders_.memory, "memory.peak"));
  const std::string events =
      absl::StrCat(ReadIn(folders_.memory, "memory.oom_control"),
                   ReadIn(folders_.memory, "memory.events"));
  usage.out_of_memory = NumberAfter(events, "oom_kill") > 0;
  return usage;
}

// ---- All groups ----

std::unique_ptr<Cgroups> Cgroups::Open(const CgroupPlaces& places,
                                       const std::string& name) {
  CgroupFolders folders;
  const std::string unified = absl::StrCat(places.unified, "/", name);
  if (!places.unified.empty() && MakeFolder(unified)) folders.unified = unified;
  folders.memory = Controller(places, name, "memory");
  folders.pids = Controller(places, name, "pids");
  folders.cpu = Controller(places, name, "cpu");
  if (folders.unified.empty()) {
    folders.freezer = Controller(places, name, "freezer");
    folders.cpuacct = Controller(places, name, "cpuacct");
  }
  folders.cpuset = Controller(places, name, "cpuset");
  if (folders.memory.empty()) UseVersion2(places, folders);
  PlaceAll(folders);
  return std::unique_ptr<Cgroups>(new Cgroups(std::move(folders)));
}

Cgroups::~Cgroups() {
  for (const std::string& folder : folders_.All()) rmdir(folder.c_str());
}

void Cgroups::Remove(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    // Removing a group of another user would fail after a long time.
    if (!IsOwn(folder)) continue;
    std::error_code error;
    for (const auto& group : fs::directory_iterator(folder, error)) {
      if (!group.is_directory(error)) continue;
      // Groups of every kind are found by their folders.
      const std::string path = group.path();
      RemoveGroup({.memory = "",
                   .pids = path,
                   .cpu = "",
                   .unified = path,
                   .freezer = path,
                   .cpuacct = "",
                   .cpuset = ""});
    }
    rmdir(folder.c_str());
  }
}

std::vector<std::string> Cgroups::Missing() const {
  const std::string remedy =
      "; start this program as root, or in a cgroup of its own (systemd-run "
      "--user --scope --property=Delegate=yes)";
  std::vector<std::string> missing;
  if (folders_.memory.empty()) {
    missing.push_back(absl::StrCat(
        "without a cgroup, memory is limited for each process of a bot alone",
        remedy));
  }
  if (folders_.pids.empty()) {
    missing.push_back(absl::StrCat(
        "without a cgroup, processes are counted for the bot's user, not for "
        "the bot",
        remedy));
  }
  if (folders_.cpu.empty()) {
    missing.push_back(absl::StrCat(
        "without a cgroup, a bot may use more cores than it has", remedy));
  }
  if (!CanFreeze()) {
    missing.push_back(absl::StrCat(
        "without a cgroup, a bot that owes no answer is not stopped", remedy));
  }
  return missing;
}

bool Cgroups::CanFreeze() const {
  return !folders_.unified.empty() || !folders_.freezer.empty();
}

std::unique_ptr<Cgroups> Cgroups::OpenAll(const CgroupPlaces& places,
                                          const std::string& name) {
  CgroupFolders folders = Open(places, name)->folders_;
  for (const auto& [controller, place] : places.controllers) {
    folders.others.push_back(absl::StrCat(place, "/", name));
  }
  for (const std::string& folder : folders.All()) MakeFolder(folder);
  PlaceAll(folders);
  return std::unique_ptr<Cgroups>(new Cgroups(std::move(folders)));
}

absl::StatusOr<std::unique_ptr<Cgroup>> Cgroups::MakeParent(
    const std::string& name, int cores) const {
  std::unique_ptr<Cgroup> group(new Cgroup(folders_.In(name), cores));
  for (const std::string& folder : group->folders_.All()) {
    if (mkdir(folder.c_str(), 0755) != 0) {
      return Refused(folder, "to be made");
    }
  }
  return group;
}

absl::StatusOr<std::unique_ptr<Cgroup>> Cgroups::Make(
    const std::string& id, const Limits& limits) const {
  ARENA_ASSIGN_OR_RETURN(
      auto group, MakeParent(absl::StrCat(id, "-", ++made_), limits.cores));
  const CgroupFolders& folders = group->folders_;
  if (group->Binds()) BindGroup(folders.cpuset, OwnProcessors());
  ARENA_RETURN_IF_ERROR(Limit(folders, limits));
  if (!folders.unified.empty()) {
    group->unified_ = Descriptor(
        open(folders.unified.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  return group;
}

}  // namespace arena::sandbox
