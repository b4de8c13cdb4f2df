#include "arena/sandbox/oci.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/process/process.h"
#include "arena/sandbox/contained.h"
#include "arena/sandbox/copy_tree.h"
#include "arena/sandbox/files.h"
#include "arena/sandbox/job_check.h"
#include "arena/sandbox/seccomp.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr char kLabel[] = "org.pentathlon.sandbox";

// A user that owns nothing. Each program of this process gets another user.
uid_t UserOf(int number) {
  const FreeUser free = FindFreeUser();
  if (!free.is_range) return free.first;
  constexpr uid_t kPrograms = 1000;
  constexpr uid_t kProcesses = 4000;
  return free.first + static_cast<uid_t>(getpid()) % kProcesses * kPrograms +
         static_cast<uid_t>(number) % kPrograms;
}

std::string Bind(const std::string& folder, const std::string& place) {
  return absl::StrCat("type=bind,src=", folder, ",dst=", place, ",ro=true");
}

// Refuses paths that podman would misread.
absl::Status CheckPaths(const Job& job) {
  std::vector<std::string> folders = job.readable;
  folders.push_back(job.folder);
  folders.push_back(job.socket_folder);
  for (const std::string& folder : folders) {
    if (absl::StrContains(folder, ',')) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the folder \"", folder, "\" has a comma, which podman cannot take"));
    }
  }
  return absl::OkStatus();
}

void Append(std::vector<std::string>& all, std::vector<std::string> more) {
  all.insert(all.end(), more.begin(), more.end());
}

// The restrictions of every container.
std::vector<std::string> Walls() {
  return {"--network", "none", "--ipc", "private", "--hostname", "arena",
          "--read-only", "--read-only-tmpfs=false", "--cap-drop", "ALL",
          "--security-opt", "no-new-privileges", "--security-opt", "mask=/sys",
          "--http-proxy=false",
          // Volumes of the image would be written on the machine's disk, and
          // so would its output.
          "--image-volume", "ignore", "--log-driver", "none", "--pull", "never",
          "--no-healthcheck", "--systemd", "false", "--sdnotify", "ignore"};
}

std::vector<std::string> LimitOptions(const Limits& limits) {
  // The first process of a container comes on top.
  const int tasks = limits.tasks + 1;
  const std::string files =
      absl::StrCat("nofile=", limits.open_files, ":", limits.open_files);
  return {"--memory", absl::StrCat(limits.memory_bytes), "--memory-swap",
          absl::StrCat(limits.memory_bytes), "--pids-limit",
          absl::StrCat(tasks), "--cpus", absl::StrCat(limits.cores),
          "--shm-size", absl::StrCat(limits.scratch_bytes), "--tmpfs",
          absl::StrCat("/tmp:rw,nosuid,nodev,exec,mode=1777,size=",
                       limits.scratch_bytes),
          "--ulimit", files, "--ulimit", "core=1:1", "--ulimit",
          absl::StrCat("fsize=", limits.file_bytes, ":", limits.file_bytes),
          // Counted by the cgroup; podman's own default is more than allowed.
          "--ulimit", absl::StrCat("nproc=", 4096, ":", 4096)};
}

constexpr absl::Duration kCallTimeout = absl::Minutes(1);

}  // namespace

absl::StatusOr<std::unique_ptr<Sandbox>> Oci::Open(
    const std::string& work_folder, const std::string& image) {
  ARENA_ASSIGN_OR_RETURN(Podman podman, Podman::Find());
  ARENA_ASSIGN_OR_RETURN(Machine machine, Machine::Open(work_folder));
  // Destroyed before the others are made, because some of these have the same
  // folders.
  machine.groups.reset();
  machine.groups =
      Cgroups::OpenAll(FindCgroupTops(ReadAll("/proc/self/mountinfo"),
                                      ReadAll("/proc/self/cgroup")),
                       machine.folder->Name());
  std::ofstream(machine.folder->path() + "/seccomp.json") << SeccompProfile();
  std::unique_ptr<Oci> sandbox(
      new Oci(std::move(machine), std::move(podman), image));
  sandbox->RemoveAll();
  if (!image.empty()) {
    ARENA_RETURN_IF_ERROR(
        sandbox->podman_.Call({"image", "exists", image}).status());
  }
  return sandbox;
}

Oci::~Oci() { RemoveAll(); }

void Oci::RemoveAll() const {
  const std::string filter =
      absl::StrCat("label=", kLabel, "=", machine_.folder->Name());
  const auto containers =
      podman_.Call({"ps", "--all", "--quiet", "--filter", filter});
  const auto volumes =
      podman_.Call({"volume", "ls", "--quiet", "--filter", filter});
  std::vector<std::string> remove = {"rm", "--force", "--time", "0"};
  if (containers.ok() && !containers->empty()) {
    Append(remove, absl::StrSplit(*containers, '\n'));
    podman_.Call(remove).IgnoreError();
  }
  remove = {"volume", "rm", "--force"};
  if (volumes.ok() && !volumes->empty()) {
    Append(remove, absl::StrSplit(*volumes, '\n'));
    podman_.Call(remove).IgnoreError();
  }
}

std::vector<std::string> Oci::Missing() const {
  std::vector<std::string> missing = machine_.groups->Missing();
  if (geteuid() != 0) {
    missing.push_back(
        "podman without root: programs that write their folder cannot run");
  }
  return missing;
}

std::vector<std::string> Oci::Arguments(const Job& job, const std::string& name,
                                        const std::string& folder) const {
  const std::string& path = machine_.folder->path();
  const std::string user = absl::StrCat(UserOf(started_));
  std::vector<std::string> all = {
      "create",
      "--name",
      name,
      "--label",
      absl::StrCat(kLabel, "=", machine_.folder->Name()),
      "--cgroup-parent",
      absl::StrCat("/", machine_.folder->Name(), "/", name),
      "--security-opt",
      absl::StrCat("seccomp=", path, "/seccomp.json"),
      "--user",
      absl::StrCat(user, ":", user),
      "--workdir",
      "/bot",
      "--init"};
  Append(all, Walls());
  Append(all, LimitOptions(job.limits));
  Append(all, {"--mount", folder});
  if (!job.socket_folder.empty()) {
    Append(all, {"--mount", Bind(job.socket_folder, "/run/arena")});
  }
  for (const std::string& readable : job.readable) {
    Append(all, {"--mount", Bind(readable, readable)});
  }
  Append(all, {"--env", "HOME=/tmp", "--env", "TMPDIR=/tmp", "--env",
               "LANG=C.UTF-8"});
  for (const auto& [variable, value] : job.variables) {
    Append(all, {"--env", absl::StrCat(variable, "=", value)});
  }
  if (!job.command.empty()) Append(all, {"--entrypoint", job.command[0]});
  all.push_back(job.image.empty() ? image_ : job.image);
  if (!job.command.empty()) {
    all.insert(all.end(), job.command.begin() + 1, job.command.end());
  }
  return all;
}

absl::StatusOr<std::string> Oci::MakeScratch(const Job& job,
                                             const std::string& name,
                                             std::string& place) const {
  ARENA_RETURN_IF_ERROR(
      podman_
          .Call({"volume", "create", "--label",
                 absl::StrCat(kLabel, "=", machine_.folder->Name()), "--opt",
                 "type=tmpfs", "--opt", "device=tmpfs", "--opt",
                 // Podman itself would take "size", for disks.
                 absl::StrCat("o=nosuid,nodev,mode=1777,nr_blocks=",
                              std::max<int64_t>(
                                  1, job.limits.scratch_bytes / getpagesize())),
                 name})
          .status());
  ARENA_ASSIGN_OR_RETURN(place, podman_.Call({"volume", "mount", name}));
  const Descriptor from(
      open(job.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const Descriptor to(open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ARENA_RETURN_IF_ERROR(CopyTree(from.get(), to.get(), job.limits.scratch_bytes,
                                 UserOf(started_)));
  return absl::StrCat("type=volume,src=", name, ",dst=/bot");
}

absl::StatusOr<std::unique_ptr<Sandboxed>> Oci::Start(Job job) {
  ARENA_RETURN_IF_ERROR(CheckJob(job, true));
  ARENA_RETURN_IF_ERROR(CheckPaths(job));
  ARENA_RETURN_IF_ERROR(OpenToOthers(job));
  if (job.image.empty() && image_.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the job \"", job.id,
                     "\" names no image, and there is no default image"));
  }
  const std::string name =
      absl::StrCat(machine_.folder->Name(), "-", job.id, "-", ++started_);
  if (!job.writes_folder)
    return StartIn(job, name, Bind(job.folder, "/bot"), "");
  std::string place;
  ARENA_ASSIGN_OR_RETURN(const std::string volume,
                         MakeScratch(job, name, place));
  return StartIn(job, name, volume, place);
}

absl::StatusOr<std::unique_ptr<Sandboxed>> Oci::StartIn(
    const Job& job, const std::string& name, const std::string& folder,
    const std::string& scratch) const {
  Contained::Parts parts;
  parts.memory_bytes = job.limits.memory_bytes;
  parts.is_wrapped = true;
  parts.terminate = [podman = podman_, name] {
    podman.Call({"kill", "--signal", "TERM", name}).IgnoreError();
  };
  parts.afterwards = [podman = podman_, name, scratch] {
    podman.Call({"rm", "--force", "--time", "0", name}).IgnoreError();
    if (scratch.empty()) return;
    podman.Call({"volume", "unmount", name}).IgnoreError();
    podman.Call({"volume", "rm", "--force", name}).IgnoreError();
  };
  if (!scratch.empty()) {
    parts.at_end = [scratch, to = job.folder, tell = job.on_line,
                    most = job.limits.scratch_bytes] {
      const Descriptor from(
          open(scratch.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      const absl::Status kept = ReplaceTree(from.get(), to, most);
      if (!kept.ok() && tell) {
        tell(absl::StrCat("[what it wrote is not kept: ", kept.message(), "]"));
      }
    };
  }
  absl::Cleanup undo = parts.afterwards;
  ARENA_ASSIGN_OR_RETURN(parts.group,
                         machine_.groups->MakeParent(name, job.limits.cores));
  // Tells whether a process was killed because the memory was full. The group
  // that counts this is gone when the container has ended, and podman does not
  // see it on every machine.
  parts.ran_out_of_memory =
      [group = parts.group.get(),
       most = job.limits.memory_bytes](const std::string& end) {
        return absl::StartsWith(end, "signal 9 ") &&
               group->UsageSoFar().peak_memory_bytes >= most;
      };
  ARENA_RETURN_IF_ERROR(podman_.Call(Arguments(job, name, folder)).status());
  ARENA_ASSIGN_OR_RETURN(
      parts.process,
      Process::Start(
          {.command = podman_.Command({"start", "--attach", name}),
           .on_line = job.on_line,
           .output_bytes_per_second = job.limits.output_bytes_per_second}));
  std::move(undo).Cancel();
  auto contained = std::make_unique<Contained>(std::move(parts));
  contained->Place(job.placement);
  return contained;
}

absl::StatusOr<Podman> Podman::Find() {
  // Needs no system daemon for cgroups, and logs no events about containers.
  std::vector<std::string> options = {"--events-backend", "none",
                                      "--cgroup-manager", "cgroupfs"};
  const Podman usual(options);
  const auto info =
      usual.Call({"info", "--format", "{{.Host.OCIRuntime.Name}}"});
  if (info.ok()) return usual;
  return absl::UnavailableError(
      absl::StrCat("podman does not work here (Debian packages podman, runc "
                   "and catatonit): ",
                   info.status().message()));
}

std::vector<std::string> Podman::Command(
    std::vector<std::string> arguments) const {
  std::vector<std::string> command = {"podman"};
  command.insert(command.end(), options_.begin(), options_.end());
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

absl::StatusOr<std::string> Podman::Call(
    std::vector<std::string> arguments) const {
  std::string output;
  const std::string name = arguments[0];
  ARENA_ASSIGN_OR_RETURN(
      const auto process,
      Process::Start({.command = Command(std::move(arguments)),
                      .on_line = [&output](const std::string& line) {
                        absl::StrAppend(&output, line, "\n");
                      }}));
  process->WaitOrKill(absl::Now() + kCallTimeout);
  process->FinishReading();
  output = std::string(absl::StripAsciiWhitespace(output));
  if (process->EndText() == "exit status 0") return output;
  return absl::UnavailableError(absl::StrCat(
      "podman ", name, " has ended with ", process->EndText(), ": ", output));
}

}  // namespace arena::sandbox
