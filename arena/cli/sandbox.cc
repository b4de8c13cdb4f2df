#include "arena/cli/sandbox.h"

#include <cstring>
#include <filesystem>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/process/process.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

constexpr absl::Duration kPatience = absl::Seconds(5);

// All that a program sees otherwise, except other processes.
std::vector<std::string> Bubblewrap() {
  return {"bwrap", "--die-with-parent", "--dev-bind", "/", "/", "--proc",
          "/proc", "--unshare-pid"};
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
  std::vector<std::string> command = Bubblewrap();
  command.insert(command.end(), {"--", "true"});
  ARENA_ASSIGN_OR_RETURN(const auto process,
                         Process::Start({.command = std::move(command)}));
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
  std::vector<std::string> arguments = Bubblewrap();
  for (const std::string& name : hidden) {
    std::error_code error;
    const fs::path path = fs::canonical(name, error);
    if (error || HoldsCurrentFolder(path)) continue;
    if (fs::is_directory(path, error)) {
      arguments.insert(arguments.end(), {"--tmpfs", path});
    } else {
      arguments.insert(arguments.end(), {"--ro-bind", "/dev/null", path});
    }
  }
  return Sandbox(std::move(arguments));
}

std::vector<std::string> Sandbox::Wrap(const std::vector<std::string>& command,
                                       const std::string& own) const {
  std::vector<std::string> wrapped = arguments_;
  wrapped.insert(wrapped.end(), {"--bind", own, own, "--"});
  wrapped.insert(wrapped.end(), command.begin(), command.end());
  return wrapped;
}

std::string Sandbox::EndInside(const std::string& end) {
  // As a shell does, bubblewrap adds this to the number of a signal.
  constexpr int kSignals = 128;
  absl::string_view number = end;
  int status = 0;
  if (!absl::ConsumePrefix(&number, "exit status ") ||
      !absl::SimpleAtoi(number, &status) || status <= kSignals) {
    return end;
  }
  return absl::StrCat("signal ", status - kSignals, " (",
                      strsignal(status - kSignals), ")");
}

}  // namespace arena::cli
