#include "arena/process/signal_waiter.h"

#include <algorithm>

namespace arena {
namespace {

sigset_t WaitedFor() {
  sigset_t signals = StopSignals();
  sigaddset(&signals, SIGPIPE);
  sigaddset(&signals, SIGCHLD);
  return signals;
}

}  // namespace

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  struct sigaction action;
  // A signal that is blocked and waited for arrives even if it is ignored.
  if (sigaction(SIGHUP, nullptr, &action) == 0 &&
      action.sa_handler != SIG_IGN) {
    sigaddset(&signals, SIGHUP);
  }
  return signals;
}

SignalWaiter::SignalWaiter() {
  const sigset_t signals = WaitedFor();
  pthread_sigmask(SIG_BLOCK, &signals, &before_);
}

SignalWaiter::~SignalWaiter() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

absl::Status SignalWaiter::Wait(absl::Duration time) const {
  const sigset_t signals = WaitedFor();
  const timespec limit = absl::ToTimespec(std::max(time, absl::ZeroDuration()));
  const int signal = sigtimedwait(&signals, nullptr, &limit);
  if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) {
    return absl::CancelledError("stopped");
  }
  if (signal == SIGPIPE) {
    return absl::CancelledError("stopped: nobody reads the output any more");
  }
  return absl::OkStatus();
}

}  // namespace arena
