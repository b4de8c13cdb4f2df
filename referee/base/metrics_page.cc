#include "referee/base/metrics_page.h"

#include <arpa/inet.h>
#include <civetweb.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <exception>
#include <utility>
#include <vector>

#include "absl/memory/memory.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace arena::referee {
namespace {

constexpr char kPlainText[] = "text/plain; charset=utf-8";
constexpr int kAnswerTimeoutMs = 5000;
// A caller that sends slowly keeps a thread for so long.
constexpr char kRequestTimeoutMs[] = "2000";
constexpr char kThreads[] = "4";

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

void Send(mg_connection* connection, const std::string& bytes) {
  mg_write(connection, bytes.data(), bytes.size());
}

}  // namespace

absl::StatusOr<std::unique_ptr<MetricsPage>> MetricsPage::Open(
    const std::string& address, Source source) {
  // CivetServer reports an error only by an exception.
  try {
    return absl::WrapUnique(new MetricsPage(address, std::move(source)));
  } catch (const std::exception& error) {
    return absl::UnavailableError(
        absl::StrCat("--metrics ", address, ": cannot listen: ", error.what()));
  }
}

MetricsPage::MetricsPage(const std::string& address, Source source)
    : source_(std::move(source)),
      own_name_(NameOf(address)),
      metrics_(own_name_, [this] { return Metrics(); }),
      ready_(own_name_, [this] { return Ready(); }),
      live_(own_name_, [this] { return Live(); }),
      server_(std::vector<std::string>{
          "listening_ports", address, "num_threads", kThreads,
          "request_timeout_ms", kRequestTimeoutMs}) {
  server_.addHandler("/metrics", metrics_);
  if (!source_.health) return;
  server_.addHandler("/ready", ready_);
  server_.addHandler("/live", live_);
}

MetricsPage::Answer MetricsPage::Metrics() const {
  if (source_.before) source_.before();
  return {200, "text/plain; version=0.0.4; charset=utf-8",
          prometheus::TextSerializer().Serialize(source_.registry->Collect())};
}

MetricsPage::Answer MetricsPage::Ready() const {
  const absl::Status health = source_.health();
  if (health.ok()) return {200, kPlainText, "ready\n"};
  return {503, kPlainText, absl::StrCat(std::string(health.message()), "\n")};
}

MetricsPage::Answer MetricsPage::Live() const {
  // Whoever hangs does not come back from this.
  source_.health().IgnoreError();
  return {200, kPlainText, "live\n"};
}

std::string MetricsPage::HeaderOf(const Answer& answer,
                                  mg_connection* connection) {
  return absl::StrCat("HTTP/1.1 ", answer.status, " ",
                      mg_get_response_code_text(connection, answer.status),
                      "\r\nContent-Type: ", answer.type,
                      "\r\nContent-Length: ", answer.text.size(),
                      "\r\nConnection: close\r\n\r\n");
}

MetricsPage::Answer MetricsPage::Handler::AnswerTo(
    mg_connection* connection) const {
  const char* const host = mg_get_header(connection, "Host");
  const std::string name = NameOf(host == nullptr ? "" : host);
  if (name.find('.') == name.npos || IsAddress(name) || name == own_name_ ||
      absl::EndsWith(name, ".localhost")) {
    return answer_();
  }
  return {403, kPlainText,
          "call this page by its address, or give --metrics the name by which "
          "you call it\n"};
}

bool MetricsPage::Handler::handleHead(CivetServer* /*server*/,
                                      mg_connection* connection) {
  const Answer answer = AnswerTo(connection);
  Send(connection, HeaderOf(answer, connection));
  return true;
}

bool MetricsPage::Handler::handleGet(CivetServer* /*server*/,
                                     mg_connection* connection) {
  const Answer answer = AnswerTo(connection);
  Send(connection, HeaderOf(answer, connection) + answer.text);
  return true;
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
  const auto away = [&](absl::string_view why) {
    return absl::UnavailableError(absl::StrCat(
        "nothing answers at ", address, " (", why,
        "); expected the address that --metrics names"));
  };
  mg_init_library(0);
  std::array<char, 256> error = {};
  const std::unique_ptr<mg_connection, decltype(&mg_close_connection)>
      connection(mg_connect_client(address.substr(0, colon).c_str(), port, 0,
                                   error.data(), error.size()),
                 &mg_close_connection);
  if (connection == nullptr) return away(error.data());
  Send(connection.get(), "GET /ready HTTP/1.0\r\nHost: runner\r\n\r\n");
  if (mg_get_response(connection.get(), error.data(), error.size(),
                      kAnswerTimeoutMs) < 0) {
    return away(error.data());
  }
  if (mg_get_response_info(connection.get())->status_code == 200) {
    return absl::OkStatus();
  }
  std::array<char, 1024> text;
  const int size = mg_read(connection.get(), text.data(), text.size());
  return absl::UnavailableError(absl::StrCat(
      address, ": ",
      absl::StripAsciiWhitespace(
          absl::string_view(text.data(), size > 0 ? size : 0))));
}

}  // namespace arena::referee
