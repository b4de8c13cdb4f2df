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
  // Files and folders that bots may read besides their own programs.
  std::vector<std::string> readable = {};
  bool network = false;
  bool gpus = false;
  // The memory of each process; empty: half of the machine's memory.
  std::string memory = "";
};

// Adds --sandbox and related flags, in this group of the help. `flags` must
// outlive the parsing.
void AddSandboxFlags(CLI::App& command, SandboxFlags& flags,
                     const std::string& group = "Sandbox of bots");

// A program to start.
struct BotProgram {
  // Names it in messages.
  std::string name;
  std::vector<std::string> command;
  // Variables in addition to the environment of this program without its
  // ARENA_*. The sandbox sets TMPDIR and the address of the referee.
  std::vector<std::pair<std::string, std::string>> variables;
  // The referee's address. `socket_folder` is the folder of its socket if the
  // folder holds nothing else.
  std::string address;
  std::string socket_folder = "";
  // The only folder of the machine that the program may write.
  std::string own_folder;
  // Whether the program shall leave nothing outside `own_folder`. Without a
  // sandbox this holds for programs that respect TMPDIR.
  bool leaves_nothing = false;
  std::function<void(const std::string& line)> on_line = nullptr;
};

// Not thread-safe. Its bots must end before the sandbox is destroyed.
class BotSandbox {
 public:
  // With kAuto there are no walls if bubblewrap does not work, and stderr says
  // so. With kAlways this is UNAVAILABLE, with the reason.
  static absl::StatusOr<std::unique_ptr<BotSandbox>> Open(
      const SandboxFlags& flags);

  // Whether bots are confined.
  bool has_walls() const { return kind_ != sandbox::Kind::kNone; }
  // Shows this file or folder as empty to all bots, whatever else they may
  // read. A bot whose program lies in this folder is not started.
  void Hide(const std::string& path);
  // The same for public files such as records of finished matches, but a bot
  // whose program lies in this folder is started and sees the folder.
  void HideOutput(const std::string& path);
  // Lets all bots use the network from now on, to reach their referee.
  void OpenNetwork() { flags_.network = true; }

  // Errors as of Sandbox::Start; they say what to do.
  absl::StatusOr<std::unique_ptr<sandbox::Sandboxed>> Start(
      const BotProgram& program) const;

  // Call after all bots have ended: removes everything of the sandbox from the
  // machine. Only the texts below remain available.
  void Close();

  // A line that says what a program is denied and which flags allow it; empty
  // without walls.
  std::string DeniedText() const;
  // For the result: a few words if bots had fewer walls or more resources than
  // usual, else empty; and the complete settings.
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
