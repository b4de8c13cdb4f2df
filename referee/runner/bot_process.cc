#include "referee/runner/bot_process.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/match/clock.h"

namespace arena::runner {
namespace {

namespace fs = std::filesystem;

// The folder of the socket inside the sandbox, and the name of the socket in
// it.
constexpr char kSocketFolderInside[] = "/run/arena";
constexpr char kSocketName[] = "r";
// How long a process may go on after it was asked to end.
constexpr absl::Duration kEndTime = absl::Seconds(2);
// The same after its match; in this time the process may look back at the
// match.
constexpr absl::Duration kAfterMatch = absl::Seconds(10);
// How many start budgets longer a start may take if the process waits for
// processors.
constexpr int kMostWaiting = 8;
// How often the watching thread looks for something to do.
constexpr absl::Duration kLook = absl::Milliseconds(100);

}  // namespace

BotProcess::BotProcess(const v1::StartProcess& task,
                       std::shared_ptr<const Build> build, CoreAllocator& cores,
                       OnReport on_report)
    : task_(task),
      build_(std::move(build)),
      cores_(cores),
      on_report_(std::move(on_report)),
      started_(absl::Now()) {}

absl::StatusOr<std::unique_ptr<BotProcess>> BotProcess::Start(
    const v1::StartProcess& task, std::shared_ptr<const Build> build,
    const Surroundings& surroundings, OnReport on_report) {
  std::unique_ptr<BotProcess> process(
      new BotProcess(task, std::move(build), *surroundings.cores,
                     std::move(on_report)));
  const absl::Status launched = process->Launch(surroundings);
  process->say_launched_.set_value();
  ARENA_RETURN_IF_ERROR(launched);
  process->watcher_ = std::thread([self = process.get()] { self->Watch(); });
  return process;
}

BotProcess::~BotProcess() {
  Stop();
  if (watcher_.joinable()) watcher_.join();
}

absl::Status BotProcess::Launch(const Surroundings& surroundings) {
  const std::string sockets = absl::StrCat(surroundings.folder, "/s");
  std::error_code error;
  fs::create_directory(sockets, error);
  // The process runs as another user.
  fs::permissions(sockets,
                  fs::perms::owner_all | fs::perms::group_exec |
                      fs::perms::others_exec,
                  error);
  if (error) {
    return absl::UnavailableError(
        absl::StrCat("cannot make ", sockets, ": ", error.message()));
  }
  ARENA_ASSIGN_OR_RETURN(
      proxy_, PlayProxy::Open(absl::StrCat(sockets, "/", kSocketName),
                              surroundings.referee,
                              {.token = task_.token(),
                               .bot = task_.bot(),
                               .process_id = task_.process_id(),
                               .version = task_.version(),
                               .several_matches = task_.several_matches(),
                               .rehearses = task_.rehearses(),
                               .resources = task_.resources()},
                              *this));
  sandbox::Job job = JobFor(sockets);
  const bool inside = surroundings.sandbox->kind() != sandbox::Kind::kNone;
  job.variables.emplace_back(
      "ARENA_ADDRESS", absl::StrCat("unix:", inside ? kSocketFolderInside
                                                    : sockets.c_str(),
                                    "/", kSocketName));
  surroundings.runtimes->AddTo(build_->manifest.runtime, job);
  ARENA_ASSIGN_OR_RETURN(process_,
                         surroundings.sandbox->Start(std::move(job)));
  return absl::OkStatus();
}

sandbox::Job BotProcess::JobFor(const std::string& socket_folder) {
  sandbox::Job job = {.id = task_.process_id(),
                      .command = build_->manifest.run,
                      .folder = build_->folder,
                      .socket_folder = socket_folder,
                      .image = build_->manifest.image};
  job.variables = {{"ARENA_BOT_NAME", task_.bot()},
                   {"ARENA_INSTANCE", task_.process_id()},
                   {"ARENA_ONE_MATCH",
                    task_.several_matches() ? "false" : "true"},
                   {"ARENA_MAX_MATCHES", "1"}};
  if (task_.resources().memory_mib() > 0) {
    job.limits.memory_bytes =
        int64_t{task_.resources().memory_mib()} << 20;
  }
  if (task_.resources().cores() > 0) {
    job.limits.cores = static_cast<int>(task_.resources().cores());
  }
  job.placement.processors = cores_.processors();
  job.on_line = [this](const std::string& line) {
    output_.AddLine(line);
  };
  return job;
}

// ---- The life of the process ----

void BotProcess::Stop() {
  if (stopping_.exchange(true)) return;
  MutexLock lock(mutex_);
  if (freezer_ != nullptr) freezer_->Release();
  if (process_ != nullptr) process_->Terminate();
}

void BotProcess::Watch() {
  const absl::Duration budget = FromMessage(task_.start_budget());
  // The bot is not to blame for the time before the start, for example for a
  // node of a cluster.
  absl::Time deadline = absl::Now() + budget;
  bool late = false, asked = false, ended = false;
  while (!(ended = process_->Wait(absl::Now() + kLook))) {
    TellMatches();
    bool greeted;
    {
      MutexLock lock(mutex_);
      greeted = hello_.has_value();
    }
    if ((stopping_ || over_) && !asked) {
      asked = true;
      deadline = absl::Now() + (stopping_ ? kEndTime : kAfterMatch);
    } else if (greeted && !asked) {
      deadline = absl::InfiniteFuture();
    }
    // Starting processes come after playing ones; see Placement::urgent.
    const bool starts = !greeted && !asked;
    const absl::Duration waited =
        starts ? std::min(process_->UsageSoFar().waiting_time,
                          kMostWaiting * budget)
               : absl::ZeroDuration();
    if (absl::Now() > deadline + waited) {
      late = !stopping_ && !over_;
      break;
    }
  }
  if (!ended) {
    process_->Kill();
    process_->Wait(absl::InfiniteFuture());
  }
  absl::Status flood;
  {
    MutexLock lock(mutex_);
    flood = flood_;
  }
  std::string end = stopping_ ? "stopped" : process_->EndText();
  if (!flood.ok()) end = std::string(flood.message());
  if (late) {
    end = absl::StrCat("no hello within ", absl::FormatDuration(budget));
  }
  // A bot is not to blame for its end if the referee is away, or if the machine
  // has ended the bot.
  const bool crashed = ended && !stopping_ && !over_ && playing_ &&
                       (proxy_->connected() || !flood.ok()) &&
                       !process_->WasTakenAway();
  proxy_.reset();
  GiveCoresBack();
  TellMatches();
  v1::ProcessReport report = Report(end);
  report.set_crashed(crashed);
  std::unique_ptr<sandbox::Sandboxed> process;
  {
    MutexLock lock(mutex_);
    freezer_.reset();
    process = std::move(process_);
  }
  // All of the output is read when the process is gone.
  process.reset();
  output_.MoveTo(*report.mutable_report());
  on_report_(std::move(report));
}

void BotProcess::TellMatches() {
  std::vector<v1::ProcessReport> reports;
  {
    MutexLock lock(mutex_);
    reports.swap(reports_);
  }
  for (v1::ProcessReport& report : reports) on_report_(std::move(report));
}

v1::ProcessReport BotProcess::Report(const std::string& end) {
  v1::ProcessReport report;
  report.set_process_id(task_.process_id());
  v1::SeatReport& seat = *report.mutable_report();
  seat.set_bot(task_.bot());
  seat.set_version(task_.version());
  seat.set_ended_with(end);
  log_.MoveTo(seat);
  const sandbox::Usage usage = process_->UsageSoFar();
  if (usage.is_measured) {
    seat.mutable_usage()->set_peak_memory_kib(ToKib(usage.peak_memory_bytes));
  }
  seat.mutable_usage()->set_out_of_memory(usage.out_of_memory);
  MutexLock lock(mutex_);
  if (usage.is_measured) {
    ToMessage(usage.processor_time - std::exchange(used_before_,
                                                   usage.processor_time),
              *seat.mutable_usage()->mutable_processor_time());
  }
  if (hello_.has_value() && !std::exchange(told_start_, true)) {
    ToMessage(*hello_ - started_, *seat.mutable_start_time());
  }
  return report;
}

void BotProcess::TakeCores() {
  MutexLock lock(seat_mutex_);
  if (seat_ != nullptr) return;
  seat_ = cores_.Take(
      static_cast<int>(std::max(1u, task_.resources().cores())),
      [this](const Processors& processors) {
        process_->Place({.processors = processors, .urgent = true});
      });
}

void BotProcess::GiveCoresBack() {
  MutexLock lock(seat_mutex_);
  if (seat_ == nullptr) return;
  seat_.reset();
  process_->Place({.processors = cores_.processors()});
}

std::optional<absl::Duration> BotProcess::Used() const {
  const sandbox::Usage usage = process_->UsageSoFar();
  if (!usage.is_measured) return std::nullopt;
  return usage.processor_time;
}

// ---- Messages of the process ----

void BotProcess::OnHello(const std::function<void()>& watch) {
  // A quick process says hello before its start has returned.
  launched_.wait();
  if (freezer_ != nullptr) return freezer_->OnReturn();
  MutexLock lock(mutex_);
  if (hello_.has_value() || process_ == nullptr) return;
  hello_ = absl::Now();
  if (task_.resources().pondering()) return;
  freezer_ = std::make_unique<Freezer>(
      Freezer::Hands{.set_frozen =
                         [this, watch](bool frozen) {
                           if (!frozen) return process_->Thaw();
                           process_->Freeze();
                           // Later, because the lock of the freezer is held
                           // here.
                           RunAfterAlarm(absl::ZeroDuration(), watch);
                         },
                     .now = &absl::Now,
                     .run_after = RunAfterAlarm},
      task_.several_matches());
}

void BotProcess::OnMessage(const v1::PlayResponse& message) {
  if (message.has_match_start()) {
    playing_ = true;
    TakeCores();
    log_.NoteMatch(message.match_start().match_id(),
                   message.match_start().seat());
  }
  if (message.has_prompt() &&
      message.prompt().kind() == v1::DECISION_KIND_MUST) {
    log_.NotePrompt(message.prompt().decision(), absl::Now(), Used());
  }
  if (message.has_match_end()) OnMatchEnd();
  if (freezer_ != nullptr) freezer_->OnMessage(message);
}

void BotProcess::OnMatchEnd() {
  log_.NoteMatchEnd(Used());
  GiveCoresBack();
  if (!task_.several_matches()) {
    over_ = true;
    return;
  }
  playing_ = false;
  v1::ProcessReport report = Report("went on");
  report.set_goes_on(true);
  output_.MoveTo(*report.mutable_report());
  MutexLock lock(mutex_);
  reports_.push_back(std::move(report));
}

void BotProcess::OnRequest(const v1::PlayRequest& request) {
  if (request.has_act()) {
    log_.NoteAct(request.act().decision(), absl::Now(), Used());
  }
  if (request.has_ready()) log_.NoteReady(Used());
  if (freezer_ != nullptr) freezer_->OnRequest(request);
}

void BotProcess::OnStreamEnd() {
  if (freezer_ != nullptr) freezer_->OnStreamEnd();
}

void BotProcess::OnFlood(const absl::Status& why) {
  launched_.wait();
  MutexLock lock(mutex_);
  if (!flood_.ok() || process_ == nullptr) return;
  flood_ = why;
  process_->Kill();
}

}  // namespace arena::runner
