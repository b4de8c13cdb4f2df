#include "sdk/cpp/base/proxies.h"

#include <arpa/inet.h>

#include <cstdint>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace pentathlon {
namespace {

// "127.0.0.1" of "ipv4:127.0.0.1:5757,10.0.0.1:5757", "::1" of "[::1]:5757".
std::string HostOf(std::string address) {
  for (const std::string scheme : {"ipv4:", "ipv6:", "dns:"}) {
    if (address.rfind(scheme, 0) == 0) address.erase(0, scheme.size());
  }
  address.erase(0, address.find_first_not_of('/'));
  address = address.substr(0, address.find(','));
  if (address.rfind('[', 0) == 0)
    return address.substr(1, address.find(']') - 1);
  return address.substr(0, address.rfind(':'));
}

bool IsNearbyIpv4(uint32_t ip) {
  return ip >> 24 == 127 || ip >> 24 == 10 || ip >> 20 == 0xac1 ||
         ip >> 16 == 0xc0a8 || ip >> 16 == 0xa9fe;
}

// Loopback, fc00::/7, fe80::/10.
bool IsNearbyIpv6(const in6_addr& ip) {
  return IN6_IS_ADDR_LOOPBACK(&ip) || (ip.s6_addr[0] & 0xfe) == 0xfc ||
         IN6_IS_ADDR_LINKLOCAL(&ip);
}

// Whether a list of hosts and domains contains the host, by gRPC's rules.
bool IsExcepted(const std::string& host, const std::string& list) {
  for (absl::string_view entry : absl::StrSplit(list, ',')) {
    entry = absl::StripLeadingAsciiWhitespace(entry);
    if (!entry.empty() && absl::EndsWith(host, entry)) return true;
  }
  return false;
}

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool IsNearby(const std::string& address) {
  if (address.rfind("unix", 0) == 0) return true;
  const std::string host = HostOf(address);
  in_addr four;
  in6_addr six;
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) {
    return IsNearbyIpv4(ntohl(four.s_addr));
  }
  if (inet_pton(AF_INET6, host.c_str(), &six) == 1) return IsNearbyIpv6(six);
  return host.find('.') == std::string::npos;
}

grpc::ChannelArguments ChannelArgumentsTo(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, IsNearby(address) ? 0 : 1);
  return arguments;
}

std::string ProxyVariable(const std::string& address) {
  if (IsNearby(address)) return "";
  std::string excepted = Variable("no_grpc_proxy");
  if (excepted.empty()) excepted = Variable("no_proxy");
  if (IsExcepted(HostOf(address), excepted)) return "";
  for (const char* const name : {"grpc_proxy", "https_proxy", "http_proxy"}) {
    if (!Variable(name).empty()) return name;
  }
  return "";
}

}  // namespace pentathlon
