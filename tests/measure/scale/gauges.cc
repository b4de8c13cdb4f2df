#include "tests/measure/scale/gauges.h"

#include <prometheus/registry.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "arena/process/usage.h"
#include "tests/testing/children.h"

namespace arena::scale {
namespace {

// Returns the time of a process and of the processes that it has started.
absl::Duration CpuTimeOfAll(pid_t parent) {
  absl::Duration time = CpuTimeOf(parent);
  for (const pid_t child : testing::ChildrenOf(parent)) {
    time += CpuTimeOf(child);
  }
  return time;
}

int64_t Ask(referee::PostgresServer& server, const std::string& sql) {
  int64_t number = 0;
  return absl::SimpleAtoi(server.Execute("public", sql), &number) ? number : 0;
}

void AddMetrics(referee::Metrics& metrics, std::map<std::string, double>& sum) {
  for (const auto& family : metrics.registry()->Collect()) {
    for (const auto& metric : family.metric) {
      std::string name = family.name;
      for (const auto& label : metric.label) {
        absl::StrAppend(&name, " ", label.value);
      }
      sum[name] += metric.counter.value + metric.gauge.value;
    }
  }
}

}  // namespace

void Latency::Add(absl::Duration time) {
  MutexLock lock(mutex_);
  milliseconds_.push_back(absl::ToDoubleMilliseconds(time));
}

std::string Latency::TakeText() {
  std::vector<double> times;
  {
    MutexLock lock(mutex_);
    times = std::exchange(milliseconds_, {});
  }
  if (times.empty()) return "none";
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) {
    const double last = static_cast<double>(times.size() - 1);
    return times[static_cast<size_t>(part * last)];
  };
  return absl::StrFormat("%d: median %.1f ms, p99 %.1f ms, longest %.1f ms",
                         times.size(), at(0.5), at(0.99), at(1));
}

Totals ReadTotals(referee::PostgresServer& server,
                  const std::vector<referee::Metrics*>& referees) {
  Totals totals;
  totals.time = absl::Now();
  totals.own_processor = CpuTimeOf(getpid());
  totals.postgres_processor = CpuTimeOfAll(server.process());
  totals.transactions = Ask(
      server,
      "SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'");
  totals.wal_bytes = Ask(
      server, "SELECT CAST(pg_current_wal_insert_lsn() - '0/0' AS BIGINT)");
  totals.database_bytes =
      Ask(server, "SELECT pg_database_size('postgres')");
  for (referee::Metrics* metrics : referees) {
    AddMetrics(*metrics, totals.metrics);
  }
  return totals;
}

}  // namespace arena::scale
