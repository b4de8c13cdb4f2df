// Finds and runs the other programs of this project.
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

// Replaces this program by the named program with these arguments. `called` is
// the name that the new program uses in its messages, if it is another name.
// Returns only on failure.
absl::Status BecomeProgram(absl::string_view name,
                           std::vector<std::string> arguments,
                           std::string called = "");

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_PROGRAM_PATH_H_
