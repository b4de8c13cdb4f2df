// Several processes of one bot. Not for bots.
#ifndef SDK_CPP_INSTANCES_H_
#define SDK_CPP_INSTANCES_H_

#include <chrono>
#include <functional>

#include "sdk/cpp/options.h"

namespace pentathlon {

// Exit status of a process that a process of another program has replaced.
inline constexpr int kReplaced = 3;

// Runs `play` in `options.instances` child processes until all have ended. Each
// child gets its own options: its instance is "1", "2" and so on (after
// options.instance and a dot, if set), and its token file ends with the same
// number.
//
// With options.one_match a process that ends well is followed by a new process,
// at most once in `slowest_start` for each instance, unless `play` has returned
// kReplaced. If a process fails, the other processes are asked to end. SIGTERM,
// SIGINT and SIGHUP go to all processes. Returns 0, or 1 if a process has
// failed. Call it before any thread is started.
int RunInstances(
    const Options& options, const std::function<int(Options)>& play,
    std::chrono::milliseconds slowest_start = std::chrono::seconds(1));

}  // namespace pentathlon

#endif  // SDK_CPP_INSTANCES_H_
