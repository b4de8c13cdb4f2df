#include "referee/competitions/hosted_competition.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "referee/access/replies.h"
#include "referee/base/log.h"
#include "referee/competitions/benching.h"
#include "referee/competitions/entrants.h"

namespace arena::referee {
namespace {

// How often a change is tried if other referees get ahead of it.
constexpr int kMostTries = 5;
v1::CompetitionMatch MatchAt(const CompetitionPlace& place) {
  v1::CompetitionMatch match;
  match.set_set(place.set);
  match.set_match(place.match);
  match.set_attempt(place.attempt);
  match.mutable_entrants()->Add(place.entrants.begin(), place.entrants.end());
  return match;
}

absl::Status CheckReadable(const CompetitionRow& row) {
  if (!row.quarantine.empty()) {
    return absl::DataLossError(absl::StrCat(
        "competition ", row.spec.name(), " is quarantined: ", row.quarantine));
  }
  return row.damage.empty() ? absl::OkStatus()
                            : absl::DataLossError(row.damage);
}

}  // namespace

HostedCompetition::HostedCompetition(Store& store, CompetitionRow row,
                                     competition::Scheduler scheduler)
    : store_(store),
      row_(std::move(row)),
      scheduler_(std::move(scheduler)),
      pace_(row_.spec.max_matches_per_minute()),
      readiness_(scheduler_.spec(), scheduler_.form()) {}

// ---- From the store ----

absl::StatusOr<std::unique_ptr<HostedCompetition>> HostedCompetition::Read(
    Store& store, const std::string& name) {
  ARENA_ASSIGN_OR_RETURN(CompetitionRow row, store.competitions().Get(name));
  ARENA_RETURN_IF_ERROR(CheckReadable(row));
  ARENA_ASSIGN_OR_RETURN(competition::Scheduler scheduler,
                         competition::Scheduler::Create(SpecInEffect(row)));
  std::unique_ptr<HostedCompetition> hosted(
      new HostedCompetition(store, std::move(row), std::move(scheduler)));
  // A match that ends between the two reads is missing in both. It may be
  // planned again, but its place in the store is taken.
  ARENA_RETURN_IF_ERROR(hosted->TakeInResults());
  ARENA_ASSIGN_OR_RETURN(const std::vector<CompetitionPlace> open,
                         store.competitions().ReadOpen(name));
  for (const CompetitionPlace& place : open) {
    ARENA_RETURN_IF_ERROR(hosted->scheduler_.Add(MatchAt(place)));
  }
  hosted->FollowStoredBench();
  hosted->pace_is_unknown_ = hosted->last_result_ > 0 || !open.empty();
  ARENA_RETURN_IF_ERROR(hosted->FollowBots());
  return hosted;
}

absl::Status HostedCompetition::ReadAnew() {
  ARENA_ASSIGN_OR_RETURN(const std::unique_ptr<HostedCompetition> fresh,
                         Read(store_, name()));
  row_ = std::move(fresh->row_);
  scheduler_ = std::move(fresh->scheduler_);
  last_result_ = fresh->last_result_;
  suspended_ = std::move(fresh->suspended_);
  readiness_ = std::move(fresh->readiness_);
  for (const uint32_t i : paused_) scheduler_.bench()->Suspend(i, true);
  queue_.clear();
  news_ = true;
  return absl::OkStatus();
}

absl::Status HostedCompetition::Look() {
  if (!driven_ || store_.shared()) {
    ARENA_ASSIGN_OR_RETURN(CompetitionRow row,
                           store_.competitions().Get(name()));
    ARENA_RETURN_IF_ERROR(TakeInRow(std::move(row)));
  }
  ARENA_RETURN_IF_ERROR(TakeInResults());
  FollowStoredBench();
  return absl::OkStatus();
}

absl::Status HostedCompetition::TakeInRow(CompetitionRow row) {
  ARENA_RETURN_IF_ERROR(CheckReadable(row));
  const bool ended = row.state == v1::Competition::STATE_FINISHED && !over();
  // Matches that the other referee has dropped are no longer open here.
  if (ended || row.spec.entrants_size() != row_.spec.entrants_size() ||
      row.spec.changes_size() != row_.spec.changes_size()) {
    return ReadAnew();
  }
  news_ = news_ || row.state != row_.state || row.benched != row_.benched ||
          row.departed != row_.departed;
  row_ = std::move(row);
  return absl::OkStatus();
}

absl::Status HostedCompetition::TakeInResults() {
  while (true) {
    ARENA_ASSIGN_OR_RETURN(
        const ResultPage page,
        store_.competitions().ReadResults(name(), last_result_, kResultsAtOnce));
    for (const v1::CompetitionMatch& match : page.matches) {
      const absl::Status added = scheduler_.Add(match);
      if (match.result().ranks_size() > 0) {
        for (const uint32_t i : match.entrants()) stalls_.NotePlayed(i, now_);
      }
      if (added.ok()) continue;
      return absl::DataLossError(
          absl::StrCat("the result of match ", match.match_id(),
                       " does not fit: ", added.message()));
    }
    news_ = news_ || page.last != last_result_;
    last_result_ = page.last;
    if (static_cast<int>(page.matches.size()) < kResultsAtOnce) break;
  }
  return absl::OkStatus();
}

void HostedCompetition::FollowStoredBench() {
  competition::Bench* const bench = scheduler_.bench();
  if (bench == nullptr) return;
  bench->Follow(static_cast<uint32_t>(row_.judged), row_.benched);
}

absl::Status HostedCompetition::FollowBots() {
  competition::Bench* const bench = scheduler_.bench();
  if (state() != v1::Competition::STATE_RUNNING) {
    suspended_.clear();
    return absl::OkStatus();
  }
  const v1::CompetitionSpec& spec = row_.spec;
  ARENA_RETURN_IF_ERROR(readiness_.Look(store_, spec));
  if (bench == nullptr) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(const BotStatuses statuses,
                         store_.bots().ReadStatuses(BotsOfAll(spec)));
  std::vector<uint32_t> suspended;
  const std::set<uint32_t> out = competition::DisqualifiedIn(spec);
  for (uint32_t i = 0; i < static_cast<uint32_t>(spec.entrants_size()); ++i) {
    const v1::Entrant& entrant = spec.entrants(static_cast<int>(i));
    const bool is_suspended = IsSuspended(entrant, statuses);
    if (is_suspended) suspended.push_back(i);
    // An entrant that could not begin a match gets no new matches either:
    // matches planned for it would fill the ladder.
    bench->Suspend(i, is_suspended || readiness_.unable().contains(i) ||
                          paused_.contains(i) || out.contains(i) ||
                          absl::c_binary_search(row_.departed, i));
    // The bot's author or an admin has forgiven it; StoreBench stores that it
    // is back.
    if (driven_ && IsCleared(entrant, statuses) &&
        absl::c_binary_search(row_.benched, i)) {
      bench->Return(i);
    }
  }
  news_ = news_ || suspended != suspended_;
  suspended_ = std::move(suspended);
  return absl::OkStatus();
}

// Another referee may have stopped the competition, even before this referee
// drove it.
absl::Status HostedCompetition::DropWhatIsNotBegun() {
  if (at_rest() && !store_.shared()) return absl::OkStatus();
  if (driven_) ARENA_RETURN_IF_ERROR(store_.matches().DropUnclaimed(name()));
  // Another referee may have dropped matches, too, and at any time.
  ARENA_ASSIGN_OR_RETURN(const std::vector<CompetitionPlace> open,
                         store_.competitions().ReadOpen(name()));
  return open.size() == scheduler_.progress().matches_open() ? absl::OkStatus()
                                                             : ReadAnew();
}

v1::CompetitionSpec HostedCompetition::SpecInEffect(const CompetitionRow& row) {
  v1::CompetitionSpec spec = row.spec;
  competition::SetDeals(competition::DealsOf(spec), spec);
  if (spec.isolation() == v1::ISOLATION_UNSPECIFIED) {
    spec.set_isolation(v1::ISOLATION_NONE);
  }
  return spec;
}

// ---- To the store ----

absl::Status HostedCompetition::UntilStored(
    absl::FunctionRef<absl::StatusOr<bool>()> change) const {
  for (int tries = 0; tries < kMostTries; ++tries) {
    ARENA_ASSIGN_OR_RETURN(const bool done, change());
    if (done) return absl::OkStatus();
  }
  return absl::AbortedError(
      absl::StrCat("competition ", name(),
                   " is being changed by other referees; try again"));
}

absl::StatusOr<bool> HostedCompetition::Change(
    CompetitionRow row, absl::Span<const BenchedBot> benched) {
  const absl::Status changed = store_.competitions().Update(row_, row, benched);
  if (absl::IsFailedPrecondition(changed)) {
    ARENA_RETURN_IF_ERROR(ReadAnew());
    return false;
  }
  ARENA_RETURN_IF_ERROR(changed);
  const bool new_state =
      row.state != row_.state || row.has_runner != row_.has_runner;
  row_ = std::move(row);
  if (new_state) {
    // The store notes when and how the competition ends.
    ARENA_ASSIGN_OR_RETURN(row_, store_.competitions().Get(name()));
  }
  news_ = true;
  return true;
}

std::vector<uint32_t> HostedCompetition::BenchedNow() const {
  const competition::Bench* const bench = scheduler_.bench();
  if (bench == nullptr) return row_.benched;
  std::vector<uint32_t> benched;
  for (const competition::Benching& benching : bench->benched()) {
    benched.push_back(benching.entrant);
  }
  return benched;
}

CompetitionRow HostedCompetition::RowWithBench() const {
  CompetitionRow row = row_;
  const competition::Bench* const bench = scheduler_.bench();
  if (bench == nullptr) return row;
  row.judged = bench->log_position();
  row.benched = BenchedNow();
  return row;
}

absl::Status HostedCompetition::StoreBench() {
  if (state() != v1::Competition::STATE_RUNNING) return absl::OkStatus();
  if (BenchedNow() == row_.benched) return absl::OkStatus();
  CompetitionRow row = RowWithBench();
  ARENA_ASSIGN_OR_RETURN(const std::vector<BenchedBot> reports, NewReports());
  return Change(std::move(row), reports).status();
}

absl::StatusOr<std::vector<BenchedBot>> HostedCompetition::NewReports() const {
  std::vector<BenchedBot> reports;
  for (const competition::Benching& benching : scheduler_.bench()->benched()) {
    if (absl::c_binary_search(row_.benched, benching.entrant)) continue;
    ARENA_ASSIGN_OR_RETURN(
        const std::vector<BenchedBot> more,
        BenchedBots(store_, row_.spec, benching, absl::Now()));
    reports.insert(reports.end(), more.begin(), more.end());
    Log("entrant benched",
        {{"competition", name()},
         {"entrant",
          row_.spec.entrants(static_cast<int>(benching.entrant)).name()},
         {"faults", absl::StrCat(benching.faults)}});
  }
  absl::c_sort(reports, [](const BenchedBot& a, const BenchedBot& b) {
    return a.bot < b.bot;
  });
  return reports;
}

absl::Status HostedCompetition::StoreEnd() {
  const bool ended =
      scheduler_.finished() || (state() == v1::Competition::STATE_STOPPED &&
                                !interrupted() &&
                                scheduler_.progress().matches_open() == 0);
  if (over() || !ended) return absl::OkStatus();
  CompetitionRow row = row_;
  row.state = v1::Competition::STATE_FINISHED;
  return Change(std::move(row), {}).status();
}

absl::Status HostedCompetition::Enter(const v1::Entrant& entrant,
                                      int most_of_author) {
  google::protobuf::RepeatedPtrField<v1::Entrant> entrants;
  *entrants.Add() = entrant;
  ARENA_RETURN_IF_ERROR(FillAuthors(store_.bots(), entrants));
  ARENA_RETURN_IF_ERROR(UntilStored(
      [&] { return TryEnter(entrants[0], most_of_author); }));
  return FollowBots();
}

absl::StatusOr<bool> HostedCompetition::TryEnter(const v1::Entrant& entrant,
                                                 int most_of_author) {
  ARENA_RETURN_IF_ERROR(Look());
  if (state() != v1::Competition::STATE_RUNNING) {
    return absl::FailedPreconditionError(
        absl::StrCat("competition ", name(), " is over"));
  }
  const v1::CompetitionChange* const out =
      competition::DisqualificationOf(row_.spec, entrant.name());
  if (out != nullptr) {
    return absl::FailedPreconditionError(absl::StrCat(
        entrant.name(), " is disqualified in ", name(), ": ", out->reason()));
  }
  if (!IndexOf(entrant.name()).ok()) {
    ARENA_RETURN_IF_ERROR(CheckQuota(row_.spec, entrant, most_of_author));
  }
  ARENA_RETURN_IF_ERROR(CheckMayPlay(store_.bots(), entrant));
  // An entrant that has just been benched is told so before it comes back.
  ARENA_RETURN_IF_ERROR(StoreBench());
  ARENA_ASSIGN_OR_RETURN(const uint32_t index, scheduler_.Enter(entrant));
  CompetitionRow row = RowWithBench();
  row.spec = scheduler_.spec();
  std::erase(row.departed, index);
  const absl::StatusOr<bool> changed = Change(std::move(row), {});
  // The scheduler has taken in a change that is not stored.
  if (!changed.ok()) ARENA_RETURN_IF_ERROR(ReadAnew());
  return changed;
}

absl::Status HostedCompetition::Depart(const std::string& entrant) {
  const auto depart = [&]() -> absl::StatusOr<bool> {
    ARENA_RETURN_IF_ERROR(Look());
    if (!has_bench()) {
      return absl::FailedPreconditionError(absl::StrCat(
          "competition ", name(),
          " is not a ladder: its table needs the results of all entrants"));
    }
    if (state() != v1::Competition::STATE_RUNNING) {
      return absl::FailedPreconditionError(
          absl::StrCat("competition ", name(), " is over"));
    }
    ARENA_ASSIGN_OR_RETURN(const uint32_t index, IndexOf(entrant));
    if (absl::c_binary_search(row_.departed, index)) return true;
    CompetitionRow row = row_;
    row.departed.insert(absl::c_lower_bound(row.departed, index), index);
    return Change(std::move(row), {});
  };
  ARENA_RETURN_IF_ERROR(UntilStored(depart));
  return FollowBots();
}

absl::StatusOr<uint32_t> HostedCompetition::IndexOf(
    const std::string& entrant) const {
  const auto& entrants = row_.spec.entrants();
  const auto found = absl::c_find_if(
      entrants, [&](const auto& other) { return other.name() == entrant; });
  if (found != entrants.end()) {
    return static_cast<uint32_t>(found - entrants.begin());
  }
  return absl::NotFoundError(absl::StrCat(
      "competition ", name(), " has no entrant ", Shortened(entrant)));
}

absl::StatusOr<v1::Entrant> HostedCompetition::FindEntrant(
    const std::string& entrant) const {
  ARENA_ASSIGN_OR_RETURN(const uint32_t index, IndexOf(entrant));
  return row_.spec.entrants(static_cast<int>(index));
}

absl::Status HostedCompetition::Stop() {
  return UntilStored([&]() -> absl::StatusOr<bool> {
    ARENA_RETURN_IF_ERROR(Look());
    if (state() != v1::Competition::STATE_RUNNING && !interrupted()) {
      return true;
    }
    CompetitionRow row = row_;
    row.state = v1::Competition::STATE_STOPPED;
    row.has_runner = false;
    ARENA_ASSIGN_OR_RETURN(const bool changed, Change(std::move(row), {}));
    if (changed) Log("competition stopped", {{"competition", name()}});
    return changed;
  });
}

// ---- The runner of the competition ----

absl::Status HostedCompetition::KeepRunning(absl::Time until) {
  if (!has_runner()) return absl::OkStatus();
  runner_until_ = std::max(runner_until_, until);
  return UntilStored([&]() -> absl::StatusOr<bool> {
    ARENA_RETURN_IF_ERROR(Look());
    if (!interrupted()) return true;
    CompetitionRow row = row_;
    row.state = v1::Competition::STATE_RUNNING;
    ARENA_ASSIGN_OR_RETURN(const bool changed, Change(std::move(row), {}));
    if (changed) Log("competition goes on", {{"competition", name()}});
    return changed;
  });
}

absl::Status HostedCompetition::Interrupt() {
  runner_until_ = absl::InfinitePast();
  return UntilStored([&]() -> absl::StatusOr<bool> {
    ARENA_RETURN_IF_ERROR(Look());
    if (!has_runner() || state() != v1::Competition::STATE_RUNNING) return true;
    CompetitionRow row = row_;
    row.state = v1::Competition::STATE_STOPPED;
    ARENA_ASSIGN_OR_RETURN(const bool changed, Change(std::move(row), {}));
    if (changed) Log("competition interrupted", {{"competition", name()}});
    return changed;
  });
}

absl::Status HostedCompetition::CheckRunner(absl::Time now) {
  if (!driven_ || !has_runner() || now < runner_until_ ||
      state() != v1::Competition::STATE_RUNNING) {
    return absl::OkStatus();
  }
  return Interrupt();
}

// ---- Watchers ----

v1::Competition HostedCompetition::Message() const {
  v1::Competition message = MessageOf(row_, absl::OkStatus());
  *message.mutable_progress() = scheduler_.progress();
  std::set<uint32_t> idle(row_.benched.begin(), row_.benched.end());
  idle.insert(suspended_.begin(), suspended_.end());
  idle.insert(row_.departed.begin(), row_.departed.end());
  idle.merge(competition::DisqualifiedIn(row_.spec));
  message.mutable_benched()->Add(idle.begin(), idle.end());
  return message;
}

v1::Competition HostedCompetition::MessageOf(const CompetitionRow& row,
                                             const absl::Status& why) {
  const bool over = row.state == v1::Competition::STATE_FINISHED;
  v1::Competition message;
  *message.mutable_spec() = SpecInEffect(row);
  if (row.damage.empty()) {
    message.set_seed_commitment(Sha256(row.spec.seed()));
  }
  if (!over) {
    message.mutable_spec()->clear_seed();
    for (auto& change : *message.mutable_spec()->mutable_changes()) {
      change.clear_seed();
    }
  }
  message.set_state(over || why.ok() ? row.state
                                     : v1::Competition::STATE_QUARANTINED);
  message.set_stopped(row.stopped);
  if (row.created.has_value()) {
    *message.mutable_create_time() = ToTimestamp(*row.created);
  }
  if (row.ended.has_value()) {
    *message.mutable_end_time() = ToTimestamp(*row.ended);
  }
  message.set_quarantine(row.quarantine.empty() ? std::string(why.message())
                                                : row.quarantine);
  return message;
}

bool HostedCompetition::TakeNews() { return std::exchange(news_, false); }

void HostedCompetition::AddWatcher(
    std::shared_ptr<CompetitionWatcher> watcher) {
  watchers_.push_back(std::move(watcher));
}

void HostedCompetition::TellWatchers() {
  // The message of a ladder with thousands of entrants is long.
  if (watchers_.empty() && !over()) return;
  const v1::Competition message = Message();
  std::erase_if(watchers_, [&](const auto& watcher) {
    return !watcher->OnProgress(message);
  });
  if (!over()) return;
  for (const auto& watcher : watchers_) watcher->OnOver();
  watchers_.clear();
  Log("competition over",
      {{"competition", name()},
       {"matches", absl::StrCat(message.progress().matches_over())}});
}

void HostedCompetition::TellQuarantine(const absl::Status& why) {
  const v1::Competition message = MessageOf(row_, why);
  for (const auto& watcher : watchers_) {
    if (watcher->OnProgress(message)) watcher->OnOver();
  }
  watchers_.clear();
}

}  // namespace arena::referee
