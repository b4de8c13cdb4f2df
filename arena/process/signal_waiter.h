// The signals that ask a program to end, and how a program waits for them and
// for the end of its children.
#ifndef ARENA_PROCESS_SIGNAL_WAITER_H_
#define ARENA_PROCESS_SIGNAL_WAITER_H_

#include <signal.h>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace arena {

// SIGTERM, SIGINT, and SIGHUP, which says that the terminal is gone. Without
// SIGHUP if the program was started to survive the end of its terminal, for
// example by `nohup`.
sigset_t StopSignals();

// While this object lives, StopSignals(), SIGPIPE and SIGCHLD are waited for
// instead of handled. Make the object before any thread, so that every thread
// inherits this. SIGPIPE goes only to the thread that writes, so wait in the
// thread that writes.
class SignalWaiter {
 public:
  SignalWaiter();
  ~SignalWaiter();
  SignalWaiter(const SignalWaiter&) = delete;
  SignalWaiter& operator=(const SignalWaiter&) = delete;

  // Waits until a child process ends or the time is over. CANCELLED if this
  // program is asked to stop.
  absl::Status Wait(absl::Duration time) const;

 private:
  sigset_t before_;
};

}  // namespace arena

#endif  // ARENA_PROCESS_SIGNAL_WAITER_H_
