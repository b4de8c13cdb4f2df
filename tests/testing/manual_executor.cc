#include "tests/testing/manual_executor.h"

namespace arena::testing {

class ManualExecutor::ManualStrand final : public Strand {
 public:
  ManualStrand(ManualExecutor& executor, int number)
      : executor_(executor), number_(number) {}
  ~ManualStrand() override { executor_.traits_.erase(number_); }

  void Post(std::function<void()> task) override {
    executor_.tasks_.emplace_back(this, std::move(task));
  }
  void WakeAt(absl::Time time, std::function<void()> task) override {
    executor_.traits_.erase(number_);
    if (time == absl::InfiniteFuture()) return;
    executor_.traits_[number_] = {this, {time, std::move(task)}};
  }
  bool TryRun(absl::FunctionRef<void()> /*task*/) override { return false; }
  bool IsHere() const override { return executor_.current_ == this; }

 private:
  ManualExecutor& executor_;
  const int number_;
};

std::unique_ptr<Strand> ManualExecutor::NewStrand() {
  return std::make_unique<ManualStrand>(*this, strands_++);
}

void ManualExecutor::RunAll() {
  while (RunSome(1000) > 0) {
  }
}

int ManualExecutor::RunSome(int most) {
  int run = 0;
  for (; run < most && !tasks_.empty(); ++run) {
    auto [strand, task] = std::move(tasks_.front());
    tasks_.pop_front();
    current_ = strand;
    task();
    current_ = nullptr;
  }
  return run;
}

void ManualExecutor::Advance(absl::Duration duration) {
  const absl::Time until = now_ + duration;
  RunAll();
  while (FulfilWish(until)) RunAll();
  now_ = until;
}

bool ManualExecutor::FulfilWish(absl::Time until) {
  auto next = traits_.end();
  for (auto it = traits_.begin(); it != traits_.end(); ++it) {
    const absl::Time time = it->second.second.time;
    if (time > until) continue;
    if (next == traits_.end() || time < next->second.second.time) next = it;
  }
  if (next == traits_.end()) return false;
  auto [strand, wish] = std::move(next->second);
  traits_.erase(next);
  now_ = std::max(now_, wish.time);
  tasks_.emplace_back(strand, std::move(wish.task));
  return true;
}

void ManualExecutor::DropAll() {
  // The contents of a task or a wish may itself own strands and their traits.
  auto tasks = std::exchange(tasks_, {});
  auto traits = std::exchange(traits_, {});
  tasks.clear();
  traits.clear();
}

}  // namespace arena::testing
