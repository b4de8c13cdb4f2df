// The metrics of a referee, for Prometheus.
#ifndef REFEREE_LOBBY_METRICS_H_
#define REFEREE_LOBBY_METRICS_H_

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/match/entry.h"
#include "arena/v1/result.pb.h"

namespace arena::referee {

// Thread-safe. All names begin with pentathlon_.
class Metrics {
 public:
  Metrics();

  // Counts entries that were journaled.
  void CountEntries(absl::Span<const MatchEntry> entries);
  void CountResult(const v1::MatchResult& result);
  void CountQuarantined() { quarantined_.Increment(); }
  void CountRequest() { requests_.Increment(); }
  // Counts a call of the store in this lane of StoreExecutor.
  void CountStoreCall(const std::string& lane, absl::Duration waited,
                      absl::Duration took);

  prometheus::Gauge& matches_running() { return running_; }
  prometheus::Gauge& matches_pending() { return pending_; }
  prometheus::Gauge& sessions() { return sessions_; }
  prometheus::Gauge& runners() { return runners_; }
  prometheus::Gauge& processes() { return processes_; }
  prometheus::Gauge& queued_processes() { return queued_processes_; }
  const std::shared_ptr<prometheus::Registry>& registry() { return registry_; }

 private:
  std::shared_ptr<prometheus::Registry> registry_;
  prometheus::Counter& requests_;
  prometheus::Counter& choices_;
  prometheus::Counter& announcements_;
  prometheus::Counter& quarantined_;
  prometheus::Family<prometheus::Counter>& faults_;
  prometheus::Family<prometheus::Counter>& results_;
  prometheus::Family<prometheus::Counter>& store_calls_;
  prometheus::Family<prometheus::Counter>& store_waiting_;
  prometheus::Family<prometheus::Counter>& store_working_;
  prometheus::Histogram& thinking_;
  prometheus::Gauge& running_;
  prometheus::Gauge& pending_;
  prometheus::Gauge& sessions_;
  prometheus::Gauge& runners_;
  prometheus::Gauge& processes_;
  prometheus::Gauge& queued_processes_;
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_METRICS_H_
