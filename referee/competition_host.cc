#include "referee/competition_host.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"
#include "referee/benching.h"
#include "referee/log.h"
#include "referee/match_request.h"
#include "referee/paging.h"
#include "referee/secrets.h"

namespace arena::referee {
namespace {

constexpr PageSizes kResultPages = {.if_absent = 1000, .largest = 10000};
// Results are read in portions, so that no answer of the store is huge.
constexpr int kReadAtOnce = 1000;

// The match as a row of the store, as if somebody had asked for it.
absl::StatusOr<MatchRow> RowFor(const competition::Scheduler& scheduler,
                                const competition::PlannedMatch& planned,
                                const ClockSettings& default_clock) {
  const v1::CompetitionSpec& spec = scheduler.spec();
  v1::CreateMatchRequest request;
  request.set_game(spec.game());
  *request.mutable_options() = spec.options();
  if (spec.has_clock()) *request.mutable_clock() = spec.clock();
  request.set_max_faults(spec.max_faults());
  request.set_seed(planned.seed.data(), planned.seed.size());
  request.set_label(spec.name());
  for (v1::SeatSpec& seat :
       competition::PlayersBySeat(spec, scheduler.form(), planned.entrants)) {
    *request.add_seats() = std::move(seat);
  }
  ARENA_ASSIGN_OR_RETURN(MatchRow row,
                         RowForRequest(request, default_clock, RandomName()));
  row.place = CompetitionPlace{
      .competition = spec.name(),
      .set = planned.set,
      .match = planned.match,
      .attempt = planned.attempt,
      .entrants = {planned.entrants.begin(), planned.entrants.end()}};
  return row;
}

v1::CompetitionMatch OpenMatch(const CompetitionPlace& place) {
  v1::CompetitionMatch match;
  match.set_set(place.set);
  match.set_match(place.match);
  match.set_attempt(place.attempt);
  match.mutable_entrants()->Add(place.entrants.begin(), place.entrants.end());
  return match;
}

bool IsOver(const CompetitionRow& row) {
  return row.state == v1::Competition::STATE_FINISHED;
}

}  // namespace

CompetitionHost::CompetitionHost(Store& store, Executor& executor,
                                 const CompetitionOptions& options)
    : store_(store),
      executor_(executor),
      options_(options),
      strand_(executor.NewStrand()) {}

// ---- Playing ----

void CompetitionHost::Begin() {
  strand_->Post([this] { Tick(); });
}

void CompetitionHost::Tick() {
  const absl::StatusOr<bool> others = Drive();
  if (Failed(others.status())) return;
  for (const auto& [name, entry] : entries_) {
    if (Failed(FollowBots(*entry)) || Failed(Advance(*entry))) return;
  }
  DropIdle();
  if (!*others && !store_.shared() && !DrivesLadder()) return;
  // What another referee has planned may be played here.
  if (*others) options_.claim_matches();
  LookAgain();
}

void CompetitionHost::LookAgain() {
  strand_->WakeAt(executor_.Now() + options_.poll_interval, [this] { Tick(); });
}

bool CompetitionHost::DrivesLadder() const {
  return absl::c_any_of(entries_, [](const auto& named) {
    const Entry& entry = *named.second;
    return entry.driven && !IsOver(entry.row) &&
           entry.row.spec.format() == v1::FORMAT_LADDER;
  });
}

absl::StatusOr<bool> CompetitionHost::Drive() {
  bool others = false;
  ARENA_ASSIGN_OR_RETURN(const std::vector<CompetitionRow> running,
                         store_.competitions().ListUnfinished());
  for (const CompetitionRow& row : running) {
    // Also where another referee drives it, which drops what is given back.
    if (row.state == v1::Competition::STATE_STOPPED) {
      options_.release_waiting(row.spec.name());
    }
    const auto known = entries_.find(row.spec.name());
    Entry* entry = known == entries_.end() ? nullptr : known->second.get();
    const bool was_mine = entry != nullptr && entry->driven;
    if (was_mine && !store_.shared()) continue;
    ARENA_ASSIGN_OR_RETURN(const bool mine,
                           store_.competitions().Drive(row.spec.name()));
    others = others || !mine;
    if (entry != nullptr) entry->driven = mine;
    if (!mine || was_mine) continue;
    // Whoever drove it may have changed it to the last.
    if (entry != nullptr) {
      ARENA_RETURN_IF_ERROR(ReadAnew(*entry));
    } else {
      ARENA_ASSIGN_OR_RETURN(entry, Load(row.spec.name()));
      entry->driven = true;
    }
    Log("competition driven", {{"competition", row.spec.name()}});
  }
  return others;
}

void CompetitionHost::OnMatchOver(const std::string& competition) {
  strand_->Post([this, competition] {
    const auto it = entries_.find(competition);
    if (it != entries_.end()) PostAdvance(*it->second);
  });
}

// Many matches may end before the strand comes to this: one look takes in all
// of their results.
void CompetitionHost::PostAdvance(Entry& entry) {
  if (std::exchange(entry.posted, true)) return;
  strand_->Post([this, name = entry.row.spec.name()] {
    const auto it = entries_.find(name);
    if (it == entries_.end()) return;
    it->second->posted = false;
    Failed(Advance(*it->second));
    DropIdle();
  });
}

absl::Status CompetitionHost::Advance(Entry& entry) {
  const int64_t before = entry.last_result;
  ARENA_RETURN_IF_ERROR(Refresh(entry));
  if (entry.row.state == v1::Competition::STATE_STOPPED) {
    ARENA_RETURN_IF_ERROR(DropWhatIsNotBegun(entry));
  }
  ARENA_RETURN_IF_ERROR(TakeIn(entry));
  if (entry.driven) {
    ARENA_RETURN_IF_ERROR(Judge(entry));
    ARENA_RETURN_IF_ERROR(Plan(entry));
  }
  const bool changed = std::exchange(entry.changed, false);
  if (changed || entry.last_result != before) Tell(entry);
  return absl::OkStatus();
}

absl::Status CompetitionHost::Refresh(Entry& entry) {
  if (entry.driven && !store_.shared()) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(CompetitionRow row,
                         store_.competitions().Get(entry.row.spec.name()));
  return Absorb(entry, std::move(row));
}

// Whoever has stopped it, and whenever: also before this referee drove it.
absl::Status CompetitionHost::DropWhatIsNotBegun(Entry& entry) {
  const std::string name = entry.row.spec.name();
  // What this gives back is dropped at the next look.
  options_.release_waiting(name);
  if (entry.driven) ARENA_RETURN_IF_ERROR(store_.matches().DropUnclaimed(name));
  // Whoever has dropped them, and whenever.
  ARENA_ASSIGN_OR_RETURN(const std::vector<CompetitionPlace> open,
                         store_.competitions().ReadOpen(name));
  return open.size() == entry.scheduler.progress().matches_open()
             ? absl::OkStatus()
             : ReadAnew(entry);
}

absl::Status CompetitionHost::TakeIn(Entry& entry) {
  while (true) {
    ARENA_ASSIGN_OR_RETURN(
        const ResultPage page,
        store_.competitions().ReadResults(entry.row.spec.name(),
                                          entry.last_result, kReadAtOnce));
    for (const v1::CompetitionMatch& match : page.matches) {
      ARENA_RETURN_IF_ERROR(entry.scheduler.Add(match));
    }
    entry.last_result = page.last;
    if (static_cast<int>(page.matches.size()) < kReadAtOnce) break;
  }
  return absl::OkStatus();
}

absl::Status CompetitionHost::Plan(Entry& entry) {
  const CompetitionRow& row = entry.row;
  if (row.state != v1::Competition::STATE_RUNNING) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(
      const std::vector<competition::PlannedMatch> planned,
      entry.scheduler.Next(static_cast<int>(row.spec.concurrent_sets())));
  if (planned.empty()) return absl::OkStatus();
  std::vector<MatchRow> rows;
  for (const competition::PlannedMatch& match : planned) {
    ARENA_ASSIGN_OR_RETURN(rows.emplace_back(), RowFor(entry.scheduler, match,
                                                       options_.default_clock));
  }
  ARENA_ASSIGN_OR_RETURN(const int inserted, store_.matches().Plan(rows));
  options_.claim_matches();
  // Where another referee has planned meanwhile, its matches hold.
  return inserted == static_cast<int>(rows.size()) ? absl::OkStatus()
                                                   : ReadAnew(entry);
}

void CompetitionHost::Tell(Entry& entry) {
  const v1::Competition message = Message(entry);
  std::erase_if(entry.watchers, [&](const auto& watcher) {
    return !watcher->OnProgress(message);
  });
  if (!IsOver(entry.row)) return;
  for (const auto& watcher : entry.watchers) watcher->OnOver();
  entry.watchers.clear();
  Log("competition over",
      {{"competition", entry.row.spec.name()},
       {"matches", absl::StrCat(message.progress().matches_over())}});
}

// ---- Knowing ----

absl::StatusOr<CompetitionHost::Entry*> CompetitionHost::Find(
    const std::string& name) {
  if (const auto it = entries_.find(name); it != entries_.end()) {
    return it->second.get();
  }
  return Load(name);
}

absl::StatusOr<CompetitionHost::Entry*> CompetitionHost::Load(
    const std::string& name) {
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<Entry> entry, Read(name, false));
  over_.erase(name);
  return (entries_[name] = std::move(entry)).get();
}

absl::Status CompetitionHost::ReadAnew(Entry& entry) {
  ARENA_ASSIGN_OR_RETURN(const std::unique_ptr<Entry> fresh,
                         Read(entry.row.spec.name(), entry.driven));
  fresh->posted = entry.posted;
  fresh->changed = true;
  fresh->watchers = std::move(entry.watchers);
  entry = std::move(*fresh);
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<CompetitionHost::Entry>> CompetitionHost::Read(
    const std::string& name, bool driven) {
  ARENA_ASSIGN_OR_RETURN(CompetitionRow row, store_.competitions().Get(name));
  ARENA_ASSIGN_OR_RETURN(competition::Scheduler scheduler,
                         competition::Scheduler::Create(row.spec));
  auto entry = std::make_unique<Entry>(std::move(row), std::move(scheduler));
  entry->driven = driven;
  // A match that ends between the two is among neither: it may be planned once
  // more, but its place in the store is taken.
  ARENA_RETURN_IF_ERROR(TakeIn(*entry));
  ARENA_ASSIGN_OR_RETURN(const std::vector<CompetitionPlace> open,
                         store_.competitions().ReadOpen(name));
  for (const CompetitionPlace& place : open) {
    ARENA_RETURN_IF_ERROR(entry->scheduler.Add(OpenMatch(place)));
  }
  BringBack(*entry);
  ARENA_RETURN_IF_ERROR(FollowBots(*entry));
  return entry;
}

absl::StatusOr<v1::Competition> CompetitionHost::Show(const std::string& name) {
  if (const auto over = over_.find(name); over != over_.end()) {
    return over->second;
  }
  ARENA_ASSIGN_OR_RETURN(const Entry* entry, Find(name));
  v1::Competition message = Message(*entry);
  DropIdle();
  return message;
}

void CompetitionHost::DropIdle() {
  std::erase_if(entries_, [&](const auto& named) {
    const Entry& entry = *named.second;
    if (!IsOver(entry.row) || !entry.watchers.empty()) return false;
    over_[named.first] = Message(entry);
    return true;
  });
}

bool CompetitionHost::Failed(const absl::Status& status) {
  if (status.ok()) return false;
  LogError("competitions failed", {}, status);
  options_.on_failure(status);
  return true;
}

// ---- Services ----

void CompetitionHost::Create(v1::CompetitionSpec spec,
                             Answer<v1::Competition> answer) {
  strand_->Post([this, spec = std::move(spec), answer = std::move(answer)] {
    answer(DoCreate(spec));
  });
}

absl::StatusOr<v1::Competition> CompetitionHost::DoCreate(
    v1::CompetitionSpec spec) {
  ARENA_ASSIGN_OR_RETURN(spec, competition::Complete(std::move(spec)));
  if (spec.seed().empty()) {
    // Whoever repeats a request without a seed means the one drawn first.
    const auto first = store_.competitions().Get(spec.name());
    const Seed drawn = SystemSeed();
    spec.set_seed(first.ok() ? first->spec.seed()
                             : std::string(drawn.begin(), drawn.end()));
  }
  ARENA_RETURN_IF_ERROR(store_.competitions().Insert(spec).status());
  ARENA_ASSIGN_OR_RETURN(Entry * entry, Find(spec.name()));
  if (!entry->driven && !IsOver(entry->row)) {
    ARENA_ASSIGN_OR_RETURN(entry->driven,
                           store_.competitions().Drive(spec.name()));
    Log("competition created",
        {{"competition", spec.name()}, {"game", spec.game()}});
    if (DrivesLadder()) LookAgain();
  }
  ARENA_RETURN_IF_ERROR(Advance(*entry));
  return Message(*entry);
}

void CompetitionHost::Get(const std::string& name,
                          Answer<v1::Competition> answer) {
  strand_->Post(
      [this, name, answer = std::move(answer)] { answer(Show(name)); });
}

void CompetitionHost::List(const v1::ListCompetitionsRequest& request,
                           Answer<v1::ListCompetitionsResponse> answer) {
  strand_->Post(
      [this, request, answer = std::move(answer)] { answer(DoList(request)); });
}

absl::StatusOr<v1::ListCompetitionsResponse> CompetitionHost::DoList(
    const v1::ListCompetitionsRequest& request) {
  ARENA_ASSIGN_OR_RETURN(const int limit, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const int64_t before, PageToken(request.page_token()));
  ARENA_ASSIGN_OR_RETURN(
      const std::vector<CompetitionRow> rows,
      store_.competitions().List(request.tournament(), limit, before));
  v1::ListCompetitionsResponse response;
  for (const CompetitionRow& row : rows) {
    ARENA_ASSIGN_OR_RETURN(*response.add_competitions(), Show(row.spec.name()));
  }
  if (static_cast<int>(rows.size()) == limit) {
    response.set_next_page_token(absl::StrCat(rows.back().number));
  }
  return response;
}

void CompetitionHost::Stop(const std::string& name,
                           Answer<v1::Competition> answer) {
  strand_->Post([this, name, answer = std::move(answer)] {
    answer(DoStop(name));
    DropIdle();
  });
}

absl::StatusOr<v1::Competition> CompetitionHost::DoStop(
    const std::string& name) {
  ARENA_ASSIGN_OR_RETURN(Entry * entry, Find(name));
  ARENA_RETURN_IF_ERROR(Refresh(*entry));
  if (entry->row.state == v1::Competition::STATE_RUNNING) {
    CompetitionRow row = entry->row;
    row.state = v1::Competition::STATE_STOPPED;
    ARENA_RETURN_IF_ERROR(store_.competitions().Update(row, {}));
    entry->row = std::move(row);
    Log("competition stopped", {{"competition", name}});
  }
  ARENA_RETURN_IF_ERROR(Advance(*entry));
  Tell(*entry);
  return Message(*entry);
}

void CompetitionHost::Enter(const v1::EnterCompetitionRequest& request,
                            Answer<v1::Competition> answer) {
  strand_->Post([this, request, answer = std::move(answer)] {
    answer(DoEnter(request));
    DropIdle();
  });
}

absl::StatusOr<v1::Competition> CompetitionHost::DoEnter(
    const v1::EnterCompetitionRequest& request) {
  ARENA_ASSIGN_OR_RETURN(Entry * entry, Find(request.name()));
  ARENA_RETURN_IF_ERROR(Advance(*entry));
  if (entry->row.state != v1::Competition::STATE_RUNNING) {
    return absl::FailedPreconditionError(
        absl::StrCat("competition ", request.name(), " is over"));
  }
  ARENA_RETURN_IF_ERROR(CheckMayPlay(store_.bots(), request.entrant()));
  ARENA_ASSIGN_OR_RETURN(const uint32_t entrant,
                         entry->scheduler.Enter(request.entrant()));
  CompetitionRow row = entry->row;
  row.spec = entry->scheduler.spec();
  std::erase(row.benched, entrant);
  if (const absl::Status stored = store_.competitions().Update(row, {});
      !stored.ok()) {
    // The scheduler knows an entrant that is none.
    Failed(ReadAnew(*entry));
    return stored;
  }
  entry->row = std::move(row);
  ARENA_RETURN_IF_ERROR(FollowBots(*entry));
  ARENA_RETURN_IF_ERROR(Advance(*entry));
  Tell(*entry);
  return Message(*entry);
}

void CompetitionHost::ListResults(const v1::ListResultsRequest& request,
                                  Answer<v1::ListResultsResponse> answer) {
  strand_->Post([this, request, answer = std::move(answer)] {
    answer(DoListResults(request));
  });
}

absl::StatusOr<v1::ListResultsResponse> CompetitionHost::DoListResults(
    const v1::ListResultsRequest& request) {
  ARENA_ASSIGN_OR_RETURN(const int limit,
                         PageSize(request.page_size(), kResultPages));
  ARENA_ASSIGN_OR_RETURN(const int64_t after, PageToken(request.page_token()));
  ARENA_ASSIGN_OR_RETURN(
      ResultPage page,
      store_.competitions().ReadResults(request.name(), after, limit + 1));
  v1::ListResultsResponse response;
  response.set_more(static_cast<int>(page.matches.size()) > limit);
  if (response.more()) {
    // Results are numbered without gaps.
    page.matches.pop_back();
    --page.last;
  }
  for (v1::CompetitionMatch& match : page.matches) {
    *response.add_matches() = std::move(match);
  }
  response.set_next_page_token(absl::StrCat(page.last));
  return response;
}

void CompetitionHost::Watch(const std::string& name,
                            std::shared_ptr<CompetitionWatcher> watcher,
                            Answer<v1::Competition> answer) {
  strand_->Post(
      [this, name, watcher = std::move(watcher), answer = std::move(answer)] {
        const absl::StatusOr<Entry*> found = Find(name);
        if (!found.ok()) return answer(found.status());
        Entry& entry = **found;
        const v1::Competition message = Message(entry);
        answer(message);
        if (!watcher->OnProgress(message)) return;
        if (IsOver(entry.row)) {
          watcher->OnOver();
          DropIdle();
          return;
        }
        entry.watchers.push_back(watcher);
      });
}

}  // namespace arena::referee
