// Plays matches between the same bots, one after the other.
#ifndef ARENA_CLI_PLAY_SERIES_H_
#define ARENA_CLI_PLAY_SERIES_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/cli/base/match_flags.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/cli/bots/bot_sandbox.h"
#include "arena/match/clock.h"
#include "arena/v1/player.pb.h"
#include "arena/v1/result.pb.h"

namespace arena::cli {

// A series to play. Seats do not change.
struct SeriesPlan {
  Setup setup;
  // By seat.
  std::vector<BotSpec> bots;
  Seed seed;
  int matches = 1;
  int max_faults = 3;
  // Whether to return records.
  bool records = false;

  // ---- For programs only; built-in players need no time ----
  ClockSettings clock;
  // Matches that a program plays at once.
  int at_once = 1;
  // Which matches share a process of a program.
  v1::Isolation isolation = v1::ISOLATION_UNSPECIFIED;
  // Not null.
  std::shared_ptr<BotSandbox> sandbox;
  // Runtimes that bots in folders find besides the system: RUNTIME=FOLDER.
  std::vector<std::string> offers;
  // How long programs may take to connect.
  absl::Duration connect_timeout = absl::Seconds(30);
  // Whether the programs' output is passed on to stderr.
  bool show_output = false;
  // The folder that keeps their last output; empty: none.
  std::string bot_logs;
};

// The seed of match `number`, counted from 0. A single match has the plan's
// seed; each match of a series has a seed derived from it.
Seed SeedOfMatch(const SeriesPlan& plan, int number);

struct PlayedMatch {
  v1::MatchResult result;
  // The bytes of a record file. Empty if records were not asked for and there
  // was no fault, or if no record was kept.
  std::string record;
};

// Takes each match in order, counted from 0. An error ends the series.
using OnMatch = std::function<absl::Status(int number, const PlayedMatch&)>;

// Plays in this process. Requires: all bots are built-in players. The same
// plan gives the same records.
absl::Status PlayHere(const SeriesPlan& plan, const OnMatch& on_match);

// Starts a private referee and the programs, and stops them at the end. If a
// program ends early or does not connect, the error names the program, the
// reason and its last output.
absl::Status PlayWithPrograms(const SeriesPlan& plan, const OnMatch& on_match);

}  // namespace arena::cli

#endif  // ARENA_CLI_PLAY_SERIES_H_
