// Who watches which match.
#ifndef REFEREE_WATCHING_AUDIENCES_H_
#define REFEREE_WATCHING_AUDIENCES_H_

#include <map>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "referee/watching/audience.h"

namespace arena::referee {

// The audiences of matches that are watched now. Thread-safe.
class Audiences {
 public:
  // Null if there is none.
  std::shared_ptr<Audience> Find(const std::string& match_id) {
    MutexLock lock(mutex_);
    const auto found = audiences_.find(match_id);
    return found == audiences_.end() ? nullptr : found->second.lock();
  }
  // The match tells this one from now on. Forgets those of matches that are
  // over.
  void Keep(const std::string& match_id,
            const std::shared_ptr<Audience>& audience) {
    MutexLock lock(mutex_);
    std::erase_if(audiences_,
                  [](const auto& entry) { return entry.second.expired(); });
    audiences_[match_id] = audience;
  }

 private:
  Mutex mutex_;
  std::map<std::string, std::weak_ptr<Audience>> audiences_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_WATCHING_AUDIENCES_H_
