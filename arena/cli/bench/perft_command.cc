// arena perft: counts positions.
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/match_flags.h"
#include "arena/cli/base/output.h"
#include "arena/cli/bench/perft.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

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
                {"nodes_per_second", nodes / seconds}};
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
