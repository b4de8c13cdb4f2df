#include "referee/watching/watchers.h"

#include <algorithm>
#include <utility>

namespace arena::referee {

void Watchers::Add(std::weak_ptr<Watcher> watcher, bool tell) {
  strand_->Post([self = shared_from_this(), watcher = std::move(watcher),
                 tell] {
    const std::shared_ptr<Watcher> here = watcher.lock();
    if (here == nullptr) return;
    const bool in_round = self->in_round();
    if (!in_round && self->watchers_.size() >= self->room_) self->Forget();
    self->watchers_.push_back(watcher);
    if (!in_round) self->next_ = self->watchers_.size();
    if (tell) here->OnNews();
  });
}

void Watchers::TellAll() {
  strand_->Post([self = shared_from_this()] {
    self->again_ = true;
    if (!self->pausing_) self->TellSome();
  });
}

void Watchers::TellSome() {
  pausing_ = false;
  if (!in_round()) {
    again_ = false;
    Forget();
    next_ = 0;
  }
  const size_t end = std::min(next_ + kToldAtOnce, watchers_.size());
  for (; next_ < end; ++next_) {
    if (const auto here = watchers_[next_].lock()) here->OnNews();
  }
  if (!in_round() && !again_) return;
  pausing_ = true;
  strand_->WakeAt(executor_.Now() + kPause,
                  [self = shared_from_this()] { self->TellSome(); });
}

void Watchers::Forget() {
  std::erase_if(watchers_,
                [](const auto& watcher) { return watcher.expired(); });
  next_ = watchers_.size();
  room_ = std::max(kLeastRoom, 2 * watchers_.size());
}

}  // namespace arena::referee
