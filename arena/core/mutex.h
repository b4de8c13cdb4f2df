// A std::mutex that clang's thread-safety analysis understands.
//
// absl::Mutex would do, but as Debian builds it ThreadSanitizer cannot see
// into it and reports races on data that it guards.
#ifndef ARENA_CORE_MUTEX_H_
#define ARENA_CORE_MUTEX_H_

#include <mutex>

#include "absl/base/thread_annotations.h"

namespace arena {

// Thread-safe. Lock it with MutexLock.
class ABSL_LOCKABLE Mutex {
 public:
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

// Holds a Mutex from construction to destruction.
class ABSL_SCOPED_LOCKABLE MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex)
      : mutex_(mutex) {
    mutex_.Lock();
  }
  ~MutexLock() ABSL_UNLOCK_FUNCTION() { mutex_.Unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace arena

#endif  // ARENA_CORE_MUTEX_H_
