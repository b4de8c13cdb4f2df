// Converts absl::Status to grpc::Status and back; the referee and the runner do
// so nowhere else.
#ifndef REFEREE_BASE_GRPC_STATUS_H_
#define REFEREE_BASE_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace arena::referee {

// The codes have the same numbers in both types. Payloads, named by the type
// URLs of messages, become details.
grpc::Status ToGrpc(const absl::Status& status);

// The same code and message, without details.
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace arena::referee

#endif  // REFEREE_BASE_GRPC_STATUS_H_
