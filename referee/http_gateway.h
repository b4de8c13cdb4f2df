// The referee's methods and its site over plain HTTP.
#ifndef REFEREE_HTTP_GATEWAY_H_
#define REFEREE_HTTP_GATEWAY_H_

#include <memory>
#include <string>
#include <vector>

#include "referee/door/handover.h"
#include "referee/http/connect_handler.h"
#include "referee/http/exchange.h"
#include "referee/http/http_server.h"
#include "referee/http/tls_context.h"
#include "referee/site/pages/site.h"

namespace arena::referee {

// Paths of the protocol go to `connect`, all others to `site`. Both outlive it.
class Router final : public HttpHandler {
 public:
  Router(ConnectHandler& connect, HttpHandler& site)
      : connect_(connect), site_(site) {}

  net::awaitable<void> Serve(Exchange& exchange) override {
    const auto target = exchange.request().target();
    return connect_.Owns({target.data(), target.size()})
               ? connect_.Serve(exchange)
               : site_.Serve(exchange);
  }

 private:
  ConnectHandler& connect_;
  HttpHandler& site_;
};

// Calls by HTTP use the same table of methods as calls by gRPC, and so the same
// tokens, quotas and checks. Stop the gateway before the acceptor of its
// connections is destroyed. Thread-safe.
class HttpGateway {
 public:
  struct Options {
    // As OriginPolicy has them.
    std::vector<std::string> origins;
    bool any_host = false;
    // Whether callers need tokens, except for what is public.
    bool tokens_needed = false;
    // Whether a proxy on this machine tells the addresses of callers.
    bool forwarded = false;
    size_t max_message_bytes = 64 * 1024;
  };

  // The table outlives it.
  HttpGateway(MethodTable& table, const Options& options);

  // For the connections of one address; without `tls` they are plain.
  std::unique_ptr<Handover> NewHandover(std::shared_ptr<TlsContext> tls);
  // As HttpServer::Stop.
  void Stop() { server_.Stop(); }

 private:
  ConnectHandler connect_;
  Site site_;
  Router router_;
  HttpServer server_;
};

}  // namespace arena::referee

#endif  // REFEREE_HTTP_GATEWAY_H_
