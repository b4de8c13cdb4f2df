// arena bench: how fast things are, part by part.
#include "arena/cli/command.h"

namespace arena::cli {

void AddBenchCommand(Commands& commands) {
  CLI::App& bench = commands.Add("bench", "Measures how fast things are",
                                 "arena bench engine");
  bench.require_subcommand(0, 1);
  AddBenchEngineCommand(commands, bench);
  AddBenchServiceCommand(commands, bench);
}

}  // namespace arena::cli
