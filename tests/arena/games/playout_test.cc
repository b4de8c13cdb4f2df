// Random playouts of any registered game.
#include "arena/games/base/playout.h"

#include "arena/games/registry.h"
#include "gtest/gtest.h"

namespace arena {
namespace {

AnyState DefaultState(const Game& game) {
  const GameInfo& info = *game.info;
  return game.create(info.default_seats, GameOptions(info.options)).value();
}

TEST(PlayOutTest, EveryGameIsPlayedToItsEnd) {
  for (const Game& game : AllGames()) {
    AnyState state = DefaultState(game);
    Rng rng("playout");
    state->PlayOut(rng);
    EXPECT_EQ(state->node(), Node::kTerminal) << game.info->name;
  }
}

TEST(PlayOutTest, CountsThePlies) {
  for (const Game& game : AllGames()) {
    AnyState played = DefaultState(game);
    Rng rng("playout");
    const int plies = played->PlayOut(rng);

    AnyState stepped = DefaultState(game);
    Rng same("playout");
    int steps = 0;
    for (; stepped->node() != Node::kTerminal; ++steps) {
      Ply ply;
      if (stepped->node() == Node::kChance) {
        ply.push_back({kChance, stepped->SampleChance(same)});
      }
      for (const Seat seat : stepped->ToAct()) {
        ply.push_back({seat, stepped->SampleLegal(seat, same)});
      }
      stepped->Apply(ply);
    }
    EXPECT_EQ(plies, steps) << game.info->name;
  }
}

}  // namespace
}  // namespace arena
