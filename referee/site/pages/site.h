// The pages that people read.
#ifndef REFEREE_SITE_PAGES_SITE_H_
#define REFEREE_SITE_PAGES_SITE_H_

#include <string>

#include "referee/calls/method.h"
#include "referee/http/exchange.h"
#include "referee/site/document_maker.h"
#include "referee/site/site_request.h"
#include "referee/site/static_files.h"

namespace arena::referee {

// Makes pages from the answers of the referee's own methods to the reader, and
// from nothing else: the site has no store. Stop all requests before destroying
// it.
class Site final : public HttpHandler {
 public:
  struct Options {
    // Whether calls need a token.
    bool tokens_needed = false;
    // Whether a proxy on this machine tells the addresses of readers.
    bool forwarded = false;
  };

  // The table outlives all requests.
  Site(MethodTable& table, const Options& options);

  net::awaitable<void> Serve(Exchange& exchange) override;

 private:
  net::awaitable<HttpResponse> Respond(Exchange& exchange, const Visit& visit);
  // As SiteRequest::address.
  std::string AddressOf(const Exchange& exchange, const Visit& visit) const;
  HttpResponse StaticFile(const Visit& visit) const;
  // The answer as a response of HTTP.
  HttpResponse Dress(const Visit& visit, SiteAnswer answer) const;
  HttpResponse ErrorPage(const Visit& visit, int status,
                         const std::string& title,
                         const std::string& text) const;

  MethodTable& table_;
  const Options options_;
  const StaticFiles files_;
  DocumentMaker documents_;
};

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_SITE_H_
