#include "arena/cli/bench/bench_table.h"

#include "absl/strings/str_format.h"
#include "arena/cli/base/output.h"

namespace arena::cli {
namespace {

Json ToJson(const bench::Measurement& line) {
  Json json = {{"what", line.what},   {"unit", line.unit},
               {"value", line.value}, {"reference", line.reference},
               {"ratio", line.ratio}, {"budget", nullptr},
               {"within", nullptr}};
  if (line.budget.has_value()) {
    json["budget"] = line.budget->ToString();
    json["within"] = line.budget->Keeps(line.ratio);
  }
  return json;
}

}  // namespace

void PrintMeasurements(const std::vector<bench::Measurement>& measurements,
                       bool as_json) {
  Json lines = Json::array();
  Columns columns(
      {"what", "value", "reference", "unit", "ratio", "budget", "within"});
  for (const bench::Measurement& line : measurements) {
    lines.push_back(ToJson(line));
    const bool agreed = line.budget.has_value();
    columns.AddRow({line.what, absl::StrFormat("%.4g", line.value),
                    absl::StrFormat("%.4g", line.reference), line.unit,
                    absl::StrFormat("%.3f", line.ratio),
                    agreed ? line.budget->ToString() : "-",
                    !agreed                          ? "-"
                    : line.budget->Keeps(line.ratio) ? "yes"
                                                     : "no"});
  }
  PrintEither(as_json, lines, columns.ToString());
}

}  // namespace arena::cli
