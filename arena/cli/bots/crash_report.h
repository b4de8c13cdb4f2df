// Tells a referee that a process that this program has started is no more.
#ifndef ARENA_CLI_BOTS_CRASH_REPORT_H_
#define ARENA_CLI_BOTS_CRASH_REPORT_H_

#include <optional>
#include <string>

#include "arena/cli/base/referee_channel.h"

namespace arena::cli {

// Reports the end of a process of a bot, or of all its processes if `instance`
// is empty, as the bot itself: its token is good for no other. Without one, the
// token of the session proves whose end it is. Returns whether
// the process had made a decision since it connected; nothing if the referee
// takes no such report, and will miss the bot when its time is over.
std::optional<bool> ReportCrash(const RefereeFlags& as_bot,
                                const std::string& bot,
                                const std::string& instance,
                                const std::string& session_token);

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_CRASH_REPORT_H_
