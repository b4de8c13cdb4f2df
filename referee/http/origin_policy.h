// Which web pages may call.
#ifndef REFEREE_HTTP_ORIGIN_POLICY_H_
#define REFEREE_HTTP_ORIGIN_POLICY_H_

#include <optional>
#include <string>
#include <vector>

#include "referee/http/exchange.h"

namespace arena::referee {

// A web page can make a browser call any address. This includes a referee on
// the reader's own machine, where every caller may be an admin. The browser
// tells the origin of the page (Origin) and the name that the page calls
// (Host): a page may let its own name lead to this machine.
class OriginPolicy {
 public:
  // `origins` as in --http-origin: "https://example.org", or "*" for all.
  // `any_host`: whether callers may use any name for the referee. If not, they
  // must say localhost or a loopback address.
  OriginPolicy(std::vector<std::string> origins, bool any_host)
      : origins_(std::move(origins)), any_host_(any_host) {}

  struct Verdict {
    // The answer to a request that goes no further: a refusal, or the answer to
    // the preflight request of a browser.
    std::optional<HttpResponse> answer;
  };
  Verdict Judge(const HttpRequest& request, bool secure) const;

  // Lets the page of the request read the response, if it may.
  void Allow(const HttpRequest& request, HttpResponse& response) const;

 private:
  bool Allows(const std::string& origin) const;

  const std::vector<std::string> origins_;
  const bool any_host_;
};

}  // namespace arena::referee

#endif  // REFEREE_HTTP_ORIGIN_POLICY_H_
