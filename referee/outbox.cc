#include "referee/outbox.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace arena::referee {

bool Outbox::Send(v1::PlayResponse message) {
  {
    MutexLock lock(mutex_);
    if (finished_ || closing_.has_value()) return false;
    if (writing_) {
      if (message.has_prompt() && ReplacePrompt(message)) return false;
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

bool Outbox::ReplacePrompt(v1::PlayResponse& message) {
  const v1::Prompt& newer = message.prompt();
  for (v1::PlayResponse& waiting : queue_) {
    if (!waiting.has_prompt()) continue;
    const v1::Prompt& older = waiting.prompt();
    if (older.seat() != newer.seat() || older.match_id() != newer.match_id()) {
      continue;
    }
    waiting = std::move(message);
    return true;
  }
  return false;
}

void Outbox::Close(absl::Status status) {
  {
    MutexLock lock(mutex_);
    if (finished_ || closing_.has_value()) return;
    closing_ = std::move(status);
    if (writing_) return;
    finished_ = true;
  }
  // Nothing is in flight, and closing_ is set for good.
  absl::Status reason;
  {
    MutexLock lock(mutex_);
    reason = *closing_;
  }
  FinishStream(reason);
}

void Outbox::set_on_late_prompt(
    std::function<void(const v1::Prompt&)> callback) {
  MutexLock lock(mutex_);
  on_late_prompt_ = std::move(callback);
}

void Outbox::WriteDone(bool ok) {
  if (!ok) Abandon();
  Continue();
}

void Outbox::Continue() {
  std::optional<absl::Status> finish;
  std::function<void(const v1::Prompt&)> on_late_prompt;
  {
    MutexLock lock(mutex_);
    if (queue_.empty()) {
      writing_ = false;
      if (!closing_.has_value() || finished_) return;
      finished_ = true;
      finish = *closing_;
    } else {
      current_ = std::move(queue_.front());
      queue_.pop_front();
      if (current_.has_prompt()) on_late_prompt = on_late_prompt_;
    }
  }
  if (finish.has_value()) return FinishStream(*finish);
  // The prompt may be gone once writing has begun.
  if (on_late_prompt) on_late_prompt(current_.prompt());
  StartWriting(current_);
}

void Outbox::Abandon() {
  MutexLock lock(mutex_);
  finished_ = true;
  queue_.clear();
}

}  // namespace arena::referee
