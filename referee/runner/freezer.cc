#include "referee/runner/freezer.h"

#include <grpcpp/alarm.h>

#include <algorithm>
#include <utility>

#include "absl/time/clock.h"

namespace arena::runner {

struct Freezer::Shared {
  Mutex mutex;
  Freezer* freezer ABSL_GUARDED_BY(mutex);
};

Freezer::Freezer(Hands hands, bool several_matches)
    : hands_(std::move(hands)),
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
  const absl::Time now = hands_.now();
  CountBorrowed(now);
  const bool is_news = debts_.Hear(message);
  absl::Duration time = kReadingTime;
  if (message.prompt().announcements_size() > 0) time = kAnnouncingTime;
  if (message.has_match_end()) {
    released_ = released_ || !several_matches_;
    time = kBetweenMatches;
  }
  if (is_news && !debts_.any()) Grant(time, now);
  Update(now);
}

void Freezer::OnRequest(const v1::PlayRequest& request) {
  MutexLock lock(mutex_);
  const absl::Time now = hands_.now();
  CountBorrowed(now);
  if (!debts_.Pay(request) || debts_.any()) return;
  Grant(kRestingTime, now);
  Update(now);
}

void Freezer::OnStreamEnd() {
  MutexLock lock(mutex_);
  const absl::Time now = hands_.now();
  CountBorrowed(now);
  away_ = true;
  Update(now);
}

void Freezer::OnReturn() {
  MutexLock lock(mutex_);
  const absl::Time now = hands_.now();
  CountBorrowed(now);
  away_ = false;
  Update(now);
}

void Freezer::Release() {
  MutexLock lock(mutex_);
  released_ = true;
  SetFrozen(false);
}

void Freezer::Grant(absl::Duration time, absl::Time now) {
  const absl::Time from = std::max(granted_, now);
  granted_ = std::max(granted_, now + time);
  const absl::Duration more = granted_ - from;
  const absl::Duration paid_back = std::min(borrowed_, more);
  borrowed_ -= paid_back;
  allowed_ = std::max(allowed_, now) + (more - paid_back);
}

void Freezer::CountBorrowed(absl::Time now) {
  const absl::Time from = std::max(std::exchange(counted_, now), allowed_);
  if (away_ && !frozen_ && !released_ && !debts_.any() && now > from) {
    borrowed_ += now - from;
  }
}

void Freezer::Update(absl::Time now) {
  const uint64_t plan = ++plan_;
  if (released_ || debts_.any()) return SetFrozen(false);
  absl::Time until = std::max(allowed_, now);
  if (away_) until += std::max(kMostBorrowed - borrowed_, absl::ZeroDuration());
  SetFrozen(until <= now);
  if (frozen_) return;
  hands_.run_after(until - now, [shared = shared_, plan] {
    MutexLock lock(shared->mutex);
    if (shared->freezer != nullptr) shared->freezer->UpdateIfDue(plan);
  });
}

void Freezer::SetFrozen(bool frozen) {
  if (frozen_ != frozen) hands_.set_frozen(frozen_ = frozen);
}

void Freezer::UpdateIfDue(uint64_t plan) {
  MutexLock lock(mutex_);
  const absl::Time now = hands_.now();
  if (plan != plan_) return;
  CountBorrowed(now);
  Update(now);
}

void RunAfterAlarm(absl::Duration time, std::function<void()> task) {
  // Lives until it has rung: gRPC keeps what rings as long as the alarm.
  const auto alarm = std::make_shared<grpc::Alarm>();
  alarm->Set(absl::ToChronoTime(absl::Now() + time),
             [own = alarm, task = std::move(task)](bool ok) mutable {
               const auto rung = std::move(own);
               if (ok) task();
             });
}

}  // namespace arena::runner
