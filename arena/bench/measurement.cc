#include "arena/bench/measurement.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace arena::bench {

bool Budget::Keeps(double measured) const {
  return kind == Kind::kAtLeast ? measured >= ratio : measured <= ratio;
}

std::string Budget::ToString() const {
  return absl::StrCat(kind == Kind::kAtLeast ? ">= " : "<= ", ratio);
}

double Percentile(std::vector<double> values, double part) {
  const auto place =
      values.begin() +
      static_cast<ptrdiff_t>(static_cast<double>(values.size()) * part);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

Measurement Measured(std::string what, std::string unit,
                     const std::vector<double>& values,
                     const std::vector<double>& references,
                     std::optional<Budget> budget) {
  std::vector<double> ratios;
  for (size_t i = 0; i < values.size(); ++i) {
    ratios.push_back(values[i] / references[i]);
  }
  return {.what = std::move(what),
          .unit = std::move(unit),
          .value = Percentile(values, 0.5),
          .reference = Percentile(references, 0.5),
          .ratio = Percentile(ratios, 0.5),
          .budget = budget};
}

}  // namespace arena::bench
