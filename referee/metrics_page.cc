#include "referee/metrics_page.h"

#include <prometheus/text_serializer.h>

#include <exception>
#include <utility>
#include <vector>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

std::string HeaderFor(const std::string& page) {
  return absl::StrCat(
      "HTTP/1.1 200 OK\r\n"
      "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
      "Content-Length: ",
      page.size(), "\r\nConnection: close\r\n\r\n");
}

void Send(mg_connection* connection, const std::string& bytes) {
  mg_write(connection, bytes.data(), bytes.size());
}

}  // namespace

absl::StatusOr<std::unique_ptr<MetricsPage>> MetricsPage::Open(
    const std::string& address,
    std::shared_ptr<prometheus::Registry> registry) {
  // CivetServer reports an error only by an exception.
  try {
    return absl::WrapUnique(new MetricsPage(address, std::move(registry)));
  } catch (const std::exception& error) {
    return absl::UnavailableError(
        absl::StrCat("--metrics ", address, ": cannot listen: ", error.what()));
  }
}

MetricsPage::MetricsPage(const std::string& address,
                         std::shared_ptr<prometheus::Registry> registry)
    : handler_(std::move(registry)),
      server_(std::vector<std::string>{"listening_ports", address,
                                       "num_threads", "1"}) {
  server_.addHandler("/metrics", handler_);
}

bool MetricsPage::Handler::handleGet(CivetServer* /*server*/,
                                     mg_connection* connection) {
  const std::string page =
      prometheus::TextSerializer().Serialize(registry_->Collect());
  Send(connection, HeaderFor(page) + page);
  return true;
}

bool MetricsPage::Handler::handleHead(CivetServer* /*server*/,
                                      mg_connection* connection) {
  const std::string page =
      prometheus::TextSerializer().Serialize(registry_->Collect());
  Send(connection, HeaderFor(page));
  return true;
}

}  // namespace arena::referee
