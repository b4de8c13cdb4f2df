// Calls that come by gRPC.
#ifndef REFEREE_CALLS_GRPC_SERVICE_H_
#define REFEREE_CALLS_GRPC_SERVICE_H_

#include <grpcpp/generic/async_generic_service.h>

#include "referee/calls/method.h"

namespace arena::referee {

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
