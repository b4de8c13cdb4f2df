#include "arena/sandbox/bubblewrap_arguments.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/process/launch.h"
#include "arena/sandbox/files.h"
#include "arena/sandbox/job_check.h"
#include "arena/sandbox/special_files.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

using Source = std::function<std::string(const std::string& path)>;

// Programs of the system, as the machine has them.
constexpr const char* kSystem[] = {"/usr",   "/bin",   "/sbin",  "/lib",
                                   "/lib32", "/lib64", "/libx32"};

// The files of /etc that programs and runtimes read; the rest is missing
// inside.
constexpr const char* kSettings[] = {"ld.so.cache",
                                     "ld.so.conf",
                                     "ld.so.conf.d",
                                     "alternatives",
                                     "localtime",
                                     "timezone",
                                     "os-release",
                                     "debian_version",
                                     "ssl/openssl.cnf",
                                     "ssl/certs",
                                     "mime.types",
                                     "protocols",
                                     "services",
                                     "perl",
                                     "python3",
                                     "python3.11",
                                     "java-17-openjdk",
                                     "java-21-openjdk",
                                     "ca-certificates.conf"};

// The files of /proc, besides processes, that programs and runtimes read. The
// other files count activity of the whole machine, and programs could leave
// signs there.
constexpr absl::string_view kKeptOfProc[] = {
    "cpuinfo", "filesystems", "loadavg",     "meminfo", "mounts", "net",
    "self",    "stat",        "thread-self", "sys",     "uptime", "version"};

// The counters among the settings of the system.
constexpr const char* kCountersOfSys[] = {"/proc/sys/fs",
                                          "/proc/sys/kernel/pty"};

// The devices that bubblewrap takes from the machine and that programs can
// open.
constexpr const char* kDevices[] = {"/dev/null", "/dev/zero", "/dev/full",
                                    "/dev/random", "/dev/urandom"};

// Writes the arguments, option by option.
class Arguments {
 public:
  void Add(std::vector<std::string> words) {
    for (std::string& word : words) {
      bytes_ += word;
      bytes_ += '\0';
    }
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Adds a file with these bytes.
absl::Status AddFile(Arguments& arguments, Inherited& inherited,
                     const std::string& place, absl::string_view bytes) {
  ARENA_ASSIGN_OR_RETURN(Descriptor file, MemoryFile(bytes));
  arguments.Add({"--perms", "0444", "--file",
                 absl::StrCat(inherited.Add(std::move(file))), place});
  return absl::OkStatus();
}

void AddNamespaces(Arguments& arguments, const Job& job) {
  const std::string user = absl::StrCat(kInnerUser);
  arguments.Add({"--unshare-user", "--unshare-ipc", "--unshare-pid",
                 "--unshare-uts", "--unshare-cgroup"});
  if (!HasNetwork(job)) arguments.Add({"--unshare-net"});
  arguments.Add({"--uid", user, "--gid", user, "--hostname", "arena"});
  arguments.Add({"--die-with-parent", "--new-session", "--cap-drop", "ALL"});
}

void AddSystem(Arguments& arguments, const Source& source_of) {
  std::error_code error;
  for (const std::string folder : kSystem) {
    if (fs::is_symlink(folder, error)) {
      arguments.Add({"--symlink", fs::read_symlink(folder, error), folder});
    } else if (fs::is_directory(folder, error)) {
      arguments.Add({"--ro-bind", source_of(folder), folder});
    }
  }
  const std::string settings = source_of("/etc");
  for (const std::string name : kSettings) {
    const std::string path = "/etc/" + name;
    const std::string real = fs::canonical(path, error).string();
    if (error) continue;
    // A bound link would be the file of the machine that it leads to.
    if (fs::is_symlink(path, error) && absl::StartsWith(real, "/usr/")) {
      arguments.Add({"--symlink", real, path});
    } else {
      arguments.Add({"--ro-bind-try", settings + "/" + name, path});
    }
  }
}

// A bounded folder in memory where the program may write.
void AddScratch(Arguments& arguments, const Job& job,
                const std::string& place) {
  arguments.Add({"--perms", "1777", "--size",
                 absl::StrCat(job.limits.scratch_bytes), "--tmpfs", place});
}

// Replaces a file of /proc by a file that tells nothing about the machine.
absl::Status StandIn(Arguments& arguments, Inherited& inherited,
                     const std::string& place, absl::string_view bytes) {
  ARENA_ASSIGN_OR_RETURN(Descriptor file, MemoryFile(bytes));
  arguments.Add({"--perms", "0444", "--ro-bind-data",
                 absl::StrCat(inherited.Add(std::move(file))), place});
  return absl::OkStatus();
}

// A /proc/stat without activity. Runtimes count its processors and read the
// time at which the system started.
std::string IdleStat() {
  constexpr absl::string_view kNoTime = " 0 0 0 0 0 0 0 0 0 0\n";
  std::string idle = absl::StrCat("cpu ", kNoTime);
  const std::string real = ReadAll("/proc/stat");
  for (const absl::string_view line : absl::StrSplit(real, '\n')) {
    const absl::string_view word = line.substr(0, line.find(' '));
    if (absl::StartsWith(word, "cpu") && word != "cpu") {
      absl::StrAppend(&idle, word, kNoTime);
    }
  }
  return absl::StrCat(idle, "intr 0\nctxt 0\nbtime ",
                      NumberAfter(real, "btime"),
                      "\nprocesses 0\nprocs_running 1\nprocs_blocked 0\n");
}

void Empty(Arguments& arguments, const std::string& folder) {
  arguments.Add({"--perms", "0555", "--tmpfs", folder});
  arguments.Add({"--remount-ro", folder});
}

absl::Status AddProc(Arguments& arguments, Inherited& inherited) {
  arguments.Add({"--proc", "/proc"});
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    const fs::perms rights = entry.symlink_status(error).permissions();
    if (absl::ascii_isdigit(name[0]) ||
        absl::c_linear_search(kKeptOfProc, name) ||
        (rights & fs::perms::others_read) == fs::perms::none) {
      continue;
    }
    if (entry.is_directory(error)) {
      Empty(arguments, entry.path());
    } else {
      // Without the right to use devices, so nobody can open it.
      arguments.Add({"--ro-bind", "/dev/null", entry.path()});
    }
  }
  for (const std::string folder : kCountersOfSys) {
    if (fs::is_directory(folder, error)) Empty(arguments, folder);
  }
  ARENA_RETURN_IF_ERROR(
      StandIn(arguments, inherited, "/proc/stat", IdleStat()));
  ARENA_RETURN_IF_ERROR(
      StandIn(arguments, inherited, "/proc/loadavg", "0.00 0.00 0.00 1/1 1\n"));
  return StandIn(arguments, inherited, "/proc/uptime", "0.00 0.00\n");
}

// The graphics cards, and the files that list them.
void AddGpus(Arguments& arguments) {
  std::error_code error;
  for (const auto& device : fs::directory_iterator("/dev", error)) {
    const std::string name = device.path().filename();
    if (name == "dri" || name == "kfd" || absl::StartsWith(name, "nvidia")) {
      arguments.Add({"--dev-bind", device.path(), device.path()});
    }
  }
  for (const std::string folder : {"/sys/devices", "/sys/bus/pci", "/sys/dev",
                                   "/sys/class/drm", "/sys/class/kfd"}) {
    arguments.Add({"--ro-bind-try", folder, folder});
  }
}

void AddDevices(Arguments& arguments, const Job& job, const Source& source_of) {
  arguments.Add({"--dev", "/dev"});
  for (const std::string device : kDevices) {
    const std::string source = source_of(device);
    if (source != device) arguments.Add({"--dev-bind", source, device});
  }
  if (job.command_line.has_value() && job.command_line->has_gpus) {
    AddGpus(arguments);
  }
  AddScratch(arguments, job, "/dev/shm");
  arguments.Add({"--remount-ro", "/dev"});
}

absl::Status AddUsers(Arguments& arguments, const Job& job,
                      Inherited& inherited) {
  const std::string user = absl::StrCat(kInnerUser);
  ARENA_RETURN_IF_ERROR(
      AddFile(arguments, inherited, "/etc/passwd",
              absl::StrCat("bot:x:", user, ":", user, "::/tmp:/bin/sh\n")));
  ARENA_RETURN_IF_ERROR(AddFile(arguments, inherited, "/etc/group",
                                absl::StrCat("bot:x:", user, ":\n")));
  const bool has_network = HasNetwork(job);
  ARENA_RETURN_IF_ERROR(
      AddFile(arguments, inherited, "/etc/hosts",
              has_network ? ReadAll("/etc/hosts") : "127.0.0.1 localhost\n"));
  if (has_network) {
    ARENA_RETURN_IF_ERROR(AddFile(arguments, inherited, "/etc/resolv.conf",
                                  ReadAll("/etc/resolv.conf")));
  }
  return AddFile(arguments, inherited, "/etc/nsswitch.conf",
                 absl::StrCat("passwd: files\ngroup: files\nhosts: files",
                              has_network ? " dns" : "", "\n"));
}

// A place of the machine that a command line sees.
struct Place {
  // In the order in which places with the same path cover each other.
  enum class Kind { kScratch, kReadable, kHidden, kOwn } kind;
  std::string path;

  bool operator<(const Place& other) const {
    return path != other.path ? path < other.path : kind < other.kind;
  }
};

// Whether a folder between the two is closed to programs.
bool IsClosedIn(const fs::path& path, const fs::path& folder) {
  for (fs::path above = path.parent_path(); above != folder;
       above = above.parent_path()) {
    if (IsClosed(above)) return true;
  }
  return false;
}

// Hides the hidden paths wherever they can be read, because a folder may be
// shown under another name.
absl::Status AddHidden(const Job& job, std::vector<Place>& places) {
  std::error_code error;
  for (const std::string& name : job.command_line->hidden) {
    const std::string hidden = fs::canonical(name, error);
    if (error) continue;
    for (const std::string& readable : job.readable) {
      const std::string real = fs::canonical(readable, error);
      if (error || !IsWithin(hidden, real)) continue;
      if (hidden == real) {
        return absl::InvalidArgumentError(
            absl::StrCat("the bot needs \"", readable,
                         "\", which also holds files that no bot may read; "
                         "name another place for data, records and logs"));
      }
      if (IsClosedIn(hidden, real)) continue;
      places.push_back(
          {Place::Kind::kHidden, readable + hidden.substr(real.size())});
    }
  }
  return absl::OkStatus();
}

// The places, each after the folder that holds it.
absl::StatusOr<std::vector<Place>> PlacesOf(const Job& job) {
  const CommandLine& line = *job.command_line;
  std::vector<Place> places;
  if (!line.home.empty()) places.push_back({Place::Kind::kScratch, line.home});
  for (const std::string& path : job.readable) {
    places.push_back({Place::Kind::kReadable, path});
  }
  ARENA_RETURN_IF_ERROR(AddHidden(job, places));
  ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> special,
                         SpecialFilesIn(job.readable, line.installations));
  for (const std::string& path : special) {
    places.push_back({Place::Kind::kHidden, path});
  }
  if (!line.own_folder.empty()) {
    places.push_back({Place::Kind::kOwn, line.own_folder});
  }
  std::sort(places.begin(), places.end());
  return places;
}

void Hide(Arguments& arguments, const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    arguments.Add({"--perms", "0755", "--tmpfs", path});
  } else {
    // Inside it is a device, which nobody can open.
    arguments.Add({"--ro-bind", "/dev/null", path});
  }
}

absl::Status AddPlaces(Arguments& arguments, const Job& job,
                       const Source& source_of) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<Place> places, PlacesOf(job));
  for (const Place& place : places) {
    switch (place.kind) {
      case Place::Kind::kScratch:
        AddScratch(arguments, job, place.path);
        break;
      case Place::Kind::kReadable:
        arguments.Add({"--ro-bind", source_of(place.path), place.path});
        break;
      case Place::Kind::kHidden:
        Hide(arguments, place.path);
        break;
      case Place::Kind::kOwn:
        arguments.Add({"--bind", source_of(place.path), place.path});
        break;
    }
  }
  const std::string& begin = job.command_line->current_folder;
  arguments.Add({"--dir", begin});
  // Done last, because there may be places in them.
  std::error_code error;
  for (const Place& place : places) {
    if (place.kind == Place::Kind::kHidden &&
        fs::is_directory(place.path, error)) {
      arguments.Add({"--remount-ro", place.path});
    }
  }
  arguments.Add({"--chdir", begin});
  return absl::OkStatus();
}

// Adds the files of a submitted bot, which sees nothing else of the machine.
void AddBot(Arguments& arguments, const Job& job, const Source& source_of) {
  if (job.writes_folder) {
    AddScratch(arguments, job, "/bot");
    arguments.Add({"--ro-bind", source_of(job.folder), "/source"});
  } else {
    arguments.Add({"--ro-bind", source_of(job.folder), "/bot"});
  }
  for (const std::string& folder : job.readable) {
    arguments.Add({"--ro-bind", source_of(folder), folder});
  }
  arguments.Add({"--chdir", "/bot"});
}

absl::Status AddFolders(Arguments& arguments, const Job& job,
                        const Source& source_of) {
  AddScratch(arguments, job, "/tmp");
  if (!job.socket_folder.empty()) {
    arguments.Add({"--ro-bind", source_of(job.socket_folder), "/run/arena"});
  }
  if (job.command_line.has_value()) {
    const fs::path socket = job.command_line->socket;
    if (!socket.empty()) {
      arguments.Add({"--ro-bind", source_of(socket),
                     absl::StrCat("/run/arena/", socket.filename().string())});
    }
    ARENA_RETURN_IF_ERROR(AddPlaces(arguments, job, source_of));
  } else {
    AddBot(arguments, job, source_of);
  }
  // Makes read-only the folders that bubblewrap has made for all these places.
  arguments.Add({"--remount-ro", "/"});
  return absl::OkStatus();
}

void AddVariables(Arguments& arguments, const Job& job) {
  arguments.Add({"--clearenv"});
  arguments.Add({"--setenv", "PATH", kPath, "--setenv", "HOME", "/tmp"});
  arguments.Add({"--setenv", "TMPDIR", "/tmp", "--setenv", "LANG", "C.UTF-8"});
  for (const auto& [name, value] : job.variables) {
    arguments.Add({"--setenv", name, value});
  }
}

}  // namespace

int Inherited::Add(Descriptor descriptor) {
  descriptors_.push_back(std::move(descriptor));
  return ChildSetup::kFirstInherited + static_cast<int>(descriptors_.size()) -
         1;
}

std::vector<int> Inherited::Numbers() const {
  std::vector<int> numbers;
  for (const Descriptor& descriptor : descriptors_) {
    numbers.push_back(descriptor.get());
  }
  return numbers;
}

absl::StatusOr<std::vector<std::string>> BubblewrapCommand(
    const Job& job, const std::string& filter, const Source& source_of,
    int status_descriptor, Inherited& inherited) {
  Arguments arguments;
  AddNamespaces(arguments, job);
  AddSystem(arguments, source_of);
  ARENA_RETURN_IF_ERROR(AddUsers(arguments, job, inherited));
  ARENA_RETURN_IF_ERROR(AddProc(arguments, inherited));
  AddDevices(arguments, job, source_of);
  ARENA_RETURN_IF_ERROR(AddFolders(arguments, job, source_of));
  AddVariables(arguments, job);
  ARENA_ASSIGN_OR_RETURN(Descriptor program, MemoryFile(filter));
  arguments.Add({"--seccomp", absl::StrCat(inherited.Add(std::move(program)))});
  arguments.Add({"--json-status-fd", absl::StrCat(status_descriptor)});
  ARENA_ASSIGN_OR_RETURN(Descriptor file, MemoryFile(arguments.bytes()));
  const int descriptor = inherited.Add(std::move(file));
  return std::vector<std::string>{"bwrap", "--args", absl::StrCat(descriptor),
                                  "--"};
}

}  // namespace arena::sandbox
