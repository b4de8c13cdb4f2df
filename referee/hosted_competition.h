// One competition as a referee has it in memory.
#ifndef REFEREE_HOSTED_COMPETITION_H_
#define REFEREE_HOSTED_COMPETITION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/competition/planning/scheduler.h"
#include "arena/match/clock.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/competition_watcher.h"
#include "referee/store/store.h"

namespace arena::referee {

// Its row in the store, and a scheduler that has its results. All of it follows
// from the store. Other referees change the row, too: a change is stored only
// if the row is still the one that is known here, and otherwise the row is read
// again first.
//
// Errors are those of the store, unless said otherwise; of them IsOfOneRow
// tells what puts the competition into quarantine. Not thread-safe; calls wait
// for the store, which must outlive it.
class HostedCompetition {
 public:
  // With all that is known by now. NOT_FOUND; or why it is quarantined, or
  // should be.
  static absl::StatusOr<std::unique_ptr<HostedCompetition>> Read(
      Store& store, const std::string& name);

  const std::string& name() const { return row_.spec.name(); }
  v1::Competition::State state() const { return row_.state; }
  bool over() const { return state() == v1::Competition::STATE_FINISHED; }
  // Whether bots may be benched and brought back in it.
  bool has_bench() const { return scheduler_.bench() != nullptr; }
  // Whether this referee plans its matches.
  bool driven() const { return driven_; }
  void set_driven(bool driven) { driven_ = driven; }
  // As the services show it: without its seed while it is not over.
  v1::Competition Message() const;
  // Of one that cannot be read, for this reason: as much as its row tells.
  static v1::Competition MessageOf(const CompetitionRow& row,
                                   const absl::Status& why);

  // ---- From the store ----
  // What has changed since the last look: its row and its results.
  absl::Status Look();
  // Whether a look or change has shown something new since this was asked.
  bool TakeNews();
  // Forgets all, but for its watchers, and reads it again; all or nothing.
  absl::Status ReadAnew();
  // Lets those of a ladder play whose bots may, and no others.
  absl::Status FollowBots();
  // Of one that was stopped: matches that nobody has begun are not played.
  absl::Status DropWhatIsNotBegun();

  // ---- To the store ----
  // Stores who is benched now, with reports to the authors.
  absl::Status StoreBench();
  // Stores that it is over, if it is.
  absl::Status StoreEnd();
  // Stores the matches to play next; whether there are any. A competition that
  // names no clock has the default one.
  absl::StatusOr<bool> Plan(const ClockSettings& default_clock);
  // FAILED_PRECONDITION if it takes no entrants, or not this one;
  // INVALID_ARGUMENT if the entrant is wrong.
  absl::Status Enter(const v1::Entrant& entrant);
  // FAILED_PRECONDITION if it is no ladder or is over, NOT_FOUND if it has no
  // such entrant.
  absl::Status Depart(const std::string& entrant);
  absl::Status Stop();
  // NOT_FOUND.
  absl::StatusOr<v1::Entrant> FindEntrant(const std::string& name) const;

  // ---- Those who follow it ----
  bool watched() const { return !watchers_.empty(); }
  void AddWatcher(std::shared_ptr<CompetitionWatcher> watcher);
  // Tells them how it is now; at its end nothing follows.
  void TellWatchers();
  // Tells them that it is quarantined; nothing follows.
  void TellQuarantine(const absl::Status& why);

 private:
  HostedCompetition(Store& store, CompetitionRow row,
                    competition::Scheduler scheduler)
      : store_(store), row_(std::move(row)), scheduler_(std::move(scheduler)) {}

  absl::Status TakeInResults();
  // Takes over the row that another referee has changed.
  absl::Status TakeInRow(CompetitionRow row);
  // Brings back those who are on its bench and not on the stored one.
  void FollowStoredBench();
  // Stores a change of the row. If another referee has changed it since the
  // last look, it is read anew instead, and the answer is false.
  absl::StatusOr<bool> Change(CompetitionRow row,
                              absl::Span<const BenchedBot> benched);
  // The row with the bench as it is here.
  CompetitionRow RowWithBench() const;
  // Reports on those who are benched by results that the row has not judged.
  absl::StatusOr<std::vector<BenchedBot>> NewReports() const;
  // NOT_FOUND.
  absl::StatusOr<uint32_t> IndexOf(const std::string& entrant) const;
  // Adds the entrant or brings it back, unless the row was changed meanwhile.
  absl::StatusOr<bool> TryEnter(const v1::Entrant& entrant);

  Store& store_;
  // As it is stored. The scheduler has the same entrants.
  CompetitionRow row_;
  competition::Scheduler scheduler_;
  // Results up to this one are in the scheduler.
  int64_t last_result_ = 0;
  // Entrants of a ladder of whom a bot is benched or retired, ascending.
  std::vector<uint32_t> suspended_;
  bool driven_ = false;
  bool news_ = false;
  std::vector<std::shared_ptr<CompetitionWatcher>> watchers_;
};

}  // namespace arena::referee

#endif  // REFEREE_HOSTED_COMPETITION_H_
