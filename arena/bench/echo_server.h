// The reference of the service benchmark: gRPC and nothing behind it.
#ifndef ARENA_BENCH_ECHO_SERVER_H_
#define ARENA_BENCH_ECHO_SERVER_H_

#include <string>

#include "absl/status/status.h"

namespace arena::bench {

// Repeats the referee's messages of the recorded match (conversation.h), so the
// number and the size of the messages are real. The server acknowledges the
// first of two acts of a decision; after the second act it sends both seats
// their next prompts. All messages are prepared in advance. The last prompt is
// followed by the first prompt.
//
// The end of a bot's name says which seats the bot gets: "both" holds both
// seats of a match, "alone" has no partner, "pair-6" and "pair-7" sit in one
// match. All other bots are welcomed and get no match.
//
// Prints "listening ADDRESS" and runs until SIGTERM. DATA_LOSS or NOT_FOUND for
// the recorded match, UNAVAILABLE if the server cannot listen.
absl::Status RunEchoServer(const std::string& address,
                           const std::string& recorded);

}  // namespace arena::bench

#endif  // ARENA_BENCH_ECHO_SERVER_H_
