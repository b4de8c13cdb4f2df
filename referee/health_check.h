// Asks a running referee for its health. For programs that watch over the
// referee and speak no gRPC, such as those that run containers.
#ifndef REFEREE_HEALTH_CHECK_H_
#define REFEREE_HEALTH_CHECK_H_

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace arena::referee {

// OK if the referee at `address`, where it listens without TLS, takes calls;
// otherwise UNAVAILABLE with the reason. Waits no longer than until `deadline`.
absl::Status CheckHealth(const std::string& address, absl::Time deadline);

}  // namespace arena::referee

#endif  // REFEREE_HEALTH_CHECK_H_
