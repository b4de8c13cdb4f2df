#include "referee/http/response_stream.h"

#include "absl/strings/str_cat.h"
#include "arena/core/gzip.h"
#include "referee/http/connect_error.h"
#include "referee/http/envelope.h"

namespace arena::referee {

HttpResponse StreamHead(const ConnectRequest& request) {
  HttpResponse head;
  head.result(http::status::ok);
  head.set(http::field::content_type, request.form.ContentType());
  if (request.takes_gzip) head.set("connect-content-encoding", "gzip");
  return head;
}

std::string StreamPart(const ConnectRequest& request, std::string message) {
  // JSON has its line feeds escaped.
  if (request.form.framing == Framing::kLines) {
    return absl::StrCat(message, "\n");
  }
  if (!request.takes_gzip || message.size() < kWorthPacking) {
    return WriteEnvelope(0, message);
  }
  return WriteEnvelope(kEnvelopeCompressed, Gzip(message));
}

std::string StreamEnd(const ConnectRequest& request, const absl::Status& status,
                      const Metadata& trailers) {
  if (request.form.framing == Framing::kEnvelopes) {
    return WriteEnvelope(kEnvelopeEnd, EndOfStreamJson(status, trailers));
  }
  if (status.ok()) return "";
  return absl::StrCat("{\"error\":", ErrorJson(status), "}\n");
}

}  // namespace arena::referee
