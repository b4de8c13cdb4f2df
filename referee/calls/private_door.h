// The address at which a referee listens for its own runners.
#ifndef REFEREE_CALLS_PRIVATE_DOOR_H_
#define REFEREE_CALLS_PRIVATE_DOOR_H_

#include <grpcpp/grpcpp.h>
#include <grpcpp/security/server_credentials.h>

#include <algorithm>
#include <memory>

namespace arena::referee {

// Connections by the private address have credentials that no other address
// has, and callers need none: gRPC looks only whether it is a Unix socket. So
// every call tells by which address it has come.
inline std::shared_ptr<grpc::ServerCredentials> PrivateCredentials() {
  return grpc::experimental::LocalServerCredentials(UDS);
}
inline bool IsByPrivateAddress(const grpc::CallbackServerContext& context) {
  const auto kinds = context.auth_context()->FindPropertyValues(
      GRPC_TRANSPORT_SECURITY_TYPE_PROPERTY_NAME);
  return std::find(kinds.begin(), kinds.end(), "local") != kinds.end();
}

}  // namespace arena::referee

#endif  // REFEREE_CALLS_PRIVATE_DOOR_H_
