// The signals that ask a program to end.
#ifndef ARENA_PROCESS_STOP_SIGNALS_H_
#define ARENA_PROCESS_STOP_SIGNALS_H_

#include <signal.h>

namespace arena {

// SIGTERM, SIGINT, and SIGHUP, which says that the terminal is gone, unless the
// program was started to survive that, by `nohup` for example.
sigset_t StopSignals();

}  // namespace arena

#endif  // ARENA_PROCESS_STOP_SIGNALS_H_
