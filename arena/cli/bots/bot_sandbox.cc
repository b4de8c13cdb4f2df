#include "arena/cli/bots/bot_sandbox.h"

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/core/quantities.h"
#include "arena/process/launch.h"
#include "arena/process/processors.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/files.h"
#include "arena/sandbox/machine.h"
#include "arena/sandbox/program_files.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

using sandbox::Job;
using sandbox::Kind;
using sandbox::Sandbox;

// A generous limit, because people start their own programs.
constexpr int kTasks = 4096;
constexpr int kOpenFiles = 4096;
constexpr int64_t kFileBytes = int64_t{4} << 30;
constexpr int64_t kScratchBytes = int64_t{1} << 30;
constexpr int64_t kOutputBytes = int64_t{16} << 20;

int64_t HalfOfMemory() {
  return static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE) /
         2;
}

sandbox::Limits LimitsFor(const SandboxFlags& flags) {
  return {
      .memory_bytes =
          flags.memory.empty() ? HalfOfMemory() : ToMemorySize(flags.memory),
      .cores = static_cast<int>(std::max<size_t>(1, OwnProcessors().size())),
      .tasks = kTasks,
      .open_files = kOpenFiles,
      .file_bytes = kFileBytes,
      .scratch_bytes = kScratchBytes,
      .output_bytes_per_second = kOutputBytes};
}

// The environment of bots, without names that shells add and no program can
// use.
std::map<std::string, std::string> Environment() {
  std::map<std::string, std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(*variable, absl::MaxSplits('=', 1));
    const bool is_name = !parts.first.empty() &&
                         !absl::ascii_isdigit(parts.first[0]) &&
                         absl::c_all_of(parts.first, [](char letter) {
                           return absl::ascii_isalnum(letter) || letter == '_';
                         });
    if (is_name && !absl::StartsWith(parts.first, "ARENA_")) {
      variables.insert(parts);
    }
  }
  return variables;
}

std::string NormalPath(const std::string& path) {
  return sandbox::NormalPath(path, fs::current_path());
}

// Whether a folder in memory may take the place of this HOME.
bool IsHome(const std::string& home) {
  if (home.empty() || home[0] != '/' || home != NormalPath(home)) return false;
  for (const char* const folder : {"/usr", "/bin", "/sbin", "/lib", "/dev",
                                   "/proc", "/sys", "/etc", "/run"}) {
    if (sandbox::IsWithin(home, folder)) return false;
  }
  return home != "/" && home != "/tmp";
}

// Letters that the name of a job may have.
std::string IdOf(const std::string& name) {
  std::string id = absl::StrCat("bot-", name).substr(0, 100);
  for (char& letter : id) {
    if (!absl::ascii_isalnum(letter) && letter != '.' && letter != '_') {
      letter = '-';
    }
  }
  return id;
}

std::string CheckReadable(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    return absl::StrCat("there is no file or folder \"", path, "\"");
  }
  return "";
}

// Removes the folders and groups of earlier runs of this program that were
// killed.
void RemoveLeft() {
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  for (const auto& entry : fs::directory_iterator(temporary, error)) {
    const std::string path = entry.path();
    if (!absl::StartsWith(entry.path().filename().string(), "arena-") ||
        !IsPrivateFolder(path) || !fs::exists(path + "/cgroups", error)) {
      continue;
    }
    // Opening removes the groups, and fails while the process lives.
    if (sandbox::Machine::Open(path).ok()) fs::remove_all(path, error);
  }
}

// The folder in which each bot finds the socket of its referee.
constexpr char kSockets[] = "/run/arena/";

}  // namespace

void AddSandboxFlags(CLI::App& command, SandboxFlags& flags,
                     const std::string& group) {
  command_line::AddChoice<SandboxWish>(
      command, "--sandbox", flags.wish,
      {{"auto", SandboxWish::kAuto},
       {"always", SandboxWish::kAlways},
       {"never", SandboxWish::kNever}},
      "Keep bots in, by bubblewrap: auto (if it is installed and works; the "
      "default), always or never")
      ->group(group);
  command
      .add_option(
          "--readable", flags.readable,
          "A file or folder that bots may read, besides the system, their own "
          "folder and the files that their commands name; may be repeated")
      ->check(CheckReadable)
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_flag("--network", flags.network,
                "Bots use the network of this machine; the result says so")
      ->group(group);
  command
      .add_flag("--gpus", flags.gpus,
                "Bots use the graphics cards of this machine; the result says "
                "so")
      ->group(group);
  command
      .add_option("--bot-memory", flags.memory,
                  "Memory of each process of a bot, such as 4GiB; half of the "
                  "machine's if absent")
      ->check(CheckMemorySize)
      ->group(group);
}

BotSandbox::BotSandbox(SandboxFlags flags,
                       std::unique_ptr<TemporaryFolder> folder,
                       std::unique_ptr<sandbox::Sandbox> sandbox)
    : flags_(std::move(flags)),
      folder_(std::move(folder)),
      sandbox_(std::move(sandbox)),
      kind_(sandbox_->kind()) {
  Hide(folder_->path());
}

absl::StatusOr<std::unique_ptr<BotSandbox>> BotSandbox::Open(
    const SandboxFlags& flags) {
  RemoveLeft();
  ARENA_ASSIGN_OR_RETURN(auto folder, TemporaryFolder::Create());
  const bool wanted = flags.wish != SandboxWish::kNever;
  auto opened =
      Sandbox::Open(wanted ? Kind::kBubblewrap : Kind::kNone, folder->path());
  if (wanted && !opened.ok()) {
    if (flags.wish == SandboxWish::kAlways) {
      return absl::UnavailableError(
          absl::StrCat("--sandbox always: ", opened.status().message()));
    }
    PrintMessage(absl::StrCat(
        "the bots run without a sandbox: as programs of the same user they can "
        "read your files, and each other's tokens, and write down the deals of "
        "a set. ",
        opened.status().message()));
    opened = Sandbox::Open(Kind::kNone, folder->path());
  }
  ARENA_RETURN_IF_ERROR(opened.status());
  return std::unique_ptr<BotSandbox>(
      new BotSandbox(flags, std::move(folder), *std::move(opened)));
}

void BotSandbox::Close() {
  sandbox_.reset();
  folder_.reset();
}

void BotSandbox::Hide(const std::string& path) {
  if (!path.empty()) hidden_.push_back(NormalPath(path));
}

void BotSandbox::HideOutput(const std::string& path) {
  if (!path.empty()) outputs_.push_back(NormalPath(path));
}

absl::StatusOr<std::string> BotSandbox::AddressFor(const BotProgram& program,
                                                   Job& job) const {
  absl::string_view path = program.address;
  if (!absl::ConsumePrefix(&path, "unix:") || !has_walls()) {
    return program.address;
  }
  const fs::path socket = NormalPath(std::string(path));
  if (program.socket_folder.empty()) {
    struct stat found;
    if (geteuid() == 0 && stat(socket.c_str(), &found) == 0 &&
        (found.st_mode & S_IWOTH) == 0) {
      return absl::FailedPreconditionError(absl::StrCat(
          "you are root, so bots run as other users, who cannot open the "
          "socket \"",
          socket.string(),
          "\"; open it to them (chmod o+w), or take --sandbox never"));
    }
    job.command_line->socket = socket;
  } else {
    job.socket_folder = NormalPath(program.socket_folder);
  }
  return absl::StrCat("unix:", kSockets, socket.filename().string());
}

// Fills in the files that the program may read, and its writable folder.
void BotSandbox::ShowMachine(
    const BotProgram& program, Job& job,
    std::map<std::string, std::string>& variables) const {
  if (!has_walls()) {
    if (program.leaves_nothing) variables["TMPDIR"] = program.own_folder;
    return;
  }
  const std::string& current = job.command_line->current_folder;
  for (const std::string& path : flags_.readable) {
    job.readable.push_back(NormalPath(path));
  }
  sandbox::ProgramFiles files = sandbox::FindProgramFiles(
      program.command, {current, variables, job.readable});
  absl::c_move(files.readable, std::back_inserter(job.readable));
  job.command_line->installations = std::move(files.installations);
  for (const auto& [name, value] : program.variables) {
    if (name == "ARENA_TLS_CA") job.readable.push_back(NormalPath(value));
  }
  for (const std::string& output : outputs_) {
    const bool is_lain_in =
        absl::c_any_of(job.readable, [&](const std::string& path) {
          std::error_code error;
          return fs::equivalent(path, output, error);
        });
    if (!is_lain_in) job.command_line->hidden.push_back(output);
  }
  variables["TMPDIR"] = "/tmp";
  if (IsHome(variables["HOME"])) {
    job.command_line->home = variables["HOME"];
  } else {
    variables["HOME"] = "/tmp";
  }
}

absl::StatusOr<std::unique_ptr<sandbox::Sandboxed>> BotSandbox::Start(
    const BotProgram& program) const {
  // The sandbox itself would give no reason.
  ARENA_RETURN_IF_ERROR(CheckCanStart(program.command[0]));
  Job job = {.id = IdOf(program.name),
             .command = program.command,
             .folder = "",
             .limits = LimitsFor(flags_),
             .on_line = program.on_line};
  job.command_line =
      sandbox::CommandLine{.current_folder = fs::current_path(),
                           .own_folder = NormalPath(program.own_folder),
                           .hidden = hidden_,
                           .has_network = flags_.network,
                           .has_gpus = flags_.gpus};
  std::map<std::string, std::string> variables = Environment();
  ShowMachine(program, job, variables);
  for (const auto& [name, value] : program.variables) variables[name] = value;
  ARENA_ASSIGN_OR_RETURN(variables["ARENA_ADDRESS"], AddressFor(program, job));
  job.variables.assign(variables.begin(), variables.end());
  return sandbox_->Start(std::move(job));
}

std::string BotSandbox::DeniedText() const {
  if (!has_walls()) return "";
  return absl::StrCat(
      "\nIts sandbox shows it the system, its own folder and what its command "
      "names (--readable FOLDER shows more), lets it write only to TMPDIR and "
      "HOME, which are empty, and has ",
      flags_.network ? "a network." : "no network (--network).");
}

std::string BotSandbox::ResultText() const {
  std::vector<std::string> more;
  if (flags_.network) more.push_back("the network");
  if (flags_.gpus) more.push_back("GPUs");
  if (!has_walls()) return "none";
  if (more.empty()) return "";
  return absl::StrCat(WordOf(kind_), ", with ", absl::StrJoin(more, " and "));
}

Json BotSandbox::ResultJson() const {
  return {{"kind", std::string(WordOf(kind_))},
          {"network", !has_walls() || flags_.network},
          {"gpus", !has_walls() || flags_.gpus}};
}

}  // namespace arena::cli
