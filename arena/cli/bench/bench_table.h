// How the parts of `arena bench` print their measurements.
#ifndef ARENA_CLI_BENCH_BENCH_TABLE_H_
#define ARENA_CLI_BENCH_BENCH_TABLE_H_

#include <vector>

#include "arena/bench/measurement.h"

namespace arena::cli {

// As a table, or as an array of objects with the fields of a measurement:
// "budget" is text, and "within" says whether it is kept; both are null if no
// budget was agreed.
void PrintMeasurements(const std::vector<bench::Measurement>& measurements,
                       bool as_json);

}  // namespace arena::cli

#endif  // ARENA_CLI_BENCH_BENCH_TABLE_H_
