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

// Serves /metrics at an address until it is destroyed. Strangers reach it: it
// has the bounds of every door. A page of the web may let its own name lead
// here (DNS rebinding), so the Host must be an address, a name without a dot,
// or the name in the address of this page.
class MetricsPage {
 public:
  struct Source {
    std::shared_ptr<prometheus::Registry> registry;
    // Called before the registry is read, from a thread of the page.
    std::function<void()> before = nullptr;
    // Why the program takes no work now; OK: it does. With it there are also
    // the pages /ready, which has the status 200 or 503, and /live, which has
    // the status 200 if this answers at all.
    std::function<absl::Status()> health = nullptr;
  };

  // `host:port`, port 0: any free one. INVALID_ARGUMENT if it is none,
  // UNAVAILABLE if nobody can listen there.
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
