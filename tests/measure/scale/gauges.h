// Reads the clocks and counters of processes, referees and PostgreSQL.
#ifndef TESTS_MEASURE_SCALE_GAUGES_H_
#define TESTS_MEASURE_SCALE_GAUGES_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "referee/lobby/metrics.h"
#include "tests/referee/store/postgres_server.h"

namespace arena::scale {

// The durations of an action that happens many times. Thread-safe.
class Latency {
 public:
  void Add(absl::Duration time);
  // Returns the durations as text and forgets them: count, median, 99th
  // percentile and maximum, in milliseconds.
  std::string TakeText();

 private:
  Mutex mutex_;
  std::vector<double> milliseconds_ ABSL_GUARDED_BY(mutex_);
};

// Totals since the beginning.
struct Totals {
  absl::Time time;
  absl::Duration own_processor;
  absl::Duration postgres_processor;
  int64_t transactions = 0;
  int64_t wal_bytes = 0;
  int64_t database_bytes = 0;
  // The metrics of all referees, by the name of a metric with its labels.
  std::map<std::string, double> metrics;
};

Totals ReadTotals(referee::PostgresServer& server,
                  const std::vector<referee::Metrics*>& referees);

}  // namespace arena::scale

#endif  // TESTS_MEASURE_SCALE_GAUGES_H_
