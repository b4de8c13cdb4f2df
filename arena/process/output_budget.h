// How much of what a program prints is taken.
#ifndef ARENA_PROCESS_OUTPUT_BUDGET_H_
#define ARENA_PROCESS_OUTPUT_BUDGET_H_

#include <cstdint>

#include "absl/time/time.h"

namespace arena {

// Counts by the second. What is beyond the budget is read and dropped, so that
// a program that prints much is not held up; a program that prints far more
// has to wait, so that it costs the reader nothing. Not thread-safe.
class OutputBudget {
 public:
  // So many times the budget is read in a second.
  static constexpr int64_t kReadFactor = 16;

  // 0: all is taken.
  explicit OutputBudget(int64_t bytes_per_second)
      : bytes_per_second_(bytes_per_second) {}

  // How many of the bytes that were read now may be passed on.
  int64_t Take(absl::Time now, int64_t bytes);
  // How long nothing should be read; zero: read.
  absl::Duration Pause(absl::Time now) const;

 private:
  const int64_t bytes_per_second_;
  absl::Time second_ends_ = absl::InfinitePast();
  // In this second.
  int64_t read_ = 0;
};

}  // namespace arena

#endif  // ARENA_PROCESS_OUTPUT_BUDGET_H_
