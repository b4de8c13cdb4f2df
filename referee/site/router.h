// Leads requests to the protocol or to the site.
#ifndef REFEREE_SITE_ROUTER_H_
#define REFEREE_SITE_ROUTER_H_

#include "referee/http/connect_handler.h"
#include "referee/http/exchange.h"

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

}  // namespace arena::referee

#endif  // REFEREE_SITE_ROUTER_H_
