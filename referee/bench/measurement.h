// What a measurement in the referee says: a value beside a reference that was
// taken in turn with it.
#ifndef REFEREE_BENCH_MEASUREMENT_H_
#define REFEREE_BENCH_MEASUREMENT_H_

#include <algorithm>
#include <string>
#include <vector>

namespace arena::referee {

// One line of the table: medians over the rounds, and the ratio's median.
struct Measurement {
  std::string what;
  std::string unit;
  double value = 0;
  double reference = 0;
  double ratio = 0;
  // What the ratio must be: "<= 1.05". Empty: nothing was agreed.
  std::string budget;
  bool within = true;
};

// Requires: there are some.
inline double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Of the figures of every round.
inline Measurement Measured(std::string what, std::string unit,
                            const std::vector<double>& values,
                            const std::vector<double>& references) {
  std::vector<double> ratios;
  for (size_t i = 0; i < values.size(); ++i) {
    ratios.push_back(values[i] / references[i]);
  }
  return {.what = std::move(what),
          .unit = std::move(unit),
          .value = Median(values),
          .reference = Median(references),
          .ratio = Median(ratios),
          .budget = ""};
}

}  // namespace arena::referee

#endif  // REFEREE_BENCH_MEASUREMENT_H_
