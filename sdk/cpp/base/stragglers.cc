#include "sdk/cpp/base/stragglers.h"

#include <utility>

namespace pentathlon {

Stragglers::Stragglers(std::function<void()> give_up,
                       std::chrono::milliseconds patience)
    : give_up_(std::move(give_up)),
      patience_(patience),
      watcher_([this] { Watch(); }) {}

Stragglers::~Stragglers() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    bots_have_ended_ = true;
  }
  changed_.notify_all();
  watcher_.join();
}

void Stragglers::SessionIsOver() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    session_is_over_ = true;
  }
  changed_.notify_all();
}

void Stragglers::Watch() {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock,
                  [this] { return session_is_over_ || bots_have_ended_; });
    if (changed_.wait_for(lock, patience_,
                          [this] { return bots_have_ended_; })) {
      return;
    }
  }
  give_up_();
}

}  // namespace pentathlon
