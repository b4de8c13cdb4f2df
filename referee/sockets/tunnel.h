// Passes bytes between two connections.
#ifndef REFEREE_SOCKETS_TUNNEL_H_
#define REFEREE_SOCKETS_TUNNEL_H_

#include <functional>

#include "absl/strings/string_view.h"

namespace arena {

// Sees what has come before it is passed on; false: it must not be, and the
// tunnel is broken.
using Inspection = std::function<bool(absl::string_view bytes)>;

// Passes on what comes from each side to the other one, and that it ends, until
// both have ended or one is broken. Holds at most 64 KiB of each direction: who
// does not read, holds up who writes. Neither descriptor may block. Another
// thread ends it by shutting one of them down. What comes from `one` is
// inspected, if there is an inspection.
void Tunnel(int one, int other, const Inspection& inspect_one = nullptr);

}  // namespace arena

#endif  // REFEREE_SOCKETS_TUNNEL_H_
