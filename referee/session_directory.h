// Who is connected: the sessions of bots, by name and by token.
#ifndef REFEREE_SESSION_DIRECTORY_H_
#define REFEREE_SESSION_DIRECTORY_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "referee/session.h"
#include "referee/store/match_row.h"

namespace arena::referee {

// A name has one session that may get matches, the live one. Sessions whose
// name a newer one took while they were away, and that still have matches, are
// the earlier ones: the bot gets no match before theirs are over, and they are
// live again when they come back.
//
// Of the lobby; see lobby.h.
class SessionDirectory {
 public:
  using SessionPtr = std::shared_ptr<Session>;

  // Null if there is none.
  SessionPtr OfToken(const std::string& token_sha256) const;
  SessionPtr LiveOf(const std::string& bot) const;
  // Whether the live session of a bot has a stream.
  bool IsConnected(const std::string& bot) const;
  // Whether all bots of a match are connected.
  bool AreConnected(const MatchRow& match) const;
  // That of a bot that could begin a match of this game now (empty: of some
  // game); null if there is none.
  SessionPtr WithRoom(const std::string& bot, const std::string& game) const;
  // Whether a hello with this token may have the name: nobody else plays under
  // it, or the bot comes back to an earlier session with matches.
  bool MayTakeName(const std::string& bot,
                   const std::string& token_sha256) const;
  std::vector<SessionPtr> All() const;
  std::vector<SessionPtr> Live() const;
  void TellAll(const v1::PlayResponse& message) const;

  // The session is the live one of its name from now on; one that was that and
  // is connected is told to go.
  void Enter(const SessionPtr& session);
  // Its token stays good in the store.
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
