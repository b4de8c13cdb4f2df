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
    MutexLock lock(mutex_);
    stopping_ = true;
    changed_.NotifyAll();
  }
  thread_.join();
}

void PodRemover::Remove(const std::string& pod, int grace_seconds) {
  MutexLock lock(mutex_);
  const auto [place, is_new] = left_.emplace(pod, grace_seconds);
  place->second = std::min(place->second, grace_seconds);
  changed_.NotifyAll();
}

void PodRemover::Run() {
  MutexLock lock(mutex_);
  while (true) {
    changed_.Wait(mutex_, [this] { return stopping_ || !left_.empty(); });
    const bool is_last = stopping_;
    bool failed = false;
    const std::map<std::string, int> round = std::exchange(left_, {});
    for (const auto& [pod, seconds] : round) {
      lock.Unlock();
      const bool done = cluster_.DeletePod(pod, seconds).ok();
      lock.Lock();
      if (!done) left_.emplace(pod, seconds);
      failed = failed || !done;
    }
    if (is_last) return;
    if (failed) {
      changed_.WaitFor(mutex_, kRemoverRest, [this] { return stopping_; });
    }
  }
}

}  // namespace arena::kubernetes
