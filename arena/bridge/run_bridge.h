// The program of a bridge: flags, signals, processes.
#ifndef ARENA_BRIDGE_RUN_BRIDGE_H_
#define ARENA_BRIDGE_RUN_BRIDGE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sdk/cpp/options.h"

namespace CLI {
class App;
}  // namespace CLI

namespace arena::bridge {

struct BridgeOptions {
  pentathlon::Options session;
  // The program of the bot and its arguments.
  std::vector<std::string> command;
};

// Adds the flags of the SDKs and those of a bridge, bound to `options`, which
// must outlive the parsing.
void AddBridgeFlags(CLI::App& app, BridgeOptions& options);

// Plays, in several processes if the options say so, until the referee ends the
// session, and reports to stderr. SIGTERM and SIGINT end it as they end bots of
// the SDKs. Returns the exit status: 0 after a normal end, 1 if the session
// failed. NOT_FOUND, PERMISSION_DENIED or INVALID_ARGUMENT says why the command
// is no program. Call it once, from the main thread, before there are others.
absl::StatusOr<int> RunBridge(BridgeOptions options);

}  // namespace arena::bridge

#endif  // ARENA_BRIDGE_RUN_BRIDGE_H_
