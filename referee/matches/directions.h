// Where the bots of a referee should go, so that all can play.
#ifndef REFEREE_MATCHES_DIRECTIONS_H_
#define REFEREE_MATCHES_DIRECTIONS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/v1/play_service.pb.h"
#include "referee/store/matches/whereabouts.h"

namespace arena::referee {

// What to tell a bot that is wanted elsewhere.
struct Direction {
  // Where to go; absent if there is no address or the bot would not go.
  std::optional<v1::Redirect> destination;
  // Which bot is where, for people.
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
// match no referee can play because they are apart meet at the place with most
// bots that advertises an address. All matches share that place, and every
// referee finds the same one, so no bot is sent back and forth between two
// matches; and every bot that goes there makes the choice more certain. A bot
// that follows no redirect, or is at several referees, stays where it is; if
// that is another place, its opponents do not go to it, because that would keep
// other bots from playing.
std::map<std::string, Direction> FindDirections(
    const std::vector<Present>& here, const Whereabouts& whereabouts);

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_DIRECTIONS_H_
