#include "arena/cli/bench/perft.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace arena::cli {
namespace {

// The plies of a decision: all combinations of the choices that seats owe.
std::vector<Ply> PliesOf(const AnyState& state) {
  std::vector<Ply> plies = {Ply()};
  for (const Seat seat : state->ToAct()) {
    ActionList actions;
    state->LegalActions(seat, actions);
    std::vector<Ply> longer;
    longer.reserve(plies.size() * actions.size());
    for (const Ply& ply : plies) {
      for (const Action action : actions) {
        longer.push_back(ply);
        longer.back().push_back({seat, action});
      }
    }
    plies = std::move(longer);
  }
  return plies;
}

std::string PlyText(const AnyState& state, const Ply& ply) {
  std::string text;
  for (const SeatAction& part : ply) {
    absl::StrAppend(&text, text.empty() ? "" : " ",
                    state->ActionToString(part.seat, part.action));
  }
  return text;
}

}  // namespace

void Perft::Deal(AnyState& state, Draws& draws) const {
  while (state->node() == Node::kChance) {
    const int deal = state->DealIndex();
    if (deal != draws.deal) draws = {deal, 0};
    Rng rng(seed_, static_cast<uint32_t>(deal), draws.draw++);
    const SeatAction outcome = {kChance, state->SampleChance(rng)};
    state->Apply({&outcome, 1});
  }
}

uint64_t Perft::Count(const AnyState& state, int depth) const {
  AnyState copy = state;
  return CountFrom(copy, depth, Draws());
}

uint64_t Perft::CountFrom(AnyState& state, int depth, Draws draws) const {
  Deal(state, draws);
  if (depth == 0 && !state->TurnGoesOn()) return 1;
  if (state->node() == Node::kTerminal) return 0;
  uint64_t nodes = 0;
  // The first ply of a turn has used up the depth of the whole turn.
  const int rest = state->TurnGoesOn() ? depth : depth - 1;
  for (const Ply& ply : PliesOf(state)) {
    AnyState next = state;
    next->Apply(ply);
    nodes += CountFrom(next, rest, draws);
  }
  return nodes;
}

std::vector<PerftBranch> Perft::Divide(
    const AnyState& state, int depth,
    const std::function<void(size_t done, size_t total)>& on_branch) const {
  AnyState start = state;
  Draws draws;
  Deal(start, draws);
  std::vector<PerftBranch> branches;
  if (start->node() == Node::kTerminal) return branches;
  const std::vector<Ply> plies = PliesOf(start);
  const int rest = start->TurnGoesOn() ? depth : depth - 1;
  for (const Ply& ply : plies) {
    AnyState next = start;
    next->Apply(ply);
    branches.push_back({PlyText(start, ply), CountFrom(next, rest, draws)});
    on_branch(branches.size(), plies.size());
  }
  return branches;
}

}  // namespace arena::cli
