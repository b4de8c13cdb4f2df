// The page that Prometheus reads, and those that tell whoever runs a program
// how it is.
#ifndef REFEREE_BASE_METRICS_PAGE_H_
#define REFEREE_BASE_METRICS_PAGE_H_

#include <CivetServer.h>
#include <prometheus/registry.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace arena::referee {

// Serves /metrics at an address until it is destroyed, by the letter of the
// text format: prometheus::Exposer leaves the version out of the content type,
// and knows no HEAD. A page of the web may let its own name lead here (DNS
// rebinding), so the Host must be an address, a name without a dot, or the name
// in the address of this page.
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

  // `host:port`. UNAVAILABLE if nobody can listen there.
  static absl::StatusOr<std::unique_ptr<MetricsPage>> Open(
      const std::string& address, Source source);

 private:
  struct Answer {
    int status = 200;
    std::string type;
    std::string text;
  };

  class Handler final : public CivetHandler {
   public:
    Handler(const std::string& own_name, std::function<Answer()> answer)
        : own_name_(own_name), answer_(std::move(answer)) {}
    bool handleGet(CivetServer* server, mg_connection* connection) override;
    bool handleHead(CivetServer* server, mg_connection* connection) override;

   private:
    // Refuses a page that believes to be calling somebody else.
    Answer AnswerTo(mg_connection* connection) const;

    const std::string& own_name_;
    const std::function<Answer()> answer_;
  };

  MetricsPage(const std::string& address, Source source);
  static std::string HeaderOf(const Answer& answer, mg_connection* connection);
  Answer Metrics() const;
  Answer Ready() const;
  Answer Live() const;

  const Source source_;
  // As `address` names it.
  const std::string own_name_;
  // They outlive the server, which calls them.
  Handler metrics_;
  Handler ready_;
  Handler live_;
  CivetServer server_;
};

// OK if the page at `host:port` says that its program is ready; otherwise
// UNAVAILABLE with the reason. Waits some seconds at most.
absl::Status AskIfReady(const std::string& address);

}  // namespace arena::referee

#endif  // REFEREE_BASE_METRICS_PAGE_H_
