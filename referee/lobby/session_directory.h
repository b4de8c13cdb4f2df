// The sessions of bots, by name and by token.
#ifndef REFEREE_LOBBY_SESSION_DIRECTORY_H_
#define REFEREE_LOBBY_SESSION_DIRECTORY_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "referee/sessions/session.h"

namespace arena::referee {

// A process of a bot has one session that may get matches, the live one. A
// newer session may take the name of a session that is away. If the old session
// still has matches, it is an earlier one: the process gets no match before
// these matches are over. The earlier session is live again when it comes back.
//
// A session whose place another session took while it was connected is set
// aside: it is the live session of a name of its own, and holds up nothing.
//
// Belongs to the lobby; see lobby.h.
class SessionDirectory {
 public:
  using SessionPtr = std::shared_ptr<Session>;

  // Null if there is no such session.
  SessionPtr OfToken(const std::string& token_sha256) const;
  SessionPtr LiveOf(const ProcessName& process) const;
  // The live sessions of a bot, by instance.
  std::vector<SessionPtr> LiveOf(const std::string& bot) const;
  // Whether the bot is here and gets no match before the matches of its earlier
  // sessions are over. Matches of anonymous competitions are left out.
  bool WaitsForEarlier(const std::string& bot) const;
  // Whether a live session of the bot has a stream.
  bool IsConnected(const std::string& bot) const;
  // Whether a live session may get such a match, now or when others are over.
  // Null: any match, or a match that the session has begun.
  bool MayPlay(const Session& session, const MatchKind* match) const;
  // Whether the session could begin one now.
  bool HasRoom(const Session& session, const MatchKind* match) const;
  // Whether any session of the bot could begin some match now.
  bool AnyHasRoom(const std::string& bot) const;
  // Whether a hello with this token may have the name: no other session plays
  // under it, or the process comes back to an earlier session with matches.
  bool MayTakeName(const ProcessName& process,
                   const std::string& token_sha256) const;
  // The name of a bot that is connected, or has matches under way, and that
  // differs from this one in the case of letters only; empty: there is none.
  std::string TwinOf(const std::string& bot) const;
  std::vector<SessionPtr> All() const;
  std::vector<SessionPtr> Live() const;
  void TellAll(const v1::PlayResponse& message) const;

  // Makes this session the live one of its name. If another session was live
  // and is connected, that session is told to go.
  void Enter(const SessionPtr& session);
  // Takes the name away from a live session, for another session of the
  // process.
  void SetAside(Session& session);
  // Removes a session; its token stays valid in the store.
  void Remove(const Session& session);

 private:
  bool HasEarlierMatches(const ProcessName& process) const;
  void RemoveEarlier(const Session& session);

  std::map<std::string, SessionPtr> by_token_;
  std::map<ProcessName, SessionPtr> live_;
  std::multimap<ProcessName, SessionPtr> earlier_;
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_SESSION_DIRECTORY_H_
