#include "referee/embedded_runners.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/process/processors.h"
#include "referee/base/log.h"

namespace arena::referee {
namespace {

namespace fs = std::filesystem;

// The processes of the runners have to end first.
constexpr absl::Duration kStopTime = absl::Seconds(4);
// How often to look whether a runner has ended, and how long a runner that ends
// at once waits for its next start.
constexpr absl::Duration kLook = absl::Milliseconds(200);
constexpr absl::Duration kPause = absl::Seconds(2);

// The folder of this program.
absl::StatusOr<fs::path> OwnFolder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) {
    return absl::UnavailableError(
        absl::StrCat("cannot find this program: ", error.message()));
  }
  return program.parent_path();
}

// The processors of one of so many runners. Runners share processors if there
// are too few.
Processors ShareOf(const Processors& all, int number, int runners) {
  const int count = static_cast<int>(all.size());
  if (count < runners) return {all[number % count]};
  return {all.begin() + count * number / runners,
          all.begin() + count * (number + 1) / runners};
}

// Libraries for bots from the build of this project.
std::vector<std::string> OwnOffers(const fs::path& folder) {
  std::error_code error;
  const fs::path python = folder.parent_path() / "python-venv";
  if (!fs::exists(python / "bin/python3", error)) return {};
  return {absl::StrCat("python=", python.string())};
}

// Offers the bridge that was built with this program. The bridge is alone in a
// folder, so that bots see nothing else of the build. Empty if it was not
// built.
std::string OwnBridge(const fs::path& folder, const fs::path& offer) {
  std::error_code error;
  fs::create_directories(offer / "bin", error);
  const fs::path arena = offer / "bin/arena";
  fs::create_hard_link(folder / "arena", arena, error);
  // A link is impossible across file systems.
  if (error) fs::copy_file(folder / "arena", arena, error);
  return error ? "" : absl::StrCat("bridge=", offer.string());
}

}  // namespace

absl::StatusOr<std::unique_ptr<EmbeddedRunners>> EmbeddedRunners::Prepare(
    const RunnerFlags& flags) {
  std::unique_ptr<EmbeddedRunners> runners(new EmbeddedRunners(flags));
  ARENA_ASSIGN_OR_RETURN(const fs::path folder, OwnFolder());
  runners->program_ = folder / "runner";
  std::error_code error;
  if (!fs::exists(runners->program_, error)) {
    return absl::NotFoundError(
        absl::StrCat("--runners needs the program ", runners->program_,
                     "; `cmake --build build --target runner` builds it"));
  }
  ARENA_ASSIGN_OR_RETURN(runners->sockets_, TemporaryFolder::Create());
  runners->bridge_offer_ =
      OwnBridge(folder, fs::path(runners->sockets_->path()) / "bridge");
  runners->token_ = RandomSecret();
  runners->token_sha256_ = Sha256(runners->token_);
  return runners;
}

EmbeddedRunners::~EmbeddedRunners() {
  stopping_ = true;
  if (watcher_.joinable()) watcher_.join();
  // Asks all of them at once, not one after the other. The signal of their
  // destructors is the second one, which ends the processes of bots, too. Two
  // signals of the same kind might arrive as one.
  for (const auto& process : processes_) process->Signal(SIGINT);
}

std::string EmbeddedRunners::address() const {
  return absl::StrCat("unix:", sockets_->path(), "/referee");
}

ProcessSpec EmbeddedRunners::SpecOf(int number) const {
  const Processors own = OwnProcessors();
  const int cores = std::max(1, static_cast<int>(own.size()));
  const int seats =
      flags_.seats > 0 ? flags_.seats : cores / flags_.seat_cores;
  ProcessSpec spec;
  spec.command = {program_,
                  "--referee",
                  address(),
                  "--name",
                  absl::StrCat("embedded-", number + 1),
                  "--sandbox",
                  flags_.sandbox,
                  "--seats",
                  absl::StrCat(std::max(1, seats / flags_.runners)),
                  "--work",
                  absl::StrCat(work_, "/", number + 1)};
  if (!own.empty()) {
    spec.command.insert(
        spec.command.end(),
        {"--processors",
         ProcessorsText(ShareOf(own, number, flags_.runners))});
  }
  std::vector<std::string> offers = flags_.offers;
  const auto offered = [&offers](absl::string_view runtime) {
    return absl::c_any_of(offers, [&](const std::string& offer) {
      return absl::StartsWith(offer, absl::StrCat(runtime, "="));
    });
  };
  const bool has_bridge = offered("bridge");
  if (!offered("python")) {
    absl::c_copy(OwnOffers(fs::path(program_).parent_path()),
                 std::back_inserter(offers));
  }
  // Programs in containers do not see this machine.
  const bool in_containers =
      flags_.sandbox != "bubblewrap" && flags_.sandbox != "none";
  if (!has_bridge && !in_containers && !bridge_offer_.empty()) {
    offers.push_back(bridge_offer_);
  }
  for (const std::string& offer : offers) {
    spec.command.insert(spec.command.end(), {"--offer", offer});
  }
  spec.variables = {{"ARENA_TOKEN", token_}};
  spec.ready_prefix = "running ";
  spec.stop_timeout = kStopTime;
  spec.on_line = [number](const std::string& line) {
    spdlog::info("runner {}: {}", number + 1, line);
  };
  return spec;
}

absl::Status EmbeddedRunners::Start(const std::string& work) {
  // A sandbox takes only absolute paths.
  work_ = work.empty() ? "" : fs::absolute(work).string();
  if (work_.empty()) {
    ARENA_ASSIGN_OR_RETURN(own_work_, TemporaryFolder::Create());
    work_ = own_work_->path();
  }
  for (int number = 0; number < flags_.runners; ++number) {
    ARENA_ASSIGN_OR_RETURN(auto process, Process::Start(SpecOf(number)));
    processes_.push_back(std::move(process));
  }
  for (const auto& process : processes_) {
    ARENA_RETURN_IF_ERROR(
        process->AwaitReady(absl::Now() + absl::Seconds(30)).status());
  }
  watcher_ = std::thread([this] { Watch(); });
  return absl::OkStatus();
}

void EmbeddedRunners::Watch() {
  std::vector<absl::Time> due(processes_.size(), absl::InfinitePast());
  while (!stopping_) {
    absl::SleepFor(kLook);
    for (size_t i = 0; i < processes_.size() && !stopping_; ++i) {
      if (!processes_[i]->Ended() || absl::Now() < due[i]) continue;
      Log("runner ended", {{"end", processes_[i]->EndText()}});
      due[i] = absl::Now() + kPause;
      auto again = Process::Start(SpecOf(static_cast<int>(i)));
      if (again.ok()) processes_[i] = *std::move(again);
    }
  }
}

}  // namespace arena::referee
