// The sessions of bots, by name and by token.
#ifndef REFEREE_SESSION_DIRECTORY_H_
#define REFEREE_SESSION_DIRECTORY_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "referee/session.h"
#include "referee/store/match_row.h"

namespace arena::referee {

// A name has one session that may get matches, the live session. When a newer
// session takes the name of one that is away and still has matches, that one
// becomes an earlier session: the bot gets no new match before those matches
// are over, and an earlier session that comes back is live again.
//
// Belongs to the lobby; see lobby.h.
class SessionDirectory {
 public:
  using SessionPtr = std::shared_ptr<Session>;

  // Null if there is no such session.
  SessionPtr OfToken(const std::string& token_sha256) const;
  SessionPtr LiveOf(const std::string& bot) const;
  // Whether the live session of a bot has a stream.
  bool IsConnected(const std::string& bot) const;
  // Whether all bots of a match are connected.
  bool AreConnected(const MatchRow& match) const;
  // The live session of a bot if it could begin a match of this game now
  // (empty: of some game); null if not.
  SessionPtr WithRoom(const std::string& bot, const std::string& game) const;
  // Whether a hello with this token may have the name: because no other session
  // plays under it, or the bot comes back to an earlier session with matches.
  bool MayTakeName(const std::string& bot,
                   const std::string& token_sha256) const;
  std::vector<SessionPtr> All() const;
  std::vector<SessionPtr> Live() const;
  void TellAll(const v1::PlayResponse& message) const;

  // Makes this session the live one of its name; if another was live and is
  // connected, it is told to go.
  void Enter(const SessionPtr& session);
  // Removes a session; its token stays valid in the store.
  void Remove(const Session& session);

 private:
  bool HasEarlierMatches(const std::string& bot) const;
  void RemoveEarlier(const Session& session);

  std::map<std::string, SessionPtr> by_token_;
  std::map<std::string, SessionPtr> live_;
  std::multimap<std::string, SessionPtr> earlier_;
};

}  // namespace arena::referee

#endif  // REFEREE_SESSION_DIRECTORY_H_
