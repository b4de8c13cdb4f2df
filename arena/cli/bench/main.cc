// The program arena-bench: the commands of `arena` that measure.
#include "arena/cli/base/command.h"

int main(int argc, char** argv) {
  return arena::cli::RunProgram(argc, argv, [](arena::cli::Commands& commands) {
    arena::cli::AddPerftCommand(commands);
    arena::cli::AddBenchCommand(commands);
  });
}
