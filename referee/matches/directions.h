// Decides where the bots of a referee should go, so that all can play.
#ifndef REFEREE_MATCHES_DIRECTIONS_H_
#define REFEREE_MATCHES_DIRECTIONS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/v1/play_service.pb.h"
#include "referee/store/matches/whereabouts.h"

namespace arena::referee {

// The message for a bot that is wanted elsewhere.
struct Direction {
  // The referee to go to; absent if it has no address or the bot would not go.
  std::optional<v1::Redirect> destination;
  // The places of the bots, for people.
  std::string reason;
};

// A session at this referee.
struct Present {
  std::string bot;
  // The SHA-256 of the session's token.
  std::string session;
  // Whether the session follows a Redirect.
  bool moves = false;
};

// Finds directions for the sessions that are wanted elsewhere, by the hashes of
// their tokens.
//
// A session whose match is under way at another referee goes there. Bots that
// are apart, so that no referee can play their match, meet at one place: the
// referee with most bots that advertises an address. All matches share this
// place, and every referee finds the same place. So no bot is sent back and
// forth between two matches, and every bot that goes there makes the choice
// more certain. A bot that follows no redirect, or is at several referees,
// stays where it is. If that is another place, its opponents do not go to it,
// because that would keep other bots from playing.
std::map<std::string, Direction> FindDirections(
    const std::vector<Present>& here, const Whereabouts& whereabouts);

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_DIRECTIONS_H_
