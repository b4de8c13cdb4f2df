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

// The arguments of a referee that runs processes of those of the bots that are
// folders, for `at_once` matches at the same time; none if no bot is one. Each
// process is given the most that one of them asks for, or the usual.
// Without a sandbox bots may do what this program may. `offers` are what they
// find beside the system. If the referee `validates`, it tries them by matches
// before they can play.
std::vector<std::string> RunnerArguments(absl::Span<const BotSpec> bots,
                                         bool has_sandbox,
                                         absl::Span<const std::string> offers,
                                         int at_once = 1,
                                         bool validates = false);

// Hands the folders over and waits until each of them can play, or has failed.
// The error is what is wrong with a bot.toml, or that a runtime is missing.
absl::StatusOr<std::vector<v1::SubmittedVersion>> TryFolders(
    absl::Span<const BotSpec> bots,
    const std::shared_ptr<grpc::Channel>& channel, const SignalWaiter& signals);

// The same, where all of them must be able to play. The error may also be the
// last output of a build that failed.
absl::Status SubmitFolders(absl::Span<const BotSpec> bots,
                           const std::shared_ptr<grpc::Channel>& channel,
                           const SignalWaiter& signals);

// Notices bots whose processes always end before they have a match: whoever
// waits for their matches would wait for ever.
class StartWatch {
 public:
  explicit StartWatch(std::vector<BotSpec> bots) : bots_(std::move(bots)) {}

  // Asks the referee, but not more than once in a second. FAILED_PRECONDITION
  // tells what such a bot has printed last.
  absl::Status Check(const std::shared_ptr<grpc::Channel>& channel);

 private:
  const std::vector<BotSpec> bots_;
  absl::Time next_ = absl::InfinitePast();
};

// How the process of a bot in a match has ended and what it printed last, in
// lines for people; empty if nothing is known of it (any more).
std::string SaidInMatch(const std::shared_ptr<grpc::Channel>& channel,
                        const std::string& bot, const std::string& match_id);

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_SUBMITTED_BOTS_H_
