// The bots at each referee, and the matches that they could play if they met.
#ifndef REFEREE_STORE_MATCHES_WHEREABOUTS_H_
#define REFEREE_STORE_MATCHES_WHEREABOUTS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace arena::referee {

// The places and matches of some bots of one referee, `self`.
struct Whereabouts {
  // A referee whose lease lasts.
  struct Place {
    int64_t referee = 0;
    std::string name;
    // The address of the referee for bots; empty if it advertises none.
    std::string address;
    // The number of bots that are connected to the referee.
    int64_t bots = 0;
  };
  // A bot at a referee; a bot at several referees is listed once for each.
  struct Guest {
    std::string bot;
    int64_t referee = 0;
    // Whether the bot goes where a Redirect sends it.
    bool moves = false;
  };
  // A seat in a match under way at another referee, where its session is not.
  struct EmptySeat {
    std::string bot;
    // The SHA-256 of the token of the session that has the seat.
    std::string session;
    int64_t referee = 0;
  };

  int64_t self = 0;
  // In the order in which bots prefer to meet there: places with more bots
  // first. Of places with equally many bots, the one that entered the store
  // first.
  std::vector<Place> places;
  std::vector<EmptySeat> empty_seats;
  // A match that a referee could play if all its bots were there.
  struct ApartMatch {
    std::vector<std::string> bots;
    // Whether the bots must not learn of each other.
    bool anonymous = false;
  };
  // The oldest first.
  std::vector<ApartMatch> matches;
  // The places of the bots of these matches.
  std::vector<Guest> guests;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCHES_WHEREABOUTS_H_
