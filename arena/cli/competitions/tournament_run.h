// Runs the competitions of a tournament to their end, whatever happens.
#ifndef ARENA_CLI_COMPETITIONS_TOURNAMENT_RUN_H_
#define ARENA_CLI_COMPETITIONS_TOURNAMENT_RUN_H_

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/cli/base/competition_client.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/cli/bots/bot_sandbox.h"

namespace arena::cli {

struct TournamentBot {
  BotSpec spec;
  // The bot's token at a referee that was not started here; empty: none.
  std::string token = "";
  // The file of the token.
  std::string token_file = "";
  // Matches that it plays at once.
  int at_once = 1;
};

struct TournamentPlan {
  std::vector<v1::CompetitionSpec> events;
  // The programs; built-in players need none.
  std::vector<TournamentBot> programs;
  // Bots that are folders with bot.toml, for a private referee only.
  std::vector<BotSpec> folders;
  // Bots that other people start.
  std::set<std::string> awaited;
  // The referee to use; without an address a private one is started.
  RefereeFlags referee = {.address = ""};
  // The data folder of the private referee; empty: a temporary folder. With the
  // same folder, a stopped tournament is continued.
  std::string data;
  // The address of the private referee's site; empty: no site.
  std::string http = "";
  // Null if no bot is started.
  std::shared_ptr<BotSandbox> sandbox;
  // Whether events that have begun may be changed without a question.
  bool yes = false;
  // Runtimes that folders find besides the system: RUNTIME=FOLDER.
  std::vector<std::string> offers = {};
  // The longest time until the first match begins, and the longest absence of a
  // referee that was not started here.
  absl::Duration connect_timeout = absl::Seconds(30);
  // Whether a bot whose program always ends without a decision loses its
  // matches. Otherwise its matches are left out, which is an error.
  bool forfeits = false;
  // Whether the programs' output is passed on to stderr.
  bool show_output = false;
  // The folder of the programs' last output; empty: a folder in `data`, if
  // given.
  std::string bot_logs;
  // The folder for the records of all matches, without records of an earlier
  // run; empty: none.
  std::string record_dir;
};

// Opens the sandbox if the plan starts a bot. With a referee elsewhere, bots
// may use the network. Errors as of BotSandbox::Open. Call it before any
// process is started (see arena/sandbox about cgroups).
absl::Status OpenSandbox(const SandboxFlags& flags, TournamentPlan& plan);

// Called now and then with the state of the events and all their results.
// Returns whether to go on.
using OnProgress =
    std::function<absl::StatusOr<bool>(absl::Span<const CompetitionData>)>;

// Plays all events at the same time. Keeps `events` and their results up to
// date at every progress and at the end, even after an error. Restarts a dead
// private referee and dead bots, a few times each, and waits for any other
// referee. Reports this on stderr. If a bot always dies, the other bots play on
// while they can, and the run ends with an error. An error leaves everything in
// the data folder.
absl::Status RunTournament(const TournamentPlan& plan,
                           std::vector<CompetitionData>& events,
                           const OnProgress& on_progress);

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_TOURNAMENT_RUN_H_
