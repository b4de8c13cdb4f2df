// The methods of all services: each function makes the rows of one service. The
// arguments of a function must outlive the table.
#ifndef REFEREE_SERVICES_SERVICES_H_
#define REFEREE_SERVICES_SERVICES_H_

#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/executor/executor.h"
#include "referee/access/silent_streams.h"
#include "referee/calls/method.h"
#include "referee/competitions/running_competitions.h"
#include "referee/competitions/standings_cache.h"
#include "referee/lobby/metrics.h"
#include "referee/matches/match_pipeline.h"
#include "referee/matches/match_requests.h"
#include "referee/processes/connected_runners.h"
#include "referee/services/health.h"
#include "referee/store/store_executor.h"
#include "referee/submissions/submission_intake.h"
#include "referee/submissions/version_pipeline.h"

namespace arena::referee {

// `versions` is told when the active version of a bot changes or is retired.
std::vector<Method> BotMethods(Access& access, StoreExecutor& store,
                               MatchRequests& requests,
                               SubmissionIntake& submissions,
                               VersionPipeline& versions);

std::vector<Method> CatalogueMethods();

std::vector<Method> CompetitionMethods(RunningCompetitions& host,
                                       StandingsCache& standings);

// The addresses of the pages of matches. Thread-safe.
class MatchPages {
 public:
  // From now on the pages are below this address, such as
  // "http://127.0.0.1:8080".
  void ShowAt(const std::string& site) {
    MutexLock lock(mutex_);
    site_ = site;
  }
  // Empty if there are no pages.
  std::string UrlOf(const std::string& match_id) {
    MutexLock lock(mutex_);
    return site_.empty() ? "" : absl::StrCat(site_, "/match/", match_id);
  }

 private:
  Mutex mutex_;
  std::string site_ ABSL_GUARDED_BY(mutex_);
};

// Spectators see every event `spectator_delay` later. `executor` prepares what
// they see.
std::vector<Method> MatchMethods(MatchRequests& matches, Executor& executor,
                                 absl::Duration spectator_delay,
                                 MatchPages& pages);

// Requests are timed by `clock`.
std::vector<Method> PlayMethods(Access& access, MatchPipeline& host,
                                const Executor& clock, Metrics& metrics,
                                const SessionLimits& limits,
                                SilentStreams& silent);

// Replaying a record takes a while, so it runs on the executor `replays`.
// Matches that are too long for people to look at are refused with
// FAILED_PRECONDITION. Records are copied on `copies`.
std::vector<Method> ReplayMethods(StoreExecutor& store, Executor& replays,
                                  Executor& copies);
// The most plies of a match that is replayed: a second of work.
inline constexpr uint64_t kLongestMatch = 100'000;

std::vector<Method> RunnerMethods(StoreExecutor& store, Executor& executor,
                                  ConnectedRunners& host);

// Health and reflection are open to all: load balancers and tools call them
// without a token, and the answers tell nothing beyond the schema. `names` are
// the services that may be asked for; the answer is the same for all of them.
std::vector<Method> HealthMethods(Health& health,
                                  const std::vector<std::string>& names);
// Tells the schema of these services. gRPC's own plugin can do so only for
// services that are registered one by one.
std::vector<Method> ReflectionMethods(const std::vector<std::string>& services);

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_SERVICES_H_
