#include "arena/cli/base/isolation_flag.h"

#include "arena/command_line/values.h"
#include "arena/match/isolation.h"

namespace arena::cli {

CLI::Option* AddIsolationFlag(CLI::App& command, v1::Isolation& isolation) {
  return command
      .add_option_function<std::string>(
          "--isolation",
          [&isolation](const std::string& name) {
            isolation = *ParseIsolation(name);
          },
          "How much a process of a bot may see: none (everything its bot "
          "does), seats (one seat of a match) or matches (one match)")
      ->check(command_line::OneOf({"none", "seats", "matches"}));
}

}  // namespace arena::cli
