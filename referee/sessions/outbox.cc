#include "referee/sessions/outbox.h"

#include <algorithm>
#include <utility>

#include "arena/match/wire.h"

namespace arena::referee {

void Outbox::DropOlder(const Response& newer, std::list<Response>& queue) {
  if (!newer->has_prompt()) return;
  const auto older =
      std::find_if(queue.begin(), queue.end(), [&](const Response& waiting) {
        return waiting->has_prompt() &&
               waiting->prompt().seat() == newer->prompt().seat() &&
               waiting->prompt().match_id() == newer->prompt().match_id();
      });
  if (older == queue.end()) return;
  // The bot must learn the fate of its act even if the prompt is out of date.
  if (!KeepAck(**older)) queue.erase(older);
}

void Outbox::set_on_late_prompt(
    std::function<void(const v1::Prompt&)> callback) {
  MutexLock lock(mutex_);
  on_late_prompt_ = std::move(callback);
}

void Outbox::OnLate(const Response& message) {
  if (!message->has_prompt()) return;
  std::function<void(const v1::Prompt&)> callback;
  {
    MutexLock lock(mutex_);
    callback = on_late_prompt_;
  }
  if (callback) callback(message->prompt());
}

void Outbox::Abandon() {
  WriteQueue::Abandon();
  // Destroyed after the lock is released: it may own the object that it calls.
  std::function<void(const v1::Prompt&)> callback;
  MutexLock lock(mutex_);
  callback.swap(on_late_prompt_);
}

}  // namespace arena::referee
