// Passes bytes between two connections.
#ifndef REFEREE_KUBERNETES_WIRE_TUNNEL_H_
#define REFEREE_KUBERNETES_WIRE_TUNNEL_H_

namespace arena::kubernetes {

// Passes on what comes from each side to the other one, and that it ends, until
// both have ended or one is broken. Holds at most 64 KiB of each direction: who
// does not read, holds up who writes. Neither descriptor may block. Another
// thread ends it by shutting one of them down.
void Tunnel(int one, int other);

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_WIRE_TUNNEL_H_
