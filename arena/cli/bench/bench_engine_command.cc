// arena bench engine: measures the cost of rules and records.
#include <CLI/CLI.hpp>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "arena/bench/engine_load.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/match_flags.h"
#include "arena/cli/base/output.h"
#include "arena/core/check.h"
#include "arena/core/quantities.h"
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

absl::StatusOr<std::vector<bench::EngineSetup>> SetupsFor(
    const EngineFlags& flags) {
  if (!flags.game.empty()) {
    ARENA_ASSIGN_OR_RETURN(const Game* game, FindGame(flags.game));
    return bench::SetupsOf(*game, flags.all_options);
  }
  std::vector<bench::EngineSetup> setups;
  for (const Game& game : AllGames()) {
    for (bench::EngineSetup& setup : bench::SetupsOf(game, flags.all_options)) {
      setups.push_back(std::move(setup));
    }
  }
  return setups;
}

using EngineWork = uint32_t (bench::EngineLoad::*)();

double NsPerPly(bench::EngineLoad& load, EngineWork work, absl::Duration time) {
  (load.*work)();  // Fills the caches.
  int64_t plies = 0;
  absl::Duration elapsed;
  const absl::Time began = absl::Now();
  do {
    plies += (load.*work)();
    elapsed = absl::Now() - began;
  } while (elapsed < time);
  return absl::ToDoubleNanoseconds(elapsed) / static_cast<double>(plies);
}

absl::StatusOr<int> RunEngine(const EngineFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto setups, SetupsFor(flags));
  ARENA_ASSIGN_OR_RETURN(const Seed seed, ReadSeed(flags.seed));
  Columns columns({"game", "seats", "options", "plies/match", "playout ns/ply",
                   "record bytes/ply", "verify plies/s"});
  Json out = Json::array();
  Progress progress("setups");
  for (size_t i = 0; i < setups.size(); ++i) {
    const bench::EngineSetup& setup = setups[i];
    progress.Update(static_cast<int64_t>(i),
                    static_cast<int64_t>(setups.size()));
    bench::EngineLoad load(setup, seed);
    const double playout =
        NsPerPly(load, &bench::EngineLoad::PlayOut, ToDuration(flags.time));
    const double verify = 1e9 / NsPerPly(load, &bench::EngineLoad::Verify,
                                         ToDuration(flags.time));
    const std::string options = setup.options.ToString();
    columns.AddRow({setup.game->info->name, absl::StrCat(setup.seats),
                    options.empty() ? "-" : options,
                    absl::StrFormat("%.0f", load.PliesOfAMatch()),
                    absl::StrFormat("%.1f", playout),
                    absl::StrFormat("%.2f", load.RecordBytesOfAPly()),
                    absl::StrFormat("%.0f", verify)});
    out.push_back({{"game", setup.game->info->name},
                   {"seats", setup.seats},
                   {"options", setup.options.given()},
                   {"pliesPerMatch", load.PliesOfAMatch()},
                   {"playoutNsPerPly", playout},
                   {"recordBytesPerPly", load.RecordBytesOfAPly()},
                   {"verifyPliesPerSecond", verify}});
  }
  PrintEither(flags.json, out, columns.ToString());
  return kSuccess;
}

}  // namespace

BenchPart AddBenchEngineCommand(Commands& commands, CLI::App& bench) {
  const auto flags = std::make_shared<EngineFlags>();
  CLI::App& command = commands.AddBelow(
      bench, "engine", "Measures rules and records on one thread",
      "arena bench engine --game octrix --json");
  command.add_option("--game,-g", flags->game, "Only this game")
      ->check(GameNames());
  command.add_flag("--all-options", flags->all_options,
                   "Measure every value of every option that has choices, "
                   "not only variants and presets");
  command
      .add_option("--time", flags->time,
                  "Time for the playouts of one setup, and for its records")
      ->check(CheckDuration)
      ->capture_default_str();
  command.add_option("--seed", flags->seed, "Seed of the random matches")
      ->capture_default_str();
  command.add_flag("--json", flags->json, "Print JSON");
  return {&command, [flags] { return RunEngine(*flags); }};
}

}  // namespace arena::cli
