#include "referee/http/connect_handler.h"

#include <google/protobuf/descriptor.pb.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/gzip.h"
#include "arena/core/suggestion.h"
#include "arena/core/text.h"
#include "referee/http/connect_error.h"
#include "referee/http/connect_request.h"
#include "referee/http/http_call.h"
#include "referee/http/message_codec.h"

namespace arena::referee {
namespace {

using google::protobuf::MethodDescriptor;
using google::protobuf::MethodOptions;

absl::string_view PathIn(const HttpRequest& request) {
  const auto target = request.target();
  const absl::string_view whole(target.data(), target.size());
  return whole.substr(0, whole.find('?'));
}

// GET is for methods that may be called twice.
bool MayGet(const MethodDescriptor& method) {
  return !method.server_streaming() &&
         method.options().idempotency_level() == MethodOptions::NO_SIDE_EFFECTS;
}

HttpResponse NewResponse(int status, absl::string_view type, std::string body) {
  HttpResponse response;
  response.result(static_cast<unsigned>(status));
  response.set(http::field::content_type, {type.data(), type.size()});
  response.body() = std::move(body);
  return response;
}

HttpResponse ErrorResponse(const absl::Status& status) {
  return NewResponse(HttpStatusOf(status.code()), "application/json",
                     ErrorJson(status));
}

// The answer if there is no call: the request does not name one, or not in this
// way. The code is the one that the protocol derives from the status of HTTP.
HttpResponse Misdirected(http::status status, const std::string& message) {
  const bool no_method = status == http::status::not_found ||
                         status == http::status::not_implemented;
  HttpResponse response = ErrorResponse(
      {no_method ? absl::StatusCode::kUnimplemented : absl::StatusCode::kUnknown,
       message});
  response.result(status);
  return response;
}

HttpResponse WrongVerb(const MethodDescriptor& method) {
  HttpResponse response =
      Misdirected(http::status::method_not_allowed,
                  absl::StrCat(method.full_name(), " is called by POST",
                               MayGet(method) ? " or GET" : ""));
  response.set(http::field::allow, MayGet(method) ? "GET, POST" : "POST");
  return response;
}

HttpResponse NoMethod(absl::string_view path,
                      const std::vector<std::string>& known) {
  return Misdirected(
      http::status::not_found,
      absl::StrCat("there is no method \"", Shortened(Printable(path)), "\"",
                   DidYouMean(path, known),
                   "; expected a path such as "
                   "/arena.v1.CatalogueService/ListGames"));
}

HttpResponse WrongType(const MethodDescriptor& method, absl::string_view type) {
  const Framing framing =
      method.server_streaming() ? Framing::kEnvelopes : Framing::kNone;
  std::string expected =
      absl::StrCat(ConnectForm{Encoding::kJson, framing}.ContentType(), ", ",
                   ConnectForm{Encoding::kProto, framing}.ContentType());
  if (method.server_streaming()) {
    const ConnectForm lines = {Encoding::kJson, Framing::kLines};
    absl::StrAppend(&expected, ", ", lines.ContentType());
  }
  HttpResponse response = Misdirected(
      http::status::unsupported_media_type,
      absl::StrCat("the Content-Type is \"", Shortened(Printable(type)), "\"; ",
                   method.full_name(), " takes ", expected));
  response.set("accept-post", expected);
  return response;
}

void AddHeaders(const Metadata& metadata, const std::string& prefix,
                HttpResponse& response) {
  for (const auto& [name, value] : metadata) {
    response.insert(prefix + name, value);
  }
}

// The response of a unary call, or its error.
net::awaitable<HttpResponse> AnswerUnary(HttpCall& call,
                                       const ConnectRequest& request) {
  co_await call.WaitForEnd();
  absl::Status status = call.status();
  absl::StatusOr<std::string> body = std::string();
  if (status.ok()) {
    body = WriteMessage(request.form.encoding, call.response());
    status = body.status();
  }
  HttpResponse response;
  if (status.ok()) {
    const bool packed = request.takes_gzip && body->size() >= kWorthPacking;
    response = NewResponse(200, request.form.ContentType(),
                           packed ? Gzip(*body) : *std::move(body));
    if (packed) response.set(http::field::content_encoding, "gzip");
  } else {
    response = ErrorResponse(status);
  }
  response.set(http::field::vary, "Accept-Encoding");
  AddHeaders(call.headers, "", response);
  AddHeaders(call.trailers, "trailer-", response);
  co_return response;
}

// Sends the responses of a stream as they come.
net::awaitable<void> SendStream(HttpCall& call, const MethodDescriptor& method,
                                const ConnectRequest& request,
                                SharedTexts& texts, Exchange& exchange) {
  co_await call.WaitForMessage();
  // With envelopes, an error comes behind the status 200, even if nothing else
  // comes. A program that reads lines expects the error in the status.
  if (request.form.framing == Framing::kLines && call.over() &&
      !call.status().ok()) {
    co_await exchange.Reply(ErrorResponse(call.status()));
    co_return;
  }
  HttpResponse head = StreamHead(request);
  AddHeaders(call.headers, "", head);
  if (!co_await exchange.Begin(std::move(head))) co_return;
  absl::Status broken;
  while (true) {
    std::optional<std::string> message = co_await call.Next();
    if (!message.has_value()) break;
    absl::StatusOr<std::string> text = texts.Write(
        *method.output_type(), request.form.encoding, *std::move(message));
    if (!text.ok()) {
      broken = text.status();
      break;
    }
    if (!co_await exchange.Send(StreamPart(request, *std::move(text)))) {
      co_return;
    }
  }
  const std::string end = StreamEnd(
      request, broken.ok() ? call.status() : broken, call.trailers);
  if (co_await exchange.Send(end)) co_await exchange.End();
}

// Answers with an error before there is a call.
net::awaitable<void> Refuse(Exchange& exchange, const ConnectForm& form,
                            const absl::Status& why) {
  if (form.framing != Framing::kEnvelopes) {
    co_await exchange.Reply(ErrorResponse(why));
    co_return;
  }
  ConnectRequest request;
  request.form = form;
  HttpResponse response = StreamHead(request);
  response.body() = StreamEnd(request, why, {});
  co_await exchange.Reply(std::move(response));
}

}  // namespace

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

bool ConnectHandler::Owns(absl::string_view target) const {
  const size_t slash = target.find('/', 1);
  return slash != target.npos &&
         target.substr(0, slash).find('.') != target.npos;
}

ConnectHandler::Direction ConnectHandler::Direct(
    const HttpRequest& request) const {
  const Method* const found = table_.Find(PathIn(request));
  if (found == nullptr) {
    std::vector<std::string> known;
    for (const auto& [path, method] : table_.methods()) known.push_back(path);
    return NoMethod(PathIn(request), known);
  }
  const MethodDescriptor& method = *found->descriptor;
  if (method.client_streaming()) {
    return Misdirected(
        http::status::not_implemented,
        absl::StrCat(method.full_name(),
                     " takes a stream of requests and needs gRPC"));
  }
  if (request.method() == http::verb::get && MayGet(method)) {
    return Directed{.method = found, .get = true};
  }
  if (request.method() != http::verb::post) return WrongVerb(method);
  const auto type = request[http::field::content_type];
  const absl::string_view told(type.data(), type.size());
  const std::optional<ConnectForm> form = FormOf(told);
  if (!form.has_value() || form->stream() != method.server_streaming()) {
    return WrongType(method, told);
  }
  return Directed{.method = found, .form = *form};
}

net::awaitable<void> ConnectHandler::Serve(Exchange& exchange) {
  Direction direction = Direct(exchange.request());
  if (auto* const refusal = std::get_if<HttpResponse>(&direction)) {
    co_await exchange.Reply(std::move(*refusal));
    co_return;
  }
  const Directed& directed = std::get<Directed>(direction);
  const MethodDescriptor& method = *directed.method->descriptor;
  absl::StatusOr<ConnectRequest> request =
      directed.get ? ReadGet(exchange.request(), options_.max_message_bytes)
                   : ReadPost(exchange.request(), directed.form,
                              options_.max_message_bytes);
  const std::shared_ptr<google::protobuf::Message> message =
      NewRequest(*directed.method);
  const absl::Status read =
      request.ok() ? ReadMessage(request->form.encoding, request->body, *message)
                   : request.status();
  if (!read.ok()) {
    co_await Refuse(exchange, directed.form, read);
    co_return;
  }
  if (options_.more_metadata != nullptr) {
    for (auto& entry : options_.more_metadata(exchange)) {
      // Values that the caller itself has set under this name must not count.
      std::erase_if(request->metadata, [&](const auto& told) {
        return told.first == entry.first;
      });
      request->metadata.push_back(std::move(entry));
    }
  }
  const std::shared_ptr<HttpCall> call =
      HttpCall::Start(table_, *directed.method,
                      {.metadata = std::move(request->metadata),
                       .message = message,
                       .timeout = request->timeout},
                      exchange);
  if (method.server_streaming()) {
    co_await SendStream(*call, method, *request, texts_, exchange);
  } else {
    HttpResponse response = co_await AnswerUnary(*call, *request);
    co_await exchange.Reply(std::move(response));
  }
  exchange.set_on_gone(nullptr);
  call->Cancel();
}

}  // namespace arena::referee
