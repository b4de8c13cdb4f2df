#include "referee/door/addresses.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

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

constexpr absl::string_view kUnix = "unix:";

bool IsHost(absl::string_view host) {
  // A referee can listen at these addresses, but no bot can dial them.
  if (host == "0.0.0.0" || host == "[::]") return false;
  if (absl::StartsWith(host, "[") && absl::EndsWith(host, "]")) {
    return absl::c_all_of(host.substr(1, host.size() - 2), [](char c) {
      return absl::ascii_isxdigit(c) || c == ':' || c == '.';
    });
  }
  return !host.empty() && absl::c_all_of(host, [](char c) {
    return absl::ascii_isalnum(c) || c == '.' || c == '-';
  });
}

}  // namespace

bool IsListenedOn(absl::string_view path) {
  sockaddr_un address = {};
  // gRPC refuses a longer path.
  if (path.size() >= sizeof(address.sun_path)) return false;
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, path.size());
  const int probe =
      socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (probe < 0) return false;
  const bool answered = connect(probe, reinterpret_cast<sockaddr*>(&address),
                                sizeof(address)) == 0;
  // EAGAIN: a listener whose queue is full.
  const bool busy = !answered && errno == EAGAIN;
  close(probe);
  return answered || busy;
}

absl::Status CheckNotTaken(absl::string_view flag, const std::string& address) {
  absl::string_view path = address;
  if (!absl::ConsumePrefix(&path, "unix:")) return absl::OkStatus();
  // unix://PATH is another way to write an absolute path.
  absl::ConsumePrefix(&path, "//");
  if (!IsListenedOn(path)) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat(flag, " ", address,
                   ": another process listens there; stop it or name another "
                   "path"));
}

absl::Status CheckListening(absl::string_view flag,
                            const std::string& address) {
  const size_t colon = address.rfind(':');
  uint32_t port = 0;
  const bool good =
      absl::StartsWith(address, "unix:")
          ? address.size() > std::string("unix:").size()
          : colon != std::string::npos && colon > 0 &&
                absl::SimpleAtoi(address.substr(colon + 1), &port) &&
                port <= 65535;
  if (good) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(flag, " ", address,
                   " is no address to listen on; expected host:port, e.g. "
                   "127.0.0.1:5757, or unix:PATH"));
}

bool IsLocal(const std::string& address) {
  if (absl::StartsWith(address, "unix:")) return true;
  std::string host = address.substr(0, address.rfind(':'));
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  return host == "localhost" || IsLoopback(host);
}

absl::Status CheckAdvertised(absl::string_view address) {
  const size_t colon = address.rfind(':');
  int port = 0;
  const bool good =
      absl::StartsWith(address, kUnix)
          ? address.size() > kUnix.size()
          : colon != absl::string_view::npos &&
                IsHost(address.substr(0, colon)) &&
                absl::SimpleAtoi(address.substr(colon + 1), &port) &&
                port >= 0 && port <= 65535;
  if (good) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "--advertise ", address,
      " is not an address that bots can dial; expected host:port with the name "
      "or IP address of this machine, or unix:PATH"));
}

std::string WithPortOf(const std::string& address,
                       const std::vector<std::string>& listening) {
  const absl::string_view any = ":0";
  if (absl::StartsWith(address, kUnix) || !absl::EndsWith(address, any)) {
    return address;
  }
  for (const std::string& own : listening) {
    if (absl::StartsWith(own, kUnix)) continue;
    return absl::StrCat(address.substr(0, address.size() - any.size()),
                        own.substr(own.rfind(':')));
  }
  return address;
}

}  // namespace arena::referee
