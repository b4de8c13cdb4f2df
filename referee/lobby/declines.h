// How many matches each bot has declined.
#ifndef REFEREE_LOBBY_DECLINES_H_
#define REFEREE_LOBBY_DECLINES_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"

namespace arena::referee {

// Counts by the name of the bot while the referee runs. Thread-safe.
class Declines {
 public:
  explicit Declines(uint32_t most) : most_(most) {}

  // Counts one more, unless that is one too many: then false.
  bool Excuse(const std::string& bot) {
    MutexLock lock(mutex_);
    uint32_t& count = counts_[bot];
    if (count == most_) return false;
    ++count;
    return true;
  }

 private:
  const uint32_t most_;
  Mutex mutex_;
  std::map<std::string, uint32_t> counts_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_DECLINES_H_
