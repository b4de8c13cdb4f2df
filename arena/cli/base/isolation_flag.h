// The flag --isolation.
#ifndef ARENA_CLI_BASE_ISOLATION_FLAG_H_
#define ARENA_CLI_BASE_ISOLATION_FLAG_H_

#include <CLI/CLI.hpp>

#include "arena/v1/player.pb.h"

namespace arena::cli {

// Sets `isolation` where the flag is given. Must outlive the parsing.
CLI::Option* AddIsolationFlag(CLI::App& command, v1::Isolation& isolation);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_ISOLATION_FLAG_H_
