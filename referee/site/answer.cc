#include "referee/site/answer.h"

#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/gzip.h"
#include "arena/core/secrets.h"

namespace arena::referee {
namespace {

// Below this size gzip makes a text larger, or hardly smaller.
constexpr size_t kWorthPacking = 1024;
constexpr size_t kEtagBytes = 16;

constexpr char kPolicy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

const char* CacheControl(Keep keep) {
  switch (keep) {
    case Keep::kNever:
      return "private, no-store";
    case Keep::kAsk:
      return "private, no-cache";
    case Keep::kForEver:
      return "public, max-age=31536000, immutable";
  }
  return "no-store";
}

HttpResponse Begin(const Visit& visit, int status, absl::string_view type,
                   Keep keep, const std::string& etag) {
  HttpResponse response;
  response.result(static_cast<unsigned>(status));
  response.set(http::field::cache_control, CacheControl(keep));
  response.set(http::field::vary, "Accept-Encoding, Authorization, Cookie");
  AddGuards(response);
  if (status == 200 && keep != Keep::kNever) {
    response.set(http::field::etag, etag);
    if (visit.if_none_match == etag) {
      response.result(http::status::not_modified);
      return response;
    }
  }
  response.set(http::field::content_type, {type.data(), type.size()});
  return response;
}

}  // namespace

void AddGuards(HttpResponse& response) {
  response.set("content-security-policy", kPolicy);
  response.set("x-content-type-options", "nosniff");
  response.set("referrer-policy", "same-origin");
  response.set("cross-origin-opener-policy", "same-origin");
  response.set("cross-origin-resource-policy", "same-origin");
}

absl::Status ForReaders(const absl::Status& status, bool has_token) {
  if (!absl::IsUnauthenticated(status)) return status;
  return absl::UnauthenticatedError(
      has_token ? "Your token is no token of this referee, has been revoked, "
                  "or has expired."
                : "This page needs a token.");
}

std::string EtagOf(absl::string_view text) {
  return absl::StrCat(
      "\"", absl::BytesToHexString(Sha256(text).substr(0, kEtagBytes)), "\"");
}

HttpResponse Answer(const Visit& visit, int status, absl::string_view type,
                    std::string body, Keep keep) {
  HttpResponse response = Begin(visit, status, type, keep, EtagOf(body));
  if (response.result() == http::status::not_modified) return response;
  if (visit.takes_gzip && body.size() >= kWorthPacking) {
    response.set(http::field::content_encoding, "gzip");
    body = Gzip(body);
  }
  response.body() = std::move(body);
  return response;
}

HttpResponse PackedAnswer(const Visit& visit, absl::string_view type,
                          absl::string_view body, absl::string_view packed,
                          const std::string& etag, Keep keep) {
  HttpResponse response = Begin(visit, 200, type, keep, etag);
  if (response.result() == http::status::not_modified) return response;
  if (visit.takes_gzip) {
    response.set(http::field::content_encoding, "gzip");
  }
  response.body() = std::string(visit.takes_gzip ? packed : body);
  return response;
}

HttpResponse SeeOther(const std::string& address) {
  HttpResponse response;
  response.result(http::status::see_other);
  response.set(http::field::location, address);
  response.set(http::field::cache_control, CacheControl(Keep::kNever));
  AddGuards(response);
  return response;
}

}  // namespace arena::referee
