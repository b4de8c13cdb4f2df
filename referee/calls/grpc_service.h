// Calls that come by gRPC, and the address at which a referee listens for its
// own runners.
#ifndef REFEREE_CALLS_GRPC_SERVICE_H_
#define REFEREE_CALLS_GRPC_SERVICE_H_

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/security/server_credentials.h>

#include <algorithm>
#include <memory>

#include "referee/calls/method.h"

namespace arena::referee {

// Connections by the private address have credentials of their own. Callers
// need no credentials, because gRPC checks only that the socket is a Unix
// socket. So every call tells by which address it has come.
inline std::shared_ptr<grpc::ServerCredentials> PrivateCredentials() {
  return grpc::experimental::LocalServerCredentials(UDS);
}
inline bool IsByPrivateAddress(const grpc::CallbackServerContext& context) {
  const auto kinds = context.auth_context()->FindPropertyValues(
      GRPC_TRANSPORT_SECURITY_TYPE_PROPERTY_NAME);
  return std::find(kinds.begin(), kinds.end(), "local") != kinds.end();
}

// Brings every call of a gRPC server to a table of methods. Register it with
// ServerBuilder::RegisterCallbackGenericService; the table must outlive the
// server.
class GrpcService final : public grpc::CallbackGenericService {
 public:
  explicit GrpcService(MethodTable& table) : table_(table) {}

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override;

 private:
  MethodTable& table_;
};

}  // namespace arena::referee

#endif  // REFEREE_CALLS_GRPC_SERVICE_H_
