// Where the other programs of this project are.
#ifndef ARENA_CLI_BASE_PROGRAM_PATH_H_
#define ARENA_CLI_BASE_PROGRAM_PATH_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena::cli {

// The program with this name in the folder of the running program. NOT_FOUND
// names the path.
absl::StatusOr<std::string> ProgramBeside(absl::string_view name);

// Runs that program in place of this one, with these arguments; `called` is
// what it calls itself in messages if that is not its name. Returns only if it
// cannot.
absl::Status BecomeProgram(absl::string_view name,
                           std::vector<std::string> arguments,
                           std::string called = "");

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_PROGRAM_PATH_H_
