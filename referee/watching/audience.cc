#include "referee/watching/audience.h"

#include <algorithm>
#include <utility>

#include "arena/core/check.h"

namespace arena::referee {
namespace {

// Entries played in one task: about a millisecond.
constexpr int kEntriesAtOnce = 50;

}  // namespace

void Watchers::Add(std::weak_ptr<Watcher> watcher, bool tell) {
  strand_->Post(
      [self = shared_from_this(), watcher = std::move(watcher), tell] {
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

void Audience::Join(std::weak_ptr<Watcher> watcher) {
  strand_->Post([self = shared_from_this(), watcher = std::move(watcher)] {
    self->watchers_->Add(watcher, self->open_);
  });
}

// ---- Events ----

void Audience::OnBegin(const MatchSettings& settings,
                       std::vector<MatchEntry> past) {
  strand_->Post([self = shared_from_this(), settings] {
    self->steps_ = LiveSteps(settings);
  });
  Later(std::move(past), [this] { open_ = true; });
}

void Audience::OnEntries(const std::vector<MatchEntry>& entries) {
  Later(entries);
}

// The stored match then tells more than the first message could, such as the
// names of an anonymous match. One question serves all watchers.
void Audience::OnEnd(const v1::MatchResult& /*result*/,
                     const RecordReference& /*record*/) {
  Later({}, [this] {
    look_up_([self = shared_from_this()](absl::StatusOr<v1::Match> match) {
      self->strand_->Post(
          [self, match = std::move(match)] { self->End(match); });
    });
  });
}

void Audience::OnLost(const absl::Status& why) {
  Later({}, [this, why] { End(why); });
}

void Audience::End(MatchStory::End end) {
  story_->Finish(std::move(end));
  open_ = true;
  watchers_->TellAll();
}

// ---- Time ----

void Audience::Later(std::vector<MatchEntry> entries,
                     std::function<void()> then) {
  strand_->Post([self = shared_from_this(),
                 happening = Happening{executor_.Now() + delay_,
                                       std::move(entries), std::move(then)}] {
    self->waiting_.push_back(happening);
    if (self->waiting_.size() > 1) return;
    happening.due <= self->executor_.Now() ? self->ShowDue()
                                           : self->SetTimer();
  });
}

void Audience::SetTimer() {
  strand_->WakeAt(waiting_.front().due,
                  [self = shared_from_this()] { self->ShowDue(); });
}

void Audience::ShowDue() {
  const uint32_t steps = story_->size();
  int room = kEntriesAtOnce;
  while (!waiting_.empty() && waiting_.front().due <= executor_.Now()) {
    const Happening& now = waiting_.front();
    for (; room > 0 && played_ < now.entries.size(); --room) {
      Play(now.entries[played_++]);
    }
    if (played_ < now.entries.size()) break;
    TakeStep();
    if (now.then) now.then();
    played_ = 0;
    waiting_.pop_front();
  }
  if (open_ && story_->size() > steps) watchers_->TellAll();
  if (room == 0) {
    return strand_->Post([self = shared_from_this()] { self->ShowDue(); });
  }
  if (!waiting_.empty()) SetTimer();
}

// ---- Steps ----

void Audience::Play(const MatchEntry& entry) {
  TakeStep();
  const absl::Status played = steps_->Play(entry);
  ARENA_CHECK(played.ok(), played.message());
}

void Audience::TakeStep() {
  // The match was lost before it began.
  if (!steps_.has_value()) return;
  if (const std::optional<v1::MatchStep> step = steps_->Take()) {
    story_->Add(*step);
  }
}

}  // namespace arena::referee
