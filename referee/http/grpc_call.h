// A call of the referee's own gRPC server, waited for by a coroutine.
#ifndef REFEREE_HTTP_GRPC_CALL_H_
#define REFEREE_HTTP_GRPC_CALL_H_

#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/client_callback.h>

#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "referee/http/asio.h"
#include "referee/http/metadata.h"

namespace arena::referee {

// One request, and any number of responses: a unary call has one of them. A
// response is read when the one before it has been taken, so a slow reader
// slows down the service, and nothing is piled up.
//
// Everything but what gRPC calls happens on one strand.
class GrpcCall final
    : public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>,
      public std::enable_shared_from_this<GrpcCall> {
 public:
  struct Request {
    // "/arena.v1.MatchService/GetMatch".
    std::string method;
    Metadata metadata;
    // The bytes of the message.
    std::string message;
    absl::Duration timeout = absl::InfiniteDuration();
  };

  // A call with metadata that gRPC does not carry is over at once, with
  // INVALID_ARGUMENT.
  static std::shared_ptr<GrpcCall> Start(grpc::GenericStub& stub,
                                         const Request& request,
                                         const net::any_io_executor& strand);

  // Waits until the service has sent its headers, or all is over.
  net::awaitable<void> WaitForHeaders();
  // Waits until there is a message, or all is over.
  net::awaitable<void> WaitForMessage();
  // The bytes of the next message; none at the end.
  net::awaitable<std::optional<std::string>> Next();
  // Ends the call soon, with CANCELLED; go on to read until the end.
  void Cancel() { context_.TryCancel(); }
  // Drops the messages that are to come, and waits for the end.
  net::awaitable<void> Drain();
  // Ends the call, and waits for the end. Nobody may drop a call that goes on.
  net::awaitable<void> Finish();

  // After WaitForHeaders.
  Metadata headers() const;
  // There is no message, and the status is an error.
  bool failed_at_once() const {
    return over_ && !has_response_ && !status_.ok();
  }
  // When Next has returned none.
  const grpc::Status& status() const { return status_; }
  Metadata trailers() const;

 private:
  explicit GrpcCall(const net::any_io_executor& strand)
      : strand_(strand), changed_(strand) {}

  void Begin(grpc::GenericStub& stub, const Request& request);

  // Called by gRPC.
  void OnReadInitialMetadataDone(bool ok) override;
  void OnReadDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;

  const net::any_io_executor strand_;
  grpc::ClientContext context_;
  grpc::ByteBuffer request_;
  grpc::ByteBuffer response_;
  // Until gRPC calls no more.
  std::shared_ptr<GrpcCall> self_;

  // ---- Of the strand ----
  Signal changed_;
  bool has_headers_ = false;
  bool has_response_ = false;
  bool over_ = false;
  grpc::Status status_;
};

}  // namespace arena::referee

#endif  // REFEREE_HTTP_GRPC_CALL_H_
