#include "referee/match_host.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/bots_of.h"
#include "referee/log.h"
#include "referee/match_request.h"
#include "referee/secrets.h"

namespace arena::referee {
namespace {

// A session token that was not used for so long is no longer good.
constexpr absl::Duration kKeepSessions = absl::Hours(24 * 90);
// How often it looks around at least; a short lease demands more.
constexpr absl::Duration kSweepInterval = absl::Seconds(1);

}  // namespace

MatchHost::MatchHost(StoreExecutor& store, Journal& journal, Executor& executor,
                     Executor& match_executor, Metrics& metrics,
                     const HostOptions& options)
    : lobby_(store, journal, executor, match_executor, metrics, options),
      quota_(options.max_matches, options.quotas.max_matches),
      reception_(lobby_, directory_,
                 [this](const std::shared_ptr<Session>& session) {
                   running_.Attach(session);
                   TryBeginAllOf(session->name());
                   gathering_.Look(session->name());
                 }),
      waiting_(metrics),
      running_(lobby_, *this),
      claims_(lobby_, directory_, waiting_, quota_,
              [this](LeftMatch left) { Take(std::move(left)); }),
      gathering_(lobby_, directory_, waiting_, *this) {}

void MatchHost::Restore(std::function<void(absl::Status)> done) {
  using Found = absl::StatusOr<std::vector<LeftMatch>>;
  lobby_.Write(
      [&journal = lobby_.journal()](Store& store) -> Found {
        ARENA_RETURN_IF_ERROR(store.sessions()
                                  .DeleteBefore(absl::Now() - kKeepSessions)
                                  .status());
        ARENA_ASSIGN_OR_RETURN(std::vector<MatchRow> rows,
                               store.matches().ListUnfinished());
        return LoadLeft(journal, std::move(rows));
      },
      [this, done = std::move(done)](Found found) {
        if (!found.ok()) return done(found.status());
        for (LeftMatch& left : *found) Take(std::move(left));
        Sweep();
        done(absl::OkStatus());
      });
}

void MatchHost::Sweep() {
  const absl::Time now = lobby_.executor().Now();
  reception_.Sweep(now);
  claims_.KeepLease(now);
  gathering_.Sweep(now);
  NoteSilence();
  const absl::Duration pause =
      std::min(kSweepInterval, lobby_.options().lease / 12);
  lobby_.strand().WakeAt(now + pause, [this] { Sweep(); });
}

// The lease is renewed after a third of it, at the next sweep; if there is no
// answer for another third, it shows at the sweep after that. So silence is
// noticed before the lease has run out.
void MatchHost::NoteSilence() {
  const absl::Duration silence = lobby_.store().Silence();
  const bool silent = silence >= lobby_.options().lease / 3;
  if (std::exchange(silent_, silent) == silent) return;
  Log(silent ? "store silent" : "store answers",
      {{"since", absl::FormatDuration(silence)}});
  lobby_.options().on_silence(silent);
  if (!silent) return;
  v1::PlayResponse message;
  message.mutable_error()->set_reason(v1::ERROR_REASON_STORE_SILENT);
  message.mutable_error()->set_message(
      "the referee's store does not answer; matches go on as far as they can");
  directory_.TellAll(message);
}

// ---- A match comes ----

std::unique_ptr<HostedMatch> MatchHost::Host(MatchRow row,
                                             MatchQuota::Place place) {
  auto hosted = std::make_unique<HostedMatch>();
  hosted->sessions.resize(row.seats.size());
  hosted->row = std::move(row);
  hosted->place = std::move(place);
  return hosted;
}

HostedMatch* MatchHost::Find(const std::string& match_id) const {
  HostedMatch* const waiting = waiting_.Find(match_id);
  return waiting != nullptr ? waiting : running_.Find(match_id);
}

void MatchHost::Take(LeftMatch left) {
  // It has stayed if it was nobody's only while the lease had run out.
  if (Find(left.row.match_id) != nullptr) return;
  if (!left.match.ok()) return GiveUp(left.row, left.match.status(), [] {});
  auto hosted = Host(std::move(left.row), quota_.Take());
  hosted->left = *std::move(left.match);
  if (hosted->left.has_value() && !directory_.AreConnected(hosted->row)) {
    return Resume(std::move(hosted));
  }
  TryBegin(waiting_.Add(std::move(hosted)));
}

void MatchHost::GiveUp(const MatchRow& row, const absl::Status& reason,
                       std::function<void()> then) {
  const bool other_rules =
      absl::IsFailedPrecondition(SettingsFor(row).status());
  if (row.state == v1::Match::STATE_RUNNING && !other_rules) {
    return Quarantine(row, reason, std::move(then));
  }
  Abandon(row, reason, std::move(then));
}

void MatchHost::Quarantine(const MatchRow& row, const absl::Status& reason,
                           std::function<void()> then) {
  LogError("match quarantined", {{"match", row.match_id}}, reason);
  lobby_.metrics().CountQuarantined();
  lobby_.Write(
      [match_id = row.match_id, why = std::string(reason.message())](
          Store& store) { return store.matches().Quarantine(match_id, why); },
      [this, then = std::move(then)](const absl::Status& status) {
        // A refusal: another referee has it by now.
        if (!status.ok() && !IsRefusal(status)) return lobby_.Fail(status);
        then();
      });
}

void MatchHost::Abandon(const MatchRow& row, const absl::Status& reason,
                        std::function<void()> then) {
  LogError("match abandoned", {{"match", row.match_id}}, reason);
  FinishedMatch end;
  end.match_id = row.match_id;
  end.result.set_termination(v1::TERMINATION_INFRASTRUCTURE);
  end.result.set_reason(std::string(reason.message()));
  lobby_.Write([end](Store& store) { return store.matches().Finish(end); },
               [this, row, then = std::move(then)](const absl::Status& status) {
                 if (!status.ok()) return lobby_.Fail(status);
                 lobby_.journal().Drop(row.match_id);
                 NoteResult(row);
                 then();
               });
}

// ---- It begins ----

bool MatchHost::FindSessions(HostedMatch& match) const {
  for (size_t seat = 0; seat < match.row.seats.size(); ++seat) {
    const v1::SeatSpec& spec = match.row.seats[seat];
    if (!spec.has_bot()) continue;
    const std::string& game = match.left.has_value() ? "" : match.row.game;
    match.sessions[seat] = directory_.WithRoom(spec.bot(), game);
    if (match.sessions[seat] == nullptr) return false;
  }
  return true;
}

void MatchHost::NotePlayers(HostedMatch& match) const {
  match.row.player_infos.clear();
  for (size_t seat = 0; seat < match.row.seats.size(); ++seat) {
    const v1::SeatSpec& spec = match.row.seats[seat];
    v1::PlayerInfo& player = match.row.player_infos.emplace_back();
    player.set_name(spec.has_bot() ? spec.bot() : spec.built_in());
    if (match.sessions[seat] == nullptr) continue;
    const BotProfile profile = match.sessions[seat]->profile();
    player.set_version(profile.version);
    player.set_language(profile.language);
  }
}

void MatchHost::TryBegin(HostedMatch& waiting, std::function<void()> then) {
  if (!lobby_.open() || !FindSessions(waiting)) return then();
  std::unique_ptr<HostedMatch> hosted = waiting_.Remove(waiting.row.match_id);
  if (hosted->left.has_value()) {
    Match match = *std::exchange(hosted->left, std::nullopt);
    return running_.Begin(std::move(hosted), std::move(match),
                          lobby_.options().limits.resume_grace,
                          std::move(then));
  }
  NotePlayers(*hosted);
  absl::StatusOr<MatchSettings> settings = SettingsFor(hosted->row);
  // It was looked at when it came.
  ARENA_CHECK(settings.ok(), settings.status().ToString());
  absl::StatusOr<Match> match = Match::Create(*settings, {});
  ARENA_CHECK(match.ok(), match.status().ToString());
  running_.Begin(std::move(hosted), *std::move(match), std::nullopt,
                 std::move(then));
}

void MatchHost::TryBeginAllOf(const std::string& bot) {
  int64_t tried = 0;
  while (directory_.WithRoom(bot, "") != nullptr) {
    HostedMatch* const next = waiting_.NextOf(bot, tried);
    if (next == nullptr) return;
    tried = next->row.number;
    TryBegin(*next);
  }
}

void MatchHost::Resume(std::unique_ptr<HostedMatch> hosted,
                       const std::shared_ptr<Session>& just_left) {
  for (size_t seat = 0; seat < hosted->row.seats.size(); ++seat) {
    if (hosted->row.sessions[seat].empty()) continue;
    const std::string& bot = hosted->row.seats[seat].bot();
    if (just_left != nullptr && just_left->name() == bot) {
      directory_.Enter(just_left);
      hosted->sessions[seat] = just_left;
    } else {
      hosted->sessions[seat] =
          reception_.SeatHolder(bot, hosted->row.sessions[seat]);
    }
  }
  Match match = *std::exchange(hosted->left, std::nullopt);
  running_.Begin(std::move(hosted), std::move(match),
                 lobby_.options().limits.resume_grace);
}

// ---- It ends, or is another referee's ----

void MatchHost::NoteResult(const MatchRow& row) {
  if (row.place.has_value()) on_result_(row.place->competition);
}

void MatchHost::OnMatchOver(std::unique_ptr<HostedMatch> match) {
  for (const Answer<v1::Match>& answer : match->cancelling) {
    Show(match->row.match_id, answer);
  }
  const MatchRow row = match->row;
  // Its place is free before others are begun.
  match.reset();
  for (const std::string& bot : BotsOf(row.seats)) TryBeginAllOf(bot);
  NoteResult(row);
  // Its bots have room for another one.
  if (row.place.has_value()) ClaimMatches();
}

void MatchHost::OnMatchLost(std::unique_ptr<HostedMatch> match,
                            const absl::Status& why) {
  for (const auto& spectator : match->spectators) spectator->OnLost(why);
}

void MatchHost::GiveBack(const std::vector<std::string>& planned) {
  if (planned.empty()) return;
  std::set<std::string> competitions;
  for (const std::string& match_id : planned) {
    std::unique_ptr<HostedMatch> match = waiting_.Remove(match_id);
    competitions.insert(match->row.place->competition);
    const absl::Status why = NotHere(match->row);
    OnMatchLost(std::move(match), why);
  }
  lobby_.Write(
      [planned](Store& store) { return store.matches().GiveBack(planned); },
      [this, competitions](const absl::Status& status) {
        if (!status.ok()) return lobby_.Fail(status);
        for (const std::string& name : competitions) on_result_(name);
      });
}

void MatchHost::GiveBackPlannedOf(const std::string& competition) {
  lobby_.Post([this, competition] {
    GiveBack(waiting_.Pending([&](const MatchRow& row) {
      return row.place.has_value() && row.place->competition == competition;
    }));
  });
}

void MatchHost::OnSendingAway(const std::string& bot) {
  GiveBack(waiting_.PlannedFor(bot));
}

void MatchHost::OnHandedOver(const std::string& match_id) {
  if (waiting_.Find(match_id) == nullptr) return;
  std::unique_ptr<HostedMatch> match = waiting_.Remove(match_id);
  const absl::Status why = NotHere(match->row);
  OnMatchLost(std::move(match), why);
}

// ---- Bots come and go ----

void MatchHost::Open(const v1::Hello& hello, const Caller& caller,
                     std::shared_ptr<Transport> transport,
                     Answer<std::shared_ptr<Session>> answer) {
  lobby_.Post([this, hello, caller, transport = std::move(transport),
               answer = std::move(answer)] {
    reception_.Open(hello, caller, transport, answer);
  });
}

void MatchHost::OnStreamOver(std::shared_ptr<Session> session,
                             std::shared_ptr<Transport> transport) {
  lobby_.Post(
      [this, session = std::move(session), transport = std::move(transport)] {
        if (!reception_.Leave(session, transport.get())) return;
        if (!directory_.IsConnected(session->name())) OnAbsence(session);
      });
}

void MatchHost::OnAbsence(const std::shared_ptr<Session>& session) {
  const std::string& bot = session->name();
  GiveBack(waiting_.PlannedFor(bot));
  // What others have left was taken because its bots were here: now they have
  // the time that any bot has.
  int64_t last = 0;
  while (const HostedMatch* next = waiting_.NextOf(bot, last)) {
    last = next->row.number;
    if (!next->left.has_value()) continue;
    Resume(waiting_.Remove(next->row.match_id), session);
  }
}

void MatchHost::FindSession(const std::string& token,
                            Answer<std::shared_ptr<Session>> answer) {
  lobby_.Post([this, hash = Sha256(token), answer = std::move(answer)] {
    const std::shared_ptr<Session> session = directory_.OfToken(hash);
    if (session != nullptr) return answer(session);
    answer(absl::NotFoundError(
        "session_token names no open session; call Watch first"));
  });
}

// ---- The whole referee ----

void MatchHost::Advertise(const std::string& address) {
  lobby_.Write(
      [address](Store& store) { return store.referees().Advertise(address); });
}

void MatchHost::Slept(absl::Duration duration) {
  lobby_.Post([this, duration] {
    Log("referee stood still", {{"for", absl::FormatDuration(duration)}});
    running_.Slept(duration);
  });
}

// ---- Stopping ----

void MatchHost::Drain(absl::Duration time_left, std::function<void()> idle) {
  lobby_.Post([this, time_left, idle = std::move(idle)] {
    lobby_.set_draining();
    Advertise("");
    Log("draining", {{"running", absl::StrCat(running_.size())},
                     {"pending", absl::StrCat(waiting_.size())}});
    v1::PlayResponse message;
    ToMessage(time_left, *message.mutable_draining()->mutable_time_left());
    directory_.TellAll(message);
    running_.WhenNoneRuns(idle);
  });
}

void MatchHost::CloseStreams(std::function<void()> done) {
  lobby_.Post([this, done = std::move(done)] {
    for (const auto& session : directory_.All()) {
      session->Close(v1::ERROR_REASON_DRAINING,
                     absl::UnavailableError(
                         "the referee stops; come back with the token"));
    }
    done();
  });
}

}  // namespace arena::referee
