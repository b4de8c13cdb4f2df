// Passes bytes between two connections.
#ifndef REFEREE_SOCKETS_TUNNEL_H_
#define REFEREE_SOCKETS_TUNNEL_H_

#include <functional>

#include "absl/strings/string_view.h"

namespace arena {

// Sees bytes before they are passed on. False: the bytes must not be passed on,
// and the tunnel is broken.
using Inspection = std::function<bool(absl::string_view bytes)>;

// Passes on the bytes of each side to the other, and the end of the bytes.
// Returns when both sides have ended or one is broken. Holds at most 64 KiB of
// each direction, so a side that does not read makes the other side wait.
// Neither descriptor may block. Another thread ends the tunnel by shutting one
// of the descriptors down. `inspect_one`, if set, sees the bytes that come from
// `one`.
void Tunnel(int one, int other, const Inspection& inspect_one = nullptr);

}  // namespace arena

#endif  // REFEREE_SOCKETS_TUNNEL_H_
