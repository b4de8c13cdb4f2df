// The flags that say what is played and how, the same for every subcommand.
#ifndef ARENA_CLI_BASE_MATCH_FLAGS_H_
#define ARENA_CLI_BASE_MATCH_FLAGS_H_

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/core/rng.h"
#include "arena/games/base/any_state.h"
#include "arena/match/clock.h"
#include "arena/v1/player.pb.h"

namespace arena::cli {

// The game, as given on the command line.
struct GameFlags {
  std::string game;
  std::vector<std::string> options;
  int seats = 0;  // 0: not given
};

// The names of all games, for the help of a flag and for completion in shells.
CLI::Validator GameNames();

// --game, --options and --seats.
void AddGameFlags(CLI::App& command, GameFlags& flags);

// The meaning of the flags.
struct Setup {
  const Game* game;
  GameOptions options;
  int seats;
};

// `default_seats` is used if --seats is not given; 0 means the game's default.
// NOT_FOUND or INVALID_ARGUMENT.
absl::StatusOr<Setup> ReadGameFlags(const GameFlags& flags,
                                    int default_seats = 0);

// The seed of --seed; a fresh seed if it is not given.
absl::StatusOr<Seed> ReadSeed(const std::optional<std::string>& text);

// The same for matches of bots that see the hash of the seed. The bots could
// guess a text, so instead of a text a fresh seed is used, and stderr says so.
absl::StatusOr<Seed> ReadSecretSeed(const std::optional<std::string>& text);
// Says on stderr that another seed is drawn.
void TellGuessable();
// Warns on stderr about bots that meet the same deals in several matches.
void TellRemembered();

// The clock, as given on the command line; empty if not given.
struct ClockFlags {
  std::string clock;
  std::string start;

  bool given() const { return !clock.empty() || !start.empty(); }
};

// --clock and --start.
void AddClockFlags(CLI::App& command, ClockFlags& flags);

// The settings that the flags ask for, with the defaults of ClockSettings.
// INVALID_ARGUMENT for text that is no time control, and for a time control
// that leaves no time.
absl::StatusOr<ClockSettings> ReadClock(const ClockFlags& flags);

// Sets `isolation` if the flag is given. `isolation` must outlive the parsing.
CLI::Option* AddIsolationFlag(CLI::App& command, v1::Isolation& isolation);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_MATCH_FLAGS_H_
