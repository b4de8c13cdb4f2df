// Plays a match of every game with the rules alone: the program is linked with
// nothing that knows messages.
#include <iostream>

#include "arena/core/rng.h"
#include "arena/games/rules_registry.h"

namespace arena {
namespace {

// Suggestions of states that are possible for the seats, announcements never.
int Play(AnyPosition state, Rng& rng) {
  int plies = 0;
  for (; state->node() != Node::kTerminal; ++plies) {
    Ply ply;
    if (state->node() == Node::kChance) {
      ply.push_back({kChance, state->SampleChance(rng)});
    }
    for (const Seat seat : state->ToAct()) {
      AnyPosition possible = state;
      possible->Resample(seat, rng);
      ply.push_back({seat, possible->Suggest(seat)});
    }
    state->Apply(ply);
  }
  return plies;
}

}  // namespace
}  // namespace arena

int main() {
  arena::Rng rng("rules");
  for (const arena::GameRules& game : arena::AllRules()) {
    const arena::GameInfo& info = *game.info;
    const auto start =
        game.create(info.default_seats, arena::GameOptions(info.options));
    std::cout << info.name << ": " << arena::Play(start.value(), rng)
              << " plies\n";
  }
}
