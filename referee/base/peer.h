// The other end of a connection, as limits count it.
#ifndef REFEREE_BASE_PEER_H_
#define REFEREE_BASE_PEER_H_

#include <sys/socket.h>

#include <string>

#include "absl/strings/string_view.h"

namespace arena::referee {

struct Peer {
  // Identifies one connection while it is open, e.g. "10.0.0.1:4321"; empty on
  // a Unix socket.
  std::string connection;
  // An IPv4 address, or "unix". Of an IPv6 address the first 64 bits: one host
  // may choose the others at will.
  std::string address;
  // Of this machine: a loopback address or a Unix socket. Limits by address do
  // not hold for it, because many programs and perhaps a proxy have it.
  bool local = false;
  // Whether the connection came by the address that is reserved for the
  // referee's own runners and the programs that they have started.
  bool by_private_address = false;
};

// Reads what gRPC says of a call: "ipv4:10.0.0.1:4321", "ipv6:%5B::1%5D:4321"
// or "unix:...". Any other text is an address of its own that is not local.
Peer PeerOf(absl::string_view uri);

// The other end of an accepted socket, equal to what PeerOf makes of its calls.
Peer PeerOf(const sockaddr_storage& address);

// The caller whom a proxy of this machine names, e.g. "10.0.0.1"; `connection`
// stays that of the proxy.
Peer BehindProxy(Peer proxy, absl::string_view forwarded);

}  // namespace arena::referee

#endif  // REFEREE_BASE_PEER_H_
