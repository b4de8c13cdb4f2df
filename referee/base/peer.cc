#include "referee/base/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace arena::referee {
namespace {

constexpr char kUnix[] = "unix";

// The name of an address, which may be an IPv4 address written as IPv6.
std::string NameOf(const in_addr& address) {
  char text[INET_ADDRSTRLEN];
  inet_ntop(AF_INET, &address, text, sizeof(text));
  return text;
}
std::string NameOf(const in6_addr& address) {
  char text[INET6_ADDRSTRLEN];
  inet_ntop(AF_INET6, &address, text, sizeof(text));
  return text;
}

Peer PeerAt(const in_addr& address, int port) {
  constexpr uint32_t kLoopbackNet = 127;
  return {.connection = absl::StrCat(NameOf(address), ":", port),
          .address = NameOf(address),
          .local = ntohl(address.s_addr) >> 24 == kLoopbackNet};
}

Peer PeerAt(const in6_addr& address, int port) {
  constexpr size_t kSubnetBytes = 8;
  if (IN6_IS_ADDR_V4MAPPED(&address)) {
    in_addr v4;
    std::memcpy(&v4, address.s6_addr + 12, sizeof(v4));
    return PeerAt(v4, port);
  }
  in6_addr subnet = address;
  std::memset(subnet.s6_addr + kSubnetBytes, 0, kSubnetBytes);
  return {.connection = absl::StrCat(NameOf(address), ":", port),
          .address = absl::StrCat(NameOf(subnet), "/64"),
          .local = IN6_IS_ADDR_LOOPBACK(&address) != 0};
}

// `host` without a port. False if it is no address.
bool ReadHost(std::string host, int port, Peer& peer) {
  host = std::string(absl::StripPrefix(absl::StripSuffix(host, "]"), "["));
  host.resize(std::min(host.find('%'), host.size()));
  in_addr v4;
  in6_addr v6;
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) {
    peer = PeerAt(v4, port);
  } else if (inet_pton(AF_INET6, host.c_str(), &v6) == 1) {
    peer = PeerAt(v6, port);
  } else {
    return false;
  }
  return true;
}

}  // namespace

Peer PeerOf(absl::string_view uri) {
  if (absl::StartsWith(uri, kUnix)) {
    return {.connection = "", .address = kUnix, .local = true};
  }
  absl::string_view endpoint = uri;
  if (!absl::ConsumePrefix(&endpoint, "ipv4:")) {
    absl::ConsumePrefix(&endpoint, "ipv6:");
  }
  const std::string text =
      absl::StrReplaceAll(endpoint, {{"%5B", "["}, {"%5D", "]"}});
  const size_t colon = text.rfind(':');
  int port = 0;
  Peer peer;
  if (colon != std::string::npos &&
      absl::SimpleAtoi(text.substr(colon + 1), &port) &&
      ReadHost(text.substr(0, colon), port, peer)) {
    return peer;
  }
  return {.connection = std::string(uri), .address = std::string(uri)};
}

Peer PeerOf(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    return PeerAt(v4.sin_addr, ntohs(v4.sin_port));
  }
  if (address.ss_family == AF_INET6) {
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
    return PeerAt(v6.sin6_addr, ntohs(v6.sin6_port));
  }
  return PeerOf(kUnix);
}

Peer BehindProxy(Peer proxy, absl::string_view forwarded) {
  // After the values that the caller itself may have sent.
  const size_t comma = forwarded.rfind(',');
  if (comma != forwarded.npos) forwarded.remove_prefix(comma + 1);
  const std::string host(absl::StripAsciiWhitespace(forwarded));
  Peer caller;
  if (!proxy.local || !ReadHost(host, 0, caller)) {
    return proxy;
  }
  caller.connection = proxy.connection;
  return caller;
}

}  // namespace arena::referee
