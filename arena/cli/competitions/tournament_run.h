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
  // The token with which it plays at a referee that was not started here;
  // empty: it has none.
  std::string token = "";
  // Where that is kept.
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
  // Bots that others start.
  std::set<std::string> awaited;
  // The referee to use; without an address a private one is started.
  RefereeFlags referee = {.address = ""};
  // The data folder of the private referee; empty: a temporary folder. With the
  // same folder, a tournament goes on where it was stopped.
  std::string data;
  // Where the private referee serves its site; empty: it does not.
  std::string http = "";
  // Null if no bot is started.
  std::shared_ptr<BotSandbox> sandbox;
  // Whether events that have begun may be changed without a question.
  bool yes = false;
  // What folders find beside the system: RUNTIME=FOLDER.
  std::vector<std::string> offers = {};
  // How long it may take until the first match begins, and how long a referee
  // that was not started here may be gone.
  absl::Duration connect_timeout = absl::Seconds(30);
  // Whether a bot whose program always ends without a decision loses its
  // matches; otherwise they are left out, and that is an error.
  bool forfeits = false;
  // Whether the programs' output is passed on to stderr.
  bool show_output = false;
  // The folder that keeps their last output; empty: a folder in `data`, if that
  // is given.
  std::string bot_logs;
  // The folder that keeps the records of all matches, and has none of an
  // earlier run; empty: none.
  std::string record_dir;
};

// Opens the sandbox of the plan if it starts a bot; bots of a referee elsewhere
// use the network. Errors as of BotSandbox::Open. Before any process is
// started: see arena/sandbox on cgroups.
absl::Status OpenSandbox(const SandboxFlags& flags, TournamentPlan& plan);

// Called now and then with the state of the events and all their results.
// Returns whether to go on.
using OnProgress =
    std::function<absl::StatusOr<bool>(absl::Span<const CompetitionData>)>;

// Plays all events at the same time. Keeps `events` and their results up to
// date at every progress and at the end, after an error too. If a referee that
// was started here dies, it is started again, and so are bots, a few times
// each; any other referee is waited for; stderr tells what happened. If a bot
// always dies, the others play on while they can; then that is an error. An
// error leaves everything in the data folder.
absl::Status RunTournament(const TournamentPlan& plan,
                           std::vector<CompetitionData>& events,
                           const OnProgress& on_progress);

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_TOURNAMENT_RUN_H_
