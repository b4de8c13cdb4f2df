#include "referee/audience.h"

#include <utility>

#include "absl/algorithm/container.h"

namespace arena::referee {
namespace {

// The position after a step, as one who comes then is shown it.
v1::MatchStep PositionAfter(const v1::MatchStep& step) {
  v1::MatchStep position = step;
  // An announcement has the number of the decision that is open still.
  if (absl::c_linear_search(step.marks(), v1::STEP_MARK_ANNOUNCEMENT)) {
    position.set_decision(step.decision() - 1);
  }
  position.clear_acts();
  position.clear_effects();
  position.clear_marks();
  return position;
}

}  // namespace

void Audience::Join(std::weak_ptr<Watcher> watcher) {
  strand_->Post([self = shared_from_this(), watcher = std::move(watcher)] {
    const std::shared_ptr<Watcher> here = watcher.lock();
    if (here == nullptr) return;
    if (self->end_.has_value()) return here->OnOver(*self->end_);
    if (self->last_.has_value()) here->OnStep(PositionAfter(*self->last_));
    self->watchers_.push_back(watcher);
  });
}

void Audience::OnStep(const v1::MatchStep& step) {
  Later([this, step] {
    TellAll([&](Watcher& watcher) { watcher.OnStep(step); });
    last_ = step;
  });
}

// What is stored then tells more than the first message could, such as the names
// of an anonymous match. One question serves all.
void Audience::OnEnd(const v1::MatchResult& /*result*/,
                     const RecordReference& /*record*/) {
  Later([this] {
    look_up_([self = shared_from_this()](absl::StatusOr<v1::Match> match) {
      self->strand_->Post(
          [self, match = std::move(match)] { self->End(match); });
    });
  });
}

void Audience::OnLost(const absl::Status& why) {
  Later([this, why] { End(why); });
}

void Audience::End(absl::StatusOr<v1::Match> match) {
  TellAll([&](Watcher& watcher) { watcher.OnOver(match); });
  watchers_.clear();
  end_ = std::move(match);
}

void Audience::TellAll(const std::function<void(Watcher&)>& tell) {
  std::erase_if(watchers_, [&](const std::weak_ptr<Watcher>& watcher) {
    const std::shared_ptr<Watcher> here = watcher.lock();
    if (here != nullptr) tell(*here);
    return here == nullptr;
  });
}

// ---- Time ----

void Audience::Later(std::function<void()> happen) {
  strand_->Post([self = shared_from_this(), due = executor_.Now() + delay_,
                 happen = std::move(happen)] {
    self->waiting_.push_back({due, std::move(happen)});
    if (self->waiting_.size() > 1) return;
    due <= self->executor_.Now() ? self->HappenDue() : self->SetTimer();
  });
}

void Audience::SetTimer() {
  strand_->WakeAt(waiting_.front().due,
                  [self = shared_from_this()] { self->HappenDue(); });
}

void Audience::HappenDue() {
  while (!waiting_.empty() && waiting_.front().due <= executor_.Now()) {
    waiting_.front().happen();
    waiting_.pop_front();
  }
  if (!waiting_.empty()) SetTimer();
}

}  // namespace arena::referee
