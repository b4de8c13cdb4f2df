#include "arena/cli/program_path.h"

#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"

namespace arena::cli {

absl::StatusOr<std::string> ProgramBeside(absl::string_view name) {
  std::error_code error;
  const std::filesystem::path self =
      std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string path = self.parent_path() / std::string(name);
  if (!error && access(path.c_str(), X_OK) == 0) return path;
  return absl::NotFoundError(absl::StrCat(
      "the program \"", path, "\" is missing; expected it beside this one"));
}

}  // namespace arena::cli
