// How a bot comes in, from its hello to a session with a stream, and goes.
#ifndef REFEREE_MATCHES_RECEPTION_H_
#define REFEREE_MATCHES_RECEPTION_H_

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "referee/access/access.h"
#include "referee/lobby/lobby.h"
#include "referee/lobby/session_directory.h"
#include "referee/matches/crash.h"
#include "referee/processes/processes.h"
#include "referee/sessions/outbox.h"
#include "referee/sessions/session.h"

namespace arena::referee {

// Of the lobby; see lobby.h. Hellos of one process of a bot are taken one after
// the other, so that no two have its name while the store is asked.
class Reception {
 public:
  using SessionPtr = std::shared_ptr<Session>;
  using Answer = std::function<void(absl::StatusOr<SessionPtr>)>;

  // `on_entered` gives a session with a new stream the matches that it plays.
  Reception(Lobby& lobby, SessionDirectory& directory, Processes& processes,
            std::function<void(const SessionPtr&)> on_entered)
      : lobby_(lobby),
        directory_(directory),
        processes_(processes),
        on_entered_(std::move(on_entered)) {}

  // Accepts a bot: its Welcome goes through `transport` before the answer; if
  // the bot is refused, the reason goes instead.
  void Open(const v1::Hello& hello, const Caller& caller,
            std::shared_ptr<Transport> transport, Answer answer);
  // The stream of a session has ended; false if a newer one is in its place.
  bool Leave(const SessionPtr& session, const Transport* transport);
  // A process of a bot has ended, or all of them if `instance` is empty.
  // Returns whether it had played since it connected: an end after its match,
  // when its session is over, counts as played.
  bool NoteCrash(const std::string& bot, const std::string& instance);
  // The same for the process that had the session of this token. NOT_FOUND if
  // the bot has no such session.
  absl::StatusOr<bool> NoteCrashOf(const ProcessName& process,
                                   const std::string& token_sha256);
  // The session of a seat that another run, or another referee, has filled:
  // until it comes back with its token, it is away.
  SessionPtr SeatHolder(const ProcessName& process,
                        const std::string& token_sha256);
  // Tells the store who is here, if that has changed: the live session of this
  // name, whether it has a stream, and whether it may have a match of its own.
  void NotePresence(const ProcessName& process);
  // Looks after silent bots and sessions that nobody comes back to; call it
  // about once a second.
  void Sweep(absl::Time now);

 private:
  // A bot at the door.
  struct Arrival {
    v1::Hello hello;
    Caller caller;
    std::shared_ptr<Transport> transport;
    Answer answer;
    BotProfile profile;
    // The token of the session that it begins or resumes.
    std::string token;
    std::string token_sha256;
    // It comes back to a match that is under way.
    bool seated = false;
    // It comes back, and its one match has begun.
    bool spent = false;
    // The session whose place it takes.
    SessionPtr replaced;
    // It begins a session with a token that is good for one.
    bool uses_token = false;

    ProcessName process() const { return {hello.name(), hello.instance()}; }
    // Whether a runner has started it.
    bool submitted() const { return !caller.process.empty(); }
    bool resumes() const { return !hello.resume_token().empty(); }
    // It begins a session, whatever token it has shown.
    void BeginAnew();
  };
  using ArrivalPtr = std::shared_ptr<Arrival>;
  // What the store knows about an arrival.
  struct Identity {
    absl::Status plays_as;
    // See Bots::FindTwin.
    std::string twin;
    // The session that it wants to resume, if it is there.
    std::optional<SessionRow> resumable;
  };

  // The steps, in their order.
  std::optional<Refusal> CheckHello(Arrival& arrival) const;
  // Whether the process of a submitted bot says who it is, and no other process
  // says that.
  std::optional<Refusal> CheckSubmitted(Arrival& arrival) const;
  void Identify(const ArrivalPtr& arrival);
  std::optional<Refusal> CheckIdentity(Arrival& arrival,
                                       const Identity& identity);
  // Names that differ in case only look alike in standings. A bot with a token
  // of its own keeps its name whoever else is here.
  std::optional<Refusal> CheckTwin(const Arrival& arrival,
                                   std::string twin) const;
  // Whether it may have the name, in the place of another session if it asks.
  std::optional<Refusal> CheckName(Arrival& arrival) const;
  // The session that it wants to resume, if that is one of this process.
  std::optional<ProcessName> FindResumed(const Arrival& arrival,
                                         const Identity& identity) const;
  // Whether it may begin a session with this token, which is then used.
  std::optional<Refusal> UseToken(Arrival& arrival);
  void Register(const ArrivalPtr& arrival);
  void Enter(const Arrival& arrival);
  void SetAside(Session& session);
  // The last step; then the next arrival of the same name has its turn.
  void Finish(const Arrival& arrival, absl::StatusOr<SessionPtr> outcome);
  void Refuse(const Arrival& arrival, const Refusal& refusal);

  SessionPtr NewSession(const BotProfile& profile,
                        const std::string& token_sha256);
  void SendWelcome(const Arrival& arrival, const Session& session) const;
  // From now on the session sends through this stream.
  void TakeStream(Session& session, const std::shared_ptr<Transport>& stream);
  // Whether the bot comes back to matches under way.
  bool IsNeeded(const Arrival& arrival) const;
  bool NoteCrash(const SessionPtr& session);

  Lobby& lobby_;
  SessionDirectory& directory_;
  Processes& processes_;
  const std::function<void(const SessionPtr&)> on_entered_;
  // By name; the first of each is under way.
  std::map<ProcessName, std::deque<ArrivalPtr>> arrivals_;
  // The ids of tokens that are good for one session, and have begun it since
  // the referee started.
  std::set<std::string> used_tokens_;
  GoneProcesses gone_;
  // Who is here as far as the store knows.
  std::map<ProcessName, PresentSession> present_;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_RECEPTION_H_
