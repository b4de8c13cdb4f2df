// From absl::Status to grpc::Status: the one place.
#ifndef REFEREE_GRPC_STATUS_H_
#define REFEREE_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include <string>

#include "absl/status/status.h"

namespace arena::referee {

// The codes have the same numbers on both sides.
inline grpc::Status ToGrpc(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()),
                      std::string(status.message()));
}

}  // namespace arena::referee

#endif  // REFEREE_GRPC_STATUS_H_
