// What bots that this program starts can see of the machine.
#ifndef ARENA_CLI_SANDBOX_H_
#define ARENA_CLI_SANDBOX_H_

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace arena::cli {

enum class SandboxWish { kAuto, kAlways, kNever };

// --sandbox. The wish must outlive the parsing.
CLI::Option* AddSandboxFlag(CLI::App& command, SandboxWish& wish);

// Runs bots by bubblewrap: they see no processes but their own, and some
// folders and files are empty for them. A value; thread-safe.
class Sandbox {
 public:
  // Nothing if bots are to run without, or, with kAuto, if bubblewrap is not
  // installed or does not work here. UNAVAILABLE, with kAlways, says why.
  // `hidden` are folders and files; a folder that holds the current one stays
  // visible.
  static absl::StatusOr<std::optional<Sandbox>> Open(
      SandboxWish wish, const std::vector<std::string>& hidden);

  // The command that runs `command` in the sandbox. It sees the folder `own`
  // even if that is below a hidden one.
  std::vector<std::string> Wrap(const std::vector<std::string>& command,
                                const std::string& own) const;
  // The same for a program that shall leave nothing behind: it can write only
  // to `own`, uses no network, and reaches no other process.
  std::vector<std::string> Seal(const std::vector<std::string>& command,
                                const std::string& own) const;

 private:
  explicit Sandbox(std::vector<std::string> hiding)
      : hiding_(std::move(hiding)) {}

  // The whole command; `bubblewrap` is its beginning.
  std::vector<std::string> Start(const std::vector<std::string>& bubblewrap,
                                 const std::vector<std::string>& command,
                                 const std::string& own) const;

  // The arguments of bubblewrap that hide folders and files.
  std::vector<std::string> hiding_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_SANDBOX_H_
