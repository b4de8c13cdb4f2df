#include "arena/process/program_name.h"

#include <filesystem>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

bool IsInterpreter(const std::string& program) {
  constexpr absl::string_view kInterpreters[] = {
      "bash", "bun",  "deno", "java", "julia",  "lua", "node",
      "perl", "pypy", "php",  "ruby", "python", "sh"};
  const std::string name = fs::path(program).filename().string();
  // A version may follow: python3.11, but not java-bot.
  const size_t end = name.find_last_not_of("-.0123456789") + 1;
  return absl::c_linear_search(kInterpreters,
                               absl::string_view(name.data(), end));
}

}  // namespace

std::string ProgramFile(const std::vector<std::string>& command) {
  if (command[0].find('/') != std::string::npos && !IsInterpreter(command[0])) {
    return command[0];
  }
  for (size_t i = 1; i < command.size(); ++i) {
    std::error_code ignored;
    if (fs::is_regular_file(command[i], ignored)) return command[i];
  }
  return command[0];
}

std::string ProgramName(const std::vector<std::string>& command) {
  const fs::path file = fs::path(ProgramFile(command)).filename();
  const bool is_version =
      absl::c_any_of(file.extension().string(), absl::ascii_isdigit);
  return (is_version ? file : file.stem()).string();
}

}  // namespace arena
