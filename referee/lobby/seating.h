// Which sessions of the bots play in which seats of a match, so that none sees
// more than its isolation allows.
#ifndef REFEREE_LOBBY_SEATING_H_
#define REFEREE_LOBBY_SEATING_H_

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "arena/v1/match_service.pb.h"
#include "referee/lobby/session_directory.h"
#include "referee/store/matches/match_row.h"

namespace arena::referee {

// The names of the bots, each once, in a list of v1.SeatSpec: the seats of a
// match, or the players of an entrant.
template <typename Seats>
std::set<std::string> BotsOf(const Seats& seats) {
  std::set<std::string> bots;
  for (const v1::SeatSpec& seat : seats) {
    if (seat.has_bot()) bots.insert(seat.bot());
  }
  return bots;
}

// What is asked of a session that may have a seat; each includes those before.
enum class Demand {
  kConnected,
  // It gets matches, now or when others are over.
  kMayPlay,
  // It could begin one now.
  kHasRoom,
};

// By seat; null for built-in players, and for seats that no session can have.
using Seating = std::vector<std::shared_ptr<Session>>;

// ISOLATION_NONE: the seats of a bot go to one session, the one with most room.
// ISOLATION_SEATS: each goes to a session of its own. ISOLATION_MATCHES: also
// such that is to play one match, and has had none.
//
// Of a match that has begun before, a seat goes to the session that had it, or
// else to the process of the same instance, or else to one that had no seat of
// it: what a session has seen of one seat does not come to another one.
//
// From kMayPlay on, sessions play matches like `kind`; null: whatever it is.
Seating FindSeating(const SessionDirectory& directory, const MatchRow& match,
                    Demand demand, const MatchKind* kind = nullptr);

// Whether every bot of the match has a session in each of its seats.
bool IsComplete(const MatchRow& match, const Seating& seating);

// Whether the sessions that are connected are enough for the match.
bool AreConnected(const SessionDirectory& directory, const MatchRow& match);

// Whether a bot needs several sessions to play a match.
bool NeedsSeveralSessions(const MatchRow& match);

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_SEATING_H_
