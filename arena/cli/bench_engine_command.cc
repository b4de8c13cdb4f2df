// arena bench engine: what rules and records cost.
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/cli/bench_engine.h"
#include "arena/cli/command.h"
#include "arena/cli/output.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"

namespace arena::cli {
namespace {

struct EngineFlags {
  std::string game;
  std::string time = "300ms";
  std::string seed = "0";
  bool all_options = false;
  bool json = false;
};

// Adds what the game accepts; not all seats and options go together.
void AddIfPossible(const Game& game, int seats, const std::string& options,
                   std::vector<Setup>& setups) {
  auto parsed = GameOptions::Parse(game.info->options, options);
  if (parsed.ok() && game.create(seats, *parsed).ok()) {
    setups.push_back({&game, *std::move(parsed), seats});
  }
}

// Every number of seats, and every value of the options that choose other
// rules: those called variant or preset, or all with choices.
std::vector<Setup> SetupsOf(const Game& game, bool all_options) {
  const GameInfo& info = *game.info;
  std::vector<Setup> setups;
  for (int seats = info.min_seats; seats <= info.max_seats; ++seats) {
    AddIfPossible(game, seats, "", setups);
  }
  for (const OptionSpec& spec : info.options) {
    const absl::string_view name = spec.name;
    if (spec.kind != OptionKind::kChoice ||
        !(all_options || name == "variant" || name == "preset")) {
      continue;
    }
    for (const absl::string_view choice : absl::StrSplit(spec.choices, '|')) {
      if (choice == spec.default_value) continue;
      AddIfPossible(game, info.default_seats, absl::StrCat(name, "=", choice),
                    setups);
    }
  }
  return setups;
}

absl::StatusOr<std::vector<Setup>> SetupsFor(const EngineFlags& flags) {
  if (!flags.game.empty()) {
    ARENA_ASSIGN_OR_RETURN(const Game* game, FindGame(flags.game));
    return SetupsOf(*game, flags.all_options);
  }
  std::vector<Setup> setups;
  for (const Game& game : AllGames()) {
    for (Setup& setup : SetupsOf(game, flags.all_options)) {
      setups.push_back(std::move(setup));
    }
  }
  return setups;
}

absl::StatusOr<int> RunEngine(const EngineFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<Setup> setups, SetupsFor(flags));
  ARENA_ASSIGN_OR_RETURN(const Seed seed, ReadSeed(flags.seed));
  Columns columns({"game", "seats", "options", "plies/match", "playout ns/ply",
                   "record bytes/ply", "verify plies/s"});
  Json out = Json::array();
  Progress progress("setups");
  for (size_t i = 0; i < setups.size(); ++i) {
    const Setup& setup = setups[i];
    progress.Update(static_cast<int64_t>(i),
                    static_cast<int64_t>(setups.size()));
    ARENA_ASSIGN_OR_RETURN(const EngineFigures figures,
                           MeasureEngine(setup, seed, ToDuration(flags.time)));
    const std::string options = setup.options.ToString();
    columns.AddRow({setup.game->info->name, absl::StrCat(setup.seats),
                    options.empty() ? "-" : options,
                    absl::StrFormat("%.0f", figures.plies_per_match),
                    absl::StrFormat("%.1f", figures.playout_ns_per_ply),
                    absl::StrFormat("%.2f", figures.record_bytes_per_ply),
                    absl::StrFormat("%.0f", figures.verify_plies_per_second)});
    out.push_back(
        {{"game", setup.game->info->name},
         {"seats", setup.seats},
         {"options", setup.options.given()},
         {"plies_per_match", figures.plies_per_match},
         {"playout_ns_per_ply", figures.playout_ns_per_ply},
         {"record_bytes_per_ply", figures.record_bytes_per_ply},
         {"verify_plies_per_second", figures.verify_plies_per_second}});
  }
  if (flags.json) {
    PrintJson(out);
  } else {
    Print(columns.ToString());
  }
  return kSuccess;
}

}  // namespace

BenchPart AddBenchEngineCommand(Commands& commands, CLI::App& bench) {
  const auto flags = std::make_shared<EngineFlags>();
  CLI::App& command = commands.AddBelow(
      bench, "engine", "Measures rules and records on one thread",
      "arena bench engine --game octrix --json");
  command.add_option("--game,-g", flags->game, "Only this game");
  command.add_flag("--all-options", flags->all_options,
                   "Every value of every option that has choices, not only "
                   "variants and presets");
  command
      .add_option("--time", flags->time,
                  "Time for the playouts of one setup, and for its records")
      ->check(CheckDuration)
      ->capture_default_str();
  command.add_option("--seed", flags->seed, "Decides the random matches")
      ->capture_default_str();
  command.add_flag("--json", flags->json, "Print JSON");
  return {&command, [flags] { return RunEngine(*flags); }};
}

}  // namespace arena::cli
