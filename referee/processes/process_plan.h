// Which processes of submitted bots are needed, and which keep places from
// others. Pure functions: the same situation gives the same plan.
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
  // As it was when the process was started.
  PlayableVersion version;
  std::string runner = "";
  // Whether it goes on after a match, and whether it has had one.
  bool several_matches = false;
  bool has_played = false;
  // When it was started, or its last match was over.
  absl::Time idle_since = absl::InfinitePast();
  // Whether it has ever had a session.
  bool greeted = false;
  // Whether it was told to end.
  bool stopped = false;

  // ---- Of its session ----
  bool connected = false;
  // Since when it has neither a stream nor a match.
  absl::Time absent_since = absl::InfiniteFuture();
  // Whether it has no match and could get one, as before its hello.
  bool free = true;
  // Whether it has one of the seats of its runner.
  bool plays = false;
  // Null before its hello.
  std::shared_ptr<const MetDeals> deals = nullptr;
};
// By id.
using ProcessMap = std::map<std::string, StartedProcess>;

// What a runner has, and has room for.
struct RunnerRoom {
  std::set<std::string> runtimes;
  // How many processes may play at the same time.
  int seats = 0;
  // How many more may play, and how many more it may have.
  int playing_room = 0;
  int process_room = 0;
  // It takes no new ones.
  bool draining = false;
};

// A match that waits for its bots.
struct WaitingMatch {
  const MatchRow* row = nullptr;
  // For each seat that a process could take, its version.
  std::vector<const PlayableVersion*> versions;
  // Whether the bots of the other seats are here and play it.
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
  // How many seats all matches have that wait for a bot.
  absl::FunctionRef<int(const std::string& bot)> seats_waiting_for;
};

struct Plan {
  struct Start {
    // Empty: it is a new one.
    std::string process_id;
    const PlayableVersion* version = nullptr;
    bool several_matches = false;
    std::string runner;
  };

  // Processes to end, by id, before others are started.
  std::set<std::string> ends;
  std::vector<Start> starts;
  // How many processes have no place, and of which matches that wait.
  int queued = 0;
  std::set<std::string> queued_matches;
};

// Plans, in this order: the end of processes that rehearse what plays in
// earnest now; another process for each that is gone in its match; processes
// for the matches that wait, by turns of their bots' authors; the end of those
// that hold a place which others need; the end of those that nobody needs.
//
// `waits` is what plans remember from one to the next.
Plan MakePlan(const Situation& situation, FruitlessWaits& waits);

// A process that is of no use and must end.
struct UselessProcess {
  std::string process_id;
  // "does not come": everybody sees that.
  std::string why;
  // For its author.
  std::string details;
};
// Those that do not come, or that have left without a match.
std::vector<UselessProcess> FindUseless(const ProcessMap& processes,
                                        absl::Time now);

}  // namespace arena::referee

#endif  // REFEREE_PROCESSES_PROCESS_PLAN_H_
