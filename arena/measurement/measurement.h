// One line of a benchmark's table.
#ifndef ARENA_MEASUREMENT_MEASUREMENT_H_
#define ARENA_MEASUREMENT_MEASUREMENT_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace arena {

// What the ratio to the reference has been agreed to be.
struct Budget {
  enum class Kind { kAtLeast, kAtMost };
  Kind kind = Kind::kAtMost;
  double ratio = 1;

  bool Keeps(double measured) const;
  // "<= 1.3".
  std::string ToString() const;
};

struct Measurement {
  std::string what;
  // Of `value` and `reference`.
  std::string unit;
  // Medians over the rounds.
  double value = 0;
  double reference = 0;
  double ratio = 0;
  // Absent: nothing was agreed.
  std::optional<Budget> budget;
};

// Requires: there are some.
double Median(std::vector<double> values);

// Of the figures of every round. Requires: as many references as values.
Measurement Measured(std::string what, std::string unit,
                     const std::vector<double>& values,
                     const std::vector<double>& references,
                     std::optional<Budget> budget = std::nullopt);

// An object with the fields of a measurement, "budget" as text and "within";
// both are null where nothing was agreed.
nlohmann::ordered_json MeasurementJson(const Measurement& measurement);

}  // namespace arena

#endif  // ARENA_MEASUREMENT_MEASUREMENT_H_
