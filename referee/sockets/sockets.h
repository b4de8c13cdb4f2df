// Sockets with deadlines. All returned descriptors are non-blocking.
#ifndef REFEREE_SOCKETS_SOCKETS_H_
#define REFEREE_SOCKETS_SOCKETS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/core/descriptor.h"

namespace arena {

// A listening Unix socket, open to all users. Replaces a file at the path.
absl::StatusOr<Descriptor> ListenUnix(const std::string& path);

// An address for DialTcp: "10.0.0.7:5760", "[fd00::7]:5760". INVALID_ARGUMENT:
// `host` is no IP address.
absl::StatusOr<std::string> AddressOf(const std::string& host, uint16_t port);
// Connects to an IP address and a port. UNAVAILABLE, INVALID_ARGUMENT.
absl::StatusOr<Descriptor> DialTcp(const std::string& address,
                                   absl::Time deadline);
absl::StatusOr<Descriptor> DialUnix(const std::string& path);

// The next connection; a closed descriptor if none waits.
Descriptor AcceptNext(int listener);

// Whether the descriptor is ready for these events of poll before the deadline.
bool AwaitEvents(int descriptor, short events, absl::Time deadline);
// Sends everything; UNAVAILABLE if the other side goes away, DEADLINE_EXCEEDED.
absl::Status SendAll(int descriptor, absl::string_view bytes,
                     absl::Time deadline);
// Receives a line without its end, and none of the bytes after it.
// INVALID_ARGUMENT: no end within so many bytes. Other errors as for SendAll.
absl::StatusOr<std::string> ReceiveLine(int descriptor, size_t most_bytes,
                                        absl::Time deadline);
// Receives `count` bytes. Takes memory only as the bytes come. Errors as for
// SendAll.
absl::StatusOr<std::string> ReceiveBytes(int descriptor, size_t count,
                                         absl::Time deadline);

}  // namespace arena

#endif  // REFEREE_SOCKETS_SOCKETS_H_
