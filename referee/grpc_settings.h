// How the gRPC server of a referee is set up.
#ifndef REFEREE_GRPC_SETTINGS_H_
#define REFEREE_GRPC_SETTINGS_H_

#include <grpcpp/server_builder.h>

#include "referee/peer_limits.h"
#include "referee/session.h"

namespace arena::referee {

void ConfigureGrpc(const SessionLimits& limits, const PeerLimits& peers,
                   grpc::ServerBuilder& builder);

}  // namespace arena::referee

#endif  // REFEREE_GRPC_SETTINGS_H_
