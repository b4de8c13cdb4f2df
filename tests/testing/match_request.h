// A request for a match in one line.
#ifndef TESTS_TESTING_MATCH_REQUEST_H_
#define TESTS_TESTING_MATCH_REQUEST_H_

#include <string>
#include <vector>

#include "arena/v1/match_service.pb.h"

namespace arena::testing {

// A request for a match of `game`; a seat is "bot:NAME" or the name of a
// built-in player.
inline v1::CreateMatchRequest MatchRequest(
    const std::string& game, const std::vector<std::string>& seats) {
  v1::CreateMatchRequest request;
  request.set_game(game);
  for (const std::string& seat : seats) {
    v1::SeatSpec& spec = *request.add_seats();
    if (seat.starts_with("bot:")) {
      spec.set_bot(seat.substr(4));
    } else {
      spec.set_built_in(seat);
    }
  }
  return request;
}

}  // namespace arena::testing

#endif  // TESTS_TESTING_MATCH_REQUEST_H_
