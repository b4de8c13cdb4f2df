// Plans which processes of submitted bots are needed, and which must give their
// places to others. Pure functions: the same situation gives the same plan.
#ifndef REFEREE_PROCESSES_PROCESS_PLAN_H_
#define REFEREE_PROCESSES_PROCESS_PLAN_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"
#include "referee/processes/fruitless.h"
#include "referee/processes/playable_versions.h"
#include "referee/sessions/met_deals.h"
#include "referee/store/matches/match_row.h"

namespace arena::referee {

// A process that a runner has, or was told to start.
struct StartedProcess {
  // The version at the time of the start.
  PlayableVersion version;
  std::string runner = "";
  // Whether the process goes on after a match, and whether it has had one.
  bool several_matches = false;
  bool has_played = false;
  // When the process was started, or its last match was over.
  absl::Time idle_since = absl::InfinitePast();
  // Whether the process has ever had a session.
  bool greeted = false;
  // Whether the process was told to end.
  bool stopped = false;

  // ---- Its session ----
  bool connected = false;
  // The time since when the process has neither a stream nor a match.
  absl::Time absent_since = absl::InfiniteFuture();
  // Whether the process has no match and could get one. True before its hello.
  bool free = true;
  // Whether the process has one of the seats of its runner.
  bool plays = false;
  // Null before its hello.
  std::shared_ptr<const MetDeals> deals = nullptr;
};
// By id.
using ProcessMap = std::map<std::string, StartedProcess>;

// The processes of a runner, and its room for more.
struct RunnerRoom {
  std::set<std::string> runtimes;
  // How many processes may play at the same time.
  int seats = 0;
  // How many more processes may play, and how many more the runner may have.
  int playing_room = 0;
  int process_room = 0;
  // The runner takes no new processes.
  bool draining = false;
};

// A match that waits for its bots.
struct WaitingMatch {
  const MatchRow* row = nullptr;
  // The version for each seat that a process could take.
  std::vector<const PlayableVersion*> versions;
  // Whether the bots of the other seats are here and play the game.
  bool others_here = true;
};

// A session of a match under way whose process is gone.
struct LostProcess {
  std::string process_id;
  const PlayableVersion* version = nullptr;
  bool several_matches = false;
};

struct Situation {
  absl::Time now;
  const PlayableVersions& versions;
  const ProcessMap& processes;
  const FruitlessStarts& starts;
  // By name.
  std::map<std::string, RunnerRoom> runners;
  std::vector<LostProcess> lost;
  // Oldest first.
  std::vector<WaitingMatch> matches;
  // How many seats wait for a bot, in all matches.
  absl::FunctionRef<int(const std::string& bot)> seats_waiting_for;
};

struct Plan {
  struct Start {
    // Empty for a new process.
    std::string process_id;
    const PlayableVersion* version = nullptr;
    bool several_matches = false;
    std::string runner;
  };

  // Processes to end, by id, before others are started.
  std::set<std::string> ends;
  std::vector<Start> starts;
  // How many processes have no place, and the waiting matches that lack them.
  int queued = 0;
  std::set<std::string> queued_matches;
};

// Plans these steps, in this order: ends processes that were started to
// validate a version that has passed meanwhile; starts another process for each
// process that is gone in its match; starts processes for the waiting matches,
// by turns of the bots' authors; ends processes that hold a place that others
// need; ends processes that nobody needs.
//
// `waits` is the memory from one plan to the next.
Plan MakePlan(const Situation& situation, FruitlessWaits& waits);

// A process that is of no use and must end.
struct UselessProcess {
  std::string process_id;
  // The end of the sentence "the process ..", such as "does not come";
  // everybody sees it.
  std::string why;
  // For the author.
  std::string details;
};
// Processes that do not come, or that have left without a match.
std::vector<UselessProcess> FindUseless(const ProcessMap& processes,
                                        absl::Time now);

}  // namespace arena::referee

#endif  // REFEREE_PROCESSES_PROCESS_PLAN_H_
