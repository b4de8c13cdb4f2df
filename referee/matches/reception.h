// The way of a bot from its hello to a session with a stream, and out again.
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

// Belongs to the lobby; see lobby.h. Hellos of one process of a bot are taken
// one after the other, so that two hellos cannot get the same name while the
// store is asked.
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

  // Accepts a bot: its Welcome goes through `transport` before the answer. If
  // the bot is refused, the reason goes through `transport` instead.
  void Open(const v1::Hello& hello, const Caller& caller,
            std::shared_ptr<Transport> transport, Answer answer);
  // The stream of a session has ended. False if a newer stream is in its place.
  bool Leave(const SessionPtr& session, const Transport* transport);
  // A process of a bot has ended, or all its processes if `instance` is empty.
  // Returns whether the process had played since it connected. If its match and
  // its session are over, it had played.
  bool NoteCrash(const std::string& bot, const std::string& instance);
  // The same for the process that had the session of this token. NOT_FOUND if
  // the bot has no such session.
  absl::StatusOr<bool> NoteCrashOf(const ProcessName& process,
                                   const std::string& token_sha256);
  // The session of a seat that another run, or another referee, has filled. The
  // session is away until it comes back with its token.
  SessionPtr SeatHolder(const ProcessName& process,
                        const std::string& token_sha256);
  // Tells the store of a change of the live session of this name: whether it
  // has a stream, and whether it may have a match of its own.
  void NotePresence(const ProcessName& process);
  // Looks after silent bots and abandoned sessions; call it about once a
  // second.
  void Sweep(absl::Time now);

 private:
  // A bot that has said hello and is not accepted yet.
  struct Arrival {
    v1::Hello hello;
    Caller caller;
    std::shared_ptr<Transport> transport;
    Answer answer;
    BotProfile profile;
    // The token of the session that the bot begins or resumes.
    std::string token;
    std::string token_sha256;
    // The bot comes back to a match that is under way.
    bool seated = false;
    // The bot comes back, and its one match has begun.
    bool spent = false;
    // The session whose place the bot takes.
    SessionPtr replaced;
    // The bot begins a session with a token that is good for one session.
    bool uses_token = false;

    ProcessName process() const { return {hello.name(), hello.instance()}; }
    // Whether a runner has started the bot.
    bool submitted() const { return !caller.process.empty(); }
    bool resumes() const { return !hello.resume_token().empty(); }
    // Begins a new session, whatever token the bot has shown.
    void BeginAnew();
  };
  using ArrivalPtr = std::shared_ptr<Arrival>;
  // The knowledge of the store about an arrival.
  struct Identity {
    absl::Status plays_as;
    // See Bots::FindTwin.
    std::string twin;
    // The session that the bot wants to resume, if the store has it.
    std::optional<SessionRow> resumable;
  };

  // The steps, in their order.
  std::optional<Refusal> CheckHello(Arrival& arrival) const;
  // Checks that the process of a submitted bot says its own id, and that no
  // other process says this id.
  std::optional<Refusal> CheckSubmitted(Arrival& arrival) const;
  void Identify(const ArrivalPtr& arrival);
  std::optional<Refusal> CheckIdentity(Arrival& arrival,
                                       const Identity& identity);
  // Names that differ in case only look alike in standings. A bot with a token
  // of its own keeps its name whoever else is here.
  std::optional<Refusal> CheckTwin(const Arrival& arrival,
                                   std::string twin) const;
  // Checks that the bot may have the name, or the place of the session that it
  // asks to replace.
  std::optional<Refusal> CheckName(Arrival& arrival) const;
  // The session that the bot wants to resume, if the session is of this
  // process.
  std::optional<ProcessName> FindResumed(const Arrival& arrival,
                                         const Identity& identity) const;
  // Checks that the bot may begin a session with this token, and uses the
  // token.
  std::optional<Refusal> UseToken(Arrival& arrival);
  void Register(const ArrivalPtr& arrival);
  void Enter(const Arrival& arrival);
  void SetAside(Session& session);
  // The last step. Afterwards the next arrival of the same name has its turn.
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
  // By name; the first arrival of each name is under way.
  std::map<ProcessName, std::deque<ArrivalPtr>> arrivals_;
  // The ids of one-session tokens that have begun their session since the
  // referee started.
  std::set<std::string> used_tokens_;
  GoneProcesses gone_;
  // The sessions that the store believes to be here.
  std::map<ProcessName, PresentSession> present_;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_RECEPTION_H_
