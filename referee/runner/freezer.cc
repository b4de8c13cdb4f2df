#include "referee/runner/freezer.h"

#include <grpcpp/alarm.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace arena::runner {
namespace {

std::string SeatName(const std::string& match_id, uint32_t seat) {
  return absl::StrCat(match_id, "/", seat);
}

}  // namespace

struct Freezer::Shared {
  Mutex mutex;
  Freezer* freezer ABSL_GUARDED_BY(mutex);
};

Freezer::Freezer(std::function<void(bool)> set_frozen, RunAfter run_after,
                 bool several_matches)
    : set_frozen_(std::move(set_frozen)),
      run_after_(std::move(run_after)),
      several_matches_(several_matches),
      shared_(std::make_shared<Shared>()) {
  MutexLock lock(shared_->mutex);
  shared_->freezer = this;
}

Freezer::~Freezer() {
  MutexLock lock(shared_->mutex);
  shared_->freezer = nullptr;
}

void Freezer::OnMessage(const v1::PlayResponse& message) {
  MutexLock lock(mutex_);
  away_ = false;
  absl::Duration reading = kReadingTime;
  if (message.has_match_start()) {
    const v1::MatchStart& start = message.match_start();
    to_be_ready_.insert(SeatName(start.match_id(), start.seat()));
  } else if (message.has_prompt()) {
    const v1::Prompt& prompt = message.prompt();
    const std::string seat = SeatName(prompt.match_id(), prompt.seat());
    if (prompt.kind() == v1::DECISION_KIND_MUST) {
      to_decide_[seat] = prompt.decision();
    }
    if (prompt.announcements_size() > 0) reading = kAnnouncingTime;
  } else if (message.has_match_end()) {
    reading = kBetweenMatches;
    released_ = released_ || !several_matches_;
    to_be_ready_.clear();
    to_decide_.clear();
  }
  Run();
  Schedule(reading);
}

void Freezer::OnRequest(const v1::PlayRequest& request) {
  MutexLock lock(mutex_);
  if (request.has_ready()) {
    to_be_ready_.erase(
        SeatName(request.ready().match_id(), request.ready().seat()));
  } else if (request.has_decline()) {
    to_be_ready_.erase(
        SeatName(request.decline().match_id(), request.decline().seat()));
  } else if (request.has_act()) {
    const v1::Act& act = request.act();
    const auto owed = to_decide_.find(SeatName(act.match_id(), act.seat()));
    // An act may be late, and the next decision open.
    if (owed != to_decide_.end() && owed->second == act.decision()) {
      to_decide_.erase(owed);
    }
  }
  if (OwesNothing() && !frozen_) Schedule(kRestingTime);
}

void Freezer::OnStreamEnd() {
  MutexLock lock(mutex_);
  away_ = true;
  Run();
}

void Freezer::Release() {
  MutexLock lock(mutex_);
  released_ = true;
  Run();
}

void Freezer::Run() {
  ++plan_;
  if (std::exchange(frozen_, false)) set_frozen_(false);
}

void Freezer::Schedule(absl::Duration time) {
  if (released_ || away_ || !OwesNothing()) return;
  const uint64_t plan = ++plan_;
  run_after_(time, [shared = shared_, plan] {
    MutexLock lock(shared->mutex);
    if (shared->freezer != nullptr) shared->freezer->FreezeIfDue(plan);
  });
}

void Freezer::FreezeIfDue(uint64_t plan) {
  MutexLock lock(mutex_);
  if (plan != plan_ || released_ || !OwesNothing() || frozen_) return;
  frozen_ = true;
  set_frozen_(true);
}

void RunAfterAlarm(absl::Duration time, std::function<void()> task) {
  // Lives until it has rung.
  const auto alarm = std::make_shared<grpc::Alarm>();
  alarm->Set(absl::ToChronoTime(absl::Now() + time),
             [alarm, task = std::move(task)](bool ok) {
               if (ok) task();
             });
}

}  // namespace arena::runner
