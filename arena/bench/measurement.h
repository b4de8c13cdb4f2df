// One line of a benchmark's table.
#ifndef ARENA_BENCH_MEASUREMENT_H_
#define ARENA_BENCH_MEASUREMENT_H_

#include <optional>
#include <string>
#include <vector>

namespace arena::bench {

// The agreed limit of the ratio to the reference.
struct Budget {
  enum class Kind { kAtLeast, kAtMost };
  Kind kind = Kind::kAtMost;
  double ratio = 1;

  bool Keeps(double measured) const;
  // "<= 1.3".
  std::string ToString() const;
};

// A figure and its reference. Both were measured in turn.
struct Measurement {
  std::string what;
  // The unit of `value` and `reference`.
  std::string unit;
  // Medians over the rounds. The ratio is the median of the rounds' ratios, not
  // the ratio of the medians.
  double value = 0;
  double reference = 0;
  double ratio = 0;
  // Absent if no budget was agreed.
  std::optional<Budget> budget;
};

// The value below which `part` of the values lie; 0.5 is the median. Requires:
// there are values.
double Percentile(std::vector<double> values, double part);

// Takes the figures of every round. Requires: as many references as values.
Measurement Measured(std::string what, std::string unit,
                     const std::vector<double>& values,
                     const std::vector<double>& references,
                     std::optional<Budget> budget = std::nullopt);

}  // namespace arena::bench

#endif  // ARENA_BENCH_MEASUREMENT_H_
