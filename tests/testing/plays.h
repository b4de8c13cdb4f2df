// The games that bots of tests say they play.
#ifndef TESTS_TESTING_PLAYS_H_
#define TESTS_TESTING_PLAYS_H_

#include "arena/games/registry.h"
#include "arena/v1/play_service.pb.h"

namespace arena {

// Every game of the referee, in every way.
inline void AddAllGames(v1::Hello& hello) {
  for (const Game& game : AllGames()) {
    hello.add_plays()->set_game(game.info->name);
  }
}

}  // namespace arena

#endif  // TESTS_TESTING_PLAYS_H_
