#include "referee/matches/reception.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "referee/access/ownership.h"
#include "referee/base/log.h"
#include "referee/matches/hello.h"
#include "referee/sessions/bot_profile.h"

namespace arena::referee {
namespace {

// Stores that a replaced session comes back under a name of its own.
absl::Status StoreReplaced(Store& store, const Session* replaced) {
  if (replaced == nullptr) return absl::OkStatus();
  absl::StatusOr<SessionRow> row =
      store.sessions().Find(replaced->token_sha256());
  // The session has played its one match.
  if (absl::IsNotFound(row.status())) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(row.status());
  row->instance =
      replaced->process().SetAside(replaced->token_sha256()).instance;
  return store.sessions().Put(*row);
}

}  // namespace

// ---- From hello to welcome ----

void Reception::Arrival::BeginAnew() {
  hello.clear_resume_token();
  token = RandomName();
  token_sha256 = Sha256(token);
}

void Reception::Open(const v1::Hello& hello, const Caller& caller,
                     std::shared_ptr<Transport> transport, Answer answer) {
  const auto arrival = std::make_shared<Arrival>();
  arrival->hello = hello;
  arrival->caller = caller;
  arrival->transport = std::move(transport);
  arrival->answer = std::move(answer);
  if (arrival->submitted()) {
    // This process may take the place of one that is gone.
    arrival->hello.set_resume_token(
        SessionTokenOf(lobby_.options().process_secret, caller.process));
  }
  arrival->token =
      arrival->resumes() ? arrival->hello.resume_token() : RandomName();
  arrival->token_sha256 = Sha256(arrival->token);
  std::deque<ArrivalPtr>& same_name = arrivals_[arrival->process()];
  same_name.push_back(arrival);
  if (same_name.size() == 1) Identify(arrival);
}

void Reception::Identify(const ArrivalPtr& arrival) {
  if (const auto refusal = CheckHello(*arrival)) {
    return Refuse(*arrival, *refusal);
  }
  lobby_.Read(
      [arrival](Store& store) -> absl::StatusOr<Identity> {
        Identity identity;
        identity.plays_as =
            CheckPlaysAs(store.bots(), arrival->caller, arrival->hello.name());
        ARENA_ASSIGN_OR_RETURN(identity.twin,
                               store.bots().FindTwin(arrival->hello.name()));
        if (!identity.plays_as.ok() || !arrival->resumes()) return identity;
        auto row = store.sessions().Find(arrival->token_sha256);
        if (!row.ok() && !IsRefusal(row.status())) return row.status();
        if (row.ok()) identity.resumable = *std::move(row);
        return identity;
      },
      [this, arrival](const absl::StatusOr<Identity>& identity) {
        if (!identity.ok()) {
          return Refuse(*arrival,
                        {v1::ERROR_REASON_DRAINING, identity.status()});
        }
        if (const auto refusal = CheckIdentity(*arrival, *identity)) {
          return Refuse(*arrival, *refusal);
        }
        Register(arrival);
      });
}

std::optional<Refusal> Reception::CheckHello(Arrival& arrival) const {
  const v1::Hello& hello = arrival.hello;
  if (lobby_.draining() && !IsNeeded(arrival)) {
    return Refusal{v1::ERROR_REASON_DRAINING,
                   absl::UnavailableError("the referee is about to stop")};
  }
  absl::StatusOr<BotProfile> profile =
      ProfileFor(hello, lobby_.options().limits.max_matches);
  if (!profile.ok()) {
    return Refusal{v1::ERROR_REASON_BAD_HELLO, profile.status()};
  }
  arrival.profile = *std::move(profile);
  return CheckSubmitted(arrival);
}

std::optional<Refusal> Reception::CheckSubmitted(Arrival& arrival) const {
  const v1::Hello& hello = arrival.hello;
  if (arrival.submitted()) {
    const PlayableVersion* const version =
        processes_.VersionOf(arrival.caller.process);
    // A runner of an earlier version lets every process play one match.
    const bool ends = hello.one_match() ||
                      processes_.PlaysSeveral(arrival.caller.process);
    if (version != nullptr && hello.instance() == arrival.caller.process &&
        ends) {
      const absl::Status kept = processes_.CheckPromise(
          arrival.caller.process, arrival.profile.repertoire);
      if (!kept.ok()) return Refusal{v1::ERROR_REASON_BAD_HELLO, kept};
      arrival.profile.submitted = true;
      arrival.profile.active = version->active;
      arrival.profile.version = version->version;
      return std::nullopt;
    }
    return Refusal{v1::ERROR_REASON_NAME_NOT_YOURS,
                   absl::PermissionDeniedError(absl::StrCat(
                       "the token belongs to ", arrival.caller.process,
                       ", and the hello does not"))};
  }
  if (IsProcessId(hello.instance())) {
    return Refusal{
        v1::ERROR_REASON_BAD_HELLO,
        absl::InvalidArgumentError(absl::StrCat(
            "the instance \"", hello.instance(), "\" begins with \"",
            kProcessPrefix, "\", as only instances of submitted bots do"))};
  }
  const PlayableVersion* const active = processes_.ActiveOf(hello.name());
  if (active == nullptr || arrival.resumes()) return std::nullopt;
  return Refusal{v1::ERROR_REASON_NAME_IN_USE,
                 absl::AlreadyExistsError(absl::StrCat(
                     "the submitted version ", active->version, " plays for \"",
                     hello.name(), "\" (`arena bots retire ", hello.name(), " ",
                     active->version,
                     "` ends that); choose another name (hello.name, "
                     "--name)"))};
}

std::optional<Refusal> Reception::CheckIdentity(
    Arrival& arrival, const Identity& identity) {
  if (!identity.plays_as.ok()) {
    return Refusal{v1::ERROR_REASON_NAME_NOT_YOURS, identity.plays_as};
  }
  if (const auto refusal = CheckTwin(arrival, identity.twin)) return refusal;
  const std::optional<ProcessName> resumed = FindResumed(arrival, identity);
  if (arrival.submitted() && !resumed.has_value()) {
    arrival.hello.clear_resume_token();
  }
  if (resumed.has_value() && resumed->set_aside()) {
    // The process that was set aside plays to the end; a second process would
    // take its stream away.
    if (arrival.hello.replace()) {
      arrival.BeginAnew();
    } else {
      arrival.profile.process = *resumed;
    }
  }
  if (auto refusal = CheckName(arrival)) return refusal;
  if (!arrival.resumes()) return UseToken(arrival);
  if (resumed.has_value()) return std::nullopt;
  return Refusal{v1::ERROR_REASON_UNKNOWN_TOKEN,
                 absl::UnauthenticatedError(absl::StrCat(
                     "the session of hello.resume_token (--token-file) does "
                     "not belong to ",
                     arrival.process().ToString(),
                     "; connect without this token to begin a new session"))};
}

std::optional<Refusal> Reception::CheckTwin(const Arrival& arrival,
                                            std::string twin) const {
  if (arrival.caller.role == v1::ROLE_BOT) return std::nullopt;
  const std::string& name = arrival.hello.name();
  if (twin.empty()) twin = directory_.TwinOf(name);
  if (twin.empty()) return std::nullopt;
  return Refusal{
      v1::ERROR_REASON_NAME_IN_USE,
      absl::AlreadyExistsError(absl::StrCat(
          "there is a bot named \"", twin, "\", and \"", name,
          "\" differs only in upper and lower case; choose another name "
          "(hello.name, --name)"))};
}

std::optional<ProcessName> Reception::FindResumed(
    const Arrival& arrival, const Identity& identity) const {
  if (!arrival.resumes()) return std::nullopt;
  const SessionPtr here = directory_.OfToken(arrival.token_sha256);
  const auto& kept = identity.resumable;
  std::optional<ProcessName> process;
  if (here != nullptr) {
    process = here->process();
  } else if (kept.has_value()) {
    process = {kept->bot, kept->instance};
  }
  const bool is_own =
      process.has_value() && process->Original() == arrival.process();
  return is_own ? process : std::nullopt;
}

// Only the bot itself may replace a session. A registered bot proves its
// identity with its token. Any other bot shows the token of the session,
// because a stranger can use any name.
std::optional<Refusal> Reception::CheckName(Arrival& arrival) const {
  const ProcessName& process = arrival.profile.process;
  const std::string resumed = arrival.resumes() ? arrival.token_sha256 : "";
  const SessionPtr live = directory_.LiveOf(process);
  if (arrival.hello.replace() && live != nullptr && live->attached()) {
    if (arrival.caller.role == v1::ROLE_BOT ||
        live->token_sha256() == resumed) {
      arrival.replaced = live;
      arrival.BeginAnew();
      return std::nullopt;
    }
    return Refusal{
        v1::ERROR_REASON_NAME_IN_USE,
        absl::AlreadyExistsError(absl::StrCat(
            "only ", process.ToString(),
            " itself may take the place of its connected process; prove it "
            "with a token of the bot, or with the session that this process "
            "has kept (hello.resume_token, --token-file)"))};
  }
  if (directory_.MayTakeName(process, resumed)) return std::nullopt;
  return Refusal{v1::ERROR_REASON_NAME_IN_USE,
                 absl::AlreadyExistsError(absl::StrCat(
                     "a bot named ", process.ToString(),
                     " is connected already; choose another name (--name), if "
                     "this is another process of the same bot another instance "
                     "(--instance), go on with the session that it has kept "
                     "(hello.resume_token, --token-file), or take its place as "
                     "a new version (hello.replace, --replace)"))};
}

// A process that began another session could play a second match of a set.
std::optional<Refusal> Reception::UseToken(Arrival& arrival) {
  const Caller& caller = arrival.caller;
  const bool once = lobby_.options().confined_bots || arrival.submitted();
  if (!once || caller.role != v1::ROLE_BOT) return std::nullopt;
  arrival.uses_token = used_tokens_.insert(caller.token_id).second;
  if (arrival.uses_token) return std::nullopt;
  return Refusal{
      v1::ERROR_REASON_NAME_NOT_YOURS,
      absl::PermissionDeniedError(absl::StrCat(
          "this token of ", caller.Account(),
          " is good for one session, and has begun it; resume this session "
          "with the token of its welcome"))};
}

void Reception::Register(const ArrivalPtr& arrival) {
  const SessionPtr here = directory_.OfToken(arrival->token_sha256);
  // A session that is neither here nor kept has played its one match.
  const bool had_one = here == nullptr || here->profile().one_match;
  lobby_.TryWrite(
      [arrival, had_one](Store& store) -> absl::Status {
        const std::string& name = arrival->hello.name();
        ARENA_RETURN_IF_ERROR(StoreReplaced(store, arrival->replaced.get()));
        SessionRow row = {.token_sha256 = arrival->token_sha256,
                          .bot = name,
                          .instance = arrival->profile.process.instance,
                          .one_match = arrival->profile.one_match,
                          .last_seen = absl::Now()};
        bool over = false;
        if (arrival->resumes()) {
          const auto kept = store.sessions().Find(row.token_sha256);
          if (!kept.ok() && !IsRefusal(kept.status())) return kept.status();
          // The session keeps its kind: one match or many. A session is no
          // longer kept when it has played its one match.
          row.one_match = kept.ok() ? kept->one_match : had_one;
          over = row.one_match && !kept.ok();
          arrival->seated = kept.ok() && kept->seated;
          arrival->spent = over || (row.one_match && arrival->seated);
          arrival->profile.one_match = row.one_match;
        }
        if (!over) ARENA_RETURN_IF_ERROR(store.sessions().Put(row));
        if (arrival->caller.role != v1::ROLE_BOT) return absl::OkStatus();
        return store.bots().SeeVersion(name, arrival->hello.version(),
                                       arrival->hello.language(), absl::Now());
      },
      [this, arrival](const absl::Status& status) {
        if (status.ok()) return Enter(*arrival);
        Refuse(*arrival, {v1::ERROR_REASON_DRAINING, status});
      });
}

void Reception::SetAside(Session& session) {
  const ProcessName before = session.process();
  directory_.SetAside(session);
  if (session.process() == before) return;
  Log("bot replaced", {{"bot", session.name()},
                       {"instance", before.instance},
                       {"matches", absl::StrCat(session.matches())}});
  if (session.matches() == 0) session.Dismiss();
}

void Reception::Enter(const Arrival& arrival) {
  // A bot that came at the same time may have entered meanwhile.
  if (const auto refusal = CheckTwin(arrival, "")) {
    return Refuse(arrival, *refusal);
  }
  if (arrival.replaced != nullptr) SetAside(*arrival.replaced);
  SessionPtr session = directory_.OfToken(arrival.token_sha256);
  if (session == nullptr) {
    session = NewSession(arrival.profile, arrival.token_sha256);
    if (arrival.resumes()) session->deals().Forget();
  } else {
    session->set_profile(arrival.profile);
  }
  if (arrival.spent) session->set_spent();
  directory_.Enter(session);
  gone_.Remove(arrival.process());
  SendWelcome(arrival, *session);
  TakeStream(*session, arrival.transport);
  NotePresence(session->process());
  Log("bot connected", {{"bot", session->name()},
                        {"instance", session->process().instance},
                        {"version", arrival.hello.version()},
                        {"language", arrival.hello.language()},
                        {"resumed", arrival.resumes() ? "yes" : "no"}});
  Finish(arrival, session);
  on_entered_(session);
  // The session came back only to hear how its last match has ended.
  const bool done = session->spent() || session->process().set_aside();
  if (done && !arrival.seated && session->matches() == 0) session->Dismiss();
}

void Reception::Refuse(const Arrival& arrival, const Refusal& refusal) {
  if (arrival.uses_token) used_tokens_.erase(arrival.caller.token_id);
  // Other reasons may pass, such as an earlier stream that has not ended yet.
  const bool lasts = refusal.reason == v1::ERROR_REASON_BAD_HELLO;
  if (lasts) processes_.OnRefused(arrival.caller.process, refusal.status);
  arrival.transport->Send(FatalError(refusal.reason, refusal.status));
  Finish(arrival, refusal.status);
}

void Reception::Finish(const Arrival& arrival,
                       absl::StatusOr<SessionPtr> outcome) {
  const auto same_name = arrivals_.find(arrival.process());
  const ArrivalPtr finished = std::move(same_name->second.front());
  same_name->second.pop_front();
  if (same_name->second.empty()) {
    arrivals_.erase(same_name);
  } else {
    lobby_.Post([this, next = same_name->second.front()] { Identify(next); });
  }
  finished->answer(std::move(outcome));
}

void Reception::SendWelcome(const Arrival& arrival,
                            const Session& session) const {
  const HostOptions& options = lobby_.options();
  Response response;
  v1::Welcome& welcome = *response->mutable_welcome();
  const BotProfile profile = session.profile();
  FillWelcome(options.limits, profile.max_matches, welcome);
  for (const v1::GameSupport& plays : profile.repertoire.accepted()) {
    *welcome.add_plays() = plays;
  }
  if (arrival.caller.limited()) {
    v1::Limits& limits = *welcome.mutable_limits();
    limits.set_max_streams(options.quotas.max_streams);
    limits.set_max_calls_per_minute(options.quotas.max_calls);
  }
  welcome.set_session_token(arrival.token);
  welcome.set_resumed(arrival.resumes());
  arrival.transport->Send(std::move(response));
}

void Reception::TakeStream(Session& session,
                           const std::shared_ptr<Transport>& stream) {
  if (session.TakeCrash()) FailReturned(session);
  const std::shared_ptr<Transport> before =
      session.Attach(stream, lobby_.executor().Now());
  if (before == nullptr) {
    lobby_.metrics().sessions().Increment();
    return;
  }
  const absl::Status replaced =
      absl::AbortedError("a newer stream of this session has taken over");
  before->Send(FatalError(v1::ERROR_REASON_SESSION_REPLACED, replaced));
  before->Close(replaced);
}

// ---- Sessions ----

std::shared_ptr<Session> Reception::NewSession(
    const BotProfile& profile, const std::string& token_sha256) {
  return std::make_shared<Session>(
      profile, token_sha256, lobby_.options().limits,
      [this](std::shared_ptr<Session> session) {
        lobby_.Post([this, session = std::move(session)] {
          session->set_leaving();
          NotePresence(session->process());
          if (session->matches() == 0) session->Dismiss();
        });
      });
}

std::shared_ptr<Session> Reception::SeatHolder(
    const ProcessName& process, const std::string& token_sha256) {
  if (SessionPtr known = directory_.OfToken(token_sha256)) return known;
  BotProfile profile;
  profile.process = process;
  const SessionPtr session = NewSession(profile, token_sha256);
  session->deals().Forget();
  directory_.Enter(session);
  return session;
}

bool Reception::IsNeeded(const Arrival& arrival) const {
  const SessionPtr session = directory_.OfToken(arrival.token_sha256);
  return session != nullptr && session->matches() > 0;
}

bool Reception::Leave(const SessionPtr& session, const Transport* transport) {
  if (!session->Detach(transport)) return false;
  lobby_.metrics().sessions().Decrement();
  Log("bot disconnected", {{"bot", session->name()},
                           {"instance", session->process().instance},
                           {"matches", absl::StrCat(session->matches())}});
  for (const SeatOf& seat : session->seats()) seat.runner->Detach(seat.seat);
  const bool reported = session->TakeCrash();
  if (reported) FailCrashed(lobby_, session);
  if (session->matches() == 0) {
    if (!reported) gone_.Add(*session, lobby_.executor().Now());
    directory_.Remove(*session);
  }
  NotePresence(session->process());
  return true;
}

bool Reception::NoteCrash(const std::string& bot, const std::string& instance) {
  bool played = false;
  for (const SessionPtr& session : directory_.All()) {
    const ProcessName process = session->process().Original();
    if (process.bot != bot) continue;
    if (!instance.empty() && process.instance != instance) continue;
    played |= NoteCrash(session);
  }
  return gone_.Take(bot, instance) || played;
}

absl::StatusOr<bool> Reception::NoteCrashOf(const ProcessName& process,
                                            const std::string& token_sha256) {
  const SessionPtr session = directory_.OfToken(token_sha256);
  if (session != nullptr && session->process().Original().bot == process.bot) {
    return NoteCrash(session);
  }
  if (gone_.TakeOf(process, token_sha256)) return true;
  return absl::NotFoundError("no session of the bot has this token");
}

bool Reception::NoteCrash(const SessionPtr& session) {
  const bool played = session->NoteCrash();
  // Otherwise the last messages of the process are still to be read.
  if (!session->attached() && session->TakeCrash()) {
    FailCrashed(lobby_, session);
  }
  return played;
}

void Reception::NotePresence(const ProcessName& process) {
  // Such a session gets no matches that other referees need to know of.
  if (process.set_aside()) return;
  const SessionPtr live = directory_.LiveOf(process);
  const auto noted = present_.find(process);
  if (live == nullptr || !live->attached()) {
    if (noted == present_.end()) return;
    present_.erase(noted);
    return lobby_.Write([process](Store& store) {
      return store.referees().SetAbsent(process.bot, process.instance);
    });
  }
  const BotProfile profile = live->profile();
  const PresentSession present{.bot = process.bot,
                               .instance = process.instance,
                               .token_sha256 = live->token_sha256(),
                               .moves = profile.moves,
                               .fresh = live->fresh(),
                               .takes = live->takes(),
                               .max_matches = profile.max_matches,
                               .plays = profile.repertoire.ToText()};
  if (noted != present_.end() && noted->second == present) return;
  present_[process] = present;
  lobby_.Write(
      [present](Store& store) { return store.referees().SetPresent(present); });
}

void Reception::Sweep(absl::Time now) {
  const absl::Time awake = lobby_.match_executor().Now();
  for (const SessionPtr& session : directory_.All()) {
    session->Sweep(now, awake);
    if (session->Stale(now)) directory_.Remove(*session);
  }
  gone_.RemoveBefore(now - lobby_.options().limits.resume_grace);
}

}  // namespace arena::referee
