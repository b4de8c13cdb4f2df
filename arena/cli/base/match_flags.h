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

// As given on the command line.
struct GameFlags {
  std::string game;
  std::vector<std::string> options;
  int seats = 0;  // 0: not given
};

// For the help of a flag, and for shells: the names of all games.
CLI::Validator GameNames();

// --game, --options and --seats.
void AddGameFlags(CLI::App& command, GameFlags& flags);

// What the flags mean.
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

// The same for matches of bots that see what the seed is committed to: they
// could guess a text. Then the seed is fresh, and stderr says so.
absl::StatusOr<Seed> ReadSecretSeed(const std::optional<std::string>& text);
// Says on stderr that another seed is drawn.
void TellGuessable();
// Says on stderr what it means that matches of bots have the same deals.
void TellRemembered();

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

// Sets `isolation` where the flag is given. Must outlive the parsing.
CLI::Option* AddIsolationFlag(CLI::App& command, v1::Isolation& isolation);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_MATCH_FLAGS_H_
