// How the program of a referee is told to end, and that it does.
#ifndef REFEREE_STOP_REQUEST_H_
#define REFEREE_STOP_REQUEST_H_

#include <atomic>
#include <future>
#include <thread>

#include "absl/time/time.h"

namespace arena::referee {

// It is told by SIGTERM or SIGINT, which a thread of its own hears from the
// construction on, whatever the others wait for; or by itself, when its store
// has failed. The first word counts. From then on it has so much time, and is
// ended by force if it needs more: a thread may hang in a database that does
// not answer. What was acknowledged is safe without an orderly end.
//
// Make it before any other thread. Thread-safe.
class StopRequest {
 public:
  // What it takes to end streams and threads when no match is waited for.
  static constexpr absl::Duration kStopTime = absl::Seconds(5);

  struct Request {
    // Whether the store has failed.
    bool failed;
    // What matches may have.
    absl::Duration time_left;
  };

  // After a signal it has the time `drain`, and kStopTime at least.
  explicit StopRequest(absl::Duration drain);
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  // Before this there are no matches to wait for.
  void Started() { started_ = true; }
  // The store has failed.
  void Fail() { Tell({.failed = true, .time_left = absl::ZeroDuration()}); }
  // Waits until it is told. Call it once.
  Request Await() { return told_.get_future().get(); }

 private:
  void Listen();
  void Tell(const Request& request);

  const absl::Duration drain_;
  std::atomic<bool> started_ = false;
  std::atomic<bool> is_told_ = false;
  std::promise<Request> told_;
  std::thread listener_;
};

}  // namespace arena::referee

#endif  // REFEREE_STOP_REQUEST_H_
