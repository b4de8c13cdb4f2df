// The page that Prometheus reads, and the pages for probes.
#ifndef REFEREE_DOOR_METRICS_PAGE_H_
#define REFEREE_DOOR_METRICS_PAGE_H_

#include <prometheus/registry.h>

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace arena::referee {

// Serves /metrics at an address until it is destroyed. Strangers can reach the
// page, so the limits of every door hold. A web page may let its own name lead
// here (DNS rebinding), so the Host must be an address, a name without a dot,
// or the name in the address of this page.
class MetricsPage {
 public:
  struct Source {
    std::shared_ptr<prometheus::Registry> registry;
    // Called before the registry is read, from a thread of the page.
    std::function<void()> before = nullptr;
    // OK if the program takes work now; otherwise the reason. If `health` is
    // set, there are also the pages /ready, with the status 200 or 503, and
    // /live, with the status 200 whenever the page answers at all.
    std::function<absl::Status()> health = nullptr;
  };

  // `host:port`, port 0: any free one. INVALID_ARGUMENT if the address is
  // malformed, UNAVAILABLE if nobody can listen there.
  static absl::StatusOr<std::unique_ptr<MetricsPage>> Open(
      const std::string& address, Source source);
  ~MetricsPage();

  // With the port that was taken.
  const std::string& address() const { return address_; }

 private:
  class Parts;

  MetricsPage(std::string address, std::unique_ptr<Parts> parts);

  const std::string address_;
  const std::unique_ptr<Parts> parts_;
};

// OK if the page at `host:port` says that its program is ready; otherwise
// UNAVAILABLE with the reason. Waits some seconds at most.
absl::Status AskIfReady(const std::string& address);

}  // namespace arena::referee

#endif  // REFEREE_DOOR_METRICS_PAGE_H_
