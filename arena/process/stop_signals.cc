#include "arena/process/stop_signals.h"

namespace arena {

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

}  // namespace arena
