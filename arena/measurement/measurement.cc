#include "arena/measurement/measurement.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace arena {

bool Budget::Keeps(double measured) const {
  return kind == Kind::kAtLeast ? measured >= ratio : measured <= ratio;
}

std::string Budget::ToString() const {
  return absl::StrCat(kind == Kind::kAtLeast ? ">= " : "<= ", ratio);
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
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
          .value = Median(values),
          .reference = Median(references),
          .ratio = Median(ratios),
          .budget = budget};
}

nlohmann::ordered_json MeasurementJson(const Measurement& measurement) {
  nlohmann::ordered_json json = {
      {"what", measurement.what},   {"unit", measurement.unit},
      {"value", measurement.value}, {"reference", measurement.reference},
      {"ratio", measurement.ratio}, {"budget", nullptr},
      {"within", nullptr}};
  if (measurement.budget.has_value()) {
    json["budget"] = measurement.budget->ToString();
    json["within"] = measurement.budget->Keeps(measurement.ratio);
  }
  return json;
}

}  // namespace arena
