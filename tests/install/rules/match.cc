// Plays a match of every game. Each seat rolls out its actions in states that
// are possible for what it knows, and takes the one that wins the most.
#include <algorithm>
#include <iostream>

#include "arena/core/rng.h"
#include "arena/games/rules_registry.h"
#include "arena/search/win_share.h"

namespace {

using arena::Action;
using arena::AnyPosition;
using arena::Node;
using arena::Seat;

constexpr size_t kActions = 4;
constexpr int kPlayouts = 2;

// The share of the win after the action and random play.
double Try(AnyPosition state, Seat seat, Action action, int seats,
           arena::Rng& rng) {
  state->Resample(seat, rng);
  arena::Ply ply;
  for (const Seat each : state->ToAct()) {
    ply.push_back({each, each == seat ? action : state->Suggest(each)});
  }
  state->Apply(ply);
  state->PlayOut(rng);
  return arena::WinShareOf(state->Ranks(), seat, seats);
}

Action Best(const AnyPosition& state, Seat seat, int seats, arena::Rng& rng) {
  arena::ActionList legal;
  state->LegalActions(seat, legal);
  Action best = legal[0];
  double most = -1;
  for (size_t i = 0; i < std::min(kActions, legal.size()); ++i) {
    double share = 0;
    for (int j = 0; j < kPlayouts; ++j) {
      share += Try(state, seat, legal[i], seats, rng);
    }
    if (share > most) best = legal[i];
    most = std::max(most, share);
  }
  return best;
}

void Play(const arena::GameRules& game, arena::Rng& rng) {
  const arena::GameInfo& info = *game.info;
  const int seats = info.default_seats;
  AnyPosition state =
      game.create(seats, arena::GameOptions(info.options)).value();
  int searched = 0;
  while (state->node() != Node::kTerminal) {
    arena::Ply ply;
    if (state->node() == Node::kChance) {
      ply.push_back({arena::kChance, state->SampleChance(rng)});
    }
    for (const Seat seat : state->ToAct()) {
      ply.push_back({seat, searched++ < 20 ? Best(state, seat, seats, rng)
                                           : state->SampleLegal(seat, rng)});
    }
    state->Apply(ply);
  }
  std::cout << info.name << ":";
  for (Seat seat = 0; seat < seats; ++seat) {
    std::cout << ' ' << arena::WinShareOf(state->Ranks(), seat, seats);
  }
  std::cout << '\n';
}

}  // namespace

int main() {
  arena::Rng rng("7");
  for (const arena::GameRules& game : arena::AllRules()) Play(game, rng);
}
