// How calls that came by HTTP say who is at the other end.
#ifndef REFEREE_ACCESS_HTTP_PEER_H_
#define REFEREE_ACCESS_HTTP_PEER_H_

namespace arena::referee {

// Metadata that HttpGateway sends: "SECRET 10.0.0.1:4321". Nobody else knows the
// secret.
inline constexpr char kHttpPeer[] = "arena-http-peer";

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_HTTP_PEER_H_
