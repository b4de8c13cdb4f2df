#include "referee/door/metrics_page.h"

#include <arpa/inet.h>
#include <prometheus/text_serializer.h>

#include <boost/asio/ip/tcp.hpp>
#include <string>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "referee/door/acceptor.h"
#include "referee/door/addresses.h"
#include "referee/door/connection_table.h"
#include "referee/door/http_handover.h"
#include "referee/http/http_server.h"

namespace arena::referee {
namespace {

constexpr char kPlainText[] = "text/plain; charset=utf-8";
constexpr char kMetricsText[] = "text/plain; version=0.0.4; charset=utf-8";
constexpr absl::Duration kAnswerTime = absl::Seconds(5);
// Connections of Prometheus, of probes, and of people.
constexpr int kMostConnections = 64;
constexpr int kMostConnectionsOfAddress = 16;

// "[::1]:80" -> "::1".
std::string NameOf(absl::string_view host) {
  const size_t colon = host.rfind(':');
  if (colon != host.npos && host.find(']', colon) == host.npos) {
    host = host.substr(0, colon);
  }
  absl::ConsumePrefix(&host, "[");
  absl::ConsumeSuffix(&host, "]");
  return absl::AsciiStrToLower(host);
}

bool IsAddress(const std::string& name) {
  in6_addr address;
  return inet_pton(AF_INET, name.c_str(), &address) == 1 ||
         inet_pton(AF_INET6, name.c_str(), &address) == 1;
}

HttpResponse Answer(http::status status, const char* type, std::string text) {
  HttpResponse response;
  response.result(status);
  response.set(http::field::content_type, type);
  response.body() = std::move(text);
  return response;
}

HttpResponse Refusal(http::status status, absl::string_view why) {
  return Answer(status, kPlainText, absl::StrCat(why, "\n"));
}

}  // namespace

class MetricsPage::Parts final : public HttpHandler {
 public:
  Parts(const std::string& address, Source source)
      : source_(std::move(source)),
        own_name_(NameOf(address)),
        connections_({.most = kMostConnections,
                      .most_of_address = kMostConnectionsOfAddress}),
        server_({.origins = OriginPolicy({}, /*any_host=*/true)}, *this),
        acceptor_(connections_, /*proxied=*/false) {}
  ~Parts() override {
    acceptor_.Stop();
    server_.Stop();
  }

  absl::StatusOr<std::string> Listen(const std::string& address) {
    ARENA_ASSIGN_OR_RETURN(std::string taken, acceptor_.Listen(address));
    acceptor_.Serve(std::make_unique<HttpHandover>(server_, nullptr));
    acceptor_.Start();
    return taken;
  }

  net::awaitable<void> Serve(Exchange& exchange) override {
    connections_.Extend(exchange.connection());
    co_await exchange.Reply(AnswerTo(exchange.request()));
  }

 private:
  bool IsKnown(const std::string& name) const {
    return name.find('.') == name.npos || IsAddress(name) ||
           name == own_name_ || absl::EndsWith(name, ".localhost");
  }

  HttpResponse AnswerTo(const HttpRequest& request) const {
    const auto host = request[http::field::host];
    const std::string name = NameOf({host.data(), host.size()});
    if (!IsKnown(name)) {
      return Refusal(http::status::forbidden,
                     "call this page by its address, or give --metrics the "
                     "name by which you call it");
    }
    if (request.method() != http::verb::get &&
        request.method() != http::verb::head) {
      return Refusal(http::status::method_not_allowed, "expected GET or HEAD");
    }
    const auto target = request.target();
    return Page({target.data(), target.find('?') == target.npos
                                    ? target.size()
                                    : target.find('?')});
  }

  HttpResponse Page(absl::string_view path) const {
    if (path == "/metrics") {
      if (source_.before) source_.before();
      return Answer(
          http::status::ok, kMetricsText,
          prometheus::TextSerializer().Serialize(source_.registry->Collect()));
    }
    if (!source_.health || (path != "/ready" && path != "/live")) {
      return Refusal(http::status::not_found, "there is no such page");
    }
    // A program that hangs does not return from this call.
    const absl::Status health = source_.health();
    if (path == "/live") return Answer(http::status::ok, kPlainText, "live\n");
    if (health.ok()) return Answer(http::status::ok, kPlainText, "ready\n");
    return Refusal(http::status::service_unavailable,
                   std::string(health.message()));
  }

  const Source source_;
  const std::string own_name_;
  ConnectionTable connections_;
  HttpServer server_;
  Acceptor acceptor_;
};

MetricsPage::MetricsPage(std::string address, std::unique_ptr<Parts> parts)
    : address_(std::move(address)), parts_(std::move(parts)) {}

MetricsPage::~MetricsPage() = default;

absl::StatusOr<std::unique_ptr<MetricsPage>> MetricsPage::Open(
    const std::string& address, Source source) {
  ARENA_RETURN_IF_ERROR(CheckListening("--metrics", address));
  auto parts = std::make_unique<Parts>(address, std::move(source));
  absl::StatusOr<std::string> taken = parts->Listen(address);
  if (!taken.ok()) {
    return absl::UnavailableError(absl::StrCat(
        "--metrics ", address, ": ", std::string(taken.status().message())));
  }
  return absl::WrapUnique(new MetricsPage(*std::move(taken), std::move(parts)));
}

absl::Status AskIfReady(const std::string& address) {
  const size_t colon = address.rfind(':');
  int port = 0;
  if (colon == std::string::npos ||
      !absl::SimpleAtoi(address.substr(colon + 1), &port) || port < 1 ||
      port > 65535) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", address, "\" is no address; expected host:port"));
  }
  net::ip::tcp::iostream page;
  page.expires_after(absl::ToChronoMilliseconds(kAnswerTime));
  page.connect(NameOf(address), std::to_string(port));
  page << "GET /ready HTTP/1.0\r\nHost: localhost\r\n\r\n" << std::flush;
  std::string version, line;
  int status = 0;
  if (!(page >> version >> status)) {
    return absl::UnavailableError(absl::StrCat(
        "nothing answers at ", address, " (", page.error().message(),
        "); expected the address that --metrics names"));
  }
  constexpr int kOk = 200;
  if (status == kOk) return absl::OkStatus();
  // Skips to the body, behind the empty line.
  while (std::getline(page, line) && line != "\r") {
  }
  std::getline(page, line);
  return absl::UnavailableError(
      absl::StrCat(address, ": ", absl::StripAsciiWhitespace(line)));
}

}  // namespace arena::referee
