#include "referee/competitions/running_competitions.h"

#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/course/differences.h"
#include "arena/competition/planning/change_text.h"
#include "arena/competition/planning/openings.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"
#include "referee/access/replies.h"
#include "referee/base/log.h"
#include "referee/competitions/competition_results.h"
#include "referee/competitions/entrants.h"

namespace arena::referee {
namespace {

constexpr int kMatchesDeletedAtOnce = 100;

// Explains how a competition of this name differs from the requested one.
absl::Status TellDifferences(const absl::StatusOr<CompetitionRow>& first,
                             const v1::CompetitionSpec& wanted) {
  ARENA_RETURN_IF_ERROR(first.status());
  const auto changes = competition::Differences(first->spec, wanted);
  std::vector<std::string> lines;
  if (changes.ok()) {
    for (const v1::CompetitionChange& change : *changes) {
      lines.push_back(absl::StrCat("\n  ", competition::ChangeText(change)));
    }
  }
  const std::string what =
      changes.ok()
          ? absl::StrCat(", with differences:", absl::StrJoin(lines, ""),
                         "\nTo change that competition, run its edited file "
                         "again or use `arena competition change`; or choose "
                         "another name")
          : absl::StrCat(": ", changes.status().message());
  return absl::AlreadyExistsError(
      absl::StrCat("another competition has the name ", wanted.name(), what));
}

// Chooses the values that a request leaves to the referee. A repeated request
// gets the values that were chosen first.
absl::Status Choose(Store& store, const absl::StatusOr<CompetitionRow>& first,
                    const ClockSettings& default_clock,
                    v1::CompetitionSpec& spec) {
  ARENA_RETURN_IF_ERROR(FillAuthors(store.bots(), *spec.mutable_entrants()));
  for (const v1::Entrant& entrant : spec.entrants()) {
    // A version may have been retired since.
    if (first.ok()) break;
    ARENA_RETURN_IF_ERROR(CheckVersionsOf(store.versions(), entrant));
  }
  if (first.ok()) {
    competition::RepeatChoices(first->spec, spec);
  } else {
    competition::GiveOpenings(spec);
  }
  if (!spec.has_clock()) ClockToMessage(default_clock, *spec.mutable_clock());
  if (first.ok()) return absl::OkStatus();
  if (spec.seed().empty()) {
    const Seed drawn = SystemSeed();
    spec.set_seed(std::string(drawn.begin(), drawn.end()));
  }
  if (spec.anchor().empty()) {
    spec.set_anchor(competition::DefaultAnchor(spec));
  }
  competition::SetDeals(spec.deals() == v1::DEALS_UNSPECIFIED
                            ? competition::DefaultDeals(spec)
                            : spec.deals(),
                        spec);
  return absl::OkStatus();
}

}  // namespace

RunningCompetitions::RunningCompetitions(StoreExecutor& store, Executor& clock,
                                         CompetitionOrders& matches,
                                         const CompetitionOptions& options)
    : store_(store),
      clock_(clock),
      matches_(matches),
      options_(options),
      alarm_(clock.NewStrand()) {}

template <typename Work>
void RunningCompetitions::Do(Work work) {
  store_.Plan(
      nullptr,
      [this, work = std::move(work)](Store& store) mutable {
        const absl::Status done = work(store);
        cache_.Tidy();
        return done;
      },
      [this](const absl::Status& status) {
        if (status.ok()) return;
        LogError("competitions failed", {}, status);
        options_.on_failure(status);
      });
}

// ---- Playing ----

void RunningCompetitions::Begin() {
  Do([this](Store& store) { return Tick(store); });
}

absl::Status RunningCompetitions::Tick(Store& store) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> deleted,
                         store.competitions().ListDeleted());
  for (const std::string& name : deleted) GoOnDeleting(name);
  ARENA_ASSIGN_OR_RETURN(const bool others, DriveAll(store));
  std::vector<std::string> names;
  for (const auto& [name, competition] : cache_.hosted()) names.push_back(name);
  for (const std::string& name : names) {
    ARENA_RETURN_IF_ERROR(Contain(store, name, GoOn(name)));
  }
  // Matches that another referee has planned may be played here.
  if (others) matches_.ClaimMatches();
  if (others || store.shared() || MustLookAgain()) TickLater();
  return absl::OkStatus();
}

void RunningCompetitions::TickLater() {
  alarm_->Post([this] {
    alarm_->WakeAt(clock_.Now() + options_.poll_interval, [this] { Begin(); });
  });
}

bool RunningCompetitions::MustLookAgain() const {
  return absl::c_any_of(cache_.hosted(), [](const auto& named) {
    const HostedCompetition& competition = *named.second;
    return competition.driven() && !competition.over() &&
           !competition.at_rest() &&
           (competition.has_runner() || competition.has_bench() ||
            competition.has_bots() || competition.paced());
  });
}

absl::StatusOr<bool> RunningCompetitions::DriveAll(Store& store) {
  bool others = false;
  ARENA_ASSIGN_OR_RETURN(const std::vector<CompetitionRow> unfinished,
                         store.competitions().ListUnfinished());
  for (const CompetitionRow& row : unfinished) {
    const std::string& name = row.spec.name();
    // Even if another referee drives the competition: that referee drops the
    // matches that are given back.
    if (row.state == v1::Competition::STATE_STOPPED) {
      Release(name, row.has_runner);
    }
    if (!row.quarantine.empty()) continue;
    const HostedCompetition* const competition = cache_.AtHand(name);
    const bool was_mine = competition != nullptr && competition->driven();
    const absl::StatusOr<bool> driven = Drive(store, name);
    if (absl::IsNotFound(driven.status())) {
      // The name of the competition is damaged, so not even quarantine works.
      LogError("competition lost", {{"competition", name}}, driven.status());
      continue;
    }
    ARENA_ASSIGN_OR_RETURN(const bool mine, driven);
    others = others || !mine;
    if (!mine || was_mine) continue;
    ARENA_RETURN_IF_ERROR(Contain(store, name, TakeUp(store, name)));
  }
  return others;
}

absl::Status RunningCompetitions::TakeUp(Store& store,
                                         const std::string& name) {
  // The referee that drove the competition before may have changed it until
  // now.
  HostedCompetition* competition = cache_.AtHand(name);
  if (competition != nullptr) ARENA_RETURN_IF_ERROR(competition->ReadAnew());
  ARENA_ASSIGN_OR_RETURN(competition, cache_.Find(store, name));
  competition->set_driven(true);
  // If the competition went on there, its runner may still be there.
  if (!competition->interrupted()) {
    ARENA_RETURN_IF_ERROR(
        competition->KeepRunning(clock_.Now() + kRunnerLease));
  }
  Log("competition driven", {{"competition", name}});
  return absl::OkStatus();
}

absl::Status RunningCompetitions::GoOn(const std::string& name) {
  HostedCompetition& competition = *cache_.AtHand(name);
  ARENA_RETURN_IF_ERROR(competition.CheckRunner(clock_.Now()));
  ARENA_RETURN_IF_ERROR(competition.FollowBots());
  ARENA_RETURN_IF_ERROR(competition.FindStalled(clock_.Now()));
  ARENA_RETURN_IF_ERROR(Withdraw(competition));
  return Advance(competition);
}

absl::Status RunningCompetitions::Contain(Store& store, const std::string& name,
                                          const absl::Status& status) {
  if (status.ok() || !IsOfOneRow(status)) return status;
  ARENA_ASSIGN_OR_RETURN(
      const bool quarantined,
      store.competitions().Quarantine(name, status.message()));
  if (quarantined) {
    LogError("competition quarantined", {{"competition", name}}, status);
  }
  cache_.Drop(name, status);
  return absl::OkStatus();
}

absl::StatusOr<bool> RunningCompetitions::Drive(Store& store,
                                                const std::string& name) {
  HostedCompetition* const competition = cache_.AtHand(name);
  const bool is_mine = competition != nullptr && competition->driven();
  if (is_mine && !store.shared()) return true;
  ARENA_ASSIGN_OR_RETURN(const bool mine, store.competitions().Drive(name));
  if (competition != nullptr) competition->set_driven(mine);
  return mine;
}

// Many matches may end before the lane gets to this: one look takes in all of
// their results.
void RunningCompetitions::OnMatchOver(const std::string& competition) {
  Do([this, competition](Store&) {
    if (cache_.AtHand(competition) == nullptr ||
        !due_.insert(competition).second) {
      return absl::OkStatus();
    }
    Do([this, competition](Store& store) {
      due_.erase(competition);
      HostedCompetition* const hosted = cache_.AtHand(competition);
      return hosted == nullptr ? absl::OkStatus()
                               : Contain(store, competition, Advance(*hosted));
    });
    return absl::OkStatus();
  });
}

absl::Status RunningCompetitions::Advance(HostedCompetition& competition) {
  ARENA_RETURN_IF_ERROR(competition.Look());
  if (competition.state() == v1::Competition::STATE_STOPPED) {
    // The next look drops the matches that this gives back.
    Release(competition.name(), competition.interrupted());
    ARENA_RETURN_IF_ERROR(competition.DropWhatIsNotBegun());
  }
  if (competition.driven()) {
    ARENA_RETURN_IF_ERROR(competition.StoreBench());
    ARENA_RETURN_IF_ERROR(competition.StoreEnd());
    ARENA_ASSIGN_OR_RETURN(
        const bool planned,
        competition.Plan(options_.default_clock, clock_.Now()));
    if (planned) matches_.ClaimMatches();
  }
  if (competition.TakeNews()) competition.TellWatchers();
  return absl::OkStatus();
}

void RunningCompetitions::Release(const std::string& name,
                                  bool interrupted) const {
  matches_.GiveBackPlannedOf(name);
  if (interrupted) matches_.CancelMatchesOf(name);
}

absl::StatusOr<v1::Competition> RunningCompetitions::AdvanceAndShow(
    Store& store, HostedCompetition& competition) {
  const std::string name = competition.name();
  ARENA_RETURN_IF_ERROR(Contain(store, name, Advance(competition)));
  return cache_.Show(store, name);
}

// ---- Services ----

void RunningCompetitions::Create(v1::CompetitionSpec spec,
                                 Answer<v1::Competition> answer,
                                 Runner runner) {
  AnswerWith(std::move(answer),
             [this, spec = std::move(spec), runner](Store& store) {
               return DoCreate(store, spec, runner);
             });
}

absl::StatusOr<v1::Competition> RunningCompetitions::DoCreate(
    Store& store, v1::CompetitionSpec spec, Runner runner) {
  if (spec.changes_size() > 0) {
    return absl::InvalidArgumentError(
        "changes is not empty; expected none: ChangeCompetition makes them");
  }
  ARENA_ASSIGN_OR_RETURN(spec, competition::Complete(std::move(spec)));
  const auto first = store.competitions().Get(spec.name());
  ARENA_RETURN_IF_ERROR(Choose(store, first, options_.default_clock, spec));
  const bool has_runner = runner != Runner::kNone;
  const absl::StatusOr<CompetitionRow> row =
      store.competitions().Insert(spec, has_runner);
  if (absl::IsAlreadyExists(row.status())) return TellDifferences(first, spec);
  ARENA_RETURN_IF_ERROR(row.status());
  ARENA_ASSIGN_OR_RETURN(HostedCompetition * competition,
                         cache_.Find(store, spec.name()));
  if (!competition->driven() && !competition->over()) {
    ARENA_RETURN_IF_ERROR(Drive(store, spec.name()).status());
    Log("competition created",
        {{"competition", spec.name()}, {"game", spec.game()}});
    if (MustLookAgain()) TickLater();
  }
  ARENA_RETURN_IF_ERROR(FollowRunner(store, *competition, runner));
  return AdvanceAndShow(store, *competition);
}

absl::Status RunningCompetitions::FollowRunner(Store& store,
                                               HostedCompetition& competition,
                                               Runner runner) {
  if (runner == Runner::kNone || !competition.has_runner() ||
      competition.over()) {
    return absl::OkStatus();
  }
  if (runner == Runner::kGone) return competition.Interrupt();
  // Only the referee that drives it judges whether its runner is there.
  if (!competition.driven()) {
    ARENA_RETURN_IF_ERROR(store.competitions().TakeOver(competition.name()));
    competition.set_driven(true);
  }
  ARENA_RETURN_IF_ERROR(competition.KeepRunning(clock_.Now() + kRunnerLease));
  TickLater();
  return absl::OkStatus();
}

void RunningCompetitions::Get(const std::string& name,
                              Answer<v1::Competition> answer) {
  AnswerWith(std::move(answer),
             [this, name](Store& store) { return cache_.Show(store, name); });
}

void RunningCompetitions::List(const v1::ListCompetitionsRequest& request,
                               Answer<v1::ListCompetitionsResponse> answer) {
  AnswerWith(std::move(answer),
             [this, request](Store& store) { return DoList(store, request); });
}

absl::StatusOr<v1::ListCompetitionsResponse> RunningCompetitions::DoList(
    Store& store, const v1::ListCompetitionsRequest& request) {
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int limit, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const int64_t before,
                         ReadPageNumber(list, request.page_token()));
  ARENA_ASSIGN_OR_RETURN(
      const std::vector<CompetitionRow> rows,
      store.competitions().List(request.tournament(), limit + 1, before));
  v1::ListCompetitionsResponse response;
  PageRoom room(limit);
  int64_t last = 0;
  for (const CompetitionRow& row : rows) {
    absl::StatusOr<v1::Competition> shown = cache_.Show(store, row.spec.name());
    if (!shown.ok() && !IsOfOneRow(shown.status())) return shown.status();
    // A row whose name is damaged is not found by that name.
    v1::Competition competition =
        shown.ok() ? *std::move(shown)
                   : HostedCompetition::MessageOf(row, shown.status());
    if (!room.Take(competition)) {
      response.set_next_page_token(MakePageToken(list, absl::StrCat(last)));
      break;
    }
    *response.add_competitions() = std::move(competition);
    last = row.number;
  }
  return response;
}

void RunningCompetitions::Stop(const std::string& name,
                               Answer<v1::Competition> answer) {
  AnswerWith(std::move(answer),
             [this, name](Store& store) { return DoStop(store, name); });
}

absl::StatusOr<v1::Competition> RunningCompetitions::DoStop(
    Store& store, const std::string& name) {
  const absl::StatusOr<HostedCompetition*> competition =
      cache_.Find(store, name);
  if (absl::IsDataLoss(competition.status())) {
    ARENA_RETURN_IF_ERROR(store.competitions().GiveUp(name));
    matches_.GiveBackPlannedOf(name);
    ARENA_RETURN_IF_ERROR(store.matches().DropUnclaimed(name));
    Log("competition given up", {{"competition", name}});
    return cache_.Show(store, name);
  }
  ARENA_RETURN_IF_ERROR(competition.status());
  ARENA_RETURN_IF_ERROR((*competition)->Stop());
  return AdvanceAndShow(store, **competition);
}

void RunningCompetitions::Delete(const std::string& name,
                                 Answer<v1::DeleteCompetitionResponse> answer) {
  AnswerWith(
      std::move(answer),
      [this,
       name](Store& store) -> absl::StatusOr<v1::DeleteCompetitionResponse> {
        ARENA_RETURN_IF_ERROR(store.competitions().BeginDeletion(name));
        Log("competition deleted", {{"competition", name}});
        cache_.Forget(name);
        GoOnDeleting(name);
        return v1::DeleteCompetitionResponse();
      });
}

// Deletes bit by bit, so that other work need not wait for long.
void RunningCompetitions::GoOnDeleting(const std::string& name) {
  if (!deleting_.insert(name).second) return;
  Do([this, name](Store& store) -> absl::Status {
    deleting_.erase(name);
    cache_.Forget(name);
    ARENA_ASSIGN_OR_RETURN(const bool gone, store.competitions().DeletePart(
                                                name, kMatchesDeletedAtOnce));
    if (!gone) GoOnDeleting(name);
    return absl::OkStatus();
  });
}

void RunningCompetitions::Retry(const std::string& name,
                                Answer<v1::Competition> answer) {
  AnswerWith(std::move(answer),
             [this, name](Store& store) -> absl::StatusOr<v1::Competition> {
               ARENA_RETURN_IF_ERROR(store.competitions().Retry(name));
               ARENA_RETURN_IF_ERROR(Tick(store));
               return cache_.Show(store, name);
             });
}

void RunningCompetitions::ListResults(const v1::ListResultsRequest& request,
                                      Answer<v1::ListResultsResponse> answer) {
  // Only the store is needed to answer.
  store_.Read(
      nullptr, [request](Store& store) { return ReadResults(store, request); },
      std::move(answer));
}

void RunningCompetitions::Watch(const std::string& name,
                                std::shared_ptr<CompetitionWatcher> watcher,
                                Answer<v1::Competition> answer) {
  AnswerWith(std::move(answer),
             [this, name, watcher = std::move(watcher)](
                 Store& store) -> absl::StatusOr<v1::Competition> {
               ARENA_ASSIGN_OR_RETURN(HostedCompetition * competition,
                                      cache_.Find(store, name));
               v1::Competition message = competition->Message();
               if (watcher->OnProgress(message)) {
                 if (competition->over()) {
                   watcher->OnOver();
                 } else {
                   competition->AddWatcher(watcher);
                 }
               }
               return message;
             });
}

}  // namespace arena::referee
