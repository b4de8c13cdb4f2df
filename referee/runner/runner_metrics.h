// The metrics of a runner, for Prometheus.
#ifndef REFEREE_RUNNER_RUNNER_METRICS_H_
#define REFEREE_RUNNER_RUNNER_METRICS_H_

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/registry.h>

#include <memory>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/v1/runner_service.pb.h"

namespace arena::runner {

// The present work of a runner.
struct Occupation {
  // Processes that play a match, and those that start or wait for one.
  int playing = 0;
  int waiting = 0;
  int builds = 0;
};

// Thread-safe. All names begin with pentathlon_runner_.
class RunnerMetrics {
 public:
  RunnerMetrics();

  // A process has ended.
  void CountProcess(const v1::ProcessReport& report);
  // A build is over; null: it was broken off without a fault of the bot.
  void CountBuild(const v1::BuildReport* report);
  // `seats`: how many may play, `referees`: how many are connected.
  void Show(const Occupation& now, int seats, int referees);

  const std::shared_ptr<prometheus::Registry>& registry() const {
    return registry_;
  }

 private:
  const std::shared_ptr<prometheus::Registry> registry_;
  prometheus::Family<prometheus::Counter>& processes_;
  prometheus::Family<prometheus::Counter>& builds_;
  prometheus::Family<prometheus::Counter>& processor_time_;
  prometheus::Family<prometheus::Gauge>& now_;
  prometheus::Gauge& free_seats_;
  prometheus::Gauge& builds_now_;
  prometheus::Gauge& referees_;
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_RUNNER_METRICS_H_
