// Bots that are folders with bot.toml, at a referee that was started for them.
#ifndef ARENA_CLI_BOTS_SUBMITTED_BOTS_H_
#define ARENA_CLI_BOTS_SUBMITTED_BOTS_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/process/signal_waiter.h"
#include "arena/v1/submission.pb.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace arena::cli {

// --offer: RUNTIME=FOLDER, as of a runner. The offers must outlive the parsing.
CLI::Option* AddOfferFlag(CLI::App& command, std::vector<std::string>& offers);

// The arguments of a referee that runs the bots that are folders, in `at_once`
// simultaneous matches; none if no bot is a folder. Each process gets the
// largest resources that one of these bots asks for, or the default. Without a
// sandbox bots may do everything that this program may. `offers` are the
// runtimes that bots find besides the system. If `validates`, the referee tries
// the bots in matches before they can play.
std::vector<std::string> RunnerArguments(absl::Span<const BotSpec> bots,
                                         bool has_sandbox,
                                         absl::Span<const std::string> offers,
                                         int at_once = 1,
                                         bool validates = false);

// Hands the folders over and waits until each bot can play or has failed. The
// error says what is wrong with a bot.toml, or which runtime is missing.
absl::StatusOr<std::vector<v1::SubmittedVersion>> TryFolders(
    absl::Span<const BotSpec> bots,
    const std::shared_ptr<grpc::Channel>& channel, const SignalWaiter& signals);

// The same, but all bots must be able to play. The error may also be the last
// output of a failed build.
absl::Status SubmitFolders(absl::Span<const BotSpec> bots,
                           const std::shared_ptr<grpc::Channel>& channel,
                           const SignalWaiter& signals);

// Notices bots whose processes always end before they have a match. Their
// matches would never begin.
class StartWatch {
 public:
  explicit StartWatch(std::vector<BotSpec> bots) : bots_(std::move(bots)) {}

  // Asks the referee, but not more than once in a second. FAILED_PRECONDITION
  // tells the last output of such a bot.
  absl::Status Check(const std::shared_ptr<grpc::Channel>& channel);

 private:
  const std::vector<BotSpec> bots_;
  absl::Time next_ = absl::InfinitePast();
};

// The end and the last output of a bot's process in a match, in lines for
// people; empty if nothing is known, or no longer.
std::string SaidInMatch(const std::shared_ptr<grpc::Channel>& channel,
                        const std::string& bot, const std::string& match_id);

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_SUBMITTED_BOTS_H_
