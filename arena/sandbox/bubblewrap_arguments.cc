#include "arena/sandbox/bubblewrap_arguments.h"

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

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

using Source = std::function<std::string(const std::string& path)>;

// Programs of the system, as the machine has them.
constexpr const char* kSystem[] = {"/usr",   "/bin",   "/sbin",  "/lib",
                                   "/lib32", "/lib64", "/libx32"};

// What programs and runtimes read of /etc; the rest is not there.
constexpr const char* kSettings[] = {
    "ld.so.cache",      "ld.so.conf",  "ld.so.conf.d",  "alternatives",
    "localtime",        "timezone",    "os-release",    "debian_version",
    "ssl/openssl.cnf",  "ssl/certs",   "mime.types",    "protocols",
    "services",         "perl",        "python3",       "python3.11",
    "java-17-openjdk",  "java-21-openjdk", "ca-certificates.conf"};

// What programs and runtimes read of /proc beside processes. The rest counts what
// the whole machine does: programs could leave signs there.
constexpr absl::string_view kKeptOfProc[] = {
    "cpuinfo", "filesystems", "loadavg",     "meminfo", "mounts", "net",
    "self",    "stat",        "thread-self", "sys",     "uptime", "version"};

// The counters among the settings of the system.
constexpr const char* kCountersOfSys[] = {"/proc/sys/fs",
                                          "/proc/sys/kernel/pty"};

// Those that bubblewrap takes from the machine and programs can open.
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

// A file with these bytes, as all files that it is made of.
absl::Status AddFile(Arguments& arguments, Inherited& inherited,
                     const std::string& place, absl::string_view bytes) {
  ARENA_ASSIGN_OR_RETURN(Descriptor file, MemoryFile(bytes));
  arguments.Add({"--perms", "0444", "--file",
                 absl::StrCat(inherited.Add(std::move(file))), place});
  return absl::OkStatus();
}

void AddNamespaces(Arguments& arguments) {
  const std::string user = absl::StrCat(kInnerUser);
  arguments.Add({"--unshare-user", "--unshare-ipc", "--unshare-pid",
                 "--unshare-net", "--unshare-uts", "--unshare-cgroup"});
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

// A bounded folder in memory where it may write.
void AddScratch(Arguments& arguments, const Job& job,
                const std::string& place) {
  arguments.Add({"--perms", "1777", "--size",
                 absl::StrCat(job.limits.scratch_bytes), "--tmpfs", place});
}

// A file of /proc that says nothing of the machine.
absl::Status StandIn(Arguments& arguments, Inherited& inherited,
                     const std::string& place, absl::string_view bytes) {
  ARENA_ASSIGN_OR_RETURN(Descriptor file, MemoryFile(bytes));
  arguments.Add({"--perms", "0444", "--ro-bind-data",
                 absl::StrCat(inherited.Add(std::move(file))), place});
  return absl::OkStatus();
}

// Runtimes count its processors, and take the time when the system started.
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
  return absl::StrCat(idle, "intr 0\nctxt 0\nbtime ", NumberAfter(real, "btime"),
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
    if (absl::ascii_isdigit(name[0]) || absl::c_linear_search(kKeptOfProc, name) ||
        (rights & fs::perms::others_read) == fs::perms::none) {
      continue;
    }
    if (entry.is_directory(error)) {
      Empty(arguments, entry.path());
    } else {
      // Not as a device, so nobody can open it.
      arguments.Add({"--ro-bind", "/dev/null", entry.path()});
    }
  }
  for (const std::string folder : kCountersOfSys) {
    if (fs::is_directory(folder, error)) Empty(arguments, folder);
  }
  ARENA_RETURN_IF_ERROR(
      StandIn(arguments, inherited, "/proc/stat", IdleStat()));
  ARENA_RETURN_IF_ERROR(StandIn(arguments, inherited, "/proc/loadavg",
                                "0.00 0.00 0.00 1/1 1\n"));
  return StandIn(arguments, inherited, "/proc/uptime", "0.00 0.00\n");
}

void AddDevices(Arguments& arguments, const Job& job, const Source& source_of) {
  arguments.Add({"--dev", "/dev"});
  for (const std::string device : kDevices) {
    const std::string source = source_of(device);
    if (source != device) arguments.Add({"--dev-bind", source, device});
  }
  AddScratch(arguments, job, "/dev/shm");
  arguments.Add({"--remount-ro", "/dev"});
}

absl::Status AddUsers(Arguments& arguments, Inherited& inherited) {
  const std::string user = absl::StrCat(kInnerUser);
  ARENA_RETURN_IF_ERROR(AddFile(
      arguments, inherited, "/etc/passwd",
      absl::StrCat("bot:x:", user, ":", user, "::/tmp:/bin/sh\n")));
  ARENA_RETURN_IF_ERROR(AddFile(arguments, inherited, "/etc/group",
                                absl::StrCat("bot:x:", user, ":\n")));
  ARENA_RETURN_IF_ERROR(AddFile(arguments, inherited, "/etc/hosts",
                                "127.0.0.1 localhost\n"));
  return AddFile(arguments, inherited, "/etc/nsswitch.conf",
                 "passwd: files\ngroup: files\nhosts: files\n");
}

void AddFolders(Arguments& arguments, const Job& job, const Source& source_of) {
  AddScratch(arguments, job, "/tmp");
  if (job.writes_folder) {
    AddScratch(arguments, job, "/bot");
    arguments.Add({"--ro-bind", source_of(job.folder), "/source"});
  } else {
    arguments.Add({"--ro-bind", source_of(job.folder), "/bot"});
  }
  if (!job.socket_folder.empty()) {
    arguments.Add({"--ro-bind", source_of(job.socket_folder), "/run/arena"});
  }
  for (const std::string& folder : job.readable) {
    arguments.Add({"--ro-bind", source_of(folder), folder});
  }
  // Also folders that bubblewrap has made for all these hold no bytes of it.
  arguments.Add({"--remount-ro", "/", "--chdir", "/bot"});
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
  AddNamespaces(arguments);
  AddSystem(arguments, source_of);
  ARENA_RETURN_IF_ERROR(AddUsers(arguments, inherited));
  ARENA_RETURN_IF_ERROR(AddProc(arguments, inherited));
  AddDevices(arguments, job, source_of);
  AddFolders(arguments, job, source_of);
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
