#include "referee/match_host.h"

#include <openssl/rand.h>
#include <openssl/sha.h>

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "arena/record/record.h"
#include "referee/log.h"
#include "referee/match_request.h"
#include "referee/store/entry_codec.h"

namespace arena::referee {
namespace {

constexpr absl::Duration kSweepInterval = absl::Seconds(1);

std::string Sha256(absl::string_view bytes) {
  std::string hash(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(),
         reinterpret_cast<uint8_t*>(hash.data()));
  return hash;
}

// 128 random bits in hexadecimal digits: for tokens and for names of matches,
// which must not tell how many others there are.
std::string RandomName() {
  std::array<uint8_t, 16> bytes;
  ARENA_CHECK(RAND_bytes(bytes.data(), bytes.size()) == 1);
  return ToHex(bytes);
}

}  // namespace

MatchHost::MatchHost(Store& store, Journal& journal, Executor& executor,
                     Metrics& metrics, const HostOptions& options)
    : store_(store),
      journal_(journal),
      executor_(executor),
      metrics_(metrics),
      options_(options),
      lobby_(executor.NewStrand()) {
  lobby_->Post([this] { Sweep(); });
}

// ---- Matches ----

absl::Status MatchHost::Restore() {
  ARENA_ASSIGN_OR_RETURN(const std::vector<MatchRow> rows,
                         store_.LoadUnfinished());
  for (const MatchRow& row : rows) {
    auto entry = std::make_unique<Entry>();
    entry->row = row;
    entry->sessions.resize(row.seats.size());
    if (row.state == v1::Match::STATE_PENDING) {
      AddPending(std::move(entry));
      continue;
    }
    ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> bytes,
                           store_.ReadJournal(row.match_id));
    std::vector<MatchEntry> journal;
    for (const std::string& item : bytes) {
      ARENA_ASSIGN_OR_RETURN(journal.emplace_back(), DecodeEntry(item));
    }
    ARENA_ASSIGN_OR_RETURN(entry->runner, MakeRunner(row, journal));
    ++running_;
    metrics_.matches_running().Increment();
    Log("match resumed",
        {{"match", row.match_id}, {"entries", absl::StrCat(journal.size())}});
    Entry& kept = *(matches_[row.match_id] = std::move(entry));
    SeatPlayers(kept, options_.limits.resume_grace);
  }
  return absl::OkStatus();
}

void MatchHost::CreateMatch(v1::CreateMatchRequest request,
                            Answer<v1::Match> answer) {
  lobby_->Post([this, request = std::move(request),
                answer = std::move(answer)] { answer(DoCreate(request)); });
}

absl::StatusOr<v1::Match> MatchHost::DoCreate(
    const v1::CreateMatchRequest& request) {
  if (draining_) {
    return absl::UnavailableError(
        "the referee is about to stop and takes no new matches");
  }
  if (static_cast<int>(matches_.size()) >= options_.max_matches) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the referee holds ", matches_.size(),
                     " unfinished matches, its "
                     "limit; try again when some are over"));
  }
  ARENA_ASSIGN_OR_RETURN(
      MatchRow row,
      RowForRequest(request, options_.default_clock, RandomName()));
  ARENA_ASSIGN_OR_RETURN(const InsertedMatch inserted, store_.InsertMatch(row));
  if (!inserted.inserted) return MatchMessage(inserted.row);
  Log("match created", {{"match", inserted.row.match_id},
                        {"game", inserted.row.game},
                        {"label", inserted.row.label}});
  auto entry = std::make_unique<Entry>();
  entry->row = inserted.row;
  entry->sessions.resize(entry->row.seats.size());
  const std::string match_id = entry->row.match_id;
  AddPending(std::move(entry));
  Entry& kept = *matches_[match_id];
  TryStart(kept);
  return MatchMessage(kept.row);
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

void MatchHost::StartPending(const std::string& bot) {
  const auto waiting = waiting_.find(bot);
  const auto session = sessions_by_name_.find(bot);
  if (waiting == waiting_.end() || session == sessions_by_name_.end()) return;
  // TryStart takes entries out of the map.
  const std::map<int64_t, std::string> candidates = waiting->second;
  for (const auto& [number, match_id] : candidates) {
    if (session->second->matches() >= session->second->profile().max_matches) {
      return;
    }
    TryStart(*matches_.at(match_id));
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
        session.matches() >= profile.max_matches) {
      return false;
    }
    entry.sessions[seat] = it->second;
  }
  return true;
}

bool MatchHost::TryStart(Entry& entry) {
  if (draining_ || !FindSessions(entry)) return false;
  const std::string& match_id = entry.row.match_id;
  absl::Status status = store_.StartMatch(match_id);
  if (status.ok()) {
    auto runner = MakeRunner(entry.row, {});
    if (runner.ok()) entry.runner = *std::move(runner);
    status = runner.status();
  }
  if (!status.ok()) {
    LogError("match not started", {{"match", match_id}}, status);
    return false;
  }
  for (const v1::SeatSpec& seat : entry.row.seats) {
    if (!seat.has_bot()) continue;
    const auto waiting = waiting_.find(seat.bot());
    if (waiting == waiting_.end()) continue;
    waiting->second.erase(entry.row.number);
    if (waiting->second.empty()) waiting_.erase(waiting);
  }
  entry.row.state = v1::Match::STATE_RUNNING;
  ++running_;
  metrics_.matches_pending().Decrement();
  metrics_.matches_running().Increment();
  Log("match started", {{"match", match_id}, {"game", entry.row.game}});
  SeatPlayers(entry, std::nullopt);
  for (auto& spectator : entry.spectators) {
    entry.runner->Watch(std::move(spectator));
  }
  entry.spectators.clear();
  return true;
}

absl::StatusOr<std::shared_ptr<MatchRunner>> MatchHost::MakeRunner(
    const MatchRow& row, absl::Span<const MatchEntry> journal) {
  ARENA_ASSIGN_OR_RETURN(const MatchSettings settings, SettingsFor(row));
  ARENA_ASSIGN_OR_RETURN(Match match, Match::Create(settings, journal));
  MatchRunner::Hooks hooks;
  // The strand of the match alone counts its entries.
  hooks.journal =
      [this, id = row.match_id, next = static_cast<int64_t>(journal.size())](
          std::vector<MatchEntry> entries, MatchRunner::Done done) mutable {
        std::vector<std::string> bytes;
        for (const MatchEntry& entry : entries) {
          bytes.push_back(EncodeEntry(entry));
        }
        metrics_.CountEntries(entries);
        const int64_t first = next;
        next += static_cast<int64_t>(bytes.size());
        journal_.Append(id, first, std::move(bytes), std::move(done));
      };
  hooks.on_over = [this](const Match& over) { return StoreResult(over); };
  hooks.on_broken = [id = row.match_id](const absl::Status& status) {
    LogError("journal failed", {{"match", id}}, status);
  };
  hooks.on_done = [this, id = row.match_id] {
    lobby_->Post([this, id] { OnOver(id); });
  };
  return MatchRunner::Create(std::move(match), executor_, std::move(hooks));
}

void MatchHost::SeatPlayers(Entry& entry,
                            std::optional<absl::Duration> patience) {
  entry.runner->Begin(patience);
  const absl::StatusOr<MatchSettings> settings = SettingsFor(entry.row);
  ARENA_CHECK(settings.ok(), settings.status().message());
  const TableConfig& table = settings->table;
  for (Seat seat = 0; seat < table.seats; ++seat) {
    const v1::SeatSpec& spec = entry.row.seats[seat];
    if (spec.has_bot()) {
      if (entry.sessions[seat] != nullptr) {
        AttachSession(entry, seat, entry.sessions[seat]);
      }
      continue;
    }
    auto player = MakeBuiltIn(spec.built_in(), *table.game, table.seats,
                              table.options, BuiltInSeed(table.seed, seat));
    ARENA_CHECK(player.ok(), player.status().message());
    entry.runner->Attach(
        seat, AdaptBuiltIn(*std::move(player), entry.runner, seat, executor_),
        {});
  }
}

void MatchHost::AttachSession(Entry& entry, Seat seat,
                              const std::shared_ptr<Session>& session) {
  entry.sessions[seat] = session;
  session->AddSeat({entry.row.match_id, seat, entry.runner});
  entry.runner->Attach(seat, std::make_shared<SessionPlayer>(session),
                       session->profile().wishes);
}

RecordReference MatchHost::StoreResult(const Match& match) {
  const MatchSettings& settings = match.settings();
  FinishedMatch finished;
  finished.match_id = settings.id;
  finished.result = match.table().Result();
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
  const absl::Status status = store_.FinishMatch(finished);
  if (!status.ok()) {
    // The journal still has everything: the next start finishes the match.
    LogError("result not stored", {{"match", settings.id}}, status);
  }
  metrics_.CountResult(finished.result);
  Log("match over",
      {{"match", settings.id},
       {"termination", v1::Termination_Name(finished.result.termination())},
       {"reason", finished.result.reason()},
       {"plies", absl::StrCat(finished.result.plies())},
       {"faults", absl::StrCat(finished.result.faults_size())}});
  return {finished.record_id, finished.record_sha256};
}

void MatchHost::OnOver(const std::string& match_id) {
  const auto it = matches_.find(match_id);
  if (it == matches_.end()) return;
  const std::unique_ptr<Entry> entry = std::move(it->second);
  matches_.erase(it);
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
  for (const std::string& bot : bots) StartPending(bot);
  if (running_ == 0 && on_idle_) std::exchange(on_idle_, nullptr)();
}

void MatchHost::GetMatch(const std::string& match_id,
                         Answer<v1::Match> answer) {
  lobby_->Post([this, match_id, answer = std::move(answer)] {
    absl::StatusOr<MatchRow> row = store_.GetMatch(match_id);
    if (!row.ok()) return answer(row.status());
    v1::Match message = MatchMessage(*row);
    const auto it = matches_.find(match_id);
    if (it == matches_.end() || it->second->runner == nullptr) {
      return answer(std::move(message));
    }
    it->second->runner->Inspect([message, answer](const Match& match) {
      v1::Match counted = message;
      counted.set_plies(match.table().plies());
      answer(std::move(counted));
    });
  });
}

void MatchHost::ListMatches(const v1::ListMatchesRequest& request,
                            Answer<v1::ListMatchesResponse> answer) {
  lobby_->Post([this, request, answer = std::move(answer)] {
    answer(ListPage(store_, request));
  });
}

void MatchHost::CancelMatch(const std::string& match_id,
                            Answer<v1::Match> answer) {
  lobby_->Post([this, match_id, answer = std::move(answer)] {
    answer(DoCancel(match_id));
  });
}

absl::StatusOr<v1::Match> MatchHost::DoCancel(const std::string& match_id) {
  const auto it = matches_.find(match_id);
  if (it == matches_.end()) {
    ARENA_ASSIGN_OR_RETURN(const MatchRow row, store_.GetMatch(match_id));
    return absl::FailedPreconditionError(
        absl::StrCat("match ", match_id, " is over already"));
  }
  Entry& entry = *it->second;
  if (entry.runner != nullptr) {
    entry.runner->End(EntryKind::kCancel);
    return MatchMessage(entry.row);
  }
  FinishedMatch finished;
  finished.match_id = match_id;
  finished.result.set_termination(v1::TERMINATION_CANCELLED);
  finished.result.set_reason("cancelled");
  ARENA_RETURN_IF_ERROR(store_.FinishMatch(finished));
  for (const auto& spectator : entry.spectators) {
    spectator->OnEnd(finished.result, {});
  }
  for (const v1::SeatSpec& seat : entry.row.seats) {
    if (seat.has_bot()) waiting_[seat.bot()].erase(entry.row.number);
  }
  metrics_.matches_pending().Decrement();
  matches_.erase(it);
  ARENA_ASSIGN_OR_RETURN(const MatchRow row, store_.GetMatch(match_id));
  return MatchMessage(row);
}

void MatchHost::WatchMatch(const std::string& match_id,
                           std::shared_ptr<Spectator> spectator,
                           Answer<v1::Match> answer) {
  lobby_->Post([this, match_id, spectator = std::move(spectator),
                answer = std::move(answer)] {
    const absl::StatusOr<MatchRow> row = store_.GetMatch(match_id);
    if (!row.ok()) return answer(row.status());
    answer(MatchMessage(*row));
    const auto it = matches_.find(match_id);
    if (it == matches_.end()) {
      // Over, or just being stored: the row told it, or will be asked again.
      if (row->result.has_value()) {
        spectator->OnEnd(*row->result, {row->record_id, row->record_sha256});
      }
    } else if (it->second->runner == nullptr) {
      it->second->spectators.push_back(spectator);
    } else {
      it->second->runner->Watch(spectator);
    }
  });
}

// ---- Sessions ----

void MatchHost::Open(const v1::Hello& hello,
                     std::shared_ptr<Transport> transport,
                     Answer<std::shared_ptr<Session>> answer) {
  lobby_->Post(
      [this, hello, transport = std::move(transport),
       answer = std::move(answer)] { answer(DoOpen(hello, transport)); });
}

absl::StatusOr<std::shared_ptr<Session>> MatchHost::DoOpen(
    const v1::Hello& hello, const std::shared_ptr<Transport>& transport) {
  const auto refuse = [&](v1::ErrorReason reason, absl::Status status) {
    v1::PlayResponse message;
    message.mutable_error()->set_reason(reason);
    message.mutable_error()->set_message(std::string(status.message()));
    message.mutable_error()->set_fatal(true);
    transport->Send(std::move(message));
    return status;
  };
  if (draining_) {
    return refuse(v1::ERROR_REASON_DRAINING,
                  absl::UnavailableError("the referee is about to stop"));
  }
  if (hello.revision() != 1) {
    return refuse(v1::ERROR_REASON_UNSUPPORTED_REVISION,
                  absl::FailedPreconditionError(
                      absl::StrCat("hello.revision is ", hello.revision(),
                                   "; this referee speaks revision 1")));
  }
  absl::StatusOr<BotProfile> profile =
      ProfileFor(hello, options_.limits.max_matches);
  if (!profile.ok()) {
    return refuse(v1::ERROR_REASON_BAD_HELLO, profile.status());
  }
  std::shared_ptr<Session> session;
  std::string token = hello.resume_token();
  const auto live = sessions_by_name_.find(profile->name);
  const bool name_taken = live != sessions_by_name_.end() &&
                          live->second->attached() &&
                          live->second->token_sha256() != Sha256(token);
  if (name_taken) {
    return refuse(v1::ERROR_REASON_NAME_IN_USE,
                  absl::AlreadyExistsError(absl::StrCat(
                      "a bot named \"", profile->name,
                      "\" is connected already; choose another name, or "
                      "resume with the token of its welcome")));
  }
  if (!token.empty()) {
    absl::StatusOr<std::shared_ptr<Session>> resumed = Resume(hello, *profile);
    if (!resumed.ok()) {
      return refuse(v1::ERROR_REASON_UNKNOWN_TOKEN, resumed.status());
    }
    session = *std::move(resumed);
  } else {
    token = RandomName();
    session =
        std::make_shared<Session>(*profile, Sha256(token), options_.limits);
  }
  ARENA_RETURN_IF_ERROR(store_.PutSession(
      {session->token_sha256(), session->name(), executor_.Now()}));
  sessions_by_token_[session->token_sha256()] = session;
  sessions_by_name_[session->name()] = session;
  SendWelcome(*session, token, !hello.resume_token().empty(), *transport);
  if (const auto before = session->Attach(transport, executor_.Now())) {
    v1::PlayResponse message;
    message.mutable_error()->set_reason(v1::ERROR_REASON_SESSION_REPLACED);
    message.mutable_error()->set_message(
        "a newer stream of this session has taken over");
    message.mutable_error()->set_fatal(true);
    before->Send(std::move(message));
    before->Close(
        absl::AbortedError("a newer stream of this session has taken over"));
  } else {
    metrics_.sessions().Increment();
  }
  Log("bot connected",
      {{"bot", session->name()},
       {"version", hello.version()},
       {"language", hello.language()},
       {"resumed", token == hello.resume_token() ? "yes" : "no"}});
  // Its matches, of this run or of an earlier one.
  for (const auto& [match_id, entry] : matches_) {
    if (entry->runner == nullptr) continue;
    for (size_t seat = 0; seat < entry->row.seats.size(); ++seat) {
      const bool restored = entry->sessions[seat] == nullptr &&
                            !hello.resume_token().empty() &&
                            entry->row.seats[seat].bot() == session->name();
      if (entry->sessions[seat] == session || restored) {
        AttachSession(*entry, static_cast<Seat>(seat), session);
      }
    }
  }
  // The answer comes first, so that the stream can take its requests.
  lobby_->Post([this, name = session->name()] { StartPending(name); });
  return session;
}

absl::StatusOr<std::shared_ptr<Session>> MatchHost::Resume(
    const v1::Hello& hello, const BotProfile& profile) {
  const std::string hash = Sha256(hello.resume_token());
  const absl::Status unknown = absl::UnauthenticatedError(
      absl::StrCat("hello.resume_token names no session of \"", profile.name,
                   "\"; connect without it to begin a new one"));
  if (const auto it = sessions_by_token_.find(hash);
      it != sessions_by_token_.end()) {
    if (it->second->name() != profile.name) return unknown;
    it->second->set_profile(profile);
    return it->second;
  }
  const absl::StatusOr<SessionRow> row = store_.FindSession(hash);
  if (!row.ok() || row->bot != profile.name) return unknown;
  return std::make_shared<Session>(profile, hash, options_.limits);
}

void MatchHost::SendWelcome(const Session& session, const std::string& token,
                            bool resumed, Transport& transport) const {
  v1::PlayResponse response;
  v1::Welcome& welcome = *response.mutable_welcome();
  FillWelcome(options_.limits, session.profile().max_matches, welcome);
  welcome.set_session_token(token);
  welcome.set_resumed(resumed);
  transport.Send(std::move(response));
}

void MatchHost::OnStreamOver(std::shared_ptr<Session> session,
                             std::shared_ptr<Transport> transport) {
  lobby_->Post([this, session = std::move(session),
                transport = std::move(transport)] {
    if (!session->Detach(transport.get())) return;
    metrics_.sessions().Decrement();
    Log("bot disconnected", {{"bot", session->name()},
                             {"matches", absl::StrCat(session->matches())}});
    for (const SeatOf& seat : session->seats()) {
      seat.runner->Detach(seat.seat);
    }
    if (session->matches() > 0) return;
    // Its token stays good in the store.
    sessions_by_token_.erase(session->token_sha256());
    const auto it = sessions_by_name_.find(session->name());
    if (it != sessions_by_name_.end() && it->second == session) {
      sessions_by_name_.erase(it);
    }
  });
}

void MatchHost::FindSession(const std::string& token,
                            Answer<std::shared_ptr<Session>> answer) {
  lobby_->Post([this, hash = Sha256(token), answer = std::move(answer)] {
    const auto it = sessions_by_token_.find(hash);
    if (it == sessions_by_token_.end()) {
      return answer(absl::NotFoundError(
          "session_token names no open session; call Watch first"));
    }
    answer(it->second);
  });
}

void MatchHost::Sweep() {
  const absl::Time now = executor_.Now();
  for (const auto& [token, session] : sessions_by_token_) session->Sweep(now);
  lobby_->WakeAt(now + kSweepInterval, [this] { Sweep(); });
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
