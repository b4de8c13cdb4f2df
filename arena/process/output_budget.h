// Limits the output that is taken from a program.
#ifndef ARENA_PROCESS_OUTPUT_BUDGET_H_
#define ARENA_PROCESS_OUTPUT_BUDGET_H_

#include <cstdint>

#include "absl/time/time.h"

namespace arena {

// Counts by the second. Output beyond the budget is read and dropped, so that a
// program that prints much is not held up. A program that prints far more has
// to wait, so that it costs the reader nothing. Not thread-safe.
class OutputBudget {
 public:
  // At most this many times the budget is read in a second.
  static constexpr int64_t kReadFactor = 16;

  // 0: no limit.
  explicit OutputBudget(int64_t bytes_per_second)
      : bytes_per_second_(bytes_per_second) {}

  // The number of the `bytes` read now that may be passed on.
  int64_t Take(absl::Time now, int64_t bytes);
  // The time during which nothing should be read; zero: read.
  absl::Duration Pause(absl::Time now) const;

 private:
  const int64_t bytes_per_second_;
  absl::Time second_ends_ = absl::InfinitePast();
  // Bytes read in this second.
  int64_t read_ = 0;
};

}  // namespace arena

#endif  // ARENA_PROCESS_OUTPUT_BUDGET_H_
