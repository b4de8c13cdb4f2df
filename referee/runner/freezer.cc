#include "referee/runner/freezer.h"

#include <grpcpp/alarm.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace arena::runner {
namespace {

// The content of a prompt, without the time left.
size_t ContentOf(const v1::Prompt& prompt) {
  std::string bytes = prompt.observation().SerializeAsString();
  for (const v1::LegalAction& announcement : prompt.announcements()) {
    absl::StrAppend(&bytes, " ", announcement.id());
  }
  return std::hash<std::string>()(bytes);
}

}  // namespace

bool Debts::Hear(const v1::PlayResponse& message) {
  switch (message.kind_case()) {
    case v1::PlayResponse::kWelcome:
      return !std::exchange(greeted_, true);
    case v1::PlayResponse::kMatchStart: {
      const v1::MatchStart& start = message.match_start();
      const auto [seat, is_new] =
          seats_.try_emplace({start.match_id(), start.seat()});
      if (is_new) seat->second.owes_ready = true;
      return is_new;
    }
    case v1::PlayResponse::kPrompt:
      return HearPrompt(message.prompt());
    case v1::PlayResponse::kActAck:
      return HearAck(message.act_ack());
    case v1::PlayResponse::kEvents:
      return true;
    case v1::PlayResponse::kMatchEnd: {
      const std::string& over = message.match_end().match_id();
      return std::erase_if(seats_, [&](const auto& seat) {
               return seat.first.first == over;
             }) > 0;
    }
    default:
      return false;
  }
}

bool Debts::HearPrompt(const v1::Prompt& prompt) {
  Seat& seat = seats_[{prompt.match_id(), prompt.seat()}];
  if (prompt.has_ack()) HearAck(prompt.ack());
  if (prompt.kind() == v1::DECISION_KIND_MUST) {
    // Owed even if the process has answered: then the answer was lost on its
    // way.
    seat.owed = prompt.decision();
  } else if (seat.owed.has_value() && *seat.owed < prompt.decision()) {
    seat.owed.reset();
  }
  const size_t content = ContentOf(prompt);
  const bool is_news =
      prompt.decision() > seat.newest || content != seat.content;
  seat.newest = prompt.decision();
  seat.content = content;
  return is_news;
}

bool Debts::HearAck(const v1::ActAck& ack) {
  const auto found = seats_.find({ack.match_id(), ack.seat()});
  if (found == seats_.end()) return false;
  Seat& seat = found->second;
  // A decision may be over without an act of the process.
  if (seat.owed == ack.decision()) seat.owed.reset();
  if (seat.made != ack.decision()) return false;
  seat.made.reset();
  return true;
}

bool Debts::Pay(const v1::PlayRequest& request) {
  const auto pay_ready = [this](const std::string& match, uint32_t seat) {
    const auto found = seats_.find({match, seat});
    return found != seats_.end() &&
           std::exchange(found->second.owes_ready, false);
  };
  if (request.has_ready()) {
    return pay_ready(request.ready().match_id(), request.ready().seat());
  }
  if (request.has_decline()) {
    return pay_ready(request.decline().match_id(), request.decline().seat());
  }
  if (!request.has_act()) return false;
  const v1::Act& act = request.act();
  const auto found = seats_.find({act.match_id(), act.seat()});
  // An act may come late, when the next decision is open.
  if (found == seats_.end() || found->second.owed != act.decision()) {
    return false;
  }
  found->second.owed.reset();
  found->second.made = act.decision();
  return true;
}

bool Debts::any() const {
  return absl::c_any_of(seats_, [](const auto& seat) {
    return seat.second.owes_ready || seat.second.owed.has_value();
  });
}

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
  // The alarm lives until it has rung: gRPC keeps the task for as long as the
  // alarm.
  const auto alarm = std::make_shared<grpc::Alarm>();
  alarm->Set(absl::ToChronoTime(absl::Now() + time),
             [own = alarm, task = std::move(task)](bool ok) mutable {
               const auto rung = std::move(own);
               if (ok) task();
             });
}

}  // namespace arena::runner
