// HTTP proxies between a bot and its referee. Not for bots.
#ifndef SDK_CPP_BASE_PROXIES_H_
#define SDK_CPP_BASE_PROXIES_H_

#include <grpcpp/support/channel_arguments.h>

#include <string>

namespace pentathlon {

// Whether an address is of this machine or of a private network: a Unix socket,
// "localhost", a name without a dot, or a loopback, private or link-local IP
// address. No HTTP proxy leads there.
bool IsNearby(const std::string& address);

// The arguments of every channel to the address: no HTTP proxy for nearby
// addresses.
grpc::ChannelArguments ChannelArgumentsTo(const std::string& address);

// The variable of the environment by which gRPC goes to the address through an
// HTTP proxy; empty: it goes there itself.
std::string ProxyVariable(const std::string& address);

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_PROXIES_H_
