// Spectators who see a match later than it is played.
#ifndef REFEREE_DELAYED_SPECTATOR_H_
#define REFEREE_DELAYED_SPECTATOR_H_

#include <memory>

#include "absl/time/time.h"
#include "arena/match/executor.h"
#include "arena/match/runner.h"

namespace arena::referee {

// Passes everything on to `spectator` in the same order, `delay` later, the end
// last. It lives until it has passed everything on, even after the match. With
// a delay of zero, returns `spectator` itself.
std::shared_ptr<Spectator> Delayed(std::shared_ptr<Spectator> spectator,
                                   absl::Duration delay, Executor& executor);

}  // namespace arena::referee

#endif  // REFEREE_DELAYED_SPECTATOR_H_
