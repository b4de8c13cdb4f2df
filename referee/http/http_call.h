// A call that comes by HTTP, served by a coroutine.
#ifndef REFEREE_HTTP_HTTP_CALL_H_
#define REFEREE_HTTP_HTTP_CALL_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "referee/calls/call.h"
#include "referee/calls/method.h"
#include "referee/http/exchange.h"
#include "referee/http/metadata.h"

namespace arena::referee {

// One request, and one response or a stream of responses. The method makes the
// next message of a stream when the last one has been taken. So a slow reader
// slows down the method, and no messages pile up.
//
// The coroutine is on the strand of the exchange. It may drop a call that still
// goes on after it has cancelled the call.
class HttpCall final : public Call {
 public:
  struct Request {
    Metadata metadata;
    std::shared_ptr<const google::protobuf::Message> message;
    absl::Duration timeout = absl::InfiniteDuration();
  };

  static std::shared_ptr<HttpCall> Start(MethodTable& table,
                                         const Method& method, Request request,
                                         Exchange& exchange);

  // ---- For the coroutine ----

  // Waits until there is a message of a stream, or the call is over.
  net::awaitable<void> WaitForMessage();
  // The bytes of the next message of a stream; none at the end.
  net::awaitable<std::optional<std::string>> Next();
  net::awaitable<void> WaitForEnd();
  // The status when the call is over; before that OK.
  const absl::Status& status() const { return status_; }
  bool over() const { return over_; }
  // The response of a unary call that is over with OK.
  google::protobuf::Message& response() const { return *response_; }

  // ---- For the method ----

  // All metadata that the caller sent.
  const Metadata& metadata() const { return metadata_; }
  // Ends the call soon.
  void Cancel() override;
  // When the time of the call is over; InfiniteFuture: never.
  absl::Time deadline() const { return deadline_; }
  // Headers of the answer: before it, and behind its messages. Set them before
  // the first message; the referee's own methods have none.
  Metadata headers;
  Metadata trailers;

  absl::string_view MetadataOf(absl::string_view name) const override;
  std::string uri() const override { return uri_; }
  void Respond(google::protobuf::Message& response) override;
  void Finish(const absl::Status& status) override;
  // Callers by HTTP send no streams.
  void Read() override {}
  void Write(const grpc::ByteBuffer& message) override;

 private:
  HttpCall(Request& request, const Exchange& exchange);

  // Runs on the strand, later.
  template <typename Task>
  void Post(Task task) {
    net::post(strand_, [self = Self(), task = std::move(task)] { task(*self); });
  }
  std::shared_ptr<HttpCall> Self();
  // Ends the call for the coroutine.
  void End(const absl::Status& status);
  void SetTimer();

  const net::any_io_executor strand_;
  const Metadata metadata_;
  const std::string uri_;
  const absl::Time deadline_;

  // ---- Used on the strand ----
  Signal changed_;
  net::steady_timer timer_;
  // The message that is written and not taken yet.
  std::optional<grpc::ByteBuffer> message_;
  std::shared_ptr<google::protobuf::Message> response_;
  bool over_ = false;
  absl::Status status_;
};

}  // namespace arena::referee

#endif  // REFEREE_HTTP_HTTP_CALL_H_
