#include "arena/process/program_name.h"

#include <algorithm>
#include <filesystem>

#include "absl/algorithm/container.h"
#include "absl/strings/string_view.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

bool IsInterpreter(const std::string& program) {
  constexpr absl::string_view kInterpreters[] = {
      "bash", "bun",  "deno", "java", "julia",  "lua", "node",
      "perl", "pypy", "php",  "ruby", "python", "sh"};
  const std::string name = fs::path(program).filename().string();
  // A version may follow: python3.11.
  const absl::string_view kind(
      name.data(), std::min(name.size(), name.find_first_of("-.0123456789")));
  return absl::c_linear_search(kInterpreters, kind);
}

fs::path FileOf(const std::vector<std::string>& command) {
  if (command[0].find('/') != std::string::npos && !IsInterpreter(command[0])) {
    return command[0];
  }
  for (size_t i = 1; i < command.size(); ++i) {
    std::error_code ignored;
    if (fs::is_regular_file(command[i], ignored)) return command[i];
  }
  return command[0];
}

}  // namespace

std::string ProgramName(const std::vector<std::string>& command) {
  return FileOf(command).stem().string();
}

}  // namespace arena
