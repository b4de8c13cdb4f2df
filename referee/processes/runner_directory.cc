#include "referee/processes/runner_directory.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/text.h"

namespace arena::referee {
namespace {

// The most builds of a runner: more would only wait for each other.
constexpr size_t kMostBuilds = 2;
constexpr uint32_t kMostPlaying = 65536;

bool TakesBuild(const ConnectedRunner& runner) {
  return !runner.draining && runner.builds.size() < kMostBuilds;
}

}  // namespace

bool ConnectedRunner::Has(const std::string& runtime) const {
  return absl::c_linear_search(hello.runtimes(), runtime);
}

int ConnectedRunner::process_room() const {
  const int most = static_cast<int>(hello.max_playing()) + spares;
  return std::max(0, most - static_cast<int>(processes.size()));
}

int ConnectedRunner::playing_room() const {
  return std::max(0, static_cast<int>(hello.max_playing()) -
                         static_cast<int>(playing.size()));
}

absl::Status RunnerDirectory::Enter(const v1::RunnerHello& hello,
                                    std::shared_ptr<RunnerTransport> transport,
                                    absl::Time now) {
  ARENA_RETURN_IF_ERROR(CheckName("runner", hello.name()));
  if (hello.max_playing() == 0 || hello.max_playing() > kMostPlaying) {
    return absl::InvalidArgumentError(
        absl::StrCat("max_playing is ", hello.max_playing(),
                     "; expected 1 to ", kMostPlaying));
  }
  if (by_name_.contains(hello.name())) {
    return absl::AlreadyExistsError(
        absl::StrCat("a runner named \"", hello.name(),
                     "\" is connected; choose another name (--name)"));
  }
  auto runner = std::make_unique<ConnectedRunner>();
  runner->hello = hello;
  runner->hello.clear_processes();
  runner->hello.clear_builds();
  runner->transport = std::move(transport);
  runner->heard = now;
  if (warm_) runner->spares = static_cast<int>(hello.max_playing());
  by_transport_[runner->transport.get()] = runner.get();
  by_name_[hello.name()] = std::move(runner);
  Survey();
  return absl::OkStatus();
}

std::unique_ptr<ConnectedRunner> RunnerDirectory::Remove(
    const RunnerTransport* transport) {
  const ConnectedRunner* const runner = Of(transport);
  if (runner == nullptr) return nullptr;
  by_transport_.erase(transport);
  auto removed = std::move(by_name_.extract(runner->name()).mapped());
  Survey();
  return removed;
}

ConnectedRunner* RunnerDirectory::Of(const RunnerTransport* transport) {
  const auto found = by_transport_.find(transport);
  return found == by_transport_.end() ? nullptr : found->second;
}

ConnectedRunner* RunnerDirectory::Find(const std::string& name) {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second.get();
}

std::vector<std::string> RunnerDirectory::TakeLateBuilds(absl::Time now) {
  std::vector<std::string> late;
  for (const auto& [name, runner] : by_name_) {
    std::erase_if(runner->builds, [&](const auto& build) {
      const bool is_late = now - build.second > kMostBuilding;
      if (is_late) late.push_back(build.first);
      return is_late;
    });
  }
  return late;
}

ConnectedRunner* RunnerDirectory::ForBuild(const std::string& runtime) {
  ConnectedRunner* best = nullptr;
  for (const auto& [name, runner] : by_name_) {
    if (!TakesBuild(*runner) || !runner->Has(runtime)) continue;
    if (best == nullptr || runner->builds.size() < best->builds.size()) {
      best = runner.get();
    }
  }
  return best;
}

void RunnerDirectory::SetDraining(ConnectedRunner& runner, bool draining) {
  runner.draining = draining;
  Survey();
}

void RunnerDirectory::Survey() {
  runtimes_.clear();
  seats_ = 0;
  for (const auto& [name, runner] : by_name_) {
    if (runner->draining) continue;
    runtimes_.insert(runner->hello.runtimes().begin(),
                     runner->hello.runtimes().end());
    seats_ += static_cast<int>(runner->hello.max_playing());
  }
}

int RunnerDirectory::process_room() const {
  int room = 0;
  for (const auto& [name, runner] : by_name_) {
    if (!runner->draining) room += runner->process_room();
  }
  return room;
}

std::map<std::string, RunnerRoom> RunnerDirectory::Rooms() const {
  std::map<std::string, RunnerRoom> rooms;
  for (const auto& [name, runner] : by_name_) {
    const auto& runtimes = runner->hello.runtimes();
    rooms[name] = {.runtimes = {runtimes.begin(), runtimes.end()},
                   .seats = static_cast<int>(runner->hello.max_playing()),
                   .playing_room = runner->playing_room(),
                   .process_room = runner->process_room(),
                   .draining = runner->draining};
  }
  return rooms;
}

std::vector<std::shared_ptr<RunnerTransport>> RunnerDirectory::Silent(
    absl::Time now) const {
  std::vector<std::shared_ptr<RunnerTransport>> silent;
  for (const auto& [name, runner] : by_name_) {
    if (now - runner->heard > kLease) silent.push_back(runner->transport);
  }
  return silent;
}

std::vector<std::shared_ptr<RunnerTransport>> RunnerDirectory::Transports()
    const {
  std::vector<std::shared_ptr<RunnerTransport>> all;
  for (const auto& [name, runner] : by_name_) all.push_back(runner->transport);
  return all;
}

std::vector<v1::Runner> RunnerDirectory::List() const {
  std::vector<v1::Runner> list;
  for (const auto& [name, runner] : by_name_) {
    v1::Runner& told = list.emplace_back();
    *told.mutable_hello() = runner->hello;
    told.set_processes(runner->processes.size());
    told.set_playing(runner->playing.size());
    told.set_builds(runner->builds.size());
    told.set_draining(runner->draining);
  }
  return list;
}

}  // namespace arena::referee
