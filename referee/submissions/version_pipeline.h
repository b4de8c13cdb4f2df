// Leads versions of submitted bots from their archives to matches.
#ifndef REFEREE_SUBMISSIONS_VERSION_PIPELINE_H_
#define REFEREE_SUBMISSIONS_VERSION_PIPELINE_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/executor/executor.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/submission.pb.h"
#include "referee/processes/connected_runners.h"
#include "referee/store/store_executor.h"
#include "referee/submissions/validation.h"

namespace arena::referee {

struct VersionPipelineOptions {
  // False: a version plays as soon as it is built. For programs that try bots
  // on their author's machine.
  bool validate = true;
  // How often to look for changes of versions and matches that other referees
  // have made: nothing tells of them here.
  absl::Duration look_interval = absl::Seconds(5);
  // How long archives are kept after the last version that needs them.
  absl::Duration keep_unused = absl::Hours(24);
  // How often all playable versions are read. In between, only changes are
  // read.
  absl::Duration read_all_interval = absl::Minutes(1);
};

// Everything in the pipeline's memory follows from the store, so the process
// may be killed at any instant: the next pipeline, or the one of another
// referee, goes on with the versions. A version that cannot be built here now
// is given back to all referees.
//
// Thread-safe: all of it runs in the planning lane of the store's executor.
// Executors, builders and matches must outlive it; stop them before destroying
// it.
class VersionPipeline {
 public:
  // `clock` wakes the pipeline up to look for changes.
  VersionPipeline(StoreExecutor& store, Executor& clock, Builders& builders,
                  MatchOrders& matches, const VersionPipelineOptions& options);

  // Begins. Call it once. `told` is called when the builders know the playable
  // versions, or with the error of the store.
  void Begin(std::function<void(const absl::Status&)> told =
                 [](const absl::Status&) {});
  // Looks now: a version was submitted, chosen or retired.
  void Look();
  // If the match belongs to a validation, looks now.
  void OnMatchOver(const std::string& match_id);
  // A process of this version was of no use. If the version is being validated,
  // it fails.
  void OnFruitlessStart(const std::string& bot, const std::string& version,
                        const std::string& why);
  // A process of a submitted bot has ended; the report is kept.
  void OnSeatReport(v1::SeatReport report);

 private:
  // A version that this referee builds or validates.
  struct Work {
    VersionRow row;
    bool building = false;
    std::optional<Validation> validation = {};
    // When the version was last seen to get on; it may wait a long time for
    // runners.
    absl::Time progress = absl::InfiniteFuture();
    size_t matches_begun = 0;
    // The matches that the store knows.
    std::vector<std::string> known_matches = {};
    // How the processes of the version ended, by match.
    std::map<std::string, v1::SeatReport> reports = {};
    // Processes that said hello, and ended before they had a match.
    int lost = 0;
    // Until when a failure waits for the report on its process.
    absl::Time report_due = absl::InfiniteFuture();
  };

  // Everything below runs in the planning lane.
  template <typename Task>
  void Do(Task task);
  // Looks, and sets the time of the next look.
  absl::Status Tick(Store& store);
  // Errors that concern only the version end the work on it. If the version
  // still belongs to this referee, the work begins again.
  absl::Status Contain(Store& store, int64_t number,
                       const absl::Status& status);
  absl::Status Advance(Store& store, Work& work);
  absl::Status BeginBuild(Store& store, Work& work);
  absl::Status OnBuilt(Store& store, int64_t number,
                       const absl::StatusOr<v1::BuildReport>& built);
  absl::Status BeginValidation(Work& work);
  absl::Status Validate(Store& store, Work& work);
  absl::Status OnCreated(Store& store, int64_t number,
                         const std::string& request_id,
                         const absl::StatusOr<v1::Match>& match);
  absl::Status TakeReport(Store& store, const v1::SeatReport& report);
  // The version under validation; null if it is not validated, or not here.
  Work* FindValidated(const std::string& bot, const std::string& version);
  // Takes versions that wait into `work_`; false if there are none.
  absl::StatusOr<bool> FindWork(Store& store);
  // Whether a version of `work_` waits for its build.
  bool AnyWaits() const;
  // The numbers of `work_`: first the versions of authors whose last build was
  // long ago, and of one author the oldest version first.
  std::vector<int64_t> InTurn() const;
  bool IsBuildingFor(const std::string& author) const;
  // How many versions of `work_` are built, or get on with their validation.
  size_t busy() const;
  // Each of these ends the work on a version.
  absl::Status Pass(Store& store, const Work& work);
  absl::Status Fail(Store& store, const Work& work,
                    const v1::VersionFailure& failure,
                    const std::string& log = "");
  void CancelMatch(const std::string& match_id);
  void Forget(int64_t number);
  // Tells the playable versions, if they have changed.
  absl::Status TellPlayable(Store& store);
  absl::Status DeleteUnused(Store& store);

  StoreExecutor& store_;
  Executor& clock_;
  Builders& builders_;
  MatchOrders& matches_;
  const VersionPipelineOptions options_;
  const std::unique_ptr<Strand> alarm_;
  // By the number of the version.
  std::map<int64_t, Work> work_;
  // The number of each author's last build in this pipeline.
  std::map<std::string, int64_t> last_builds_;
  int64_t builds_ = 0;
  // How often the build of a version was begun here and not finished.
  std::map<int64_t, int> broken_builds_;
  // Versions that nobody could build at the last attempt. They wait until all
  // other versions have been tried, so that they keep no others from being
  // built.
  std::set<int64_t> unserved_;
  // The last message about each version, by bot and version.
  std::map<std::pair<std::string, std::string>, std::string> told_;
  // The last change that was told; -1: nothing was told.
  int64_t told_change_ = -1;
  absl::Time next_read_all_ = absl::InfinitePast();
  absl::Time next_deletion_ = absl::InfinitePast();
};

}  // namespace arena::referee

#endif  // REFEREE_SUBMISSIONS_VERSION_PIPELINE_H_
