#include "referee/access/retry.h"

#include "absl/strings/cord.h"
#include "arena/rpc/rpc_status.pb.h"

namespace arena::referee {

absl::Status ExhaustedError(absl::string_view message, absl::Duration retry) {
  RetryInfo info;
  const absl::Duration seconds = absl::Ceil(retry, absl::Seconds(1));
  info.mutable_retry_delay()->set_seconds(absl::ToInt64Seconds(seconds));
  absl::Status status = absl::ResourceExhaustedError(message);
  status.SetPayload("type.googleapis.com/google.rpc.RetryInfo",
                    absl::Cord(info.SerializeAsString()));
  return status;
}

}  // namespace arena::referee
