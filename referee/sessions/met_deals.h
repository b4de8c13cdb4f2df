// The deals that a process has met.
#ifndef REFEREE_SESSIONS_MET_DEALS_H_
#define REFEREE_SESSIONS_MET_DEALS_H_

#include <optional>
#include <set>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "arena/core/rng.h"

namespace arena::referee {

// For processes that may meet no deal twice. Thread-safe.
class MetDeals {
 public:
  void Note(const Seed& seed) {
    MutexLock lock(mutex_);
    if (seeds_.has_value()) seeds_->insert(seed);
  }
  // The deals of an earlier run of the referee are unknown.
  void Forget() {
    MutexLock lock(mutex_);
    seeds_.reset();
  }
  // Whether the process has met the deal, or may have met it.
  bool MayHave(const Seed& seed) const {
    MutexLock lock(mutex_);
    return !seeds_.has_value() || seeds_->contains(seed);
  }

 private:
  mutable Mutex mutex_;
  // Absent: unknown.
  std::optional<std::set<Seed>> seeds_ ABSL_GUARDED_BY(mutex_){std::in_place};
};

}  // namespace arena::referee

#endif  // REFEREE_SESSIONS_MET_DEALS_H_
