#include "arena/sandbox/bubblewrap.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/process/launch.h"
#include "arena/sandbox/copy_tree.h"
#include "arena/sandbox/files.h"
#include "arena/sandbox/job_check.h"
#include "arena/sandbox/seccomp.h"

namespace arena::sandbox {
namespace {

constexpr absl::Duration kStartTimeout = absl::Seconds(30);

// The first line of bubblewrap's status; empty if bubblewrap ended before.
std::string FirstLine(int descriptor) {
  std::string line;
  char letter;
  while (read(descriptor, &letter, 1) == 1 && letter != '\n') line += letter;
  return line;
}

// The first number in a text; -1 if there is none.
pid_t FirstNumber(const std::string& text) {
  const size_t begin = text.find_first_of("0123456789");
  if (begin == std::string::npos) return -1;
  pid_t number = -1;
  const size_t end = text.find_first_not_of("0123456789", begin);
  return absl::SimpleAtoi(text.substr(begin, end - begin), &number) ? number
                                                                    : -1;
}

// The first process inside: the only child of bubblewrap. Bubblewrap reports
// its number in bubblewrap's own namespace, {"child-pid": 17}.
FirstProcess FindFirst(const std::string& line, pid_t bubblewrap,
                       bool leads_namespace) {
  FirstProcess first;
  first.pid =
      leads_namespace
          ? FirstNumber(ReadAll(absl::StrCat("/proc/", bubblewrap, "/task/",
                                             bubblewrap, "/children")))
          : FirstNumber(line);
  if (first.pid < 0) return first;
  Descriptor end(static_cast<int>(syscall(SYS_pidfd_open, first.pid, 0)));
  // Another process may have got the number already.
  const std::string status =
      ReadAll(absl::StrCat("/proc/", first.pid, "/status"));
  const bool is_child = NumberAfter(status, "PPid:") == bubblewrap;
  if (end.is_open() && is_child) first.end = std::move(end);
  return first;
}

absl::Status DoesNotWork(absl::string_view why) {
  return absl::UnavailableError(absl::StrCat(
      "bubblewrap does not work here: ", why,
      "\nIt needs the Debian package bubblewrap and namespaces of users "
      "(sysctl kernel.unprivileged_userns_clone=1, and in containers a profile "
      "that allows them and an unmasked /proc)"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Sandbox>> Bubblewrap::Open(
    const std::string& work_folder) {
  ARENA_ASSIGN_OR_RETURN(Machine machine, Machine::Open(work_folder));
  Filters filters;
  const bool binds = machine.groups->Binds();
  ARENA_ASSIGN_OR_RETURN(filters.without_network,
                         SeccompProgram(binds, /*has_network=*/false));
  ARENA_ASSIGN_OR_RETURN(filters.with_network,
                         SeccompProgram(binds, /*has_network=*/true));
  std::unique_ptr<Bubblewrap> sandbox(new Bubblewrap(
      std::move(machine), std::move(filters), geteuid() == 0, FindFreeUser()));
  absl::Status works = sandbox->Try();
  if (!works.ok() && !sandbox->is_root_) {
    sandbox->shows_folders_ = false;
    works = sandbox->Try();
  }
  if (!works.ok()) return DoesNotWork(works.message());
  return sandbox;
}

absl::Status Bubblewrap::Try() {
  // Whether its system is an overlay.
  Job job = {.id = "try",
             .command = {"sh", "-c",
                         "grep ' / /usr .* - overlay ' /proc/self/mountinfo; "
                         "true"},
             .folder = ""};
  ARENA_ASSIGN_OR_RETURN(job.folder, machine_.folder->MakeFolder("try"));
  std::string said;
  job.on_line = [&said](const std::string& line) {
    absl::StrAppend(&said, line, "\n");
  };
  std::string end = "it does not end";
  {
    ARENA_ASSIGN_OR_RETURN(const auto tried, Start(job));
    if (tried->Wait(absl::Now() + kStartTimeout)) end = tried->EndText();
  }
  are_apart_ = !said.empty();
  if (end == "exit status 0") return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(said, end));
}

std::vector<std::string> Bubblewrap::Missing() const {
  std::vector<std::string> missing = machine_.groups->Missing();
  if (is_root_ && !user_.is_range) {
    missing.push_back(
        absl::StrCat("all bots are the user ", user_.first,
                     ", because this container has no range of free users"));
  }
  if (!are_apart_) {
    missing.push_back(
        "bots see each other's locks on files of the system, because "
        "this user cannot mount overlays here");
  }
  return missing;
}

Confinement Bubblewrap::ConfinementOf(const Job& job,
                                      const Cgroup& group) const {
  Confinement confinement;
  confinement.Enter(group.EntryFiles());
  confinement.LimitProcess(job.limits);
  if (!group.CountsMemory()) confinement.LimitMemory(job.limits.memory_bytes);
  if (!group.Binds()) confinement.Place(job.placement);
  if (HasNetwork(job)) confinement.LeaveAbstractSockets();
  if (is_root_) confinement.BecomeUser(user_.first);
  if (!is_root_ && shows_folders_) confinement.StayUser();
  return confinement;
}

std::string Bubblewrap::Show(const Job& job, const std::string& path,
                             Confinement& confinement) const {
  if (absl::StartsWith(path, "/dev/")) {
    return is_root_ ? confinement.ShowDevice(path) : path;
  }
  if (!shows_folders_) return path;
  if (job.command_line.has_value()) {
    const CommandLine& line = *job.command_line;
    if (path == line.own_folder && is_root_) return confinement.Give(path);
    if (path == line.own_folder || path == line.socket) {
      return confinement.Show(path);
    }
  }
  // In an overlay the sockets would be other files, on which nobody listens.
  return path == job.socket_folder ? confinement.Show(path)
                                   : confinement.ShowApart(path);
}

std::vector<std::string> Bubblewrap::InnerCommand(const Job& job) const {
  if (!machine_.groups->folders().pids.empty()) return job.command;
  // Set inside, so that only processes inside count; the first process of the
  // sandbox is one of them.
  const std::string tasks = absl::StrCat(job.limits.tasks + 1);
  std::vector<std::string> command = {
      "/usr/bin/prlimit", absl::StrCat("--nproc=", tasks, ":", tasks), "--"};
  command.insert(command.end(), job.command.begin(), job.command.end());
  return command;
}

absl::StatusOr<Bubblewrap::Prepared> Bubblewrap::Prepare(
    const Job& job, const Cgroup& group) const {
  Prepared prepared;
  prepared.confinement = ConfinementOf(job, group);
  ARENA_ASSIGN_OR_RETURN(Pipe status, MakePipe());
  prepared.status = std::move(status.read_end);
  const int status_descriptor =
      prepared.inherited.Add(std::move(status.write_end));
  std::vector<std::string> inner = InnerCommand(job);
  if (job.writes_folder) {
    ARENA_ASSIGN_OR_RETURN(ScratchFolder scratch, ScratchFolder::Create());
    ScratchFolder::Ends ends = scratch.TakeEnds();
    const int says = prepared.inherited.Add(std::move(ends.says));
    const int is_told = prepared.inherited.Add(std::move(ends.is_told));
    inner = ScratchFolder::Wrap(inner, says, is_told);
    prepared.scratch = std::make_shared<ScratchFolder>(std::move(scratch));
  }
  const auto source_of = [&](const std::string& path) {
    return Show(job, path, prepared.confinement);
  };
  const std::string& filter =
      HasNetwork(job) ? filters_.with_network : filters_.without_network;
  ARENA_ASSIGN_OR_RETURN(
      prepared.command,
      BubblewrapCommand(job, filter, source_of, status_descriptor,
                        prepared.inherited));
  prepared.command.insert(prepared.command.end(), inner.begin(), inner.end());
  return prepared;
}

absl::Status Bubblewrap::AwaitFirst(const Job& job, Prepared prepared,
                                    Contained::Parts& parts) const {
  const std::string line = FirstLine(prepared.status.get());
  if (line.empty()) {
    parts.process->WaitOrKill(absl::Now() + kStartTimeout);
    return absl::UnavailableError(
        absl::StrCat("bubblewrap has ended with ", parts.process->EndText(),
                     "; it printed last:\n", parts.process->LastLines()));
  }
  parts.first = FindFirst(line, parts.process->pid(), shows_folders_);
  parts.held.push_back(std::move(prepared.status));
  if (prepared.scratch == nullptr) return absl::OkStatus();
  parts.at_end = [scratch = prepared.scratch, folder = job.folder,
                  most = job.limits.scratch_bytes, tell = job.on_line] {
    const absl::Status kept = scratch->CopyTo(folder, most);
    if (!kept.ok() && tell) {
      tell(absl::StrCat("[what it wrote is not kept: ", kept.message(), "]"));
    }
  };
  return prepared.scratch->Hold(parts.first.pid);
}

absl::StatusOr<std::unique_ptr<Sandboxed>> Bubblewrap::Start(Job job) {
  ARENA_RETURN_IF_ERROR(CheckJob(job));
  ARENA_RETURN_IF_ERROR(CheckProgram(job));
  if (is_root_) ARENA_RETURN_IF_ERROR(OpenToOthers(job));
  Contained::Parts parts;
  parts.memory_bytes = job.limits.memory_bytes;
  ARENA_ASSIGN_OR_RETURN(parts.group,
                         machine_.groups->Make(job.id, job.limits));
  parts.group->Place(job.placement);
  ARENA_ASSIGN_OR_RETURN(Prepared prepared, Prepare(job, *parts.group));
  // /dev/null of the machine could be locked by one and seen by another.
  ARENA_ASSIGN_OR_RETURN(Pipe input, MakePipe());
  input.write_end.Close();
  ARENA_ASSIGN_OR_RETURN(
      parts.process,
      Process::Start(
          {.command = prepared.command,
           .on_line = job.on_line,
           .output_bytes_per_second = job.limits.output_bytes_per_second,
           .setup = {
               .exact_environment = true,
               .input = input.read_end.get(),
               .inherited = prepared.inherited.Numbers(),
               .cgroup = parts.group->descriptor(),
               // So that the system also ends a half-made sandbox.
               .leads_namespace = shows_folders_,
               .in_child = [&prepared] {
                 return prepared.confinement.Apply();
               }}}));
  prepared.inherited.Close();
  parts.is_wrapped = true;
  ARENA_RETURN_IF_ERROR(AwaitFirst(job, std::move(prepared), parts));
  return std::make_unique<Contained>(std::move(parts));
}

absl::StatusOr<ScratchFolder> ScratchFolder::Create() {
  ARENA_ASSIGN_OR_RETURN(Pipe to_us, MakePipe());
  ARENA_ASSIGN_OR_RETURN(Pipe from_us, MakePipe());
  ScratchFolder scratch;
  scratch.hears_ = std::move(to_us.read_end);
  scratch.inner_.says = std::move(to_us.write_end);
  scratch.inner_.is_told = std::move(from_us.read_end);
  scratch.tells_ = std::move(from_us.write_end);
  return scratch;
}

std::vector<std::string> ScratchFolder::Wrap(
    const std::vector<std::string>& command, int says, int is_told) {
  const std::string script =
      absl::StrCat("cp -R /source/. /bot && echo >&", says, " && read go <&",
                   is_told, " ; exec \"$@\" ", says, ">&- ", is_told, "<&-");
  std::vector<std::string> all = {"sh", "-c", script, "sh"};
  all.insert(all.end(), command.begin(), command.end());
  return all;
}

absl::Status ScratchFolder::Hold(pid_t inside) {
  char said;
  // If the copy failed, the shell has reported why and has ended.
  if (read(hears_.get(), &said, 1) != 1) return absl::OkStatus();
  const std::string place = absl::StrCat("/proc/", inside, "/root/bot");
  folder_ = Descriptor(open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder_.is_open()) {
    return absl::UnavailableError(absl::StrCat(
        "cannot reach the folder in the sandbox: ", std::strerror(errno)));
  }
  if (write(tells_.get(), "\n", 1) != 1) folder_.Close();
  return absl::OkStatus();
}

absl::Status ScratchFolder::CopyTo(const std::string& folder,
                                   int64_t most_bytes) const {
  if (!folder_.is_open()) return absl::OkStatus();
  return ReplaceTree(folder_.get(), folder, most_bytes);
}

}  // namespace arena::sandbox
