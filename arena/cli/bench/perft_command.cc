// arena perft: counts positions.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/match_flags.h"
#include "arena/cli/base/output.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"
#include "arena/games/base/any_state.h"

namespace arena::cli {
namespace {

// One first ply and the counts below it.
struct PerftBranch {
  std::string text;
  uint64_t nodes;
};

// Counts the ways to play complete turns. A turn is one ply, or as many plies
// as the game says belong together; a simultaneous decision counts every
// combination of its choices. Chance uses up no depth: its outcomes are those
// of a match with the same seed. A match that is over has no turns left: it
// counts only at depth 0. Announcements are left out.
class Perft {
 public:
  explicit Perft(const Seed& seed) : seed_(seed) {}

  uint64_t Count(const AnyState& state, int depth) const;
  // The same by first ply, in the order of the legal actions. `on_branch` is
  // called after each of `total`. Requires: depth > 0.
  std::vector<PerftBranch> Divide(
      const AnyState& state, int depth,
      const std::function<void(size_t done, size_t total)>& on_branch) const;

 private:
  // The position in the streams of chance, as a match keeps it.
  struct Draws {
    int deal = 0;
    uint32_t draw = 0;
  };
  // Applies pending chance outcomes.
  void Deal(AnyState& state, Draws& draws) const;
  uint64_t CountFrom(AnyState& state, int depth, Draws draws) const;

  const Seed seed_;
};

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

struct PerftFlags {
  GameFlags game;
  std::string position;
  std::string seed = "0";
  int depth = 1;
  bool divide = false;
  bool json = false;
};

absl::StatusOr<AnyState> StartOf(const Setup& setup,
                                 const std::string& position) {
  if (position.empty()) return setup.game->create(setup.seats, setup.options);
  absl::StatusOr<AnyState> state =
      setup.game->from_text(setup.options, position);
  // If the game has no positions as text, the flag is a mistake.
  if (absl::IsFailedPrecondition(state.status())) {
    return absl::InvalidArgumentError(state.status().message());
  }
  return state;
}

absl::StatusOr<int> RunPerft(const PerftFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const Setup setup, ReadGameFlags(flags.game));
  ARENA_ASSIGN_OR_RETURN(const AnyState start, StartOf(setup, flags.position));
  ARENA_ASSIGN_OR_RETURN(const Seed seed, ReadSeed(flags.seed));
  const Perft perft(seed);
  const absl::Time began = absl::Now();
  uint64_t nodes = 0;
  std::vector<PerftBranch> branches;
  if (flags.depth == 0) {
    nodes = perft.Count(start, 0);
  } else {
    Progress progress("first plies");
    branches = perft.Divide(start, flags.depth, [&](size_t done, size_t total) {
      progress.Update(static_cast<int64_t>(done), static_cast<int64_t>(total));
    });
    for (const PerftBranch& branch : branches) nodes += branch.nodes;
  }
  const double seconds = absl::ToDoubleSeconds(absl::Now() - began);
  if (flags.json) {
    Json out = {{"game", setup.game->info->name},
                {"depth", flags.depth},
                {"nodes", nodes},
                {"seconds", seconds},
                {"nodesPerSecond", nodes / seconds}};
    Json divided = Json::object();
    for (const auto& branch : branches) divided[branch.text] = branch.nodes;
    if (flags.divide) out["divide"] = std::move(divided);
    PrintJson(out);
    return kSuccess;
  }
  if (flags.divide) {
    for (const PerftBranch& branch : branches) {
      Print(absl::StrCat(branch.text, ": ", branch.nodes, "\n"));
    }
  }
  Print(absl::StrCat("nodes ", nodes, "\n"));
  return kSuccess;
}

}  // namespace

void AddPerftCommand(Commands& commands) {
  const auto flags = std::make_shared<PerftFlags>();
  CLI::App& command =
      commands.Add("perft", "Counts the ways to play a number of turns",
                   "arena perft --game ordo --options variant=x --depth 2");
  AddGameFlags(command, flags->game);
  command.add_option("--depth,-d", flags->depth, "Number of complete turns")
      ->required()
      ->check(command_line::WholeNumber(0, 100));
  command.add_option("--position", flags->position,
                     "Start from this position, in the game's notation");
  command
      .add_option("--seed", flags->seed,
                  "Seed of the chance outcomes, which use up no depth")
      ->capture_default_str();
  command.add_flag("--divide", flags->divide, "Print the counts by first ply");
  command.add_flag("--json", flags->json, "Print JSON, with the time taken");
  commands.OnChosen(command, [flags] { return RunPerft(*flags); });
}

}  // namespace arena::cli
