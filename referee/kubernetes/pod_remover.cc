#include "referee/kubernetes/pod_remover.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace arena::kubernetes {
namespace {

constexpr absl::Duration kRemoverRest = absl::Seconds(1);

}  // namespace

PodRemover::PodRemover(const Cluster& cluster)
    : cluster_(cluster), thread_([this] { Run(); }) {}

PodRemover::~PodRemover() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void PodRemover::Remove(const std::string& pod, int grace_seconds) {
  const std::lock_guard lock(mutex_);
  const auto [place, is_new] = left_.emplace(pod, grace_seconds);
  place->second = std::min(place->second, grace_seconds);
  changed_.notify_all();
}

void PodRemover::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !left_.empty(); });
    const bool is_last = stopping_;
    bool failed = false;
    const std::map<std::string, int> round = std::exchange(left_, {});
    for (const auto& [pod, seconds] : round) {
      lock.unlock();
      const bool done = cluster_.DeletePod(pod, seconds).ok();
      lock.lock();
      if (!done) left_.emplace(pod, seconds);
      failed = failed || !done;
    }
    if (is_last) return;
    if (failed) {
      changed_.wait_for(lock, absl::ToChronoMilliseconds(kRemoverRest),
                        [this] { return stopping_; });
    }
  }
}

}  // namespace arena::kubernetes
