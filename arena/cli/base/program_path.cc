#include "arena/cli/base/program_path.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::cli {

absl::StatusOr<std::string> ProgramBeside(absl::string_view name) {
  std::error_code error;
  const std::filesystem::path self =
      std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string path = self.parent_path() / std::string(name);
  if (!error && access(path.c_str(), X_OK) == 0) return path;
  return absl::NotFoundError(absl::StrCat(
      "the program \"", path, "\" is missing; `cmake --build build --target ",
      name, "` builds it beside this one"));
}

absl::Status BecomeProgram(absl::string_view name,
                           std::vector<std::string> arguments,
                           std::string called) {
  ARENA_ASSIGN_OR_RETURN(std::string program, ProgramBeside(name));
  std::vector<char*> argv = {called.empty() ? program.data() : called.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  return absl::UnavailableError(
      absl::StrCat("cannot run ", program, ": ", std::strerror(errno)));
}

}  // namespace arena::cli
