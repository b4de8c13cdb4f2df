// Decides which sessions of the bots play in which seats of a match, so that no
// session sees more than its isolation allows.
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

// Conditions of a session that may have a seat. Each includes the ones before.
enum class Demand {
  kConnected,
  // The session gets matches, now or when others are over.
  kMayPlay,
  // The session could begin a match now.
  kHasRoom,
};

// By seat; null for built-in players, and for seats without a suitable session.
using Seating = std::vector<std::shared_ptr<Session>>;

// ISOLATION_NONE: all seats of a bot go to one session, the one with most room.
// ISOLATION_SEATS: each seat goes to a session of its own. ISOLATION_MATCHES:
// as ISOLATION_SEATS, and each session is to play one match and has had none.
//
// In a match that has begun before, a seat goes to the session that had the
// seat. Otherwise the seat goes to the process of the same instance, or else to
// a session that had no seat in the match: a session that has seen one seat
// must not get another seat.
//
// From kMayPlay on, the sessions play matches like `kind`; null: any match.
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
