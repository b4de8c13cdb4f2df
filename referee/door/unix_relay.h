// Counts and limits the traffic of a Unix socket.
#ifndef REFEREE_DOOR_UNIX_RELAY_H_
#define REFEREE_DOOR_UNIX_RELAY_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "arena/core/descriptor.h"
#include "referee/door/connection_table.h"
#include "referee/sockets/connection_threads.h"

namespace arena::referee {

// The system does not tell how many bytes have come on a Unix socket, and calls
// do not tell on which connection they came. Therefore all bytes for gRPC pass
// through here and are counted. A connection with headers that do not end is
// closed before gRPC keeps the headers. A connection with too many calls is
// slowed down. Each connection has a thread. Thread-safe.
class UnixRelay {
 public:
  // The limit for the headers of one call, as they are sent.
  static constexpr uint32_t kMostHeaderBytes = 16 * 1024;
  static constexpr int kMostConnections = 4096;
  // The limits of one connection: calls at the same time, and calls in a
  // second. gRPC keeps memory for a call that was reset until it gets to the
  // call.
  static constexpr int kMostCalls = 256;
  static constexpr int kCallsPerSecond = 500;

  struct Relayed {
    // The end for the server, which does not block.
    Descriptor served;
    std::unique_ptr<Socket> socket;
  };
  // Begins to pass on; nothing if there are too many connections or
  // descriptors.
  std::optional<Relayed> Take(Descriptor outside);

 private:
  ConnectionThreads threads_{kMostConnections};
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_UNIX_RELAY_H_
