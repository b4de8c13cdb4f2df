// A std::mutex that clang's thread-safety analysis understands, and a condition
// variable that waits with it.
//
// absl::Mutex would do, but as Debian builds it ThreadSanitizer cannot see
// into it and reports races on data that it guards.
#ifndef ARENA_CORE_MUTEX_H_
#define ARENA_CORE_MUTEX_H_

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"

namespace arena {

// Thread-safe. Lock it with MutexLock.
class ABSL_LOCKABLE Mutex {
 public:
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }

 private:
  friend class CondVar;
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

  // Releases the lock for a while. Lock again before the end of this object.
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.Unlock(); }
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.Lock(); }

 private:
  Mutex& mutex_;
};

// Thread-safe. A waiting thread must hold the mutex; the mutex is released
// during the wait.
class CondVar {
 public:
  // Waits until `holds` returns true; `holds` is called with the mutex held.
  template <typename Holds>
  void Wait(Mutex& mutex, const Holds& holds)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    Held held(mutex);
    changed_.wait(held.lock, holds);
  }
  // The same, at most for `limit`. Returns whether `holds` was true.
  template <typename Holds>
  bool WaitFor(Mutex& mutex, absl::Duration limit, const Holds& holds)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    Held held(mutex);
    return changed_.wait_for(held.lock, Soon(limit), holds);
  }
  // Waits until something changes, or perhaps less, and at most for `limit`.
  void WaitForChange(Mutex& mutex,
                     absl::Duration limit = absl::InfiniteDuration())
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    Held held(mutex);
    changed_.wait_for(held.lock, Soon(limit));
  }
  void NotifyAll() { changed_.notify_all(); }

 private:
  // Lends a held mutex to the library, which returns it held.
  struct Held {
    explicit Held(Mutex& mutex) : lock(mutex.mutex_, std::adopt_lock) {}
    ~Held() { lock.release(); }
    std::unique_lock<std::mutex> lock;
  };
  // A duration that the library can add to the present time.
  static std::chrono::nanoseconds Soon(absl::Duration limit) {
    return absl::ToChronoNanoseconds(
        std::clamp(limit, absl::ZeroDuration(), absl::Hours(24 * 365)));
  }

  std::condition_variable changed_;
};

}  // namespace arena

#endif  // ARENA_CORE_MUTEX_H_
