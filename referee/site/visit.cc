#include "referee/site/visit.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "referee/site/reader_token.h"

namespace arena::referee {
namespace {

constexpr size_t kLongestPart = 16 * 1024;

// The value of a header. The last of several lines counts: a proxy may add its
// own behind that of the caller.
std::string HeaderOf(const HttpRequest& request, absl::string_view name) {
  std::string value;
  const auto lines = request.equal_range({name.data(), name.size()});
  for (auto line = lines.first; line != lines.second; ++line) {
    value = std::string(line->value().data(), line->value().size());
  }
  return value;
}

// Requires names in UTF-8. Protobuf would write a line into the log for each
// message with another name.
absl::Status CheckAddress(const Visit& visit) {
  for (const std::string& part : visit.path) {
    ARENA_RETURN_IF_ERROR(CheckText("the address", part, kLongestPart));
  }
  for (const auto& [name, value] : visit.query) {
    ARENA_RETURN_IF_ERROR(CheckText("the address", name, kLongestPart));
    ARENA_RETURN_IF_ERROR(CheckText("the address", value, kLongestPart));
  }
  return absl::OkStatus();
}

std::string Unquoted(absl::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() &&
        absl::ascii_isxdigit(text[i + 1]) &&
        absl::ascii_isxdigit(text[i + 2])) {
      plain += absl::HexStringToBytes(text.substr(i + 1, 2));
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

}  // namespace

std::string Visit::Asked(const std::string& name) const {
  const auto found = query.find(name);
  return found == query.end() ? "" : found->second;
}

Metadata Visit::Credentials() const {
  Metadata told;
  if (has_token()) told.emplace_back("authorization", authorization);
  if (!forwarded_for.empty()) {
    told.emplace_back("x-forwarded-for", forwarded_for);
  }
  return told;
}

std::map<std::string, std::string> ReadFields(absl::string_view text) {
  std::map<std::string, std::string> fields;
  for (absl::string_view whole : absl::StrSplit(text, '&', absl::SkipEmpty())) {
    std::string part(whole);
    std::replace(part.begin(), part.end(), '+', ' ');
    const std::pair<absl::string_view, absl::string_view> field =
        absl::StrSplit(part, absl::MaxSplits('=', 1));
    fields.emplace(Unquoted(field.first), Unquoted(field.second));
  }
  return fields;
}

Visit ReadVisit(const HttpRequest& request) {
  Visit visit;
  const auto target = request.target();
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(
      absl::string_view(target.data(), target.size()), absl::MaxSplits('?', 1));
  for (absl::string_view part :
       absl::StrSplit(parts.first, '/', absl::SkipEmpty())) {
    visit.path.push_back(Unquoted(part));
  }
  visit.query = ReadFields(parts.second);
  visit.problem = CheckAddress(visit);
  visit.authorization = AuthorizationOf(request);
  visit.forwarded_for = HeaderOf(request, "x-forwarded-for");
  visit.takes_gzip =
      HeaderOf(request, "accept-encoding").find("gzip") != std::string::npos;
  visit.if_none_match = HeaderOf(request, "if-none-match");
  return visit;
}

std::string AddressPart(absl::string_view text) {
  std::string part;
  for (const char c : text) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' ||
        c == '_' || c == '.' || c == '~') {
      part += c;
    } else {
      absl::StrAppend(&part, "%",
                      absl::Hex(static_cast<uint8_t>(c), absl::kZeroPad2));
    }
  }
  return part;
}

}  // namespace arena::referee
