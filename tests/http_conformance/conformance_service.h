// The service that the conformance suite calls: it answers as each request
// tells it to, and tells what it saw of the request.
#ifndef TESTS_HTTP_CONFORMANCE_CONFORMANCE_SERVICE_H_
#define TESTS_HTTP_CONFORMANCE_CONFORMANCE_SERVICE_H_

#include "connectrpc/conformance/v1/service.grpc.pb.h"

namespace arena::testing {

namespace suite = connectrpc::conformance::v1;

// Metadata with the query of a request by GET, which a service cannot see.
inline constexpr char kQuery[] = "conformance-query";

// An ordinary service of gRPC. The methods that are not here are UNIMPLEMENTED,
// as the suite wants it of one of them; the others need a stream of requests.
// Thread-safe.
class ConformanceService final : public suite::ConformanceService::Service {
 public:
  grpc::Status Unary(grpc::ServerContext* context,
                     const suite::UnaryRequest* request,
                     suite::UnaryResponse* response) override;
  grpc::Status IdempotentUnary(
      grpc::ServerContext* context,
      const suite::IdempotentUnaryRequest* request,
      suite::IdempotentUnaryResponse* response) override;
  grpc::Status ServerStream(
      grpc::ServerContext* context, const suite::ServerStreamRequest* request,
      grpc::ServerWriter<suite::ServerStreamResponse>* writer) override;
};

}  // namespace arena::testing

#endif  // TESTS_HTTP_CONFORMANCE_CONFORMANCE_SERVICE_H_
