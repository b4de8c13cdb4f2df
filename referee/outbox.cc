#include "referee/outbox.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace arena::referee {

bool Outbox::Send(v1::PlayResponse message) {
  {
    MutexLock lock(mutex_);
    if (finished_ || closing_.has_value()) return false;
    if (writing_) {
      if (message.has_prompt()) DropOlderPrompt(message.prompt());
      if (queue_.size() >= limit_) {
        queue_.clear();
        closing_ = absl::ResourceExhaustedError(
            absl::StrCat("the bot left ", limit_, " responses unread"));
        return false;
      }
      queue_.push_back(std::move(message));
      return false;
    }
    writing_ = true;
    current_ = std::move(message);
  }
  StartWriting(current_);
  return true;
}

void Outbox::DropOlderPrompt(const v1::Prompt& newer) {
  const auto older = std::find_if(
      queue_.begin(), queue_.end(), [&](const v1::PlayResponse& waiting) {
        return waiting.has_prompt() &&
               waiting.prompt().seat() == newer.seat() &&
               waiting.prompt().match_id() == newer.match_id();
      });
  if (older == queue_.end()) return;
  if (older->prompt().has_ack()) {
    // What became of an act is told even if nobody is asked any more.
    v1::ActAck ack;
    ack.Swap(older->mutable_prompt()->mutable_ack());
    *older->mutable_act_ack() = std::move(ack);
  } else {
    queue_.erase(older);
  }
}

void Outbox::Close(absl::Status status) {
  {
    MutexLock lock(mutex_);
    if (!closing_.has_value()) closing_ = std::move(status);
  }
  FinishIfDue();
}

void Outbox::Abort() {
  {
    MutexLock lock(mutex_);
    if (finished_) return;
    if (!closing_.has_value()) closing_ = absl::CancelledError("aborted");
    queue_.clear();
    ++holds_;
  }
  CancelStream();
  Unhold();
}

void Outbox::set_on_late_prompt(
    std::function<void(const v1::Prompt&)> callback) {
  MutexLock lock(mutex_);
  on_late_prompt_ = std::move(callback);
}

void Outbox::WriteDone(bool ok) {
  if (!ok) {
    MutexLock lock(mutex_);
    queue_.clear();
    if (!closing_.has_value()) closing_ = absl::CancelledError("bot is gone");
  }
  Continue();
}

void Outbox::Continue() {
  std::function<void(const v1::Prompt&)> on_late_prompt;
  bool more = false;
  {
    MutexLock lock(mutex_);
    more = writing_ = !queue_.empty();
    if (more) {
      current_ = std::move(queue_.front());
      queue_.pop_front();
      if (current_.has_prompt()) on_late_prompt = on_late_prompt_;
    }
  }
  if (!more) return FinishIfDue();
  // The prompt may be gone once writing has begun.
  if (on_late_prompt) on_late_prompt(current_.prompt());
  StartWriting(current_);
}

void Outbox::FinishIfDue() {
  absl::Status status;
  {
    MutexLock lock(mutex_);
    const bool due = closing_.has_value() && !writing_ && holds_ == 0;
    if (!due || finished_) return;
    finished_ = true;
    status = *closing_;
  }
  FinishStream(status);
}

void Outbox::Abandon() {
  // Destroyed without the lock: it may own whatever it calls.
  std::function<void(const v1::Prompt&)> callback;
  MutexLock lock(mutex_);
  finished_ = true;
  queue_.clear();
  callback.swap(on_late_prompt_);
}

void Outbox::Hold() {
  MutexLock lock(mutex_);
  ++holds_;
}

void Outbox::Unhold() {
  {
    MutexLock lock(mutex_);
    --holds_;
  }
  FinishIfDue();
}

bool Outbox::closing() const {
  MutexLock lock(mutex_);
  return finished_ || closing_.has_value();
}

}  // namespace arena::referee
