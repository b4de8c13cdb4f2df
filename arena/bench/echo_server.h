// The reference of the service benchmark: gRPC and nothing behind it.
#ifndef ARENA_BENCH_ECHO_SERVER_H_
#define ARENA_BENCH_ECHO_SERVER_H_

#include <string>

#include "absl/status/status.h"

namespace arena::bench {

// Repeats what a referee said in the recorded match (conversation.h), so that
// messages are as many and as large: the first of two acts of a decision is
// acknowledged, the second brings both seats their next prompts. Nothing is
// made or copied for that: every message is ready to be written. After the last
// prompt the first prompt follows.
//
// The end of a bot's name says what it plays: "both" holds both seats of a
// match, "alone" has no partner, "pair-6" and "pair-7" sit in one match. All
// other bots are welcomed and get no match.
//
// Prints "listening ADDRESS" and runs until SIGTERM. DATA_LOSS or NOT_FOUND for
// the recorded match, UNAVAILABLE if it cannot listen.
absl::Status RunEchoServer(const std::string& address,
                           const std::string& recorded);

}  // namespace arena::bench

#endif  // ARENA_BENCH_ECHO_SERVER_H_
