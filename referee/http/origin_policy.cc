#include "referee/http/origin_policy.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "referee/base/peer.h"
#include "referee/http/connect_error.h"

namespace arena::referee {
namespace {

// How long a browser may remember the answer, in seconds.
constexpr char kMaxAge[] = "7200";
constexpr char kAllowedHeaders[] =
    "Authorization, Content-Type, Content-Encoding, Connect-Protocol-Version, "
    "Connect-Timeout-Ms, Connect-Accept-Encoding, Connect-Content-Encoding, "
    "Arena-Session";

std::string ValueOf(const HttpRequest& request, http::field field) {
  const auto value = request[field];
  return absl::AsciiStrToLower({value.data(), value.size()});
}

// "[::1]:80" -> "::1".
std::string NameIn(absl::string_view host) {
  const size_t colon = host.rfind(':');
  if (colon != host.npos &&
      absl::c_all_of(host.substr(colon + 1), absl::ascii_isdigit)) {
    host = host.substr(0, colon);
  }
  absl::ConsumePrefix(&host, "[");
  absl::ConsumeSuffix(&host, "]");
  return std::string(host);
}

bool IsThisMachine(const std::string& host) {
  const std::string name = NameIn(host);
  // PeerOf would take the rest for the zone of an address.
  if (absl::StrContains(name, '%')) return false;
  return name.empty() || name == "localhost" ||
         absl::EndsWith(name, ".localhost") ||
         PeerOf(absl::StrCat("[", name, "]:1")).local;
}

HttpResponse Refusal(const std::string& why) {
  HttpResponse response;
  response.result(http::status::forbidden);
  response.set(http::field::content_type, "application/json");
  response.body() = ErrorJson(absl::PermissionDeniedError(why));
  return response;
}

HttpResponse Preflight() {
  HttpResponse response;
  response.result(http::status::no_content);
  response.set(http::field::access_control_allow_methods, "GET, POST");
  response.set(http::field::access_control_allow_headers, kAllowedHeaders);
  response.set(http::field::access_control_max_age, kMaxAge);
  return response;
}

}  // namespace

bool OriginPolicy::Allows(const std::string& origin) const {
  return absl::c_linear_search(origins_, "*") ||
         absl::c_linear_search(origins_, origin);
}

OriginPolicy::Verdict OriginPolicy::Judge(const HttpRequest& request,
                                          bool secure) const {
  const std::string host = ValueOf(request, http::field::host);
  if (!any_host_ && !IsThisMachine(host)) {
    return {Refusal(absl::StrCat(
        "the Host is \"", absl::CHexEscape(host),
        "\"; this referee is for programs of its own machine, which call it "
        "localhost or 127.0.0.1"))};
  }
  const std::string origin = ValueOf(request, http::field::origin);
  const std::string own =
      absl::StrCat(secure ? "https://" : "http://", host);
  if (origin.empty() || origin == own) return {};
  if (!Allows(origin)) {
    return {Refusal(absl::StrCat("pages of ", absl::CHexEscape(origin),
                                 " may not call this referee; its operator "
                                 "can allow them with --http-origin"))};
  }
  const bool asks_first =
      request.method() == http::verb::options &&
      request.find(http::field::access_control_request_method) !=
          request.end();
  if (asks_first) return {Preflight()};
  return {};
}

void OriginPolicy::Allow(const HttpRequest& request,
                         HttpResponse& response) const {
  if (origins_.empty()) return;
  response.insert(http::field::vary, "Origin");
  const std::string origin = ValueOf(request, http::field::origin);
  if (origin.empty() || !Allows(origin)) return;
  response.set(http::field::access_control_allow_origin, origin);
  response.set(http::field::access_control_expose_headers, "*");
}

}  // namespace arena::referee
