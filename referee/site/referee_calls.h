// Calls of the referee's own methods on behalf of a reader.
#ifndef REFEREE_SITE_REFEREE_CALLS_H_
#define REFEREE_SITE_REFEREE_CALLS_H_

#include <google/protobuf/message.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "referee/calls/method.h"
#include "referee/http/http_call.h"

namespace arena::referee {

// The reader's token goes with every call, so a page shows what its reader may
// know, and costs the reader's quota. Lives as long as the request; one call at
// a time.
class RefereeCalls {
 public:
  RefereeCalls(MethodTable& table, Exchange& exchange, Metadata metadata)
      : table_(table), exchange_(exchange), metadata_(std::move(metadata)) {}

  // Calls a unary method, such as "MatchService/GetMatch".
  template <typename Response>
  net::awaitable<absl::StatusOr<Response>> Ask(
      std::string method, const google::protobuf::Message& request) {
    const std::shared_ptr<HttpCall> call = Start(method, request);
    co_await call->WaitForEnd();
    exchange_.set_on_gone(nullptr);
    if (!call->status().ok()) co_return call->status();
    co_return std::move(static_cast<Response&>(call->response()));
  }

  // The record of a match.
  net::awaitable<absl::StatusOr<std::string>> ReadRecord(std::string match_id);

 private:
  std::shared_ptr<HttpCall> Start(const std::string& method,
                                  const google::protobuf::Message& request);

  MethodTable& table_;
  Exchange& exchange_;
  const Metadata metadata_;
};

}  // namespace arena::referee

#endif  // REFEREE_SITE_REFEREE_CALLS_H_
