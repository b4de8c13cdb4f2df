#include "arena/sandbox/none.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/core/check.h"
#include "arena/sandbox/confinement.h"
#include "arena/sandbox/contained.h"
#include "arena/sandbox/job_check.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

using Variables = std::vector<std::pair<std::string, std::string>>;

// Replaces the paths of a sandbox in a text by the paths of this machine.
std::string Here(const Job& job, const std::string& text) {
  if (text == "/bot") return job.folder;
  if (text == "/run/arena") return job.socket_folder;
  return absl::StrReplaceAll(
      text, {{"/bot/", absl::StrCat(job.folder, "/")},
             {"/run/arena/", absl::StrCat(job.socket_folder, "/")}});
}

Variables VariablesOf(const Job& job, const std::string& home) {
  if (job.command_line.has_value()) return job.variables;
  const char* const path = std::getenv("PATH");
  Variables variables = {{"PATH", path == nullptr ? kPath : path},
                         {"HOME", home},
                         {"TMPDIR", home},
                         {"LANG", "C.UTF-8"}};
  for (const auto& [name, value] : job.variables) {
    variables.push_back({name, Here(job, value)});
  }
  return variables;
}

std::vector<std::string> CommandOf(const Job& job) {
  if (job.command_line.has_value()) return job.command;
  std::vector<std::string> command;
  for (const std::string& word : job.command) {
    command.push_back(Here(job, word));
  }
  // Its own programs are found from its folder.
  if (absl::StrContains(command[0], '/') && command[0][0] != '/') {
    command[0] = absl::StrCat(job.folder, "/", command[0]);
  }
  return command;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Sandbox>> None::Open(
    const std::string& work_folder) {
  ARENA_ASSIGN_OR_RETURN(Machine machine, Machine::Open(work_folder));
  return std::unique_ptr<Sandbox>(new None(std::move(machine)));
}

std::vector<std::string> None::Missing() const {
  std::vector<std::string> missing = machine_.groups->Missing();
  if (!CanFreeze()) {
    missing.push_back(
        "without a cgroup, programs that a bot starts in another session "
        "outlive the bot");
  }
  missing.push_back(
      "there is no sandbox: bots read and write what this program may, and use "
      "the network");
  return missing;
}

absl::StatusOr<std::unique_ptr<Sandboxed>> None::Start(Job job) {
  ARENA_RETURN_IF_ERROR(CheckJob(job));
  ARENA_ASSIGN_OR_RETURN(
      const std::string home,
      machine_.folder->MakeFolder(absl::StrCat(job.id, "-", ++started_)));
  Contained::Parts parts;
  parts.memory_bytes = job.limits.memory_bytes;
  parts.afterwards = [home] {
    std::error_code ignored;
    fs::remove_all(home, ignored);
  };
  absl::Cleanup undo = parts.afterwards;
  ARENA_ASSIGN_OR_RETURN(parts.group,
                         machine_.groups->Make(job.id, job.limits));
  Confinement confinement;
  confinement.Enter(parts.group->EntryFiles());
  confinement.LimitProcess(job.limits);
  if (!parts.group->CountsMemory()) {
    confinement.LimitMemory(job.limits.memory_bytes);
  }
  parts.group->Place(job.placement);
  if (!parts.group->Binds()) confinement.Place(job.placement);
  const auto in_child = [&]() -> const char* {
    const char* const failed = confinement.Apply();
    if (failed != nullptr) return failed;
    const std::string& begin = job.command_line.has_value()
                                   ? job.command_line->current_folder
                                   : job.folder;
    return chdir(begin.c_str()) == 0 ? nullptr : "enter its folder";
  };
  ARENA_ASSIGN_OR_RETURN(
      parts.process,
      Process::Start(
          {.command = CommandOf(job),
           .variables = VariablesOf(job, home),
           .on_line = job.on_line,
           .output_bytes_per_second = job.limits.output_bytes_per_second,
           .setup = {.exact_environment = true,
                     .cgroup = parts.group->descriptor(),
                     .in_child = in_child}}));
  std::move(undo).Cancel();
  return std::make_unique<Contained>(std::move(parts));
}

}  // namespace arena::sandbox
