// Where the bots of a referee should go, so that all can play.
#ifndef REFEREE_DIRECTIONS_H_
#define REFEREE_DIRECTIONS_H_

#include <map>
#include <optional>
#include <string>

#include "arena/v1/play_service.pb.h"
#include "referee/store/whereabouts.h"

namespace arena::referee {

// What a bot is told that is wanted elsewhere.
struct Direction {
  // Where to go; absent if it cannot be told or would not go.
  std::optional<v1::Redirect> destination;
  // Who is where, for people.
  std::string reason;
};

// The bots here, by name: the SHA-256 of their session tokens, and whether they
// follow a Redirect.
struct Present {
  std::string session;
  bool moves = false;
};

// Tells the bots that are wanted elsewhere where that is.
//
// A session whose match is under way at another referee goes there. Bots whose
// match nobody can play because they are apart meet where most bots are: as
// every referee finds the same place, one bot is never sent there while the
// other is sent away, and each step makes that place the more certain. A bot
// that cannot move, or that is at several referees, stays; then the place is
// one of its own.
std::map<std::string, Direction> FindDirections(
    const std::map<std::string, Present>& here, const Whereabouts& whereabouts);

}  // namespace arena::referee

#endif  // REFEREE_DIRECTIONS_H_
