#include "arena/bridge/programs.h"

#include <algorithm>
#include <iterator>
#include <thread>

#include "arena/core/check.h"

namespace arena::bridge {

absl::StatusOr<Programs::Found> Programs::ForMatch(
    std::shared_ptr<ChildListener> listener) {
  {
    MutexLock lock(mutex_);
    while (!free_.empty()) {
      std::shared_ptr<Child> child = std::move(free_.back());
      free_.pop_back();
      if (child->Listen(listener)) return Found{std::move(child), true};
      buried_.push_back(std::move(child));
    }
  }
  return New(std::move(listener));
}

absl::StatusOr<Programs::Found> Programs::New(
    std::shared_ptr<ChildListener> listener) const {
  ARENA_ASSIGN_OR_RETURN(std::shared_ptr<Child> child,
                         Child::Start(command_, std::move(listener)));
  return Found{std::move(child), false};
}

void Programs::GiveBack(std::shared_ptr<Child> child) {
  MutexLock lock(mutex_);
  (child->Listen(nullptr) ? free_ : buried_).push_back(std::move(child));
}

void Programs::Bury(std::shared_ptr<Child> child) {
  child->Listen(nullptr);
  child->Terminate();
  MutexLock lock(mutex_);
  buried_.push_back(std::move(child));
}

void Programs::Sweep() {
  // Destroyed without the lock.
  std::vector<std::shared_ptr<Child>> ended;
  MutexLock lock(mutex_);
  const auto living = std::stable_partition(
      buried_.begin(), buried_.end(),
      [](const std::shared_ptr<Child>& child) { return !child->ended(); });
  std::move(living, buried_.end(), std::back_inserter(ended));
  buried_.erase(living, buried_.end());
}

void Programs::EndAll() {
  std::vector<std::shared_ptr<Child>> children;
  {
    MutexLock lock(mutex_);
    std::swap(children, free_);
    std::move(buried_.begin(), buried_.end(), std::back_inserter(children));
    buried_.clear();
  }
  for (const auto& child : children) child->CloseInput();
  std::vector<std::thread> enders;
  for (std::shared_ptr<Child>& child : children) {
    enders.emplace_back([child = std::move(child)]() mutable {
      child.reset();
    });
  }
  for (std::thread& ender : enders) ender.join();
}

}  // namespace arena::bridge
