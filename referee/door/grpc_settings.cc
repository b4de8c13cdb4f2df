#include "referee/door/grpc_settings.h"

namespace arena::referee {

void BoundGrpc(size_t most_request_bytes, const PeerLimits& limits,
               grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(static_cast<int>(most_request_bytes));
  // A stream more than this is refused before it is a call.
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS,
                             limits.max_streams_of_connection);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE,
                             limits.max_metadata_bytes);
  // gRPC closes a connection that pings too often, but for each of the pings
  // that have come by then it does more work than for the one before: some
  // thousands take seconds. Who counts bytes bounds pings as all others.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);
  // Requests are small: nothing is gained by pinging for the bandwidth.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  // For those who connect and say nothing.
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, 20000);
}

void KeepConnections(grpc::ServerBuilder& builder) {
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 30000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10000);
  // For those who have gone silent.
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, 300000);
  // Two referees on one port would share its bots between them.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
}

}  // namespace arena::referee
