// arena bench: measures the speed of each part.
#include <CLI/CLI.hpp>

#include "arena/cli/base/command.h"
#include "arena/core/check.h"

namespace arena::cli {

void AddBenchCommand(Commands& commands) {
  CLI::App& bench = commands.Add(
      "bench", "Measures speed: of one part, or of all parts", "arena bench");
  bench.require_subcommand(0, 1);
  const BenchPart parts[] = {AddBenchEngineCommand(commands, bench),
                             AddBenchServiceCommand(commands, bench),
                             AddBenchCompetitionCommand(commands, bench),
                             AddBenchRunnersCommand(commands, bench),
                             AddBenchBotsCommand(commands, bench)};
  commands.OnChosen(bench,
                    [&bench, parts = std::vector<BenchPart>(
                                 std::begin(parts),
                                 std::end(parts))]() -> absl::StatusOr<int> {
                      const bool all = bench.get_subcommands().empty();
                      for (const BenchPart& part : parts) {
                        if (!all && !part.command->parsed()) continue;
                        ARENA_RETURN_IF_ERROR(part.work().status());
                      }
                      return kSuccess;
                    });
}

}  // namespace arena::cli
