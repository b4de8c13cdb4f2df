#include "arena/executor/awake_clock.h"

#include <algorithm>
#include <utility>

namespace arena {

absl::Time AwakeClock::At(absl::Time raw) {
  if (last_ != absl::InfinitePast() && raw - last_ > kLongestGap) {
    slept_ += raw - last_ - kBeat;
  }
  last_ = std::max(last_, raw);
  return last_ - slept_;
}

namespace {

class AwakeStrand final : public Strand {
 public:
  AwakeStrand(const AwakeExecutor& awake, const Executor& raw,
              std::unique_ptr<Strand> strand)
      : awake_(awake), raw_(raw), strand_(std::move(strand)) {}

  void Post(std::function<void()> task) override {
    strand_->Post(std::move(task));
  }
  void WakeAt(absl::Time time, std::function<void()> task) override {
    // A pause between the two calls makes the timer too early, never too late.
    const absl::Time raw = raw_.Now();
    strand_->WakeAt(raw + (time - awake_.Now()), std::move(task));
  }
  bool TryRun(absl::FunctionRef<void()> task) override {
    return strand_->TryRun(task);
  }
  bool IsHere() const override { return strand_->IsHere(); }

 private:
  const AwakeExecutor& awake_;
  const Executor& raw_;
  const std::unique_ptr<Strand> strand_;
};

}  // namespace

std::unique_ptr<Strand> AwakeExecutor::NewStrand() {
  return std::make_unique<AwakeStrand>(*this, raw_, raw_.NewStrand());
}

absl::Time AwakeExecutor::Now() const {
  const absl::Time raw = raw_.Now();
  MutexLock lock(mutex_);
  return awake_.At(raw);
}

absl::Duration AwakeExecutor::slept() const {
  MutexLock lock(mutex_);
  return awake_.slept();
}

Heartbeat::Heartbeat(AwakeExecutor& awake, Executor& thread,
                     std::function<void(absl::Duration)> on_pause)
    : awake_(awake),
      thread_(thread),
      on_pause_(std::move(on_pause)),
      strand_(thread.NewStrand()),
      told_(awake.slept()) {
  strand_->Post([this] { Beat(); });
}

void Heartbeat::Beat() {
  awake_.Now();
  const absl::Duration slept = awake_.slept();
  if (slept > told_) on_pause_(slept - std::exchange(told_, slept));
  strand_->WakeAt(thread_.Now() + AwakeClock::kBeat, [this] { Beat(); });
}

}  // namespace arena
