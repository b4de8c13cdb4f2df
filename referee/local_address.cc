#include "referee/local_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "absl/strings/match.h"

namespace arena::referee {
namespace {

bool IsLoopback(const std::string& host) {
  in_addr v4;
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) {
    constexpr uint32_t kLoopbackNet = 127;
    return ntohl(v4.s_addr) >> 24 == kLoopbackNet;
  }
  in6_addr v6;
  return inet_pton(AF_INET6, host.c_str(), &v6) == 1 &&
         IN6_IS_ADDR_LOOPBACK(&v6);
}

}  // namespace

bool IsLocal(const std::string& address) {
  if (absl::StartsWith(address, "unix:")) return true;
  std::string host = address.substr(0, address.rfind(':'));
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  return host == "localhost" || IsLoopback(host);
}

}  // namespace arena::referee
