#include "referee/http/metadata.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace arena::referee {
namespace {

// Headers about the connection, the body and the caller's program.
constexpr absl::string_view kOfHttp[] = {
    "connection", "cookie",  "expect",  "host",    "keep-alive",
    "origin",     "pragma",  "referer", "te",      "trailer",
    "upgrade",    "user-agent", "transfer-encoding", "cache-control",
    "dnt", "priority"};
constexpr absl::string_view kFamiliesOfHttp[] = {
    "accept", "access-control-", "connect-", "content-",
    "grpc-",  "if-",             "proxy-",   "sec-"};

bool IsOfHttp(absl::string_view name) {
  return absl::c_linear_search(kOfHttp, name) ||
         absl::c_any_of(kFamiliesOfHttp, [&](absl::string_view family) {
           return absl::StartsWith(name, family);
         });
}

// As in gRPC: the name "-bin" alone is not binary.
bool IsBinary(absl::string_view name) {
  return name.size() > 4 && absl::EndsWith(name, "-bin");
}

absl::Status NoBase64(absl::string_view name) {
  return absl::InvalidArgumentError(
      absl::StrCat("the header ", absl::CHexEscape(name),
                   " is no metadata: expected base64, because its name ends in "
                   "-bin"));
}

// Adds the values of a header; one header may hold several.
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

absl::StatusOr<Metadata> MetadataIn(const Metadata& headers) {
  Metadata metadata;
  for (const auto& [written, value] : headers) {
    const std::string name = absl::AsciiStrToLower(written);
    if (IsOfHttp(name)) continue;
    if (!IsBinary(name)) {
      metadata.emplace_back(name, value);
    } else if (!AddBinary(name, value, metadata)) {
      return NoBase64(written);
    }
  }
  return metadata;
}

}  // namespace arena::referee
