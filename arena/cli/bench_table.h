// How the parts of `arena bench` print what they have measured.
#ifndef ARENA_CLI_BENCH_TABLE_H_
#define ARENA_CLI_BENCH_TABLE_H_

#include "arena/cli/output.h"

namespace arena::cli {

// An array of what MeasurementJson has made: as it is, or as a table.
void PrintMeasurements(const Json& measurements, bool as_json);

}  // namespace arena::cli

#endif  // ARENA_CLI_BENCH_TABLE_H_
