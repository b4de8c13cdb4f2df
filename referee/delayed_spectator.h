// Spectators who see a match later than it is played.
#ifndef REFEREE_DELAYED_SPECTATOR_H_
#define REFEREE_DELAYED_SPECTATOR_H_

#include <memory>

#include "absl/time/time.h"
#include "arena/match/executor.h"
#include "arena/match/runner.h"

namespace arena::referee {

// Passes everything on to `spectator` in its order, so much later; the end
// comes last. It lives on until all is told, after the match, too. A delay of
// zero is the spectator itself.
std::shared_ptr<Spectator> Delayed(std::shared_ptr<Spectator> spectator,
                                   absl::Duration delay, Executor& executor);

}  // namespace arena::referee

#endif  // REFEREE_DELAYED_SPECTATOR_H_
