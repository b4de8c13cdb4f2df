// The sessions of a match host: who is connected, who comes back, who is gone.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/log.h"
#include "referee/match_host.h"
#include "referee/match_request.h"
#include "referee/ownership.h"
#include "referee/secrets.h"

namespace arena::referee {
namespace {

constexpr absl::Duration kSweepInterval = absl::Seconds(1);

}  // namespace

void MatchHost::Open(const v1::Hello& hello, const Caller& caller,
                     std::shared_ptr<Transport> transport,
                     Answer<std::shared_ptr<Session>> answer) {
  lobby_->Post([this, hello, caller, transport = std::move(transport),
                answer = std::move(answer)] {
    answer(DoOpen(hello, caller, transport));
  });
}

absl::StatusOr<std::shared_ptr<Session>> MatchHost::DoOpen(
    const v1::Hello& hello, const Caller& caller,
    const std::shared_ptr<Transport>& transport) {
  const absl::StatusOr<BotProfile> profile =
      ProfileFor(hello, options_.limits.max_matches);
  std::optional<Refusal> refusal = ReasonToRefuse(hello, caller, profile);
  const bool resumes = !hello.resume_token().empty();
  const std::string token = resumes ? hello.resume_token() : RandomName();
  std::shared_ptr<Session> session;
  if (!refusal.has_value() && resumes) {
    absl::StatusOr<std::shared_ptr<Session>> resumed = Resume(hello, *profile);
    if (resumed.ok()) session = *std::move(resumed);
    if (!resumed.ok()) {
      refusal = {v1::ERROR_REASON_UNKNOWN_TOKEN, resumed.status()};
    }
  } else if (!refusal.has_value()) {
    session = NewSession(*profile, Sha256(token));
  }
  if (refusal.has_value()) {
    transport->Send(FatalError(refusal->reason, refusal->status));
    return refusal->status;
  }
  ARENA_RETURN_IF_ERROR(store_.sessions().Put(
      {session->token_sha256(), session->name(), absl::Now()}));
  ARENA_RETURN_IF_ERROR(store_.referees().SetPresent(session->name(), true));
  if (caller.role == v1::ROLE_BOT) {
    ARENA_RETURN_IF_ERROR(store_.bots().SeeVersion(
        session->name(), hello.version(), hello.language(), absl::Now()));
  }
  sessions_by_token_[session->token_sha256()] = session;
  TakeName(session);
  SendWelcome(*session, caller, token, resumes, *transport);
  TakeStream(*session, transport);
  Log("bot connected", {{"bot", session->name()},
                        {"version", hello.version()},
                        {"language", hello.language()},
                        {"resumed", resumes ? "yes" : "no"}});
  AttachSeats(session);
  // The answer comes first, so that the stream can take its requests.
  lobby_->Post([this, name = session->name()] {
    StartPending(name);
    ClaimMatches();
  });
  return session;
}

std::optional<Refusal> MatchHost::ReasonToRefuse(
    const v1::Hello& hello, const Caller& caller,
    const absl::StatusOr<BotProfile>& profile) const {
  if (draining_ && !IsNeeded(hello)) {
    return Refusal{v1::ERROR_REASON_DRAINING,
                   absl::UnavailableError("the referee is about to stop")};
  }
  if (hello.revision() != 1) {
    return Refusal{v1::ERROR_REASON_UNSUPPORTED_REVISION,
                   absl::FailedPreconditionError(
                       absl::StrCat("hello.revision is ", hello.revision(),
                                    "; this referee speaks revision 1"))};
  }
  if (!profile.ok()) {
    return Refusal{v1::ERROR_REASON_BAD_HELLO, profile.status()};
  }
  const absl::Status identity =
      CheckPlaysAs(store_.bots(), caller, profile->name);
  if (!identity.ok()) {
    return Refusal{v1::ERROR_REASON_NAME_NOT_YOURS, identity};
  }
  const std::string resumed = Sha256(hello.resume_token());
  const auto live = sessions_by_name_.find(profile->name);
  const auto [begin, end] = followed_.equal_range(profile->name);
  const bool comes_first = std::any_of(begin, end, [&](const auto& earlier) {
    return earlier.second->matches() > 0 &&
           earlier.second->token_sha256() == resumed;
  });
  if (!comes_first && live != sessions_by_name_.end() &&
      live->second->attached() && live->second->token_sha256() != resumed) {
    return Refusal{
        v1::ERROR_REASON_NAME_IN_USE,
        absl::AlreadyExistsError(absl::StrCat(
            "a bot named \"", profile->name,
            "\" is connected already; choose another name, or resume with "
            "the token of its welcome"))};
  }
  return std::nullopt;
}

void MatchHost::TakeName(const std::shared_ptr<Session>& session) {
  std::shared_ptr<Session>& current = sessions_by_name_[session->name()];
  const std::shared_ptr<Session> before = std::exchange(current, session);
  const auto [begin, end] = followed_.equal_range(session->name());
  for (auto it = begin; it != end;) {
    it = it->second == session ? followed_.erase(it) : std::next(it);
  }
  if (before == nullptr || before == session) return;
  if (before->matches() > 0) followed_.insert({before->name(), before});
  before->Close(v1::ERROR_REASON_NAME_IN_USE,
                absl::AlreadyExistsError(absl::StrCat(
                    "the session of \"", session->name(),
                    "\" that was here first has come back to its matches")));
}

bool MatchHost::HasEarlierMatches(const std::string& bot) const {
  const auto [begin, end] = followed_.equal_range(bot);
  return std::any_of(begin, end, [](const auto& earlier) {
    return earlier.second->matches() > 0;
  });
}

void MatchHost::TakeStream(Session& session,
                           const std::shared_ptr<Transport>& transport) {
  const std::shared_ptr<Transport> before =
      session.Attach(transport, executor_.Now());
  if (before == nullptr) {
    metrics_.sessions().Increment();
    return;
  }
  const absl::Status replaced =
      absl::AbortedError("a newer stream of this session has taken over");
  before->Send(FatalError(v1::ERROR_REASON_SESSION_REPLACED, replaced));
  before->Close(replaced);
}

void MatchHost::AttachSeats(const std::shared_ptr<Session>& session) {
  for (const SeatOf& seat : session->seats()) {
    const auto it = matches_.find(seat.match_id);
    if (it != matches_.end()) AttachSession(*it->second, seat.seat, session);
  }
}

bool MatchHost::IsNeeded(const v1::Hello& hello) const {
  if (hello.resume_token().empty()) return false;
  const auto it = sessions_by_token_.find(Sha256(hello.resume_token()));
  return it != sessions_by_token_.end() && it->second->matches() > 0;
}

std::shared_ptr<Session> MatchHost::NewSession(
    const BotProfile& profile, const std::string& token_sha256) {
  return std::make_shared<Session>(
      profile, token_sha256, options_.limits,
      [this](std::shared_ptr<Session> session) {
        lobby_->Post([session = std::move(session)] {
          session->set_leaving();
          if (session->matches() > 0) return;
          session->Close(v1::ERROR_REASON_UNSPECIFIED, absl::OkStatus());
        });
      });
}

std::shared_ptr<Session> MatchHost::SeatHolder(
    const std::string& bot, const std::string& token_sha256) {
  // At another referee the bot had another session.
  const auto live = sessions_by_name_.find(bot);
  if (live != sessions_by_name_.end() && live->second->attached()) {
    return live->second;
  }
  std::shared_ptr<Session>& session = sessions_by_token_[token_sha256];
  if (session == nullptr) {
    BotProfile profile;
    profile.name = bot;
    session = NewSession(profile, token_sha256);
    TakeName(session);
  }
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
  const absl::StatusOr<SessionRow> row = store_.sessions().Find(hash);
  if (!row.ok() || row->bot != profile.name) return unknown;
  return NewSession(profile, hash);
}

void MatchHost::SendWelcome(const Session& session, const Caller& caller,
                            const std::string& token, bool resumed,
                            Transport& transport) const {
  v1::PlayResponse response;
  v1::Welcome& welcome = *response.mutable_welcome();
  FillWelcome(options_.limits, session.profile().max_matches, welcome);
  if (caller.limited()) {
    v1::Limits& limits = *welcome.mutable_limits();
    limits.set_max_streams(options_.quotas.max_streams);
    limits.set_max_calls_per_minute(options_.quotas.max_calls);
  }
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
    if (session->matches() == 0) Forget(session);
    if (const absl::Status status = NoteAbsence(session->name());
        !status.ok()) {
      OnFailure(status);
    }
  });
}

void MatchHost::Forget(const std::shared_ptr<Session>& session) {
  // Its token stays good in the store.
  sessions_by_token_.erase(session->token_sha256());
  const auto it = sessions_by_name_.find(session->name());
  if (it != sessions_by_name_.end() && it->second == session) {
    sessions_by_name_.erase(it);
  }
  const auto [begin, end] = followed_.equal_range(session->name());
  for (auto earlier = begin; earlier != end;) {
    earlier = earlier->second == session ? followed_.erase(earlier)
                                         : std::next(earlier);
  }
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
  std::vector<std::shared_ptr<Session>> stale;
  for (const auto& [token, session] : sessions_by_token_) {
    session->Sweep(now);
    if (session->Stale(now)) stale.push_back(session);
  }
  for (const std::shared_ptr<Session>& session : stale) Forget(session);
  KeepLease(now);
  lobby_->WakeAt(now + kSweepInterval, [this] { Sweep(); });
}

}  // namespace arena::referee
