#include "arena/rpc/grpc_status.h"

#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/string_view.h"
#include "arena/rpc/rpc_status.pb.h"

namespace arena {

grpc::Status ToGrpc(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  const auto code = static_cast<grpc::StatusCode>(status.code());
  const std::string message(status.message());
  RpcStatus details;
  status.ForEachPayload(
      [&details](absl::string_view type, const absl::Cord& value) {
        google::protobuf::Any& any = *details.add_details();
        any.set_type_url(std::string(type));
        any.set_value(std::string(value));
      });
  if (details.details().empty()) return grpc::Status(code, message);
  details.set_code(code);
  details.set_message(message);
  return grpc::Status(code, message, details.SerializeAsString());
}

absl::Status FromGrpc(const grpc::Status& status) {
  absl::Status converted(static_cast<absl::StatusCode>(status.error_code()),
                         status.error_message());
  RpcStatus details;
  details.ParseFromString(status.error_details());
  for (const google::protobuf::Any& any : details.details()) {
    converted.SetPayload(any.type_url(), absl::Cord(any.value()));
  }
  return converted;
}

}  // namespace arena
