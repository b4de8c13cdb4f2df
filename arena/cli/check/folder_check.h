// `arena check-bot FOLDER`: tests a folder as `bots submit` would hand it over.
#ifndef ARENA_CLI_CHECK_FOLDER_CHECK_H_
#define ARENA_CLI_CHECK_FOLDER_CHECK_H_

#include "absl/status/status.h"
#include "arena/cli/check/bot_check.h"
#include "arena/process/signal_waiter.h"

namespace arena::cli {

// Hands the folder over to a private referee with a runner. The programs that
// judge a submission build the bot, compare its Hello with bot.toml, and play
// its validation. Ends with the first check that fails. An error means that
// nothing could be checked. Requires: the bot is a folder.
absl::Status CheckBotFolder(const CheckPlan& plan, const SignalWaiter& signals,
                            const OnOutcome& on_outcome);

}  // namespace arena::cli

#endif  // ARENA_CLI_CHECK_FOLDER_CHECK_H_
