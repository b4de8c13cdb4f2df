#include "referee/match_host.h"

#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/record/record.h"
#include "referee/log.h"
#include "referee/match_request.h"
#include "referee/secrets.h"

namespace arena::referee {
namespace {

// A session token that was not used for so long is no longer good.
constexpr absl::Duration kForgetSessions = absl::Hours(24 * 90);

// The time charged for each fault of the result. The faults of one seat stand
// in the same order among the entries.
std::vector<absl::Duration> FaultTimes(const Table& table,
                                       const v1::MatchResult& result) {
  std::array<std::deque<absl::Duration>, kMaxSeats> by_seat;
  for (const MatchEntry& entry : table.entries()) {
    if (entry.fault == FaultKind::kNone) continue;
    by_seat[entry.seat].push_back(entry.charged);
  }
  std::vector<absl::Duration> times;
  for (const v1::Fault& fault : result.faults()) {
    std::deque<absl::Duration>& of_seat = by_seat[fault.seat()];
    times.push_back(of_seat.front());
    of_seat.pop_front();
  }
  return times;
}

}  // namespace

// Keeps a match in the journal and the store of its host.
class MatchHost::Keeper final : public MatchKeeper {
 public:
  Keeper(MatchHost& host, std::string match_id)
      : host_(host), match_id_(std::move(match_id)) {}

  void Keep(int64_t ticket, std::vector<MatchEntry> entries,
            Kept kept) override {
    host_.metrics_.CountEntries(entries);
    host_.journal_.Append(match_id_, ticket, std::move(entries),
                          std::move(kept));
  }
  void StoreResult(const Match& match, Stored stored) override {
    stored(host_.StoreResult(match));
  }
  void OnBroken(const absl::Status& status) override {
    host_.OnFailure(status);
  }
  void OnDone() override {
    host_.lobby_->Post([&host = host_, id = match_id_] { host.OnOver(id); });
  }

 private:
  MatchHost& host_;
  const std::string match_id_;
};

MatchHost::MatchHost(Store& store, Journal& journal, Executor& executor,
                     Metrics& metrics, const HostOptions& options)
    : store_(store),
      journal_(journal),
      executor_(executor),
      metrics_(metrics),
      options_(options),
      lobby_(executor.NewStrand()) {}

// ---- Matches ----

absl::Status MatchHost::Restore() {
  ARENA_RETURN_IF_ERROR(
      store_.sessions().DeleteBefore(absl::Now() - kForgetSessions).status());
  ARENA_ASSIGN_OR_RETURN(const std::vector<MatchRow> rows,
                         store_.matches().ListUnfinished());
  for (const MatchRow& row : rows) ARENA_RETURN_IF_ERROR(RestoreMatch(row));
  // In the lobby, where the first of them may end while others begin.
  lobby_->Post([this, rows] {
    BeginRestored(rows);
    Sweep();
  });
  return absl::OkStatus();
}

void MatchHost::BeginRestored(const std::vector<MatchRow>& rows) {
  for (const MatchRow& row : rows) {
    const auto it = matches_.find(row.match_id);
    if (it == matches_.end()) continue;
    if (it->second->runner == nullptr) {
      TryStart(*it->second);
    } else {
      SeatPlayers(*it->second, options_.limits.resume_grace);
    }
  }
}

absl::Status MatchHost::RestoreMatch(const MatchRow& row) {
  const absl::Status playable = SettingsFor(row).status();
  if (!playable.ok()) return Abandon(row, playable);
  auto entry = std::make_unique<Entry>();
  entry->row = row;
  entry->sessions.resize(row.seats.size());
  if (row.state == v1::Match::STATE_PENDING) {
    // It has stayed if it was nobody's only while the lease had run out.
    if (!matches_.contains(row.match_id)) AddPending(std::move(entry));
    return absl::OkStatus();
  }
  ARENA_ASSIGN_OR_RETURN(const std::vector<MatchEntry> journal,
                         journal_.Read(row.match_id));
  ARENA_ASSIGN_OR_RETURN(entry->runner, MakeRunner(row, journal));
  ARENA_RETURN_IF_ERROR(FindSeatHolders(*entry));
  ++running_;
  metrics_.matches_running().Increment();
  Log("match resumed",
      {{"match", row.match_id}, {"entries", absl::StrCat(journal.size())}});
  matches_[row.match_id] = std::move(entry);
  return absl::OkStatus();
}

absl::Status MatchHost::FindSeatHolders(Entry& entry) {
  MatchRow& row = entry.row;
  const std::vector<std::string> before = row.sessions;
  for (size_t seat = 0; seat < row.sessions.size(); ++seat) {
    if (row.sessions[seat].empty()) continue;
    const std::shared_ptr<Session> holder =
        SeatHolder(row.seats[seat].bot(), row.sessions[seat]);
    holder->AddSeat({row.match_id, static_cast<Seat>(seat), entry.runner});
    row.sessions[seat] = holder->token_sha256();
    entry.sessions[seat] = holder;
  }
  if (row.sessions == before) return absl::OkStatus();
  return store_.matches().Start(row.match_id, row.sessions);
}

absl::Status MatchHost::Abandon(const MatchRow& row,
                                const absl::Status& reason) {
  LogError("match abandoned", {{"match", row.match_id}}, reason);
  FinishedMatch finished;
  finished.match_id = row.match_id;
  finished.result.set_termination(v1::TERMINATION_INFRASTRUCTURE);
  finished.result.set_reason(std::string(reason.message()));
  ARENA_RETURN_IF_ERROR(store_.matches().Finish(finished));
  journal_.Drop(row.match_id);
  if (row.place.has_value()) on_result_(row.place->competition);
  return absl::OkStatus();
}

void MatchHost::AddPending(std::unique_ptr<Entry> entry) {
  for (const v1::SeatSpec& seat : entry->row.seats) {
    if (seat.has_bot()) {
      waiting_[seat.bot()][entry->row.number] = entry->row.match_id;
    }
  }
  metrics_.matches_pending().Increment();
  const std::string match_id = entry->row.match_id;
  matches_[match_id] = std::move(entry);
}

std::unique_ptr<MatchHost::Entry> MatchHost::Take(EntryMap::iterator match) {
  std::unique_ptr<Entry> entry = std::move(match->second);
  matches_.erase(match);
  const auto created = created_.find(entry->account);
  if (created != created_.end() && --created->second == 0) {
    created_.erase(created);
  }
  return entry;
}

void MatchHost::StartPending(const std::string& bot) {
  const auto waiting = waiting_.find(bot);
  const auto session = sessions_by_name_.find(bot);
  if (waiting == waiting_.end() || session == sessions_by_name_.end()) return;
  const std::shared_ptr<Session> ready = session->second;
  int64_t tried = 0;
  while (ready->matches() < ready->profile().max_matches) {
    // TryStart takes entries out of the maps, and at last the bot.
    const auto mine = waiting_.find(bot);
    if (mine == waiting_.end()) return;
    const auto next = mine->second.upper_bound(tried);
    if (next == mine->second.end()) return;
    tried = next->first;
    TryStart(*matches_.at(next->second));
  }
}

bool MatchHost::FindSessions(Entry& entry) const {
  for (size_t seat = 0; seat < entry.row.seats.size(); ++seat) {
    if (!entry.row.seats[seat].has_bot()) continue;
    const auto it = sessions_by_name_.find(entry.row.seats[seat].bot());
    if (it == sessions_by_name_.end()) return false;
    const Session& session = *it->second;
    const BotProfile profile = session.profile();
    const bool plays =
        profile.games.empty() || profile.games.contains(entry.row.game);
    if (!plays || !session.attached() || session.leaving() ||
        session.matches() >= profile.max_matches ||
        HasEarlierMatches(session.name())) {
      return false;
    }
    entry.sessions[seat] = it->second;
  }
  return true;
}

void MatchHost::StopWaiting(const MatchRow& row) {
  for (const v1::SeatSpec& seat : row.seats) {
    if (!seat.has_bot()) continue;
    const auto waiting = waiting_.find(seat.bot());
    if (waiting == waiting_.end()) continue;
    waiting->second.erase(row.number);
    if (waiting->second.empty()) waiting_.erase(waiting);
  }
  metrics_.matches_pending().Decrement();
}

void MatchHost::LetGo(const std::string& match_id, const absl::Status& why) {
  const std::unique_ptr<Entry> entry = Take(matches_.find(match_id));
  StopWaiting(entry->row);
  for (const auto& spectator : entry->spectators) spectator->OnLost(why);
}

void MatchHost::TryStart(Entry& entry) {
  if (draining_ || failed_ || !FindSessions(entry)) return;
  const std::string& match_id = entry.row.match_id;
  std::vector<std::string> hashes;
  for (const std::shared_ptr<Session>& session : entry.sessions) {
    hashes.push_back(session == nullptr ? "" : session->token_sha256());
  }
  absl::Status status = store_.matches().Start(match_id, hashes);
  if (status.ok()) {
    auto runner = MakeRunner(entry.row, {});
    if (runner.ok()) entry.runner = *std::move(runner);
    status = runner.status();
  }
  if (!status.ok()) {
    LogError("match not started", {{"match", match_id}}, status);
    // Another referee has it, since the lease of this one had run out.
    return IsRefusal(status) ? LetGo(match_id, status) : OnFailure(status);
  }
  StopWaiting(entry.row);
  entry.row.state = v1::Match::STATE_RUNNING;
  ++running_;
  metrics_.matches_running().Increment();
  Log("match started", {{"match", match_id}, {"game", entry.row.game}});
  SeatPlayers(entry, std::nullopt);
  for (auto& spectator : entry.spectators) {
    entry.runner->Watch(std::move(spectator));
  }
  entry.spectators.clear();
}

absl::StatusOr<std::shared_ptr<MatchRunner>> MatchHost::MakeRunner(
    const MatchRow& row, absl::Span<const MatchEntry> journal) {
  ARENA_ASSIGN_OR_RETURN(const MatchSettings settings, SettingsFor(row));
  ARENA_ASSIGN_OR_RETURN(Match match, Match::Create(settings, journal));
  return MatchRunner::Create(std::move(match), executor_,
                             std::make_unique<Keeper>(*this, row.match_id));
}

void MatchHost::SeatPlayers(Entry& entry,
                            std::optional<absl::Duration> patience) {
  entry.runner->Begin(patience);
  const TableConfig& table = entry.runner->settings().table;
  for (Seat seat = 0; seat < table.seats; ++seat) {
    const v1::SeatSpec& spec = entry.row.seats[seat];
    if (spec.has_bot()) {
      // Those of an earlier run come back in their own time.
      if (entry.sessions[seat] != nullptr && entry.sessions[seat]->attached()) {
        AttachSession(entry, seat, entry.sessions[seat]);
      }
      continue;
    }
    auto player = MakeBuiltIn(spec.built_in(), *table.game, table.seats,
                              table.options, BuiltInSeed(table.seed, seat));
    ARENA_CHECK(player.ok(), player.status().message());
    AttachBuiltIn(entry.runner, seat, *std::move(player), executor_);
  }
}

void MatchHost::AttachSession(Entry& entry, Seat seat,
                              const std::shared_ptr<Session>& session) {
  entry.sessions[seat] = session;
  session->AddSeat({entry.row.match_id, seat, entry.runner});
  entry.runner->Attach(seat, std::make_shared<SessionPlayer>(session),
                       session->profile().wishes);
}

absl::StatusOr<RecordReference> MatchHost::StoreResult(const Match& match) {
  const MatchSettings& settings = match.settings();
  FinishedMatch finished;
  finished.match_id = settings.id;
  finished.result = match.table().Result();
  finished.fault_times = FaultTimes(match.table(), finished.result);
  MatchNames names;
  names.players = settings.players;
  names.match_id = settings.id;
  names.label = settings.label;
  if (settings.clock.has_value()) {
    ClockToMessage(*settings.clock, names.clock.emplace());
  }
  absl::StatusOr<std::string> record =
      WriteRecord(RecordOf(match.table(), names));
  if (record.ok()) {
    finished.record_id = settings.id;
    finished.record = *std::move(record);
    finished.record_sha256 = Sha256(finished.record);
  } else {
    LogError("no record", {{"match", settings.id}}, record.status());
  }
  // If that fails, the journal still has everything: the next start finishes
  // the match.
  ARENA_RETURN_IF_ERROR(store_.matches().Finish(finished));
  journal_.Drop(settings.id);
  metrics_.CountResult(finished.result);
  Log("match over",
      {{"match", settings.id},
       {"termination", v1::Termination_Name(finished.result.termination())},
       {"reason", finished.result.reason()},
       {"plies", absl::StrCat(finished.result.plies())},
       {"faults", absl::StrCat(finished.result.faults_size())}});
  return RecordReference{finished.record_id, finished.record_sha256};
}

void MatchHost::OnFailure(const absl::Status& status) {
  if (failed_.exchange(true)) return;
  LogError("store failed", {}, status);
  options_.on_failure(status);
}

void MatchHost::OnOver(const std::string& match_id) {
  const auto it = matches_.find(match_id);
  if (it == matches_.end()) return;
  const std::unique_ptr<Entry> entry = Take(it);
  --running_;
  metrics_.matches_running().Decrement();
  std::set<std::string> bots;
  for (const std::shared_ptr<Session>& session : entry->sessions) {
    if (session == nullptr) continue;
    session->RemoveMatch(match_id);
    bots.insert(session->name());
    if (session->leaving() && session->matches() == 0) {
      session->Close(v1::ERROR_REASON_UNSPECIFIED, absl::OkStatus());
    }
  }
  for (const Answer<v1::Match>& answer : entry->cancelling) {
    answer(Ended(match_id));
  }
  for (const std::string& bot : bots) StartPending(bot);
  if (entry->row.place.has_value()) {
    on_result_(entry->row.place->competition);
    // Its bots have room for another one.
    ClaimMatches();
  }
  if (running_ == 0 && on_idle_) std::exchange(on_idle_, nullptr)();
}

// ---- Stopping ----

void MatchHost::Drain(absl::Duration time_left, std::function<void()> idle) {
  lobby_->Post([this, time_left, idle = std::move(idle)] {
    draining_ = true;
    Log("draining", {{"running", absl::StrCat(running_)},
                     {"pending", absl::StrCat(matches_.size() - running_)}});
    v1::PlayResponse message;
    ToMessage(time_left, *message.mutable_draining()->mutable_time_left());
    for (const auto& [token, session] : sessions_by_token_) {
      session->Send(message);
    }
    if (running_ == 0) return idle();
    on_idle_ = idle;
  });
}

void MatchHost::CloseStreams(std::function<void()> done) {
  lobby_->Post([this, done = std::move(done)] {
    for (const auto& [token, session] : sessions_by_token_) {
      session->Close(v1::ERROR_REASON_DRAINING,
                     absl::UnavailableError(
                         "the referee stops; come back with the token"));
    }
    done();
  });
}

}  // namespace arena::referee
