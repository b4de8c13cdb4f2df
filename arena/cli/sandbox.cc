#include "arena/cli/sandbox.h"

#include <filesystem>
#include <initializer_list>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/process/process.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

constexpr absl::Duration kPatience = absl::Seconds(5);

std::vector<std::string> Joined(
    std::initializer_list<std::vector<std::string>> parts) {
  std::vector<std::string> all;
  for (const std::vector<std::string>& part : parts) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

// The beginning of a command: a program in it sees `machine`, and no processes
// but its own. Without capabilities root cannot undo that either.
std::vector<std::string> Bubblewrap(const std::vector<std::string>& machine) {
  return Joined({{"bwrap", "--die-with-parent", "--cap-drop", "ALL"},
                 machine,
                 {"--proc", "/proc", "--unshare-pid"}});
}

std::vector<std::string> Unsealed() {
  return Bubblewrap({"--dev-bind", "/", "/"});
}

// To be looked at only. Graphics cards are computers that bots need.
std::vector<std::string> Sealed() {
  std::vector<std::string> machine = {"--ro-bind",     "/",    "/",
                                      "--dev",         "/dev", "--unshare-net",
                                      "--unshare-ipc"};
  std::error_code error;
  for (const auto& device : fs::directory_iterator("/dev", error)) {
    const std::string name = device.path().filename();
    if (name == "dri" || name == "kfd" || name.rfind("nvidia", 0) == 0) {
      machine.insert(machine.end(),
                     {"--dev-bind", device.path(), device.path()});
    }
  }
  return Bubblewrap(machine);
}

// Whether a program that starts in the current folder needs the folder.
bool HoldsCurrentFolder(const fs::path& folder) {
  std::error_code error;
  const fs::path relative =
      fs::relative(fs::current_path(error), folder, error);
  return !error && *relative.begin() != "..";
}

// OK if bubblewrap does its work here, which the system may forbid.
absl::Status Try() {
  ARENA_ASSIGN_OR_RETURN(
      const auto process,
      Process::Start({.command = Joined({Sealed(), {"--", "true"}})}));
  if (!process->Wait(absl::Now() + kPatience)) {
    return absl::UnavailableError("bwrap does not end");
  }
  if (process->EndText() == "exit status 0") return absl::OkStatus();
  return absl::UnavailableError(process->LastLines());
}

}  // namespace

CLI::Option* AddSandboxFlag(CLI::App& command, SandboxWish& wish) {
  return command_line::AddChoice<SandboxWish>(
      command, "--sandbox", wish,
      {{"auto", SandboxWish::kAuto},
       {"always", SandboxWish::kAlways},
       {"never", SandboxWish::kNever}},
      "Keep bots from seeing each other's processes and folders, by "
      "bubblewrap: auto (if it is installed and works; the default), always or "
      "never");
}

absl::StatusOr<std::optional<Sandbox>> Sandbox::Open(
    SandboxWish wish, const std::vector<std::string>& hidden) {
  if (wish == SandboxWish::kNever) return std::nullopt;
  const absl::Status works = Try();
  if (!works.ok() && wish == SandboxWish::kAuto) return std::nullopt;
  if (!works.ok()) {
    return absl::UnavailableError(absl::StrCat(
        "--sandbox always needs bubblewrap (the Debian package bubblewrap): ",
        works.message()));
  }
  std::vector<std::string> hiding;
  for (const std::string& name : hidden) {
    std::error_code error;
    const fs::path path = fs::canonical(name, error);
    if (error || HoldsCurrentFolder(path)) continue;
    if (fs::is_directory(path, error)) {
      hiding.insert(hiding.end(), {"--tmpfs", path});
    } else {
      hiding.insert(hiding.end(), {"--ro-bind", "/dev/null", path});
    }
  }
  return Sandbox(std::move(hiding));
}

std::vector<std::string> Sandbox::Wrap(const std::vector<std::string>& command,
                                       const std::string& own) const {
  return Start(Unsealed(), command, own);
}

std::vector<std::string> Sandbox::Seal(const std::vector<std::string>& command,
                                       const std::string& own) const {
  return Start(Sealed(), command, own);
}

std::vector<std::string> Sandbox::Start(
    const std::vector<std::string>& bubblewrap,
    const std::vector<std::string>& command, const std::string& own) const {
  return Joined({bubblewrap, hiding_, {"--bind", own, own, "--"}, command});
}

}  // namespace arena::cli
