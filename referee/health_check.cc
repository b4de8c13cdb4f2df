#include "referee/health_check.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/codegen/proto_utils.h>

#include "absl/strings/str_cat.h"
#include "referee/base/health.pb.h"

namespace arena::referee {

absl::Status CheckHealth(const std::string& address, absl::Time deadline) {
  using grpc::health::v1::HealthCheckRequest;
  using grpc::health::v1::HealthCheckResponse;
  grpc::ChannelArguments arguments;
  // The call goes straight to the address, never through a proxy of the
  // environment.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  grpc::TemplatedGenericStub<HealthCheckRequest, HealthCheckResponse> stub(
      grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(),
                                arguments));
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(deadline));
  HealthCheckResponse response;
  grpc::Status status;
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareUnaryCall(
      &context, "/grpc.health.v1.Health/Check", {}, &queue);
  call->StartCall();
  call->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  if (!status.ok()) {
    return absl::UnavailableError(absl::StrCat(
        "no referee without TLS answers at ", address, " (",
        status.error_message(),
        "); expected a loopback address or Unix socket of its --listen"));
  }
  if (response.status() != HealthCheckResponse::SERVING) {
    return absl::UnavailableError(
        absl::StrCat("the referee at ", address,
                     " takes no calls now: it starts, ends, or its store does "
                     "not answer"));
  }
  return absl::OkStatus();
}

}  // namespace arena::referee
