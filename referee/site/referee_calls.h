// Calls of the referee's own services on behalf of a reader.
#ifndef REFEREE_SITE_REFEREE_CALLS_H_
#define REFEREE_SITE_REFEREE_CALLS_H_

#include <google/protobuf/message.h>
#include <grpcpp/generic/generic_stub.h>

#include <functional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "referee/http/exchange.h"
#include "referee/http/metadata.h"

namespace arena::referee {

// The reader's token goes with every call, so a page shows what its reader may
// know, and costs the reader's quota. All else about the reader is in the
// metadata of HttpGateway. Lives as long as the request; one call at a time.
class RefereeCalls {
 public:
  RefereeCalls(grpc::GenericStub& stub, Exchange& exchange, Metadata metadata)
      : stub_(stub), exchange_(exchange), metadata_(std::move(metadata)) {}

  // Calls a unary method, such as "MatchService/GetMatch".
  template <typename Response>
  net::awaitable<absl::StatusOr<Response>> Ask(
      std::string method, const google::protobuf::Message& request) {
    const absl::StatusOr<std::string> bytes =
        co_await AskForBytes(std::move(method), request.SerializeAsString());
    if (!bytes.ok()) co_return bytes.status();
    Response response;
    if (!response.ParseFromString(*bytes)) {
      co_return absl::InternalError("a response of the referee is damaged");
    }
    co_return response;
  }

  // The record of a match.
  net::awaitable<absl::StatusOr<std::string>> ReadRecord(std::string match_id);

 private:
  // Of a unary method.
  net::awaitable<absl::StatusOr<std::string>> AskForBytes(std::string method,
                                                          std::string message);

  // Calls a method, and gives `take` each message of its answer until `take`
  // wants no more: CANCELLED.
  net::awaitable<absl::Status> Call(
      std::string method, std::string message,
      std::function<bool(const std::string&)> take);

  grpc::GenericStub& stub_;
  Exchange& exchange_;
  const Metadata metadata_;
};

}  // namespace arena::referee

#endif  // REFEREE_SITE_REFEREE_CALLS_H_
