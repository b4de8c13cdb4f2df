// The arguments of the pages, and their results.
#ifndef REFEREE_SITE_SITE_REQUEST_H_
#define REFEREE_SITE_SITE_REQUEST_H_

#include <google/protobuf/message.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "referee/calls/method.h"
#include "referee/http/exchange.h"
#include "referee/http/http_call.h"
#include "referee/site/page.h"
#include "referee/site/visit.h"

namespace arena::referee {

// The reader's token goes with every call. So a page shows what its reader may
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

class DocumentMaker;

// Lives as long as the request.
struct SiteRequest {
  Exchange& exchange;
  const Visit& visit;
  RefereeCalls& referee;
  DocumentMaker& documents;
  // The address of the reader. Readers share work by address, not by token,
  // because one person may have many tokens.
  const std::string address;
  // Whether the reader needs a token and shows none. A call that strangers may
  // not make counts as refused, so do not make such a call for them.
  bool stranger;

  // The second part of the path: "ada" of "/bot/ada". Requires: the path has
  // it.
  const std::string& name() const { return visit.path[1]; }
  // The third part.
  const std::string& leaf() const { return visit.path[2]; }
};

// A page; another answer; or the error in place of a page.
using SiteAnswer = std::variant<Page, HttpResponse, absl::Status>;

}  // namespace arena::referee

#endif  // REFEREE_SITE_SITE_REQUEST_H_
