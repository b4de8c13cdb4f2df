#include "arena/cli/command.h"
namespace arena::cli {
void AddBenchCommand(Commands&) {}
}  // namespace arena::cli
