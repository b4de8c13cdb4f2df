// How fast a store keeps results.
#ifndef REFEREE_BENCH_STORE_BENCH_H_
#define REFEREE_BENCH_STORE_BENCH_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/measurement/measurement.h"

namespace arena::referee {

struct StoreOptions {
  // postgresql://...; empty: SQLite, in files in `folder`.
  std::string store;
  std::string folder;
  int results = 2000;
  int rounds = 5;
};

// Results a second, each in a transaction of its own, against bare insertions
// of the same bytes into the same kind of database with the same durability:
// the end of a match of a competition alone, and its whole way from being
// planned to its end. Then how fast results are read again.
absl::StatusOr<std::vector<Measurement>> MeasureStore(
    const StoreOptions& options);

}  // namespace arena::referee

#endif  // REFEREE_BENCH_STORE_BENCH_H_
