#include "referee/http_gateway.h"

#include <utility>

#include "referee/door/http_handover.h"
#include "referee/site/reader_token.h"

namespace arena::referee {
namespace {

// JSON, which may be packed, has more bytes than the message in it.
constexpr size_t kBytesOfJson = 4;

// The token of a reader that has logged in to the site, if a page of the site
// calls.
Metadata TokenOfReader(const Exchange& exchange) {
  std::string token = CookieAuthorizationOfCall(exchange.request());
  if (token.empty()) return {};
  return {{"authorization", std::move(token)}};
}

}  // namespace

HttpGateway::HttpGateway(MethodTable& table, const Options& options)
    : connect_(table,
               {.max_message_bytes = options.max_message_bytes * kBytesOfJson,
                .more_metadata = TokenOfReader}),
      site_(table, {.tokens_needed = options.tokens_needed,
                    .forwarded = options.forwarded}),
      router_(connect_, site_),
      server_({.limits = {.body_bytes =
                              options.max_message_bytes * kBytesOfJson},
               .origins = OriginPolicy(options.origins, options.any_host)},
              router_) {}

std::unique_ptr<Handover> HttpGateway::NewHandover(
    std::shared_ptr<TlsContext> tls) {
  return std::make_unique<HttpHandover>(server_, std::move(tls));
}

}  // namespace arena::referee
