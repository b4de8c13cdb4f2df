// The hello of a bot that connects, and the welcome that it gets.
#ifndef REFEREE_MATCHES_HELLO_H_
#define REFEREE_MATCHES_HELLO_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "arena/v1/play_service.pb.h"
#include "referee/sessions/session.h"

namespace arena::referee {

// The profile of the bot that says this hello. INVALID_ARGUMENT names the
// error.
absl::StatusOr<BotProfile> ProfileFor(const v1::Hello& hello,
                                      uint32_t max_matches);

// Fills in all parts of a Welcome that do not depend on the session.
void FillWelcome(const SessionLimits& limits, int max_matches,
                 v1::Welcome& welcome);

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_HELLO_H_
