#include "referee/door/listening_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

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
  // Of a listener whose queue is full.
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

}  // namespace arena::referee
