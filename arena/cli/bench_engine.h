// How fast rules and records are, without any service.
#ifndef ARENA_CLI_BENCH_ENGINE_H_
#define ARENA_CLI_BENCH_ENGINE_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/cli/game_flags.h"

namespace arena::cli {

struct EngineFigures {
  // Plies of a random match, chance included.
  double plies_per_match;
  // Random playouts of the game's own type: legal actions, a choice, Apply.
  double playout_ns_per_ply;
  // Whole record files of random matches.
  double record_bytes_per_ply;
  // VerifyRecord.
  double verify_plies_per_second;
};

// Spends about `time` on playouts and as much on records. The matches follow
// from the seed.
absl::StatusOr<EngineFigures> MeasureEngine(const Setup& setup,
                                            const Seed& seed,
                                            absl::Duration time);

}  // namespace arena::cli

#endif  // ARENA_CLI_BENCH_ENGINE_H_
