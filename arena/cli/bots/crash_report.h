// Tells a referee that a process of this program has ended.
#ifndef ARENA_CLI_BOTS_CRASH_REPORT_H_
#define ARENA_CLI_BOTS_CRASH_REPORT_H_

#include <optional>
#include <string>

#include "arena/cli/base/referee_channel.h"

namespace arena::cli {

// Reports the end of a process of a bot, or of all its processes if `instance`
// is empty. The call is made as the bot, with the bot's token. Without a token,
// the token of the session proves which bot has ended. Returns whether the
// process had made a decision since it connected. Returns nothing if the
// referee takes no such report; then the referee notices the end when the bot's
// time is over.
std::optional<bool> ReportCrash(const RefereeFlags& as_bot,
                                const std::string& bot,
                                const std::string& instance,
                                const std::string& session_token);

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_CRASH_REPORT_H_
