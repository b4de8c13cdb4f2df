#include "referee/sockets/connection_threads.h"

#include <sys/socket.h>

#include <utility>

namespace arena {

ConnectionThreads::~ConnectionThreads() {
  {
    MutexLock lock(mutex_);
    for (const Served& one : served_) {
      if (!one.over) shutdown(one.connection.get(), SHUT_RDWR);
    }
  }
  // Nothing is added any more.
  for (Served& one : served_) one.thread.join();
}

bool ConnectionThreads::Take(Descriptor connection,
                             std::function<void(int connection)> serve) {
  MutexLock lock(mutex_);
  JoinThoseOver();
  if (static_cast<int>(served_.size()) >= most_) return false;
  Served& one = served_.emplace_back();
  one.connection = std::move(connection);
  one.thread = std::thread(
      [this, &one, number = one.connection.get(), serve = std::move(serve)] {
        serve(number);
        MutexLock lock(mutex_);
        one.connection.Close();
        one.over = true;
      });
  return true;
}

void ConnectionThreads::JoinThoseOver() {
  served_.remove_if([](Served& one) {
    if (one.over) one.thread.join();
    return one.over;
  });
}

}  // namespace arena
