// The flags of the time control, the same for every subcommand.
#ifndef ARENA_CLI_BASE_CLOCK_FLAG_H_
#define ARENA_CLI_BASE_CLOCK_FLAG_H_

#include <CLI/CLI.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "arena/match/clock.h"

namespace arena::cli {

// As given on the command line; empty if not given.
struct ClockFlags {
  std::string clock;
  std::string start;

  bool given() const { return !clock.empty() || !start.empty(); }
};

// --clock and --start.
void AddClockFlags(CLI::App& command, ClockFlags& flags);

// What the flags mean, with the defaults of ClockSettings. INVALID_ARGUMENT for
// text that is no time control, and for a time control that leaves no time.
absl::StatusOr<ClockSettings> ReadClock(const ClockFlags& flags);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_CLOCK_FLAG_H_
