// Converts absl::Status to grpc::Status and back; nothing else does so.
#ifndef ARENA_RPC_GRPC_STATUS_H_
#define ARENA_RPC_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace arena {

// The codes have the same numbers in both types. Payloads, named by the type
// URLs of messages, become details, and details become payloads.
grpc::Status ToGrpc(const absl::Status& status);
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace arena

#endif  // ARENA_RPC_GRPC_STATUS_H_
