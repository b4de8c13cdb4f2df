// Tokens of the bots that this program starts.
#ifndef ARENA_CLI_BOTS_BOT_TOKENS_H_
#define ARENA_CLI_BOTS_BOT_TOKENS_H_

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/mutex.h"

namespace arena::cli {

// The tokens of the processes of one bot, at a referee that was started for
// them (--confined-bots). Each process has its own token, which is valid for
// one session. Thread-safe.
class ProcessTokens {
 public:
  // Registers the bot if it is new, and revokes its earlier tokens. The channel
  // is an admin's. Errors as of BotService.
  static absl::StatusOr<std::shared_ptr<ProcessTokens>> Open(
      std::shared_ptr<grpc::Channel> channel, const std::string& bot);

  // Returns a token for a new process of this instance, and revokes the token
  // of the previous process.
  absl::StatusOr<std::string> Renew(const std::string& instance);
  // Whether the referee gave this token to a session that may still be needed.
  bool IsSession(const std::string& session_token) const;

 private:
  ProcessTokens(std::shared_ptr<grpc::Channel> channel, std::string bot)
      : channel_(std::move(channel)), bot_(std::move(bot)) {}

  const std::shared_ptr<grpc::Channel> channel_;
  const std::string bot_;
  // The ids of the tokens, by instance.
  Mutex mutex_;
  std::map<std::string, std::string> ids_ ABSL_GUARDED_BY(mutex_);
};

// OK if a program may play as `bot` with the address, token and certificates
// of `as_bot`. The error names the bot and what the referee has against it.
absl::Status CheckMayPlay(const RefereeFlags& as_bot, const std::string& bot);

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_BOT_TOKENS_H_
