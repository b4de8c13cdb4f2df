// Limits for callers that the referee does not know yet.
#ifndef REFEREE_DOOR_PEER_LIMITS_H_
#define REFEREE_DOOR_PEER_LIMITS_H_

#include <cstdint>

#include "absl/time/time.h"

namespace arena::referee {

// Limits by address do not hold for loopback addresses and Unix sockets. All
// limits leave room for many bots behind one address.
struct PeerLimits {
  // Connections in all; 0: as many as the limit of open files allows, at most
  // 20,000.
  int max_connections = 0;
  // Connections from one address.
  int max_connections_of_address = 512;
  // The most bytes that a connection may send before a call on it is admitted.
  int64_t max_unproven_bytes = 256 * 1024;
  // Calls under way on one connection; a gRPC client lets others wait.
  int max_streams_of_connection = 256;
  // Streams open at the same time from one address.
  int max_streams_of_address = 1024;
  // Play streams without hello, from one address and in all.
  int max_silent_of_address = 256;
  int max_silent = 2048;
  // How long a play stream may go without hello.
  absl::Duration hello_patience = absl::Seconds(10);
  // Calls without a good token, or with a wrong session token, that one address
  // may make in a minute. Good callers of the same address are not refused.
  int max_refusals = 600;
  // Metadata of one call.
  int max_metadata_bytes = 16 * 1024;
  // Whether a proxy on this machine tells the address of each caller in the
  // metadata x-forwarded-for.
  bool forwarded = false;
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_PEER_LIMITS_H_
