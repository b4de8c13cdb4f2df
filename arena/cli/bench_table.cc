#include "arena/cli/bench_table.h"

#include <string>

#include "absl/strings/str_format.h"

namespace arena::cli {

void PrintMeasurements(const Json& measurements, bool as_json) {
  if (as_json) {
    PrintJson(measurements);
    return;
  }
  const auto number = [](const Json& value) {
    return absl::StrFormat("%.4g", value.get<double>());
  };
  Columns columns(
      {"what", "value", "reference", "unit", "ratio", "budget", "within"});
  for (const Json& line : measurements) {
    const bool agreed = !line["budget"].is_null();
    columns.AddRow({line["what"], number(line["value"]),
                    number(line["reference"]), line["unit"],
                    absl::StrFormat("%.3f", line["ratio"].get<double>()),
                    agreed ? line["budget"].get<std::string>() : "-",
                    !agreed ? "-" : (line["within"] ? "yes" : "no")});
  }
  Print(columns.ToString());
}

}  // namespace arena::cli
