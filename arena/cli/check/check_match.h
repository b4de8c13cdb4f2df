// Matches of a bot that is checked, and their messages.
#ifndef ARENA_CLI_CHECK_CHECK_MATCH_H_
#define ARENA_CLI_CHECK_CHECK_MATCH_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/cli/check/checked_bot.h"
#include "arena/cli/check/meddler.h"
#include "arena/match/clock.h"
#include "arena/process/signal_waiter.h"
#include "arena/v1/bot_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"

namespace arena::cli {

// The settings of a match.
struct CheckMatch {
  std::string game;
  int seats = 2;
  std::map<std::string, std::string> options = {};
  // The seats of the bot; built-in players have the others.
  std::vector<int> of_bot = {0};
  ClockSettings clock = {};
};

// The end of a match.
struct CheckMatchEnd {
  // Finished, unless `problem` says why not.
  v1::Match match;
  std::string problem;
  std::vector<check::Said> said;
};

// Plays matches of the bot, one at a time. Not thread-safe.
class CheckMatches {
 public:
  // The references must outlive this object. The channel is an admin's.
  CheckMatches(std::shared_ptr<grpc::Channel> referee, check::Meddler& meddler,
               std::string address, CheckedBot& bot, std::string bot_name,
               const SignalWaiter& signals, absl::Duration timeout);

  // Called repeatedly during the match, with all messages so far.
  using OnLook = std::function<absl::Status(const std::vector<check::Said>&)>;

  // Plays with a new process, which keeps running. The error means that no
  // match can be played at all.
  absl::StatusOr<CheckMatchEnd> Play(
      const CheckMatch& match, std::unique_ptr<mischief::Mischief> mischief,
      const OnLook& on_look = nullptr);

  // Plays with the process of the previous match, which had no problem, and
  // without mischief.
  absl::StatusOr<CheckMatchEnd> PlayOn(const CheckMatch& match);

  // Starts a process and waits until `done` holds, the process ends, or the
  // time is over.
  absl::StatusOr<std::vector<check::Said>> Watch(
      const std::string& address, std::unique_ptr<mischief::Mischief> mischief,
      const std::function<bool(const std::vector<check::Said>&)>& done);

  CheckedBot& bot() const { return bot_; }
  const SignalWaiter& signals() const { return signals_; }
  const std::string& address() const { return address_; }
  absl::Duration timeout() const { return timeout_; }

 private:
  // Ends the bot's process and waits until the referee has noticed the end. So
  // the next match and the next hello belong to the next process.
  absl::Status EndBot();
  absl::StatusOr<std::string> Create(const CheckMatch& match);
  // Waits until the match is over, or cancels it.
  absl::StatusOr<CheckMatchEnd> Follow(const std::string& id,
                                       const OnLook& on_look);

  check::Meddler& meddler_;
  const std::string address_;
  CheckedBot& bot_;
  const std::string bot_name_;
  const SignalWaiter& signals_;
  const absl::Duration timeout_;
  const std::unique_ptr<v1::MatchService::Stub> stub_;
  const std::unique_ptr<v1::BotService::Stub> bots_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_CHECK_CHECK_MATCH_H_
