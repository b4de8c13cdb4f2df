// What competitions cost, measured in one process. `arena bench competition`
// starts it; every measurement is a JSON object on a line of its own.
#include <spdlog/spdlog.h>
#include <stdlib.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/core/check.h"
#include "referee/bench/planning_bench.h"
#include "referee/bench/scheduling_bench.h"
#include "referee/bench/store_bench.h"

namespace arena::referee {
namespace {

struct Flags {
  SchedulingOptions scheduling;
  StoreOptions store;
  PlanningOptions planning;
  int rounds = 5;
  int pace_us = 1000;
};

void AddFlags(CLI::App& app, Flags& flags) {
  const auto number = [&](const char* name, int& value, const char* help) {
    app.add_option(name, value, help)
        ->capture_default_str()
        ->check(CLI::Range(1, 1000000));
  };
  app.add_option("--folder", flags.store.folder,
                 "An existing folder for files, which stay there")
      ->required()
      ->check(CLI::ExistingDirectory);
  app.add_option("--store", flags.store.store,
                 "postgresql://...: results go there instead of into SQLite");
  app.add_option("--game", flags.scheduling.game,
                 "Of the competition that is played");
  number("--rounds", flags.rounds, "Medians are of this many");
  number("--at-once", flags.scheduling.at_once,
         "Matches that each of the six bots plays at once");
  number("--sets", flags.scheduling.sets,
         "Duplicate sets of every encounter that is played");
  number("--pace", flags.pace_us, "Microseconds that a bot takes to decide");
  number("--results", flags.store.results, "Results that the store keeps");
  number("--planned-sets", flags.planning.sets,
         "Duplicate sets of the competitions that are only planned");
}

void Print(const std::vector<Measurement>& lines) {
  for (const Measurement& line : lines) {
    std::puts(MeasurementJson(line).dump().c_str());
  }
  std::fflush(stdout);
}

absl::Status Measure(Flags flags) {
  flags.scheduling.pace = absl::Microseconds(flags.pace_us);
  flags.scheduling.rounds = flags.store.rounds = flags.planning.rounds =
      flags.rounds;
  ARENA_ASSIGN_OR_RETURN(
      const Measurement scheduling,
      MeasureScheduling(flags.scheduling, flags.store.folder));
  Print({scheduling});
  ARENA_ASSIGN_OR_RETURN(const std::vector<Measurement> store,
                         MeasureStore(flags.store));
  Print(store);
  ARENA_ASSIGN_OR_RETURN(const std::vector<Measurement> planning,
                         MeasurePlanning(flags.planning));
  Print(planning);
  return absl::OkStatus();
}

}  // namespace
}  // namespace arena::referee

int main(int argc, char** argv) {
  spdlog::set_level(spdlog::level::off);
  arena::referee::Flags flags;
  CLI::App app("Measures what competitions cost.", "competition_bench");
  arena::referee::AddFlags(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const absl::Status status = arena::referee::Measure(std::move(flags));
  if (status.ok()) return 0;
  std::fprintf(stderr, "competition_bench: %s\n",
               std::string(status.message()).c_str());
  return 1;
}
