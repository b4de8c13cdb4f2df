#include "referee/health_check.h"

#include <grpcpp/grpcpp.h>

#include "absl/strings/str_cat.h"
#include "referee/base/health.grpc.pb.h"

namespace arena::referee {

absl::Status CheckHealth(const std::string& address, absl::Time deadline) {
  using grpc::health::v1::HealthCheckResponse;
  grpc::ChannelArguments arguments;
  // It asks this machine, and no proxy for others.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  const auto stub = grpc::health::v1::Health::NewStub(grpc::CreateCustomChannel(
      address, grpc::InsecureChannelCredentials(), arguments));
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(deadline));
  HealthCheckResponse response;
  const grpc::Status status = stub->Check(&context, {}, &response);
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
