// Running the competitions of a tournament to their end, come what may.
#ifndef ARENA_CLI_TOURNAMENT_RUN_H_
#define ARENA_CLI_TOURNAMENT_RUN_H_

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/cli/bot_list.h"
#include "arena/cli/competition_client.h"

namespace arena::cli {

struct TournamentBot {
  BotSpec spec;
  // Matches that it plays at once.
  int at_once = 1;
};

struct TournamentPlan {
  std::vector<v1::CompetitionSpec> events;
  // The programs; built-in players need none.
  std::vector<TournamentBot> programs;
  // Bots that others start.
  std::set<std::string> awaited;
  // Where the referee is; without an address one is started.
  RefereeFlags referee = {.address = ""};
  // The folder of the referee that is started; empty: a temporary one. With
  // the same folder a tournament goes on where it was when it was stopped.
  std::string data;
  // How long it may take until the first match begins; how long, where a bot
  // was given up, nothing may be under way; and how long a referee that was not
  // started here may be gone.
  absl::Duration connect_timeout = absl::Seconds(30);
  // Whether the programs' output is passed on to stderr.
  bool show_output = false;
  // The folder where the last of it is kept; empty: in that of the data, if
  // there is one.
  std::string bot_logs;
};

// Told now and then how far the events are, with all their results; says
// whether to go on.
using OnProgress =
    std::function<absl::StatusOr<bool>(absl::Span<const CompetitionData>)>;

// Plays all events, at the same time. `events` are what is known of them, with
// their results, at every progress and at the end, also at one by an error. A
// referee that was started here and dies is started again, and so are bots, a
// few times each; another one is waited for; what happened is told on stderr.
// Without a bot that always dies the others play on while they can, and then it
// is an error. An error leaves everything in the data folder.
absl::Status RunTournament(const TournamentPlan& plan,
                           std::vector<CompetitionData>& events,
                           const OnProgress& on_progress);

}  // namespace arena::cli

#endif  // ARENA_CLI_TOURNAMENT_RUN_H_
