// The program that `arena check-bot` checks.
#ifndef ARENA_CLI_CHECK_CHECKED_BOT_H_
#define ARENA_CLI_CHECK_CHECKED_BOT_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/cli/bots/bot_sandbox.h"
#include "arena/cli/bots/bot_tokens.h"
#include "arena/process/recent_output.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/sandbox.h"

namespace arena::cli {

// Runs one process at a time. Not thread-safe.
class CheckedBot {
 public:
  // The channel is an admin's. The folder has the sockets of the addresses that
  // the bot gets, and nothing else. The sandbox must outlive the bot.
  static absl::StatusOr<std::unique_ptr<CheckedBot>> Open(
      const BotSpec& spec, std::shared_ptr<grpc::Channel> referee,
      const BotSandbox& sandbox, const std::string& socket_folder,
      bool show_output);

  // Starts a process that knows nothing of earlier processes.
  absl::Status StartAfresh(const std::string& address);
  // Restarts the process that has ended: the new process finds the files of the
  // old process.
  absl::Status StartAgain();
  // Asks the process to end, and kills it if that takes too long. Does nothing
  // without a process.
  void Stop();

  sandbox::Sandboxed& process() const { return *process_; }
  bool running() const {
    return process_ != nullptr && !process_->Wait(absl::InfinitePast());
  }
  // "; it printed last: ...", as the end of a sentence.
  std::string SaidText() const;
  // "the program has ended with exit status 3; it printed last ...".
  std::string EndText() const;

 private:
  CheckedBot(const BotSpec& spec, const BotSandbox& sandbox,
             std::string socket_folder, bool show_output)
      : spec_(spec),
        sandbox_(sandbox),
        socket_folder_(std::move(socket_folder)),
        show_output_(show_output) {}

  const BotSpec spec_;
  const BotSandbox& sandbox_;
  const std::string socket_folder_;
  const bool show_output_;
  std::shared_ptr<ProcessTokens> tokens_;
  // Where the process keeps the token of its session.
  std::unique_ptr<TemporaryFolder> folder_;
  std::string address_;
  std::shared_ptr<RecentOutput> said_;
  std::unique_ptr<sandbox::Sandboxed> process_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_CHECK_CHECKED_BOT_H_
