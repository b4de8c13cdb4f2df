#include "referee/matches/match_pipeline.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/match/player.h"
#include "referee/base/log.h"
#include "referee/lobby/match_message.h"
#include "referee/lobby/match_request.h"
#include "referee/lobby/seating.h"

namespace arena::referee {
namespace {

// A longer pause of the referee is logged.
constexpr absl::Duration kLongPause = absl::Seconds(1);
// The longest time between sweeps; with a short lease it is shorter.
constexpr absl::Duration kSweepInterval = absl::Seconds(1);

// Whether the connected sessions, together with the processes of submitted bots
// that can be started, are enough for a match.
bool MayMeet(const SessionDirectory& directory, const Processes& processes,
             const MatchRow& row) {
  const Seating seating = FindSeating(directory, row, Demand::kConnected);
  for (size_t seat = 0; seat < row.seats.size(); ++seat) {
    const v1::SeatSpec& spec = row.seats[seat];
    if (!spec.has_bot() || seating[seat] != nullptr) continue;
    if (processes.Served(spec.bot(), spec.version()) == nullptr) return false;
  }
  return true;
}

// The host's knowledge of a match that belongs to it from now on.
std::unique_ptr<HostedMatch> NewHosted(const MatchRow& row,
                                       MatchQuota::Place place) {
  auto hosted = std::make_unique<HostedMatch>();
  hosted->sessions.resize(row.seats.size());
  hosted->kind = KindOf(MatchMessage(row));
  hosted->row = row;
  hosted->place = std::move(place);
  return hosted;
}

// Notes the players, with their versions, for a new match.
void NotePlayers(HostedMatch& match) {
  match.row.player_infos.clear();
  for (size_t seat = 0; seat < match.row.seats.size(); ++seat) {
    const v1::SeatSpec& spec = match.row.seats[seat];
    v1::PlayerInfo& player = match.row.player_infos.emplace_back();
    player.set_name(NameOfPlayer(spec));
    if (match.sessions[seat] == nullptr) continue;
    const BotProfile profile = match.sessions[seat]->profile();
    player.set_version(profile.version);
    player.set_language(profile.language);
  }
}

}  // namespace

MatchPipeline::MatchPipeline(StoreExecutor& store, Journal& journal,
                             Executor& executor, Executor& match_executor,
                             Executor& thinkers, Metrics& metrics,
                             MatchEvents& events, TokenOrders& tokens,
                             const HostOptions& options)
    : lobby_(store, journal, executor, match_executor, thinkers, metrics,
             events, tokens, options),
      quota_(options.max_matches, options.quotas.max_matches),
      waiting_(metrics),
      runners_(lobby_, directory_, waiting_, *this),
      reception_(lobby_, directory_, runners_.processes(),
                 [this](const std::shared_ptr<Session>& session) {
                   running_.Attach(session);
                   runners_.processes().OnHello(*session);
                   TryBeginAllOf(session->name());
                   gathering_.Look(session->process());
                 }),
      running_(lobby_, *this),
      claims_(lobby_, directory_, waiting_, runners_, quota_,
              [this](UnfinishedMatch left) { Take(std::move(left)); }),
      gathering_(lobby_, directory_, waiting_, *this),
      runner_room_(
          lobby_, [this] { return runners_.processes().Pause(); },
          [this] { UseRunnerRoom(); }) {}

void MatchPipeline::Restore(std::function<void(absl::Status)> done) {
  claims_.Restore([this, done = std::move(done)](const absl::Status& status) {
    if (status.ok()) Sweep();
    done(status);
  });
}

void MatchPipeline::Sweep() {
  const absl::Time now = lobby_.executor().Now();
  reception_.Sweep(now);
  claims_.KeepLease(now);
  gathering_.Sweep(now);
  runners_.Sweep(now);
  const absl::Duration pause =
      std::min(kSweepInterval, lobby_.options().lease / 12);
  lobby_.strand().WakeAt(now + pause, [this] { Sweep(); });
}

// ---- A match comes in ----

HostedMatch* MatchPipeline::Find(const std::string& match_id) const {
  HostedMatch* const waiting = waiting_.Find(match_id);
  return waiting != nullptr ? waiting : running_.Find(match_id);
}

void MatchPipeline::Add(const MatchRow& row, MatchQuota::Place place,
                        Then then) {
  TryBegin(waiting_.Add(NewHosted(row, std::move(place))), std::move(then));
  runners_.processes().Look();
}

void MatchPipeline::Take(UnfinishedMatch left, Then then) {
  // The match is still here if it was left only while the lease had run out.
  if (Find(left.row.match_id) != nullptr) return then();
  if (!left.match.ok()) {
    return GiveUp(left.row, left.match.status(), std::move(then));
  }
  auto hosted = NewHosted(left.row, quota_.Take());
  hosted->left = *std::move(left.match);
  if (hosted->left.has_value() && !AreConnected(directory_, hosted->row)) {
    return Resume(std::move(hosted), nullptr, std::move(then));
  }
  TryBegin(waiting_.Add(std::move(hosted)), std::move(then));
  runners_.processes().Look();
}

void MatchPipeline::GiveUp(const MatchRow& row, const absl::Status& reason,
                           Then then) {
  const bool other_rules =
      absl::IsFailedPrecondition(SettingsFor(row).status());
  if (row.state == v1::Match::STATE_RUNNING && !other_rules) {
    return Quarantine(row, reason, std::move(then));
  }
  Abandon(row, reason, std::move(then));
}

void MatchPipeline::Quarantine(const MatchRow& row, const absl::Status& reason,
                               Then then) {
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

void MatchPipeline::Abandon(const MatchRow& row, const absl::Status& reason,
                            Then then) {
  LogError("match abandoned", {{"match", row.match_id}}, reason);
  FinishedMatch end;
  end.match_id = row.match_id;
  end.result.set_termination(v1::TERMINATION_INFRASTRUCTURE);
  end.result.set_reason(std::string(reason.message()));
  lobby_.Write([end](Store& store) { return store.matches().Finish(end); },
               [this, row, then = std::move(then)](const absl::Status& status) {
                 if (IsRefusal(status)) {
                   // The row of the match is too damaged to be found again.
                   LogError("match lost", {{"match", row.match_id}}, status);
                   return then();
                 }
                 if (!status.ok()) return lobby_.Fail(status);
                 lobby_.journal().Drop(row.match_id);
                 lobby_.TellOver(row);
                 then();
               });
}

// ---- A match begins ----

bool MatchPipeline::YieldsToOlder(const HostedMatch& match) const {
  for (const std::string& bot : BotsOf(match.row.seats)) {
    int64_t last = 0;
    while (const HostedMatch* older =
               waiting_.NextOfSeveral(bot, last, match.row.number)) {
      last = older->row.number;
      if (IsComplete(older->row, FindSeating(directory_, older->row,
                                             Demand::kMayPlay, &older->kind))) {
        return true;
      }
    }
  }
  return false;
}

bool MatchPipeline::FindSessions(HostedMatch& match) const {
  Seating seating =
      FindSeating(directory_, match.row, Demand::kHasRoom, &match.kind);
  if (!IsComplete(match.row, seating) || YieldsToOlder(match)) return false;
  if (!runners_.processes().MayPlay(seating)) return false;
  match.sessions = std::move(seating);
  return true;
}

void MatchPipeline::NotePresenceOf(const Seating& sessions) {
  for (const std::shared_ptr<Session>& session : sessions) {
    if (session != nullptr && session->profile().one_match) {
      reception_.NotePresence(session->process());
    }
  }
}

void MatchPipeline::TryBegin(HostedMatch& waiting, Then then) {
  if (!lobby_.open() || !FindSessions(waiting)) return then();
  std::unique_ptr<HostedMatch> hosted = waiting_.Remove(waiting.row.match_id);
  // Younger matches may have yielded to this one.
  if (NeedsSeveralSessions(hosted->row)) TryBeginOthersOf(hosted->row);
  if (hosted->left.has_value()) {
    Match match = *std::exchange(hosted->left, std::nullopt);
    return Begin(std::move(hosted), std::move(match),
                 lobby_.options().limits.resume_grace, std::move(then));
  }
  NotePlayers(*hosted);
  absl::StatusOr<MatchSettings> settings = SettingsFor(hosted->row);
  // The settings were checked when the match came.
  ARENA_CHECK(settings.ok(), settings.status().ToString());
  absl::StatusOr<Match> match = Match::Create(*settings, {});
  ARENA_CHECK(match.ok(), match.status().ToString());
  Begin(std::move(hosted), *std::move(match), std::nullopt, std::move(then));
}

void MatchPipeline::Begin(std::unique_ptr<HostedMatch> hosted, Match match,
                          std::optional<absl::Duration> patience, Then then) {
  const Seating sessions = hosted->sessions;
  runners_.processes().NotePlaying(sessions, true);
  running_.Begin(std::move(hosted), std::move(match), patience,
                 std::move(then));
  NotePresenceOf(sessions);
}

void MatchPipeline::TryBeginOthersOf(const MatchRow& row) {
  lobby_.Post([this, bots = BotsOf(row.seats)] {
    for (const std::string& bot : bots) TryBeginAllOf(bot);
  });
}

void MatchPipeline::TryBeginAllOf(const std::string& bot) {
  int64_t tried = 0;
  while (directory_.AnyHasRoom(bot)) {
    HostedMatch* const next = waiting_.NextOf(bot, tried);
    if (next == nullptr) return;
    tried = next->row.number;
    TryBegin(*next);
  }
}

void MatchPipeline::Resume(std::unique_ptr<HostedMatch> hosted,
                           const std::shared_ptr<Session>& just_left,
                           Then then) {
  const MatchRow& row = hosted->row;
  Seating seating = FindSeating(directory_, row, Demand::kConnected);
  bool kept = false;
  for (size_t seat = 0; seat < row.seats.size(); ++seat) {
    if (row.sessions[seat].empty() || seating[seat] != nullptr) continue;
    const std::string& bot = row.seats[seat].bot();
    const bool alone = row.isolation == v1::ISOLATION_NONE;
    if (just_left != nullptr && just_left->name() == bot && (alone || !kept)) {
      directory_.Enter(just_left);
      seating[seat] = just_left;
      kept = true;
    } else {
      seating[seat] =
          reception_.SeatHolder({bot, row.instances[seat]}, row.sessions[seat]);
    }
  }
  hosted->sessions = std::move(seating);
  Match match = *std::exchange(hosted->left, std::nullopt);
  Begin(std::move(hosted), std::move(match),
        lobby_.options().limits.resume_grace, std::move(then));
}

// ---- A match ends, or goes to another referee ----

void MatchPipeline::Cancel(const std::string& match_id,
                           std::function<void(const absl::Status&)> done) {
  if (HostedMatch* const running = running_.Find(match_id)) {
    return running_.Cancel(*running, std::move(done));
  }
  // Removed first, so that the match does not begin in the meantime.
  std::unique_ptr<HostedMatch> waiting = waiting_.Remove(match_id);
  if (waiting->left.has_value()) {
    Resume(std::move(waiting));
    return Cancel(match_id, std::move(done));
  }
  FinishedMatch end;
  end.match_id = match_id;
  end.result.set_termination(v1::TERMINATION_CANCELLED);
  end.result.set_reason("cancelled");
  lobby_.Write([end](Store& store) { return store.matches().Finish(end); },
               [this, end, match = std::shared_ptr(std::move(waiting)),
                done = std::move(done)](const absl::Status& status) {
                 for (const auto& spectator : match->spectators) {
                   if (status.ok()) spectator->OnEnd(end.result, {});
                   if (!status.ok()) spectator->OnLost(status);
                 }
                 if (!status.ok()) return done(status);
                 if (NeedsSeveralSessions(match->row)) {
                   TryBeginOthersOf(match->row);
                 }
                 lobby_.TellOver(match->row);
                 done(absl::OkStatus());
               });
}

void MatchPipeline::OnMatchOver(std::unique_ptr<HostedMatch> match) {
  const MatchRow row = match->row;
  NotePresenceOf(match->sessions);
  runners_.processes().NotePlaying(match->sessions, false);
  // The place of the match is free before others are begun.
  match.reset();
  for (const std::string& bot : BotsOf(row.seats)) TryBeginAllOf(bot);
  OnRunnerRoom();
  lobby_.TellOver(row);
  // The bots of the match have room for another one.
  if (row.place.has_value()) ClaimMatches();
}

void MatchPipeline::OnMatchLost(std::unique_ptr<HostedMatch> match,
                                const absl::Status& why) {
  NotePresenceOf(match->sessions);
  if (NeedsSeveralSessions(match->row)) TryBeginOthersOf(match->row);
  for (const auto& spectator : match->spectators) spectator->OnLost(why);
}

void MatchPipeline::Release(const std::string& match_id) {
  std::unique_ptr<HostedMatch> match = waiting_.Remove(match_id);
  const absl::Status why = NotHere(match->row);
  OnMatchLost(std::move(match), why);
}

void MatchPipeline::GiveBack(const std::vector<std::string>& planned) {
  if (planned.empty()) return;
  std::set<std::string> competitions;
  for (const std::string& match_id : planned) {
    competitions.insert(waiting_.Find(match_id)->row.place->competition);
    Release(match_id);
  }
  lobby_.Write(
      [planned](Store& store) { return store.matches().GiveBack(planned); },
      [this, competitions](const absl::Status& status) {
        if (!status.ok()) return lobby_.Fail(status);
        for (const auto& name : competitions) lobby_.events().OnResult(name);
      });
}

void MatchPipeline::GiveBackPlannedOf(const std::string& competition) {
  lobby_.Post([this, competition] {
    GiveBack(waiting_.Pending([&](const MatchRow& row) {
      return row.place.has_value() && row.place->competition == competition;
    }));
  });
}

void MatchPipeline::CancelMatchesOf(const std::string& competition) {
  lobby_.Post([this, competition] { running_.CancelAllOf(competition); });
}

void MatchPipeline::ForgetWaiting(const std::vector<std::string>& match_ids) {
  lobby_.Post([this, match_ids] {
    for (const std::string& match_id : match_ids) {
      if (waiting_.Find(match_id) != nullptr) Release(match_id);
    }
  });
}

void MatchPipeline::OnCrash(const std::string& bot,
                            const std::string& process_id) {
  reception_.NoteCrash(bot, process_id);
}

void MatchPipeline::UseRunnerRoom() {
  const std::set<std::string> started = runners_.processes().StartedBots();
  for (const std::string& bot : waiting_.BotsThat(
           [&](const auto& name) { return started.contains(name); })) {
    TryBeginAllOf(bot);
  }
  runners_.processes().Look();
  ClaimMatches();
}

void MatchPipeline::OnSendingAway(const std::string& bot) {
  GiveBack(waiting_.PlannedFor(bot));
}

void MatchPipeline::OnHandedOver(const std::string& match_id) {
  if (waiting_.Find(match_id) != nullptr) Release(match_id);
}

// ---- Bots come and go ----

void MatchPipeline::Open(const v1::Hello& hello, const Caller& caller,
                         std::shared_ptr<Transport> transport,
                         Answer<std::shared_ptr<Session>> answer) {
  lobby_.Post([this, hello, caller, transport = std::move(transport),
               answer = std::move(answer)] {
    reception_.Open(hello, caller, transport, answer);
  });
}

void MatchPipeline::OnStreamOver(std::shared_ptr<Session> session,
                                 std::shared_ptr<Transport> transport) {
  lobby_.Post(
      [this, session = std::move(session), transport = std::move(transport)] {
        if (!reception_.Leave(session, transport.get())) return;
        OnAbsence(session);
      });
}

void MatchPipeline::OnAbsence(const std::shared_ptr<Session>& session) {
  const std::string& bot = session->name();
  std::vector<std::string> planned = waiting_.PlannedFor(bot);
  std::erase_if(planned, [this](const std::string& match_id) {
    return MayMeet(directory_, runners_.processes(),
                   waiting_.Find(match_id)->row);
  });
  GiveBack(planned);
  // Left matches were taken because their bots were here. From now on these
  // bots have as much time to come back as any other bot.
  int64_t last = 0;
  while (const HostedMatch* next = waiting_.NextOf(bot, last)) {
    last = next->row.number;
    if (!next->left.has_value() || AreConnected(directory_, next->row))
      continue;
    Resume(waiting_.Remove(next->row.match_id), session);
  }
  // Younger matches no longer yield to a match that needs this session.
  TryBeginAllOf(bot);
}

void MatchPipeline::FindSession(const std::string& token,
                                Answer<std::shared_ptr<Session>> answer) {
  lobby_.Post([this, hash = Sha256(token), answer = std::move(answer)] {
    const std::shared_ptr<Session> session = directory_.OfToken(hash);
    if (session != nullptr) return answer(session);
    answer(absl::NotFoundError(
        "session_token names no open session; call Receive first"));
  });
}

// ---- The whole referee ----

void MatchPipeline::Advertise(const std::string& address) {
  lobby_.Write(
      [address](Store& store) { return store.referees().Advertise(address); });
}

void MatchPipeline::Slept(absl::Duration duration) {
  lobby_.Post([this, duration] {
    const std::string line = LogLine("referee stood still",
                                     {{"for", absl::FormatDuration(duration)}});
    // On a busy machine short pauses would be most of the log.
    spdlog::log(
        duration < kLongPause ? spdlog::level::debug : spdlog::level::info,
        line);
    running_.Slept(duration);
  });
}

// ---- Stopping ----

void MatchPipeline::Drain(absl::Duration time_left,
                          std::function<void()> idle) {
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

void MatchPipeline::CloseStreams(std::function<void()> done) {
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
