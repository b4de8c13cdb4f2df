// Refusals that tell when to try again.
#ifndef REFEREE_ACCESS_RETRY_H_
#define REFEREE_ACCESS_RETRY_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace arena::referee {

// RESOURCE_EXHAUSTED with a google.rpc.RetryInfo in its details.
absl::Status ExhaustedError(absl::string_view message, absl::Duration retry);

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_RETRY_H_
