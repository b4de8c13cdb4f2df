#include "referee/http/metadata.h"

#include <grpc/grpc.h>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace arena::referee {
namespace {

// About the connection, the body and the caller's program.
constexpr absl::string_view kOfHttp[] = {
    "connection", "cookie",  "expect",  "host",    "keep-alive",
    "origin",     "pragma",  "referer", "te",      "trailer",
    "upgrade",    "user-agent", "transfer-encoding", "cache-control",
    "dnt", "priority"};
// "arena-http-" is the referee's own.
constexpr absl::string_view kFamiliesOfHttp[] = {
    "accept", "access-control-", "arena-http-", "connect-", "content-",
    "grpc-",  "if-",             "proxy-",      "sec-"};

bool IsOfHttp(absl::string_view name) {
  return absl::c_linear_search(kOfHttp, name) ||
         absl::c_any_of(kFamiliesOfHttp, [&](absl::string_view family) {
           return absl::StartsWith(name, family);
         });
}

grpc_slice SliceOf(absl::string_view text) {
  return grpc_slice_from_static_buffer(text.data(), text.size());
}

// As gRPC sees it: "-bin" alone is not.
bool IsBinary(absl::string_view name) {
  return grpc_is_binary_header(SliceOf(name)) != 0;
}

bool IsCarried(const std::string& name, const std::string& value) {
  return grpc_header_key_is_legal(SliceOf(name)) != 0 &&
         (IsBinary(name) ||
          grpc_header_nonbin_value_is_legal(SliceOf(value)) != 0);
}

absl::Status NotCarried(absl::string_view name) {
  return absl::InvalidArgumentError(absl::StrCat(
      "the header ", absl::CHexEscape(name),
      " is no metadata: expected a name of letters, digits, '-', '_' and '.', "
      "and a value of printable ASCII, or of base64 where the name ends in "
      "-bin"));
}

// One header may hold several values.
bool AddBinary(const std::string& name, absl::string_view values,
               Metadata& metadata) {
  for (absl::string_view value : absl::StrSplit(values, ',')) {
    std::string bytes;
    if (!absl::Base64Unescape(absl::StripAsciiWhitespace(value), &bytes)) {
      return false;
    }
    metadata.emplace_back(name, std::move(bytes));
  }
  return true;
}

}  // namespace

absl::StatusOr<Metadata> ToGrpcMetadata(const Metadata& headers) {
  Metadata metadata;
  for (const auto& [written, value] : headers) {
    const std::string name = absl::AsciiStrToLower(written);
    if (IsOfHttp(name)) continue;
    if (!IsBinary(name)) {
      metadata.emplace_back(name, value);
    } else if (!AddBinary(name, value, metadata)) {
      return NotCarried(written);
    }
  }
  return metadata;
}

absl::Status CheckCarried(const Metadata& metadata) {
  for (const auto& [name, value] : metadata) {
    if (!IsCarried(name, value)) return NotCarried(name);
  }
  return absl::OkStatus();
}

Metadata FromGrpcMetadata(
    const std::multimap<grpc::string_ref, grpc::string_ref>& metadata) {
  Metadata headers;
  for (const auto& [key, value] : metadata) {
    const std::string name(key.data(), key.size());
    if (IsOfHttp(name) || absl::StartsWith(name, ":")) continue;
    const absl::string_view bytes(value.data(), value.size());
    headers.emplace_back(name, IsBinary(name)
                                   ? absl::Base64Escape(bytes)
                                   : std::string(bytes));
  }
  return headers;
}

}  // namespace arena::referee
