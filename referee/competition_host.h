// The competitions of a referee: which matches they need, and what became of
// them.
#ifndef REFEREE_COMPETITION_HOST_H_
#define REFEREE_COMPETITION_HOST_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/competition/planning/scheduler.h"
#include "arena/match/clock.h"
#include "arena/match/executor.h"
#include "arena/v1/competition_service.pb.h"
#include "referee/store/store.h"

namespace arena::referee {

// Somebody who follows a competition. Called on the strand of the
// competitions; returns at once.
class CompetitionWatcher {
 public:
  virtual ~CompetitionWatcher() = default;
  // The competition as it is; false if nobody listens any more.
  virtual bool OnProgress(const v1::Competition& competition) = 0;
  // It is over, and nothing follows.
  virtual void OnOver() = 0;
};

struct CompetitionOptions {
  // For competitions that name no clock.
  ClockSettings default_clock;
  // How often to look for what other referees have done, if the store can have
  // others.
  absl::Duration poll_interval = absl::Milliseconds(500);
  // Plays what has just been planned. Thread-safe, returns at once.
  std::function<void()> claim_matches = [] {};
  // Gives back what was planned of a competition and has not begun. As above.
  std::function<void(const std::string&)> release_waiting = [](const auto&) {};
  // Told once, on any thread, when the store has failed.
  std::function<void(const absl::Status&)> on_failure = [](const auto&) {};
};

// Knows nothing of sessions or running matches: it writes the matches that a
// competition needs next into the store, where match hosts find them, and
// reads from there how they ended. Whatever it holds in memory follows from
// the store, so it may be killed at any instant.
//
// Thread-safe: every call posts to one strand and answers from there. Store
// and executor must outlive it; stop the executor before destroying it.
class CompetitionHost {
 public:
  template <typename T>
  using Answer = std::function<void(absl::StatusOr<T>)>;

  CompetitionHost(Store& store, Executor& executor,
                  const CompetitionOptions& options);

  // Takes up the competitions that are not over. Call it once.
  void Begin();
  // A match of the competition is over.
  void OnMatchOver(const std::string& competition);

  // ---- What CompetitionService offers ----
  void Create(v1::CompetitionSpec spec, Answer<v1::Competition> answer);
  void Get(const std::string& name, Answer<v1::Competition> answer);
  void List(const v1::ListCompetitionsRequest& request,
            Answer<v1::ListCompetitionsResponse> answer);
  void Stop(const std::string& name, Answer<v1::Competition> answer);
  void Enter(const v1::EnterCompetitionRequest& request,
             Answer<v1::Competition> answer);
  void ListResults(const v1::ListResultsRequest& request,
                   Answer<v1::ListResultsResponse> answer);
  // Answers with the competition; the watcher is told what follows.
  void Watch(const std::string& name,
             std::shared_ptr<CompetitionWatcher> watcher,
             Answer<v1::Competition> answer);

 private:
  // A competition that this referee drives or somebody has asked for.
  struct Entry {
    Entry(CompetitionRow row, competition::Scheduler scheduler)
        : row(std::move(row)), scheduler(std::move(scheduler)) {}

    // As it is stored. The scheduler has the same entrants.
    CompetitionRow row;
    competition::Scheduler scheduler;
    // Results up to this one are in the scheduler.
    int64_t last_result = 0;
    // Whether this referee plans its matches.
    bool driven = false;
    // Whether it is about to be looked at.
    bool posted = false;
    // Entrants of a ladder of whom a bot is benched or retired, ascending.
    std::vector<uint32_t> suspended;
    // Whether its watchers have something to be told.
    bool changed = false;
    std::vector<std::shared_ptr<CompetitionWatcher>> watchers;
  };

  // All of these run on the strand.
  absl::StatusOr<v1::Competition> DoCreate(v1::CompetitionSpec spec);
  absl::StatusOr<v1::Competition> DoStop(const std::string& name);
  absl::StatusOr<v1::Competition> DoEnter(
      const v1::EnterCompetitionRequest& request);
  absl::StatusOr<v1::ListCompetitionsResponse> DoList(
      const v1::ListCompetitionsRequest& request);
  absl::StatusOr<v1::ListResultsResponse> DoListResults(
      const v1::ListResultsRequest& request);
  // The competition with all its results so far. NOT_FOUND.
  absl::StatusOr<Entry*> Find(const std::string& name);
  absl::StatusOr<Entry*> Load(const std::string& name);
  // Forgets what is known of it, but for its watchers, and reads it from the
  // store; all or nothing.
  absl::Status ReadAnew(Entry& entry);
  absl::StatusOr<std::unique_ptr<Entry>> Read(const std::string& name,
                                              bool driven);
  absl::Status TakeIn(Entry& entry);
  // Takes over what other referees have changed in its row: stopped, entered,
  // brought back.
  absl::Status Absorb(Entry& entry, CompetitionRow row);
  // Those of a ladder who were benched, and are not any more.
  static void BringBack(Entry& entry);
  // The same from the store, where others can have changed it.
  absl::Status Refresh(Entry& entry);
  // Lets those of a ladder play whose bots may, and no others.
  absl::Status FollowBots(Entry& entry);
  // Of one that was stopped: matches that nobody has begun are not played.
  // Results are to be taken in afterwards.
  absl::Status DropWhatIsNotBegun(Entry& entry);
  // Stores who is benched now, with reports to their authors, and the end.
  absl::Status Judge(Entry& entry);
  // Enters in the row who is benched now; the bots that were not before, by
  // name.
  absl::StatusOr<std::vector<BenchedBot>> Bench(const Entry& entry,
                                                CompetitionRow& row);
  // Stores what is to be played next.
  absl::Status Plan(Entry& entry);
  // Takes in results, plans, tells watchers.
  absl::Status Advance(Entry& entry);
  void PostAdvance(Entry& entry);
  // Drives what nobody drives, and no more what another referee has taken in
  // the meantime; whether anything is left to others.
  absl::StatusOr<bool> Drive();
  void Tick();
  // Ticks after the poll interval.
  void LookAgain();
  // Whether a ladder is driven here, whose bots are benched and brought back.
  bool DrivesLadder() const;
  void Tell(Entry& entry);
  // Passes an error of the store on; true if there was one.
  bool Failed(const absl::Status& status);
  // As the services show it. NOT_FOUND.
  absl::StatusOr<v1::Competition> Show(const std::string& name);
  // Keeps of those that are over, and that nobody watches, no more than their
  // messages.
  void DropIdle();
  // How the services show it: without its seed while it is not over.
  static v1::Competition Message(const Entry& entry);

  Store& store_;
  Executor& executor_;
  const CompetitionOptions options_;
  std::unique_ptr<Strand> strand_;
  std::map<std::string, std::unique_ptr<Entry>> entries_;
  // Competitions that are over and not among the entries: they change no more,
  // and their results are counted once.
  std::map<std::string, v1::Competition> over_;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITION_HOST_H_
