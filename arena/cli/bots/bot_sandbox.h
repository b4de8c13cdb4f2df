// The sandbox of the bots that this program starts.
#ifndef ARENA_CLI_BOTS_BOT_SANDBOX_H_
#define ARENA_CLI_BOTS_BOT_SANDBOX_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/cli/base/output.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/sandbox.h"

namespace CLI {
class App;
}  // namespace CLI

namespace arena::cli {

enum class SandboxWish { kAuto, kAlways, kNever };

struct SandboxFlags {
  SandboxWish wish = SandboxWish::kAuto;
  // Files and folders that bots may read beside what they are.
  std::vector<std::string> readable = {};
  bool network = false;
  bool gpus = false;
  // Of each process; empty: half of the machine's.
  std::string memory = "";
};

// --sandbox and what else is about it, in this group of the help. The flags
// must outlive the parsing.
void AddSandboxFlags(CLI::App& command, SandboxFlags& flags,
                     const std::string& group = "Sandbox of bots");

// A program to start.
struct BotProgram {
  // Names it in messages.
  std::string name;
  std::vector<std::string> command;
  // Beside the environment of this program, without its ARENA_*. TMPDIR, and
  // the address of the referee, are the sandbox's matter.
  std::vector<std::pair<std::string, std::string>> variables;
  // The referee's. If its socket alone is in a folder, that is `socket_folder`.
  std::string address;
  std::string socket_folder = "";
  // The only folder of the machine that it may write.
  std::string own_folder;
  // Whether it shall leave nothing outside of that folder, as far as programs
  // without a sandbox respect TMPDIR.
  bool leaves_nothing = false;
  std::function<void(const std::string& line)> on_line = nullptr;
};

// Not thread-safe. Bots that it has started must end before it.
class BotSandbox {
 public:
  // With kAuto, where bubblewrap does not work, there are no walls, and stderr
  // says so. UNAVAILABLE, with kAlways, says why there are none.
  static absl::StatusOr<std::unique_ptr<BotSandbox>> Open(
      const SandboxFlags& flags);

  // Whether bots are kept in.
  bool has_walls() const { return kind_ != sandbox::Kind::kNone; }
  // Bots see this file or folder as empty, whatever they may read. A bot that
  // lies in this very folder is not started.
  void Hide(const std::string& path);
  // The same for what is no secret, such as records of matches that are over:
  // where a bot lies, it stays.
  void HideOutput(const std::string& path);
  // All bots use the network from now on, as their referee is there.
  void OpenNetwork() { flags_.network = true; }

  // Errors as of Sandbox::Start; they say what to do.
  absl::StatusOr<std::unique_ptr<sandbox::Sandboxed>> Start(
      const BotProgram& program) const;

  // All bots have ended, and nothing of it is left on the machine, whatever
  // comes of this program. Only what it was is known from now on.
  void Close();

  // What a program is denied, and which flags give it, as a line of its own;
  // empty without walls.
  std::string DeniedText() const;
  // For the result: a few words if bots had less walls or more of the machine
  // than usual, else empty; and all of it.
  std::string ResultText() const;
  Json ResultJson() const;

 private:
  BotSandbox(SandboxFlags flags, std::unique_ptr<TemporaryFolder> folder,
             std::unique_ptr<sandbox::Sandbox> sandbox);

  // The address as the program finds it, and the job's part in that.
  absl::StatusOr<std::string> AddressFor(const BotProgram& program,
                                         sandbox::Job& job) const;
  void ShowMachine(const BotProgram& program, sandbox::Job& job,
                   std::map<std::string, std::string>& variables) const;

  SandboxFlags flags_;
  std::vector<std::string> hidden_;
  std::vector<std::string> outputs_;
  // Of the sandbox.
  std::unique_ptr<TemporaryFolder> folder_;
  std::unique_ptr<sandbox::Sandbox> sandbox_;
  const sandbox::Kind kind_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_BOT_SANDBOX_H_
