// Several processes of one bot. Not for bots.
#ifndef SDK_CPP_INSTANCES_H_
#define SDK_CPP_INSTANCES_H_

#include <chrono>
#include <functional>

#include "sdk/cpp/options.h"

namespace pentathlon {

// Exit status of a process whose place another program's has taken.
inline constexpr int kReplaced = 3;

// Runs `play` in `options.instances` processes, which are this one's children,
// until all have ended. Each gets options of its own: its instance is called
// "1", "2" and so on (behind options.instance and a dot, if that is set), and
// so is the end of its token file.
//
// With options.one_match a process that ends well is replaced by a new one, at
// most once in `slowest_start` for each instance, unless `play` has returned
// kReplaced. If one fails, the others are asked to end.
// SIGTERM, SIGINT and SIGHUP go to all. Returns 0, or 1 if one has failed. Call
// it before any thread is started.
int RunInstances(
    const Options& options, const std::function<int(Options)>& play,
    std::chrono::milliseconds slowest_start = std::chrono::seconds(1));

}  // namespace pentathlon

#endif  // SDK_CPP_INSTANCES_H_
