// Reads along on the connections of a Unix socket.
#ifndef REFEREE_DOOR_UNIX_RELAY_H_
#define REFEREE_DOOR_UNIX_RELAY_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "arena/core/descriptor.h"
#include "referee/door/connection_table.h"
#include "referee/sockets/connection_threads.h"

namespace arena::referee {

// The system does not tell how much has come on a Unix socket, and calls do not
// tell on which connection they came. Therefore what comes for gRPC passes
// through here: it is counted, a connection with headers that do not end is
// closed before gRPC keeps them, and one that calls and calls is slowed down. A
// thread for each connection. Thread-safe.
class UnixRelay {
 public:
  // Of the headers of one call, as they are sent.
  static constexpr uint32_t kMostHeaderBytes = 16 * 1024;
  static constexpr int kMostConnections = 4096;
  // Of a connection: calls at once, and in a second. Calls that are reset cost
  // gRPC memory until it comes to them.
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
