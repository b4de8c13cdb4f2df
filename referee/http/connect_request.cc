#include "referee/http/connect_request.h"

#include <boost/beast/http/field.hpp>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/core/gzip.h"
#include "referee/http/message_codec.h"

namespace arena::referee {
namespace {

constexpr size_t kMostTimeoutDigits = 10;

constexpr ConnectForm kForms[] = {
    {Encoding::kJson, Framing::kNone},
    {Encoding::kProto, Framing::kNone},
    {Encoding::kJson, Framing::kEnvelopes},
    {Encoding::kProto, Framing::kEnvelopes},
    {Encoding::kJson, Framing::kLines},
};

std::string HeaderOf(const HttpRequest& request, absl::string_view name) {
  const auto value = request[{name.data(), name.size()}];
  return {value.data(), value.size()};
}

// "identity" and nothing are the same.
absl::StatusOr<bool> IsGzip(absl::string_view where, absl::string_view value) {
  if (value.empty() || value == "identity") return false;
  if (value == "gzip") return true;
  return absl::UnimplementedError(
      absl::StrCat(where, ": unknown compression \"", absl::CHexEscape(value),
                   "\"; expected gzip or identity"));
}

bool Accepts(absl::string_view list, absl::string_view wanted) {
  for (absl::string_view item : absl::StrSplit(list, ',')) {
    // "gzip;q=0.8"
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(item, absl::MaxSplits(';', 1));
    if (absl::StripAsciiWhitespace(parts.first) == wanted) return true;
  }
  return false;
}

absl::StatusOr<absl::Duration> ReadTimeout(absl::string_view text) {
  if (text.empty()) return absl::InfiniteDuration();
  int64_t milliseconds = 0;
  if (text.size() > kMostTimeoutDigits ||
      !absl::c_all_of(text, absl::ascii_isdigit) ||
      !absl::SimpleAtoi(text, &milliseconds)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Connect-Timeout-Ms is \"", absl::CHexEscape(text),
        "\"; expected milliseconds, at most ", kMostTimeoutDigits, " digits"));
  }
  return absl::Milliseconds(milliseconds);
}

absl::Status CheckVersion(absl::string_view where, absl::string_view version,
                          absl::string_view expected) {
  if (version.empty() || version == expected) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      where, " is \"", absl::CHexEscape(version), "\"; expected ", expected));
}

// Reads the headers, for any verb.
absl::StatusOr<ConnectRequest> ReadHeaders(const HttpRequest& request) {
  ConnectRequest read;
  ARENA_RETURN_IF_ERROR(
      CheckVersion("Connect-Protocol-Version",
                   HeaderOf(request, "connect-protocol-version"), "1"));
  ARENA_ASSIGN_OR_RETURN(read.timeout,
                         ReadTimeout(HeaderOf(request, "connect-timeout-ms")));
  Metadata headers;
  for (const auto& field : request) {
    const auto name = field.name_string();
    const auto value = field.value();
    headers.emplace_back(std::string(name.data(), name.size()),
                         std::string(value.data(), value.size()));
  }
  ARENA_ASSIGN_OR_RETURN(read.metadata, MetadataIn(headers));
  return read;
}

absl::StatusOr<std::string> Unpacked(std::string bytes, bool gzip,
                                     size_t most) {
  if (gzip && !bytes.empty()) return Gunzip(bytes, most);
  if (bytes.size() <= most) return bytes;
  return absl::ResourceExhaustedError(absl::StrCat(
      "the message has ", bytes.size(), " bytes; the limit is ", most));
}

// The message of a request that is one envelope.
absl::StatusOr<std::string> UnwrappedBody(const HttpRequest& request, bool gzip,
                                          size_t most) {
  ARENA_ASSIGN_OR_RETURN(Envelope envelope, ReadOnlyEnvelope(request.body()));
  const bool packed = (envelope.flags & kEnvelopeCompressed) != 0;
  if ((envelope.flags & ~kEnvelopeCompressed) != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("the flags of the envelope are ", int{envelope.flags},
                     "; expected 0, or 1 if the message is packed"));
  }
  if (packed && !gzip) {
    return absl::InternalError(
        "the envelope says that the message is packed, and there is no "
        "Connect-Content-Encoding");
  }
  return Unpacked(std::move(envelope.data), packed, most);
}

std::string Unquoted(absl::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() &&
        absl::ascii_isxdigit(text[i + 1]) &&
        absl::ascii_isxdigit(text[i + 2])) {
      plain.append(absl::HexStringToBytes(text.substr(i + 1, 2)));
      i += 2;
    } else {
      plain.push_back(text[i] == '+' ? ' ' : text[i]);
    }
  }
  return plain;
}

std::map<std::string, std::string> QueryOf(const HttpRequest& request) {
  const auto target = request.target();
  const absl::string_view whole(target.data(), target.size());
  std::map<std::string, std::string> query;
  const size_t mark = whole.find('?');
  if (mark == whole.npos) return query;
  for (absl::string_view part :
       absl::StrSplit(whole.substr(mark + 1), '&', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> entry =
        absl::StrSplit(part, absl::MaxSplits('=', 1));
    query.emplace(Unquoted(entry.first), Unquoted(entry.second));
  }
  return query;
}

}  // namespace

std::string ConnectForm::ContentType() const {
  if (framing == Framing::kLines) return "application/jsonl";
  return absl::StrCat("application/",
                      framing == Framing::kEnvelopes ? "connect+" : "",
                      EncodingName(encoding));
}

std::optional<ConnectForm> FormOf(absl::string_view content_type) {
  std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(content_type, absl::MaxSplits(';', 1));
  const std::string type =
      absl::AsciiStrToLower(absl::StripAsciiWhitespace(parts.first));
  const std::string more =
      absl::AsciiStrToLower(absl::StripAsciiWhitespace(parts.second));
  for (const ConnectForm& form : kForms) {
    if (type != form.ContentType()) continue;
    const bool plain = more.empty() || (form.encoding == Encoding::kJson &&
                                        more == "charset=utf-8");
    if (plain) return form;
  }
  return std::nullopt;
}

absl::StatusOr<ConnectRequest> ReadPost(const HttpRequest& request,
                                        const ConnectForm& form,
                                        size_t max_bytes) {
  ARENA_ASSIGN_OR_RETURN(ConnectRequest read, ReadHeaders(request));
  read.form = form;
  const bool enveloped = form.framing == Framing::kEnvelopes;
  const std::string prefix = enveloped ? "Connect-" : "";
  const std::string encoding = prefix + "Content-Encoding";
  ARENA_ASSIGN_OR_RETURN(const bool gzip,
                         IsGzip(encoding, HeaderOf(request, encoding)));
  read.takes_gzip =
      form.framing != Framing::kLines &&
      Accepts(HeaderOf(request, prefix + "Accept-Encoding"), "gzip");
  ARENA_ASSIGN_OR_RETURN(read.body,
                         enveloped ? UnwrappedBody(request, gzip, max_bytes)
                                   : Unpacked(request.body(), gzip, max_bytes));
  return read;
}

absl::StatusOr<ConnectRequest> ReadGet(const HttpRequest& request,
                                       size_t max_bytes) {
  ARENA_ASSIGN_OR_RETURN(ConnectRequest read, ReadHeaders(request));
  std::map<std::string, std::string> query = QueryOf(request);
  ARENA_RETURN_IF_ERROR(CheckVersion("connect", query["connect"], "v1"));
  const std::optional<ConnectForm> form =
      FormOf("application/" + query["encoding"]);
  if (!form.has_value() || form->stream()) {
    return absl::InvalidArgumentError(
        absl::StrCat("encoding is \"", absl::CHexEscape(query["encoding"]),
                     "\"; expected json or proto"));
  }
  read.form = *form;
  read.takes_gzip = Accepts(HeaderOf(request, "accept-encoding"), "gzip");
  std::string message = query["message"];
  if (query["base64"] == "1") {
    std::string bytes;
    if (!absl::WebSafeBase64Unescape(message, &bytes)) {
      return absl::InvalidArgumentError(
          "message is not in base64 with the alphabet for URLs");
    }
    message = std::move(bytes);
  }
  ARENA_ASSIGN_OR_RETURN(const bool gzip,
                         IsGzip("compression", query["compression"]));
  ARENA_ASSIGN_OR_RETURN(read.body,
                         Unpacked(std::move(message), gzip, max_bytes));
  return read;
}

}  // namespace arena::referee
