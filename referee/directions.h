// Where the bots of a referee should go, so that all can play.
#ifndef REFEREE_DIRECTIONS_H_
#define REFEREE_DIRECTIONS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

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

// A session here.
struct Present {
  std::string bot;
  // The SHA-256 of its token.
  std::string session;
  // Whether it follows a Redirect.
  bool moves = false;
};

// Tells the sessions that are wanted elsewhere, by the hashes of their tokens,
// where that is.
//
// A session whose match is under way at another referee goes there. Bots whose
// match nobody can play because they are apart meet where most bots are, of the
// places that advertise an address. As that is one place for all matches, and
// every referee finds the same, nobody is sent to and fro between the bots of
// two matches; and each step makes the place the more certain. A bot that
// follows no redirect, or that is at several referees, stays where it is, and
// nobody goes to it elsewhere: it would keep others from playing.
std::map<std::string, Direction> FindDirections(
    const std::vector<Present>& here, const Whereabouts& whereabouts);

}  // namespace arena::referee

#endif  // REFEREE_DIRECTIONS_H_
