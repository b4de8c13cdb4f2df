#include "arena/sandbox/podman.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/process/process.h"

namespace arena::sandbox {
namespace {

constexpr absl::Duration kCallTimeout = absl::Minutes(1);

}  // namespace

absl::StatusOr<Podman> Podman::Find() {
  // No daemon of the system is needed for cgroups, and nothing is told about
  // containers that come and go.
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
