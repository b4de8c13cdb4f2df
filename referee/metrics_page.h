// The page that Prometheus reads.
#ifndef REFEREE_METRICS_PAGE_H_
#define REFEREE_METRICS_PAGE_H_

#include <CivetServer.h>
#include <prometheus/registry.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace arena::referee {

// Serves /metrics at an address until it is destroyed, by the letter of the
// text format: prometheus::Exposer leaves the version out of the content type,
// and knows no HEAD.
class MetricsPage {
 public:
  // `host:port`. UNAVAILABLE if nobody can listen there.
  static absl::StatusOr<std::unique_ptr<MetricsPage>> Open(
      const std::string& address,
      std::shared_ptr<prometheus::Registry> registry);

 private:
  class Handler final : public CivetHandler {
   public:
    explicit Handler(std::shared_ptr<prometheus::Registry> registry)
        : registry_(std::move(registry)) {}
    bool handleGet(CivetServer* server, mg_connection* connection) override;
    bool handleHead(CivetServer* server, mg_connection* connection) override;

   private:
    const std::shared_ptr<prometheus::Registry> registry_;
  };

  MetricsPage(const std::string& address,
              std::shared_ptr<prometheus::Registry> registry);

  // Outlives the server, which calls it.
  Handler handler_;
  CivetServer server_;
};

}  // namespace arena::referee

#endif  // REFEREE_METRICS_PAGE_H_
