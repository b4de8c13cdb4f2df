// How gRPC servers that strangers reach are set up.
#ifndef REFEREE_DOOR_GRPC_SETTINGS_H_
#define REFEREE_DOOR_GRPC_SETTINGS_H_

#include <grpcpp/server_builder.h>

#include <cstddef>

#include "referee/door/peer_limits.h"

namespace arena::referee {

// Limits what a stranger can do on a connection that was accepted.
void BoundGrpc(size_t most_request_bytes, const PeerLimits& limits,
               grpc::ServerBuilder& builder);

// Sets when connections over a network are kept alive and when they end.
void KeepConnections(grpc::ServerBuilder& builder);

}  // namespace arena::referee

#endif  // REFEREE_DOOR_GRPC_SETTINGS_H_
