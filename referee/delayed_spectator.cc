#include "referee/delayed_spectator.h"

#include <deque>
#include <functional>
#include <utility>

namespace arena::referee {
namespace {

class DelayedSpectator final
    : public Spectator,
      public std::enable_shared_from_this<DelayedSpectator> {
 public:
  DelayedSpectator(std::shared_ptr<Spectator> spectator, absl::Duration delay,
                   Executor& executor)
      : spectator_(std::move(spectator)),
        delay_(delay),
        executor_(executor),
        strand_(executor.NewStrand()) {}

  void OnStep(const v1::MatchStep& step) override {
    Later([spectator = spectator_, step] { spectator->OnStep(step); });
  }
  void OnEnd(const v1::MatchResult& result,
             const RecordReference& record) override {
    Later([spectator = spectator_, result, record] {
      spectator->OnEnd(result, record);
    });
  }
  void OnLost(const absl::Status& why) override {
    Later([spectator = spectator_, why] { spectator->OnLost(why); });
  }

 private:
  struct Waiting {
    absl::Time due;
    std::function<void()> tell;
  };

  void Later(std::function<void()> tell) {
    strand_->Post([self = shared_from_this(), due = executor_.Now() + delay_,
                   tell = std::move(tell)] {
      self->waiting_.push_back({due, std::move(tell)});
      if (self->waiting_.size() == 1) self->SetTimer();
    });
  }
  void SetTimer() {
    strand_->WakeAt(waiting_.front().due,
                    [self = shared_from_this()] { self->TellDue(); });
  }
  void TellDue() {
    while (!waiting_.empty() && waiting_.front().due <= executor_.Now()) {
      waiting_.front().tell();
      waiting_.pop_front();
    }
    if (!waiting_.empty()) SetTimer();
  }

  const std::shared_ptr<Spectator> spectator_;
  const absl::Duration delay_;
  Executor& executor_;
  const std::unique_ptr<Strand> strand_;
  // In order of time; used only on the strand.
  std::deque<Waiting> waiting_;
};

}  // namespace

std::shared_ptr<Spectator> Delayed(std::shared_ptr<Spectator> spectator,
                                   absl::Duration delay, Executor& executor) {
  if (delay <= absl::ZeroDuration()) return spectator;
  return std::make_shared<DelayedSpectator>(std::move(spectator), delay,
                                            executor);
}

}  // namespace arena::referee
