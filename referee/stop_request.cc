#include "referee/stop_request.h"

#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "absl/time/clock.h"
#include "arena/process/signal_waiter.h"

namespace arena::referee {
namespace {

void EndAfter(absl::Duration time) {
  std::thread([time] {
    absl::SleepFor(time);
    std::fprintf(stderr,
                 "referee: the store does not answer; ending without it\n");
    std::_Exit(1);
  }).detach();
}

}  // namespace

StopRequest::StopRequest(absl::Duration drain) : drain_(drain) {
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  listener_ = std::thread([this] { Listen(); });
}

StopRequest::~StopRequest() {
  // No caller waits for a stop any more, so the listener ignores the signal.
  is_told_ = true;
  pthread_kill(listener_.native_handle(), SIGTERM);
  listener_.join();
}

void StopRequest::Listen() {
  const sigset_t signals = StopSignals();
  int signal = 0;
  sigwait(&signals, &signal);
  const absl::Duration drain = started_ ? drain_ : absl::ZeroDuration();
  Tell({.failed = false,
        .time_left = std::max(drain - kStopTime, absl::ZeroDuration())});
}

void StopRequest::Tell(const Request& request) {
  if (is_told_.exchange(true)) return;
  EndAfter(request.time_left + kStopTime);
  told_.set_value(request);
}

}  // namespace arena::referee
