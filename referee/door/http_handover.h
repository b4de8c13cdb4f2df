// Hands connections over to HTTP.
#ifndef REFEREE_DOOR_HTTP_HANDOVER_H_
#define REFEREE_DOOR_HTTP_HANDOVER_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "arena/core/descriptor.h"
#include "referee/door/handover.h"
#include "referee/http/http_server.h"
#include "referee/http/tls_context.h"

namespace arena::referee {

// The server outlives this. Without `tls` the connections are plain.
class HttpHandover final : public Handover {
 public:
  HttpHandover(HttpServer& server, std::shared_ptr<TlsContext> tls)
      : server_(server), tls_(std::move(tls)) {}

  void Take(Descriptor connection, const std::string& name) override {
    server_.Take(std::move(connection), name, tls_);
  }
  // The server is stopped separately, when its requests can end.
  void Stop() override {}
  // A connection that reads and writes keeps no thread from others.
  std::vector<std::string> KeptSince(absl::Time /*then*/) const override {
    return {};
  }

 private:
  HttpServer& server_;
  const std::shared_ptr<TlsContext> tls_;
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_HTTP_HANDOVER_H_
