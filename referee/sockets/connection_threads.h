// Serves each connection on a thread, up to a limit.
#ifndef REFEREE_SOCKETS_CONNECTION_THREADS_H_
#define REFEREE_SOCKETS_CONNECTION_THREADS_H_

#include <functional>
#include <list>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "arena/core/descriptor.h"
#include "arena/core/mutex.h"

namespace arena {

// A connection that is slow or sends without end holds up only itself.
// Thread-safe.
class ConnectionThreads {
 public:
  explicit ConnectionThreads(int most) : most_(most) {}
  // Shuts all connections down, and waits until they are served.
  ~ConnectionThreads();
  ConnectionThreads(const ConnectionThreads&) = delete;
  ConnectionThreads& operator=(const ConnectionThreads&) = delete;

  // Calls `serve` in a thread of its own, and closes the connection after that.
  // False if the limit is reached: the connection is closed at once.
  bool Take(Descriptor connection, std::function<void(int connection)> serve);

 private:
  struct Served {
    Descriptor connection;
    std::thread thread;
    bool over = false;
  };

  void JoinThoseOver() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const int most_;
  Mutex mutex_;
  std::list<Served> served_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena

#endif  // REFEREE_SOCKETS_CONNECTION_THREADS_H_
