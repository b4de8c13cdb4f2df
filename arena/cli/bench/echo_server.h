// The reference of the service benchmark: gRPC and nothing behind it.
#ifndef ARENA_CLI_BENCH_ECHO_SERVER_H_
#define ARENA_CLI_BENCH_ECHO_SERVER_H_

#include <string>

#include "absl/status/status.h"

namespace arena::bench {

// Speaks the protocol just well enough for a bot to play on: a welcome, one
// match that never ends, and one prompt for each act, always the same but for
// its number. The prompt is a real one of two-seat Octrix, so that messages
// have the size of the referee's. With `idle` there is only the welcome.
//
// Prints "listening ADDRESS" and runs until SIGTERM. UNAVAILABLE if it cannot
// listen.
absl::Status RunEchoServer(const std::string& address, bool idle);

}  // namespace arena::bench

#endif  // ARENA_CLI_BENCH_ECHO_SERVER_H_
