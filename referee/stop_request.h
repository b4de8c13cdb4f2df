// Tells the program of a referee to end, and makes sure that it ends.
#ifndef REFEREE_STOP_REQUEST_H_
#define REFEREE_STOP_REQUEST_H_

#include <atomic>
#include <future>
#include <thread>

#include "absl/time/time.h"

namespace arena::referee {

// A request to end is a signal of StopSignals(), or a call of Fail when the
// store has failed. A separate thread waits for signals from construction on,
// whatever the other threads wait for. Only the first request counts. From then
// on the program has limited time. It is ended by force if it needs more,
// because a thread may hang in a database that does not answer. Acknowledged
// writes are safe even then.
//
// Construct it before any other thread. Thread-safe.
class StopRequest {
 public:
  // The time to end streams and threads after waiting for matches.
  static constexpr absl::Duration kStopTime = absl::Seconds(5);

  struct Request {
    // Whether the store has failed.
    bool failed;
    // How much of the time is for waiting for matches.
    absl::Duration time_left;
  };

  // After a signal the program has `drain`, but at least kStopTime.
  explicit StopRequest(absl::Duration drain);
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  // From now on there may be matches to wait for.
  void Started() { started_ = true; }
  // The store has failed.
  void Fail() { Tell({.failed = true, .time_left = absl::ZeroDuration()}); }
  // Waits for the request. Call it once.
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
