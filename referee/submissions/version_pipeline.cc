#include "referee/submissions/version_pipeline.h"

#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "referee/access/replies.h"
#include "referee/base/log.h"
#include "referee/processes/validation_plan.h"

namespace arena::referee {
namespace {

// How many versions one referee leads at a time. The second limit includes
// versions without progress for long, which may lack a runner.
constexpr size_t kMostWork = 16;
constexpr size_t kMostKept = 1000;
constexpr absl::Duration kLong = absl::Minutes(1);
constexpr int kDeletedAtOnce = 5;
constexpr absl::Duration kDeletionInterval = absl::Hours(1);
constexpr size_t kMostOutput = 64 << 10;
constexpr size_t kMostEnd = 200;
constexpr absl::Duration kReportPatience = absl::Seconds(10);
constexpr int kMostLost = 3;
constexpr int kMostBrokenBuilds = 5;

// The end of a text that a bot may have written, made harmless for its readers.
std::string LastOf(const std::string& text, size_t most) {
  std::string printable = Printable(text);
  if (printable.size() <= most) return printable;
  size_t begin = printable.size() - most;
  // The text must not begin in the middle of a character.
  while (begin < printable.size() && (printable[begin] & 0xC0) == 0x80) ++begin;
  return printable.substr(begin);
}

v1::SeatReport Harmless(v1::SeatReport report) {
  if (!report.has_time()) *report.mutable_time() = ToTimestamp(absl::Now());
  report.set_ended_with(LastOf(report.ended_with(), kMostEnd));
  if (report.output().size() > kMostOutput) report.set_output_cut(true);
  report.set_output(LastOf(report.output(), kMostOutput));
  return report;
}

v1::VersionFailure Failure(v1::VersionFailure::Phase phase,
                           absl::string_view reason) {
  v1::VersionFailure failure;
  failure.set_phase(phase);
  failure.set_reason(std::string(reason));
  return failure;
}

void AddEnd(const v1::SeatReport& report, v1::VersionFailure& failure) {
  failure.set_ended_with(report.ended_with());
  failure.set_output(report.output());
}

// The part of a playable version that may change.
std::string KeyOf(const PlayableVersion& version) {
  return absl::StrCat(version.active ? "active/" : "/", version.build_sha256);
}

}  // namespace

VersionPipeline::VersionPipeline(StoreExecutor& store, Executor& clock,
                                 Builders& builders, MatchOrders& matches,
                                 const VersionPipelineOptions& options)
    : store_(store),
      clock_(clock),
      builders_(builders),
      matches_(matches),
      options_(options),
      alarm_(clock.NewStrand()) {}

template <typename Task>
void VersionPipeline::Do(Task task) {
  store_.Plan(
      nullptr,
      [this, task = std::move(task)](Store& store) mutable {
        return task(store);
      },
      // After an error the pipeline looks again, and then does the rest of the
      // work.
      [](const absl::Status& status) {
        if (!status.ok()) LogError("versions not advanced", {}, status);
      });
}

void VersionPipeline::Begin(std::function<void(const absl::Status&)> told) {
  Do([this, told = std::move(told)](Store& store) {
    told(TellPlayable(store));
    return Tick(store);
  });
}

void VersionPipeline::Look() {
  Do([this](Store& store) { return Tick(store); });
}

void VersionPipeline::OnMatchOver(const std::string& match_id) {
  Do([this, match_id](Store& store) {
    const bool mine = absl::c_any_of(work_, [&](const auto& numbered) {
      const std::optional<Validation>& validation = numbered.second.validation;
      return validation.has_value() &&
             absl::c_linear_search(validation->Open(), match_id);
    });
    return mine ? Tick(store) : absl::OkStatus();
  });
}

absl::Status VersionPipeline::Tick(Store& store) {
  alarm_->Post([this] {
    alarm_->WakeAt(clock_.Now() + options_.look_interval, [this] { Look(); });
  });
  ARENA_RETURN_IF_ERROR(TellPlayable(store));
  ARENA_ASSIGN_OR_RETURN(const bool found, FindWork(store));
  if (!found && !unserved_.empty() && !AnyWaits()) {
    unserved_.clear();
    ARENA_RETURN_IF_ERROR(FindWork(store).status());
  }
  for (const int64_t number : InTurn()) {
    const auto work = work_.find(number);
    if (work == work_.end()) continue;
    ARENA_RETURN_IF_ERROR(Contain(store, number, Advance(store, work->second)));
  }
  return DeleteUnused(store);
}

absl::StatusOr<bool> VersionPipeline::FindWork(Store& store) {
  const size_t busy_now = busy();
  if (busy_now >= kMostWork || work_.size() >= kMostKept) return false;
  ARENA_ASSIGN_OR_RETURN(
      std::vector<VersionRow> found,
      store.versions().FindWork(static_cast<int>(kMostWork - busy_now),
                                unserved_));
  for (VersionRow& row : found) {
    const int64_t number = row.number;
    work_.insert_or_assign(
        number, Work{.row = std::move(row), .progress = clock_.Now()});
  }
  return !found.empty();
}

bool VersionPipeline::AnyWaits() const {
  return absl::c_any_of(work_, [](const auto& numbered) {
    const Work& work = numbered.second;
    return !work.building &&
           work.row.message.state() != v1::SubmittedVersion::STATE_VALIDATING;
  });
}

std::vector<int64_t> VersionPipeline::InTurn() const {
  std::multimap<int64_t, int64_t> by_turn;
  for (const auto& [number, work] : work_) {
    const auto last = last_builds_.find(work.row.author);
    by_turn.emplace(last == last_builds_.end() ? 0 : last->second, number);
  }
  std::vector<int64_t> numbers;
  for (const auto& [turn, number] : by_turn) numbers.push_back(number);
  return numbers;
}

bool VersionPipeline::IsBuildingFor(const std::string& author) const {
  return absl::c_any_of(work_, [&](const auto& numbered) {
    const Work& work = numbered.second;
    return work.building && work.row.author == author;
  });
}

size_t VersionPipeline::busy() const {
  return absl::c_count_if(work_, [this](const auto& numbered) {
    const Work& work = numbered.second;
    return work.building || clock_.Now() - work.progress < kLong;
  });
}

absl::Status VersionPipeline::Contain(Store& store, int64_t number,
                                      const absl::Status& status) {
  if (status.ok() || !IsOfOneRow(status)) return status;
  Log("version left", {{"version", absl::StrCat(number)},
                       {"reason", std::string(status.message())}});
  Forget(number);
  const absl::Status released = store.versions().Release(number);
  return IsOfOneRow(released) ? absl::OkStatus() : released;
}

absl::Status VersionPipeline::Advance(Store& store, Work& work) {
  if (!work.row.damage.empty()) {
    return Fail(store, work,
                Failure(v1::VersionFailure::PHASE_BUILD, work.row.damage));
  }
  if (work.building) return absl::OkStatus();
  if (work.row.message.state() != v1::SubmittedVersion::STATE_VALIDATING) {
    return BeginBuild(store, work);
  }
  if (!options_.validate) return Pass(store, work);
  if (!work.validation.has_value()) {
    const absl::Status begun = BeginValidation(work);
    if (!begun.ok()) {
      return Fail(
          store, work,
          Failure(v1::VersionFailure::PHASE_VALIDATION, begun.message()));
    }
  }
  return Validate(store, work);
}

// ---- Building ----

absl::Status VersionPipeline::BeginBuild(Store& store, Work& work) {
  const v1::SubmittedVersion& message = work.row.message;
  // An author has one build at a time, because others need the runners, too.
  if (IsBuildingFor(work.row.author)) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(store.versions().BeginBuild(work.row.number));
  work.building = true;
  v1::BuildTask task;
  task.set_task_id(absl::StrCat(work.row.number, "-", RandomName()));
  task.set_bot(message.bot());
  task.set_version(message.version());
  task.set_archive_sha256(message.archive_sha256());
  builders_.Build(
      task, message.runtime(),
      [this,
       number = work.row.number](const absl::StatusOr<v1::BuildReport>& built) {
        Do([this, number, built](Store& store) {
          ARENA_RETURN_IF_ERROR(
              Contain(store, number, OnBuilt(store, number, built)));
          // Another version of the author may have waited for this build. But a
          // version that nobody can build now would be tried without a pause.
          return built.ok() ? Tick(store) : absl::OkStatus();
        });
      });
  return absl::OkStatus();
}

absl::Status VersionPipeline::OnBuilt(
    Store& store, int64_t number,
    const absl::StatusOr<v1::BuildReport>& built) {
  const auto found = work_.find(number);
  if (found == work_.end()) return absl::OkStatus();
  Work& work = found->second;
  const bool is_broken_off = absl::IsAborted(built.status());
  if (is_broken_off && ++broken_builds_[number] >= kMostBrokenBuilds) {
    return Fail(store, work,
                Failure(v1::VersionFailure::PHASE_BUILD,
                        absl::StrCat("its build was begun ", kMostBrokenBuilds,
                                     " times, and each time the runner was "
                                     "gone before the end; submit it again as "
                                     "a new version")));
  }
  if (is_broken_off || absl::IsUnavailable(built.status())) {
    ARENA_RETURN_IF_ERROR(store.versions().Release(number));
    Forget(number);
    unserved_.insert(number);
    return absl::OkStatus();
  }
  last_builds_[work.row.author] = ++builds_;
  if (!built.ok()) {
    return Fail(
        store, work,
        Failure(v1::VersionFailure::PHASE_BUILD, built.status().message()));
  }
  const std::string log = LastOf(built->output(), kMostOutput);
  if (!built->failure().empty()) {
    v1::VersionFailure failure = Failure(v1::VersionFailure::PHASE_BUILD,
                                         LastOf(built->failure(), kMostOutput));
    failure.set_ended_with(LastOf(built->ended_with(), kMostEnd));
    failure.set_output(log);
    return Fail(store, work, failure, log);
  }
  ARENA_RETURN_IF_ERROR(store.versions().FinishBuild(
      number, built->build_sha256(), log, built->usage()));
  work.building = false;
  work.row.message.set_state(v1::SubmittedVersion::STATE_VALIDATING);
  Log("version built", {{"bot", work.row.message.bot()},
                        {"version", work.row.message.version()}});
  ARENA_RETURN_IF_ERROR(TellPlayable(store));
  return Advance(store, work);
}

// ---- Validating ----

absl::Status VersionPipeline::BeginValidation(Work& work) {
  ARENA_ASSIGN_OR_RETURN(std::vector<v1::CreateMatchRequest> matches,
                         ValidationMatches(work.row.message));
  work.validation.emplace(work.row.number, std::move(matches));
  return absl::OkStatus();
}

absl::Status VersionPipeline::Validate(Store& store, Work& work) {
  // The author may have retired the version.
  ARENA_RETURN_IF_ERROR(store.versions().CheckMine(work.row.number));
  Validation& validation = *work.validation;
  for (const std::string& match_id : validation.Open()) {
    ARENA_ASSIGN_OR_RETURN(const MatchRow match, store.matches().Get(match_id));
    validation.OnMatch(match);
  }
  if (std::exchange(work.matches_begun, validation.begun()) !=
      work.matches_begun) {
    work.progress = clock_.Now();
  }
  if (validation.failure().has_value()) {
    v1::VersionFailure failure = *validation.failure();
    const auto report = work.reports.find(failure.match_id());
    if (work.report_due == absl::InfiniteFuture()) {
      work.report_due = clock_.Now() + kReportPatience;
    }
    const bool reported = report != work.reports.end();
    if (!reported && clock_.Now() < work.report_due) return absl::OkStatus();
    if (reported) AddEnd(report->second, failure);
    return Fail(store, work, failure);
  }
  if (validation.passed()) return Pass(store, work);
  const int64_t number = work.row.number;
  for (const v1::CreateMatchRequest& request : validation.Next()) {
    matches_.CreateMatch(
        request, ValidatingCaller(),
        [this, number,
         id = request.request_id()](const absl::StatusOr<v1::Match>& match) {
          Do([this, number, id, match](Store& store) {
            return Contain(store, number, OnCreated(store, number, id, match));
          });
        });
  }
  return absl::OkStatus();
}

absl::Status VersionPipeline::OnCreated(
    Store& store, int64_t number, const std::string& request_id,
    const absl::StatusOr<v1::Match>& match) {
  const auto found = work_.find(number);
  if (found == work_.end()) {
    if (match.ok()) CancelMatch(match->match_id());
    return absl::OkStatus();
  }
  Work& work = found->second;
  if (!match.ok() && (absl::IsInvalidArgument(match.status()) ||
                      absl::IsAlreadyExists(match.status()))) {
    return Fail(store, work,
                Failure(v1::VersionFailure::PHASE_VALIDATION,
                        match.status().message()));
  }
  if (!match.ok()) {
    work.validation->OnNotCreated(request_id);
    return absl::OkStatus();
  }
  work.validation->OnCreated(request_id, match->match_id());
  work.known_matches = work.validation->Matches();
  return store.versions().SetMatches(number, work.known_matches);
}

// ---- Reports ----

void VersionPipeline::OnSeatReport(v1::SeatReport report) {
  Do([this, report = Harmless(std::move(report))](Store& store) {
    ARENA_RETURN_IF_ERROR(store.seat_reports().Insert(report));
    return TakeReport(store, report);
  });
}

absl::Status VersionPipeline::TakeReport(Store& store,
                                         const v1::SeatReport& report) {
  Work* const found = FindValidated(report.bot(), report.version());
  if (found == nullptr) return absl::OkStatus();
  Work& work = *found;
  if (!report.match_id().empty()) {
    work.reports[report.match_id()] = report;
    return Tick(store);
  }
  // The referee ended the process because there was no match for it.
  if (report.ended_with() == "stopped") return absl::OkStatus();
  if (report.has_start_time() && ++work.lost < kMostLost) {
    return absl::OkStatus();
  }
  v1::VersionFailure failure = Failure(
      v1::VersionFailure::PHASE_START,
      report.has_start_time() ? "its processes end before they have a match"
                              : "its process ended before it said hello");
  AddEnd(report, failure);
  const int64_t number = work.row.number;
  return Contain(store, number, Fail(store, work, failure));
}

void VersionPipeline::OnFruitlessStart(const std::string& bot,
                                       const std::string& version,
                                       const std::string& why) {
  Do([this, bot, version, why](Store& store) {
    const Work* const work = FindValidated(bot, version);
    if (work == nullptr) return absl::OkStatus();
    const int64_t number = work->row.number;
    return Contain(
        store, number,
        Fail(store, *work, Failure(v1::VersionFailure::PHASE_START, why)));
  });
}

VersionPipeline::Work* VersionPipeline::FindValidated(
    const std::string& bot, const std::string& version) {
  for (auto& [number, work] : work_) {
    const v1::SubmittedVersion& message = work.row.message;
    if (message.bot() == bot && message.version() == version &&
        message.state() == v1::SubmittedVersion::STATE_VALIDATING) {
      return &work;
    }
  }
  return nullptr;
}

// ---- The end ----

absl::Status VersionPipeline::Pass(Store& store, const Work& work) {
  ARENA_ASSIGN_OR_RETURN(const v1::SubmittedVersion::State state,
                         store.versions().Pass(work.row.number));
  Log("version can play", {{"bot", work.row.message.bot()},
                           {"version", work.row.message.version()},
                           {"state", v1::SubmittedVersion::State_Name(state)}});
  broken_builds_.erase(work.row.number);
  Forget(work.row.number);
  return TellPlayable(store);
}

absl::Status VersionPipeline::Fail(Store& store, const Work& work,
                                   const v1::VersionFailure& failure,
                                   const std::string& log) {
  ARENA_RETURN_IF_ERROR(store.versions().Fail(work.row.number, failure, log));
  Log("version failed",
      {{"bot", work.row.message.bot()},
       {"version", work.row.message.version()},
       {"phase", v1::VersionFailure::Phase_Name(failure.phase())},
       {"match", failure.match_id()}});
  broken_builds_.erase(work.row.number);
  Forget(work.row.number);
  return TellPlayable(store);
}

void VersionPipeline::CancelMatch(const std::string& match_id) {
  matches_.CancelMatch(match_id, ValidatingCaller(), [](const auto&) {});
}

void VersionPipeline::Forget(int64_t number) {
  const auto work = work_.extract(number);
  if (work.empty() || !work.mapped().validation.has_value()) return;
  for (const std::string& match_id : work.mapped().validation->Open()) {
    CancelMatch(match_id);
  }
}

absl::Status VersionPipeline::TellPlayable(Store& store) {
  const bool all = clock_.Now() >= next_read_all_;
  ARENA_ASSIGN_OR_RETURN(PlayableChanges read, store.versions().ReadPlayable(
                                                   all ? -1 : told_change_));
  if (all) {
    next_read_all_ = clock_.Now() + options_.read_all_interval;
    std::set<std::pair<std::string, std::string>> present;
    for (const PlayableVersion& version : read.present) {
      present.insert({version.bot, version.version});
    }
    for (const auto& [name, key] : told_) {
      if (!present.contains(name)) read.gone.push_back(name);
    }
  }
  told_change_ = read.last;
  PlayableChanges news;
  news.last = read.last;
  // A version that has failed may exist again with the same name.
  for (auto& name : read.gone) {
    if (told_.erase(name) > 0) news.gone.push_back(std::move(name));
  }
  for (PlayableVersion& version : read.present) {
    std::string& told = told_[{version.bot, version.version}];
    const std::string key = KeyOf(version);
    if (std::exchange(told, key) != key) {
      news.present.push_back(std::move(version));
    }
  }
  if (news.present.empty() && news.gone.empty()) return absl::OkStatus();
  builders_.ChangePlayable(std::move(news));
  return absl::OkStatus();
}

absl::Status VersionPipeline::DeleteUnused(Store& store) {
  if (clock_.Now() < next_deletion_) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(
      const int deleted,
      store.archives().DeleteUnused(options_.keep_unused, kDeletedAtOnce));
  if (deleted > 0) {
    Log("unused archives deleted", {{"archives", absl::StrCat(deleted)}});
  }
  if (deleted < kDeletedAtOnce) {
    next_deletion_ = clock_.Now() + kDeletionInterval;
  }
  return absl::OkStatus();
}

}  // namespace arena::referee
