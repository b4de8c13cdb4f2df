// One competition in the memory of a referee.
#ifndef REFEREE_COMPETITIONS_HOSTED_COMPETITION_H_
#define REFEREE_COMPETITIONS_HOSTED_COMPETITION_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/competition/course/amendment.h"
#include "arena/competition/course/scheduler.h"
#include "arena/match/clock.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/competitions/benching.h"
#include "referee/competitions/competition_watcher.h"
#include "referee/competitions/match_pace.h"
#include "referee/competitions/readiness.h"
#include "referee/competitions/stall_watch.h"
#include "referee/store/store.h"

namespace arena::referee {

// The row of the competition in the store, and a scheduler that has its
// results. Everything here follows from the store. Other referees change the
// row, too: a change is stored only if the row is still the one known here; if
// not, the row is read again first.
//
// Errors are those of the store, unless said otherwise. An error for which
// IsOfOneRow is true quarantines the competition. Not thread-safe; calls wait
// for the store, which must outlive this object.
class HostedCompetition {
 public:
  // The competition as the store has it now. NOT_FOUND. Any other error is the
  // reason why the competition is quarantined, or should be.
  static absl::StatusOr<std::unique_ptr<HostedCompetition>> Read(
      Store& store, const std::string& name);

  const std::string& name() const { return row_.spec.name(); }
  v1::Competition::State state() const { return row_.state; }
  // Whether bots take part; they come and go.
  bool has_bots() const { return !BotsOfAll(row_.spec).empty(); }
  // Whether its matches begin one by one.
  bool paced() const { return pace_.limited(); }
  bool over() const { return state() == v1::Competition::STATE_FINISHED; }
  // Whether it is played only while its runner is there.
  bool has_runner() const { return row_.has_runner; }
  // Whether it is stopped until its runner comes back.
  bool interrupted() const {
    return row_.has_runner && state() == v1::Competition::STATE_STOPPED;
  }
  // Whether it is interrupted and no match is left to end.
  bool at_rest() const {
    return interrupted() && scheduler_.progress().matches_open() == 0;
  }
  // Whether entrants may be benched and brought back.
  bool has_bench() const { return scheduler_.bench() != nullptr; }
  // Whether this referee plans its matches.
  bool driven() const { return driven_; }
  void set_driven(bool driven) { driven_ = driven; }
  // The competition as the services show it: without its seed until it is over.
  v1::Competition Message() const;
  // The message of a competition that cannot be read, for this reason.
  static v1::Competition MessageOf(const CompetitionRow& row,
                                   const absl::Status& why);

  // ---- From the store ----
  // Reads the changes of the row and the results since the last look.
  absl::Status Look();
  // Whether a look or a change has brought news since the last call.
  bool TakeNews();
  // Reads everything again, except the watchers; all or nothing.
  absl::Status ReadAnew();
  // Looks which entrants could begin a match now. A ladder gives new matches
  // only to entrants whose bots may play and that have not stalled lately.
  absl::Status FollowBots();
  // (hosted_competition_plan.cc) Looks, now and then, for stalled entrants:
  // their matches have waited too long. Call it after FollowBots.
  absl::Status FindStalled(absl::Time now);
  // Drops the matches that have not begun if the competition was stopped.
  absl::Status DropWhatIsNotBegun();

  // ---- To the store ----
  // Stores which entrants are benched now, with reports to the authors.
  absl::Status StoreBench();
  // Stores the end of the competition if it is over.
  absl::Status StoreEnd();
  // (hosted_competition_plan.cc) Stores the matches to play next, as many as
  // may begin now. Returns whether there are any. A competition that names no
  // clock gets the default clock.
  absl::StatusOr<bool> Plan(const ClockSettings& default_clock, absl::Time now);
  // (hosted_competition_plan.cc) Ends all attempts at matches that wait for
  // disqualified entrants or, in a ladder, for stalled entrants. Stalled
  // entrants get no other matches for a while. Returns the ids of the matches.
  absl::StatusOr<std::vector<std::string>> WithdrawHindering(
      const ClockSettings& default_clock);
  // (hosted_competition_changes.cc) Makes the changes, all or none. New sets
  // make the competition go on. Errors as for competition::Amended.
  absl::Status Amend(const v1::ChangeCompetitionRequest& request);
  // FAILED_PRECONDITION if the competition takes no entrants, or not this one;
  // INVALID_ARGUMENT if the entrant is invalid; else as CheckQuota.
  absl::Status Enter(const v1::Entrant& entrant, int most_of_author = 0);
  // FAILED_PRECONDITION if the competition is no ladder or is over, NOT_FOUND
  // if it has no such entrant.
  absl::Status Depart(const std::string& entrant);
  absl::Status Stop();
  // Its runner, if there is one, stays until then, so the competition goes on.
  absl::Status KeepRunning(absl::Time until);
  // The runner of the competition is gone, so the competition is interrupted.
  absl::Status Interrupt();
  // Interrupts the competition if its runner has been silent. Call it often.
  absl::Status CheckRunner(absl::Time now);
  // NOT_FOUND.
  absl::StatusOr<v1::Entrant> FindEntrant(const std::string& name) const;

  // ---- Watchers ----
  bool watched() const { return !watchers_.empty(); }
  void AddWatcher(std::shared_ptr<CompetitionWatcher> watcher);
  // The watchers hear nothing further if the competition is over.
  void TellWatchers();
  // Tells the watchers that the competition is quarantined; nothing follows.
  void TellQuarantine(const absl::Status& why);

 private:
  HostedCompetition(Store& store, CompetitionRow row,
                    competition::Scheduler scheduler);

  // Competitions of earlier versions go on with the isolation and deals they
  // had.
  static v1::CompetitionSpec SpecInEffect(const CompetitionRow& row);
  absl::Status TakeInResults();
  // Plans until so many matches wait for their turn, or none is left.
  absl::Status FillQueue(uint32_t count, const ClockSettings& default_clock);
  // Gives stalled entrants of a ladder no new matches.
  void SuspendStalled();
  // Lets entrants play again whose pause is over, if they have room.
  absl::Status EndPauses();
  // Takes in a row that another referee has changed.
  absl::Status TakeInRow(CompetitionRow row);
  // Brings back entrants that are on the bench here and not on the stored one.
  void FollowStoredBench();
  // Stores a change of the row. If another referee has changed the row since
  // the last look, reads the row again instead and returns false.
  absl::StatusOr<bool> Change(CompetitionRow row,
                              absl::Span<const BenchedBot> benched);
  // Tries a change until no other referee gets ahead of it.
  absl::Status UntilStored(
      absl::FunctionRef<absl::StatusOr<bool>()> change) const;
  // The entrants that are benched here.
  std::vector<uint32_t> BenchedNow() const;
  CompetitionRow RowWithBench() const;
  // Reports on entrants benched by results that the row has not judged.
  absl::StatusOr<std::vector<BenchedBot>> NewReports() const;
  absl::StatusOr<uint32_t> IndexOf(const std::string& entrant) const;
  absl::Status AmendRow(v1::CompetitionChange change,
                        const competition::Moment& moment, CompetitionRow& row);
  // Makes the changes, adds the entrant or brings it back, unless the row was
  // changed meanwhile.
  absl::StatusOr<bool> TryAmend(const v1::ChangeCompetitionRequest& request);
  absl::StatusOr<bool> TryEnter(const v1::Entrant& entrant, int most_of_author);

  Store& store_;
  // As stored. The scheduler has the same entrants.
  CompetitionRow row_;
  competition::Scheduler scheduler_;
  // Results up to this one are in the scheduler.
  int64_t last_result_ = 0;
  // Entrants of a ladder that have a benched or retired bot, ascending.
  std::vector<uint32_t> suspended_;
  MatchPace pace_;
  // Whether matches may have begun in the last minute without being counted.
  bool pace_is_unknown_ = false;
  // Planned matches that are not in the store yet.
  std::deque<MatchRow> queue_;
  Readiness readiness_;
  // Entrants that held up others at the last look. In a ladder, entrants that
  // get no matches because of that.
  StallWatch stalls_;
  std::set<uint32_t> stalled_;
  // The entrants among these that only lack runners and are not paused.
  std::set<uint32_t> unserved_;
  std::set<uint32_t> paused_;
  // The time until which the runner counts as there, by the clock of the host.
  absl::Time runner_until_ = absl::InfinitePast();
  // The time of the last look, by the clock of the host.
  absl::Time now_ = absl::InfinitePast();
  absl::Time next_look_for_stalled_ = absl::InfinitePast();
  bool driven_ = false;
  bool news_ = false;
  std::vector<std::shared_ptr<CompetitionWatcher>> watchers_;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_HOSTED_COMPETITION_H_
