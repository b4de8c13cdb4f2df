#include "referee/runner/workshop.h"

#include <filesystem>
#include <future>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/process/temporary_folder.h"
#include "referee/base/log.h"

namespace arena::runner {
namespace {

namespace fs = std::filesystem;
using referee::Log;
using referee::LogError;

// The folders of processes. Names are short, because the path of a socket may
// have 107 characters: "FOLDER/p/1234567890/s/r".
constexpr char kProcesses[] = "/p";
constexpr size_t kLongestFolder = 88;

constexpr int kMostBuilds = 3;

void LogBroken(const v1::BuildTask& task, const absl::Status& why) {
  LogError("build broken off",
           {{"bot", task.bot()}, {"version", task.version()}}, why);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Workshop>> Workshop::Open(
    WorkshopOptions options) {
  std::unique_ptr<Workshop> workshop(new Workshop(std::move(options)));
  const std::string& folder = workshop->options_.folder;
  if (folder.size() > kLongestFolder) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--work ", folder, " has ", folder.size(),
        " characters; expected at most ", kLongestFolder,
        ", because Unix sockets are kept below it"));
  }
  ARENA_RETURN_IF_ERROR(MakePrivateFolder(folder));
  ARENA_ASSIGN_OR_RETURN(
      workshop->sandbox_,
      workshop->options_.open_sandbox(absl::StrCat(folder, "/sandbox")));
  ARENA_ASSIGN_OR_RETURN(workshop->builds_on_disk_,
                         BuildCache::Open(absl::StrCat(folder, "/builds")));
  for (const char* const name : {"/building", kProcesses}) {
    std::error_code error;
    fs::remove_all(absl::StrCat(folder, name), error);
    ARENA_RETURN_IF_ERROR(MakePrivateFolder(absl::StrCat(folder, name)));
  }
  return workshop;
}

void Workshop::Close() {
  closing_ = true;
  if (sandbox_ != nullptr) sandbox_->GiveUpStarts();
  MutexLock lock(mutex_);
  for (auto& [id, running] : processes_) {
    running.stopped = true;
    if (running.process != nullptr) running.process->Stop();
  }
  idle_.Wait(mutex_, [this] { return threads_ == 0; });
}

void Workshop::Run(std::function<void()> work) {
  ++threads_;
  std::thread([this, work = std::move(work)] {
    work();
    // The workshop may be gone as soon as the lock is released.
    MutexLock lock(mutex_);
    --threads_;
    idle_.NotifyAll();
  }).detach();
}

// ---- Builds ----

void Workshop::Build(RefereeCall& referee, const v1::BuildTask& task,
                     Tell tell) {
  MutexLock lock(mutex_);
  if (closing_ || !builds_.emplace(task.task_id(), &referee).second) return;
  Log("build begins", {{"bot", task.bot()}, {"version", task.version()}});
  Run([this, &referee, task, tell = std::move(tell)] {
    const Builder builder(*sandbox_, options_.runtimes,
                          absl::StrCat(options_.folder, "/building"),
                          options_.build_limits, options_.processors,
                          closing_);
    auto report = builder.Run(referee, task);
    for (int i = 1; i < kMostBuilds && !report.ok() && !closing_; ++i) {
      LogBroken(task, report.status());
      report = builder.Run(referee, task);
    }
    {
      MutexLock lock(mutex_);
      builds_.erase(task.task_id());
    }
    if (!report.ok()) {
      metrics_.CountBuild(nullptr);
      LogBroken(task, report.status());
      // The referee gives the build to another runner.
      if (closing_) return;
      report.emplace();
      report->set_task_id(task.task_id());
      report->set_failure(
          absl::StrCat("the runner has tried ", kMostBuilds,
                       " times and cannot build it, which is no fault of the "
                       "version; the log of the runner says why"));
    }
    metrics_.CountBuild(&*report);
    Log("build over", {{"bot", task.bot()},
                       {"version", task.version()},
                       {"failure", report->failure()}});
    v1::WorkRequest message;
    *message.mutable_build() = *std::move(report);
    tell(std::move(message));
  });
}

// ---- Processes ----

void Workshop::Start(RefereeCall& referee, const v1::StartProcess& task,
                     Tell tell) {
  MutexLock lock(mutex_);
  if (closing_) return;
  const auto [place, is_new] = processes_.try_emplace(task.process_id());
  Running& running = place->second;
  if (!is_new) {
    if (running.referee == &referee) return;
    // Another referee has taken the match over, and wants the process there.
    running.next = [this, &referee, task, tell] { Start(referee, task, tell); };
    running.stopped = true;
    if (running.process != nullptr) running.process->Stop();
    return;
  }
  running.referee = &referee;
  running.task = task;
  Run([this, &referee, task, tell = std::move(tell)] {
    RunProcess(referee, task, tell);
  });
}

absl::StatusOr<std::unique_ptr<BotProcess>> Workshop::Launch(
    RefereeCall& referee, const v1::StartProcess& task,
    const std::string& folder, BotProcess::OnReport on_report) {
  ARENA_ASSIGN_OR_RETURN(auto build,
                         builds_on_disk_->Take(referee, task.build_sha256()));
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) {
    return absl::UnavailableError(
        absl::StrCat("cannot make ", folder, ": ", error.message()));
  }
  return BotProcess::Start(task, std::move(build),
                           {.sandbox = sandbox_.get(),
                            .runtimes = &options_.runtimes,
                            .cores = &cores_,
                            .referee = referee.channel(),
                            .folder = folder},
                           std::move(on_report));
}

void Workshop::RunProcess(RefereeCall& referee, const v1::StartProcess& task,
                          const Tell& tell) {
  const std::string folder =
      absl::StrCat(options_.folder, kProcesses, "/", ++started_);
  std::promise<v1::ProcessReport> say_ended;
  auto process =
      Launch(referee, task, folder,
             [&say_ended, &tell](v1::ProcessReport report) {
               if (!report.goes_on()) {
                 return say_ended.set_value(std::move(report));
               }
               v1::WorkRequest message;
               *message.mutable_process() = std::move(report);
               tell(std::move(message));
             });
  v1::WorkRequest message;
  if (process.ok()) {
    {
      MutexLock lock(mutex_);
      Running& running = processes_[task.process_id()];
      running.process = *std::move(process);
      if (running.stopped) running.process->Stop();
    }
    *message.mutable_process() = say_ended.get_future().get();
  } else {
    LogError("process not started",
             {{"bot", task.bot()}, {"version", task.version()}},
             process.status());
    v1::ProcessReport& report = *message.mutable_process();
    report.set_process_id(task.process_id());
    report.mutable_report()->set_bot(task.bot());
    report.mutable_report()->set_version(task.version());
    const bool is_to_blame = absl::IsInvalidArgument(process.status()) ||
                             absl::IsNotFound(process.status());
    const std::string why(process.status().message());
    if (is_to_blame) report.mutable_report()->set_ended_with(why);
    if (!is_to_blame) report.set_not_started(why);
  }
  std::unique_ptr<BotProcess> ended;
  {
    MutexLock lock(mutex_);
    ended = std::move(processes_[task.process_id()].process);
  }
  ended.reset();
  std::error_code error;
  fs::remove_all(folder, error);
  std::function<void()> next;
  {
    MutexLock lock(mutex_);
    next = std::move(processes_[task.process_id()].next);
    processes_.erase(task.process_id());
  }
  metrics_.CountProcess(message.process());
  tell(std::move(message));
  if (next != nullptr) next();
}

void Workshop::Stop(const std::string& process_id) {
  MutexLock lock(mutex_);
  const auto found = processes_.find(process_id);
  if (found == processes_.end()) return;
  found->second.stopped = true;
  if (found->second.process != nullptr) found->second.process->Stop();
}

void Workshop::StopAllOf(const RefereeCall& referee) {
  MutexLock lock(mutex_);
  for (auto& [id, running] : processes_) {
    if (running.referee != &referee) continue;
    running.stopped = true;
    if (running.process != nullptr) running.process->Stop();
  }
}

std::vector<v1::RunningProcess> Workshop::ProcessesOf(
    const RefereeCall& referee) const {
  MutexLock lock(mutex_);
  std::vector<v1::RunningProcess> processes;
  for (const auto& [id, running] : processes_) {
    if (running.referee != &referee || running.stopped) continue;
    v1::RunningProcess& process = processes.emplace_back();
    process.set_process_id(id);
    process.set_bot(running.task.bot());
    process.set_version(running.task.version());
    process.set_token(running.task.token());
    process.set_several_matches(running.task.several_matches());
  }
  return processes;
}

std::vector<std::string> Workshop::BuildsOf(const RefereeCall& referee) const {
  MutexLock lock(mutex_);
  std::vector<std::string> builds;
  for (const auto& [id, of] : builds_) {
    if (of == &referee) builds.push_back(id);
  }
  return builds;
}

Occupation Workshop::occupation() const {
  MutexLock lock(mutex_);
  Occupation now;
  for (const auto& [id, running] : processes_) {
    const BotProcess* const process = running.process.get();
    if (process == nullptr || process->waiting()) ++now.waiting;
    if (process != nullptr && process->playing()) ++now.playing;
  }
  now.builds = static_cast<int>(builds_.size());
  return now;
}

int Workshop::processes() const {
  MutexLock lock(mutex_);
  return static_cast<int>(processes_.size());
}

}  // namespace arena::runner
