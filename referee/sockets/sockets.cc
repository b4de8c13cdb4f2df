#include "referee/sockets/sockets.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"

namespace arena {
namespace {

constexpr int kKind = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
constexpr int kBacklog = 128;

// An address of the Internet, of either version.
struct Place {
  sockaddr_storage address = {};
  socklen_t size = 0;

  const sockaddr* get() const {
    return reinterpret_cast<const sockaddr*>(&address);
  }
};

absl::Status Failure(absl::string_view what) {
  return absl::UnavailableError(
      absl::StrCat("cannot ", what, ": ", strerror(errno)));
}

absl::StatusOr<Place> PlaceOf(const std::string& host, uint16_t port) {
  Place place;
  auto* const four = reinterpret_cast<sockaddr_in*>(&place.address);
  auto* const six = reinterpret_cast<sockaddr_in6*>(&place.address);
  if (inet_pton(AF_INET, host.c_str(), &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons(port);
    place.size = sizeof(*four);
  } else if (inet_pton(AF_INET6, host.c_str(), &six->sin6_addr) == 1) {
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(port);
    place.size = sizeof(*six);
  } else {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", host, "\" is no IP address; expected e.g. 10.0.0.7"));
  }
  return place;
}

absl::StatusOr<sockaddr_un> UnixPlace(const std::string& path) {
  sockaddr_un place = {};
  place.sun_family = AF_UNIX;
  if (path.size() >= sizeof(place.sun_path)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the socket ", path, " has ", path.size(),
        " characters; expected at most ", sizeof(place.sun_path) - 1));
  }
  std::copy(path.begin(), path.end(), place.sun_path);
  return place;
}

}  // namespace

absl::StatusOr<std::string> AddressOf(const std::string& host, uint16_t port) {
  ARENA_ASSIGN_OR_RETURN(const Place place, PlaceOf(host, port));
  return place.address.ss_family == AF_INET6
             ? absl::StrCat("[", host, "]:", port)
             : absl::StrCat(host, ":", port);
}

absl::StatusOr<Descriptor> ListenUnix(const std::string& path) {
  ARENA_ASSIGN_OR_RETURN(const sockaddr_un place, UnixPlace(path));
  Descriptor listener(socket(AF_UNIX, kKind, 0));
  unlink(path.c_str());
  if (bind(listener.get(), reinterpret_cast<const sockaddr*>(&place),
           sizeof(place)) != 0 ||
      chmod(path.c_str(), 0666) != 0 || listen(listener.get(), kBacklog) != 0) {
    return Failure(absl::StrCat("listen on ", path));
  }
  return listener;
}

absl::StatusOr<Descriptor> DialTcp(const std::string& address,
                                   absl::Time deadline) {
  const size_t colon = address.rfind(':');
  uint32_t port = 0;
  if (colon == std::string::npos ||
      !absl::SimpleAtoi(address.substr(colon + 1), &port) || port < 1 ||
      port > 65535) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", address, "\" is no address; expected e.g. 10.0.0.7:5760"));
  }
  absl::string_view host = absl::string_view(address).substr(0, colon);
  if (absl::ConsumePrefix(&host, "[")) absl::ConsumeSuffix(&host, "]");
  ARENA_ASSIGN_OR_RETURN(
      const Place place,
      PlaceOf(std::string(host), static_cast<uint16_t>(port)));
  Descriptor connection(socket(place.address.ss_family, kKind, 0));
  const int on = 1;
  setsockopt(connection.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  if (connect(connection.get(), place.get(), place.size) == 0) {
    return connection;
  }
  int error = errno;
  if (error == EINPROGRESS) {
    if (!AwaitEvents(connection.get(), POLLOUT, deadline)) {
      error = ETIMEDOUT;
    } else {
      socklen_t size = sizeof(error);
      getsockopt(connection.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    }
  }
  if (error == 0) return connection;
  errno = error;
  return Failure(absl::StrCat("reach ", address));
}

absl::StatusOr<Descriptor> DialUnix(const std::string& path) {
  ARENA_ASSIGN_OR_RETURN(const sockaddr_un place, UnixPlace(path));
  Descriptor connection(socket(AF_UNIX, kKind, 0));
  if (connect(connection.get(), reinterpret_cast<const sockaddr*>(&place),
              sizeof(place)) != 0) {
    return Failure(absl::StrCat("reach ", path));
  }
  return connection;
}

Descriptor AcceptNext(int listener) {
  Descriptor connection(
      accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!connection.is_open()) return connection;
  const int on = 1;
  // Unix sockets have no such option.
  setsockopt(connection.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return connection;
}

bool AwaitEvents(int descriptor, short events, absl::Time deadline) {
  pollfd wanted = {descriptor, events, 0};
  while (true) {
    const absl::Duration rest =
        std::max(deadline - absl::Now(), absl::ZeroDuration());
    const auto wait =
        rest > absl::Hours(1) ? absl::Hours(1) : rest + absl::Milliseconds(1);
    const int count =
        poll(&wanted, 1, static_cast<int>(absl::ToInt64Milliseconds(wait)));
    if (count > 0) return true;
    if (absl::Now() >= deadline) return false;
  }
}

absl::Status SendAll(int descriptor, absl::string_view bytes,
                     absl::Time deadline) {
  while (!bytes.empty()) {
    const ssize_t sent =
        send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      bytes.remove_prefix(static_cast<size_t>(sent));
    } else if (errno != EAGAIN && errno != EINTR) {
      return Failure("send");
    }
    if (absl::Now() >= deadline) break;
    if (!bytes.empty() && !AwaitEvents(descriptor, POLLOUT, deadline)) break;
  }
  if (bytes.empty()) return absl::OkStatus();
  return absl::DeadlineExceededError("the other side does not take the bytes");
}

absl::StatusOr<std::string> ReceiveLine(int descriptor, size_t most_bytes,
                                        absl::Time deadline) {
  std::string line;
  while (line.size() <= most_bytes) {
    // Bytes are read one by one, so that the bytes after the line stay in the
    // socket.
    ARENA_ASSIGN_OR_RETURN(const std::string next,
                           ReceiveBytes(descriptor, 1, deadline));
    if (next == "\n") return line;
    line += next;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("expected a line of at most ", most_bytes, " bytes"));
}

absl::StatusOr<std::string> ReceiveBytes(int descriptor, size_t count,
                                         absl::Time deadline) {
  constexpr size_t kPiece = 256 * 1024;
  std::string bytes;
  std::string piece(std::min(count, kPiece), '\0');
  while (bytes.size() < count) {
    const size_t wanted = std::min(count - bytes.size(), piece.size());
    const ssize_t got = recv(descriptor, piece.data(), wanted, 0);
    if (got == 0) return absl::UnavailableError("the other side hangs up");
    if (got > 0) {
      bytes.append(piece.data(), static_cast<size_t>(got));
    } else if (errno != EAGAIN && errno != EINTR) {
      return Failure("receive");
    }
    if (bytes.size() == count) break;
    // The deadline holds even if single bytes come quickly.
    if (absl::Now() >= deadline || !AwaitEvents(descriptor, POLLIN, deadline)) {
      return absl::DeadlineExceededError("the other side is too slow");
    }
  }
  return bytes;
}

}  // namespace arena
