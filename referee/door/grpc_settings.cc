#include "referee/door/grpc_settings.h"

namespace arena::referee {

void BoundGrpc(size_t most_request_bytes, const PeerLimits& limits,
               grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(static_cast<int>(most_request_bytes));
  // One more stream is refused before it is a call.
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS,
                             limits.max_streams_of_connection);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE,
                             limits.max_metadata_bytes);
  // gRPC closes a connection that pings too often. But each ping that has come
  // by then makes more work than the one before, so some thousands of pings
  // take seconds. The counters of frames and bytes limit pings as well.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);
  // Requests are small, so pings to measure the bandwidth gain nothing.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  // For callers that connect and say nothing.
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, 20000);
}

void KeepConnections(grpc::ServerBuilder& builder) {
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 30000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10000);
  // For callers that have gone silent.
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, 300000);
  // Two referees on one port would share its bots between them.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
}

}  // namespace arena::referee
