// Which bots are at which referee, and what they could play if they met.
#ifndef REFEREE_STORE_WHEREABOUTS_H_
#define REFEREE_STORE_WHEREABOUTS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace arena::referee {

// As some bots of one referee need to know it: that one is `self`.
struct Whereabouts {
  // A referee whose lease lasts.
  struct Place {
    int64_t referee = 0;
    std::string name;
    // Where bots reach it; empty if it advertises no address.
    std::string address;
    // How many bots are there.
    int64_t bots = 0;
  };
  // A bot at a referee; one that is at several stands here several times.
  struct Guest {
    std::string bot;
    int64_t referee = 0;
    // Whether it goes where a Redirect sends it.
    bool moves = false;
  };
  // A seat in a match under way at another referee, where its session is not.
  struct EmptySeat {
    std::string bot;
    // The SHA-256 of the session token that it belongs to.
    std::string session;
    int64_t referee = 0;
  };

  int64_t self = 0;
  // In the order in which bots meet there: first where most of them are, and
  // of equal ones the one that is longest there.
  std::vector<Place> places;
  std::vector<EmptySeat> empty_seats;
  // The bots of each match that any referee could play that had them all, the
  // oldest match first.
  std::vector<std::vector<std::string>> matches;
  // Of the bots of these matches.
  std::vector<Guest> guests;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_WHEREABOUTS_H_
