#include "referee/acceptor.h"

#include <fcntl.h>
#include <linux/tcp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "referee/accepted_socket.h"
#include "referee/log.h"

namespace arena::referee {
namespace {

constexpr int kBacklog = 1024;
// Larger than any request. The kernel doubles it.
constexpr int kReceiveBytes = 128 * 1024;
// How long a peer may leave data unacknowledged, as with gRPC's keepalive.
constexpr int kUnacknowledgedMs = 10000;
constexpr absl::Duration kTendStrangers = absl::Milliseconds(100);
constexpr absl::Duration kTend = absl::Seconds(1);
// Between two lines of the log that say how many were turned away.
constexpr absl::Duration kTellInterval = absl::Seconds(10);

constexpr int kMostConnections = 20000;
// For the store, the journal, and what gRPC opens itself.
constexpr int kOtherFiles = 256;

absl::Status Failure(absl::string_view what) {
  return absl::UnavailableError(absl::StrCat(what, ": ", strerror(errno)));
}

void SetOption(int socket, int level, int option, int value) {
  setsockopt(socket, level, option, &value, sizeof(value));
}

// A socket that listens. Closes it again if that fails.
absl::StatusOr<int> ListenOn(const sockaddr* address, socklen_t size) {
  const int listening = socket(
      address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listening < 0) return Failure("socket");
  // The port of a referee that has just ended is taken over at once, but two
  // referees never share one.
  SetOption(listening, SOL_SOCKET, SO_REUSEADDR, 1);
  // Accepted connections inherit it. What has come is read even after a
  // connection was cut, and requests are small.
  SetOption(listening, SOL_SOCKET, SO_RCVBUF, kReceiveBytes);
  if (bind(listening, address, size) == 0 && listen(listening, kBacklog) == 0) {
    return listening;
  }
  const absl::Status failed = Failure("cannot listen");
  close(listening);
  return failed;
}

int PortOf(int listening) {
  sockaddr_storage address = {};
  socklen_t size = sizeof(address);
  getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<sockaddr_in&>(address).sin_port);
}

absl::StatusOr<int> ListenOnPath(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) {
    return absl::UnavailableError(
        absl::StrCat("cannot listen: the path has ", path.size(),
                     " bytes; expected at most ",
                     sizeof(address.sun_path) - 1));
  }
  path.copy(address.sun_path, path.size());
  // Left by a referee that was killed.
  struct stat status;
  if (stat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode)) {
    unlink(path.c_str());
  }
  return ListenOn(reinterpret_cast<const sockaddr*>(&address), sizeof(address));
}

// A machine without IPv6 has a localhost without it, too.
bool IsMissing(int error) {
  return error == EADDRNOTAVAIL || error == EAFNOSUPPORT;
}

// One for each address of the host. The others take the port of the first.
absl::StatusOr<std::vector<int>> ListenOnHost(std::string host,
                                              const std::string& port) {
  host = std::string(absl::StripPrefix(absl::StripSuffix(host, "]"), "["));
  addrinfo hints = {};
  hints.ai_flags = AI_PASSIVE;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
  if (error != 0) {
    return absl::UnavailableError(
        absl::StrCat("cannot listen: ", gai_strerror(error)));
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> all(found,
                                                               &freeaddrinfo);
  std::vector<int> listening;
  absl::Status failed;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    if (!listening.empty()) {
      const uint16_t taken = htons(PortOf(listening.front()));
      one->ai_family == AF_INET6
          ? reinterpret_cast<sockaddr_in6*>(one->ai_addr)->sin6_port = taken
          : reinterpret_cast<sockaddr_in*>(one->ai_addr)->sin_port = taken;
    }
    const absl::StatusOr<int> next = ListenOn(one->ai_addr, one->ai_addrlen);
    if (next.ok()) {
      listening.push_back(*next);
    } else if (listening.empty() || !IsMissing(errno)) {
      failed = next.status();
    }
  }
  if (failed.ok()) return listening;
  absl::c_for_each(listening, close);
  return failed;
}

}  // namespace

// ---- Setting up ----

absl::StatusOr<std::string> Acceptor::Listen(const std::string& address) {
  Door door;
  absl::string_view path = address;
  std::string taken = address;
  if (absl::ConsumePrefix(&path, "unix:")) {
    ARENA_ASSIGN_OR_RETURN(const int listening,
                           ListenOnPath(std::string(path)));
    door.listening = {listening};
    door.unlink = std::string(path);
  } else {
    const size_t colon = address.rfind(':');
    const std::string host = address.substr(0, colon);
    ARENA_ASSIGN_OR_RETURN(door.listening,
                           ListenOnHost(host, address.substr(colon + 1)));
    taken = absl::StrCat(host, ":", PortOf(door.listening.front()));
  }
  doors_.push_back(std::move(door));
  return taken;
}

void Acceptor::Serve(grpc::ServerBuilder& builder,
                     std::shared_ptr<grpc::ServerCredentials> credentials) {
  doors_.back().handover =
      builder.experimental().AddExternalConnectionAcceptor(
          grpc::ServerBuilder::experimental_type::ExternalConnectionType::
              FROM_FD,
          std::move(credentials));
}

void Acceptor::Start() {
  ARENA_CHECK(pipe2(stop_, O_CLOEXEC) == 0, "no pipe");
  thread_ = std::thread([this] { Run(); });
}

void Acceptor::Stop() {
  if (thread_.joinable()) {
    close(stop_[1]);
    thread_.join();
    close(stop_[0]);
  }
  for (const Door& door : doors_) {
    absl::c_for_each(door.listening, close);
    if (!door.unlink.empty()) unlink(door.unlink.c_str());
  }
  doors_.clear();
}

Acceptor::~Acceptor() { Stop(); }

// ---- Running ----

void Acceptor::Run() {
  std::vector<pollfd> polled = {{.fd = stop_[0], .events = POLLIN, .revents = 0}};
  std::vector<Handover*> handovers = {nullptr};
  for (const Door& door : doors_) {
    for (const int listening : door.listening) {
      polled.push_back({.fd = listening, .events = POLLIN, .revents = 0});
      handovers.push_back(door.handover.get());
    }
  }
  absl::Time tend = absl::InfinitePast();
  bool out_of_files = false;
  while (true) {
    const bool strangers = connections_.CheckStrangers();
    const absl::Duration pause = strangers ? kTendStrangers : kTend;
    // Without descriptors it waits for some to be closed.
    const size_t count = out_of_files ? 1 : polled.size();
    poll(polled.data(), count, static_cast<int>(absl::ToInt64Milliseconds(
                                   out_of_files ? kTendStrangers : pause)));
    if (polled[0].revents != 0) return;
    out_of_files = false;
    for (size_t i = 1; i < count; ++i) {
      if (polled[i].revents == 0) continue;
      out_of_files = !AcceptAll(polled[i].fd, *handovers[i]) || out_of_files;
    }
    if (absl::Now() < tend) continue;
    tend = absl::Now() + kTend;
    Tend();
  }
}

bool Acceptor::AcceptAll(int listening, Handover& handover) {
  // Not for ever: strangers must be looked after, too.
  for (int i = 0; i < kBacklog; ++i) {
    sockaddr_storage address = {};
    socklen_t size = sizeof(address);
    const int connection =
        accept4(listening, reinterpret_cast<sockaddr*>(&address), &size,
                SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (connection >= 0) {
      Take(connection, PeerOf(address), handover);
    } else if (errno == EMFILE || errno == ENFILE) {
      LogError("no connection accepted", {}, Failure("accept"));
      return false;
    } else if (errno != ECONNABORTED && errno != EINTR) {
      return true;
    }
  }
  return true;
}

void Acceptor::Take(int connection, const Peer& peer, Handover& handover) {
  if (!connections_.Add(peer, std::make_unique<AcceptedSocket>(connection))) {
    close(connection);
    return;
  }
  if (!peer.connection.empty()) {
    SetOption(connection, IPPROTO_TCP, TCP_NODELAY, 1);
    SetOption(connection, IPPROTO_TCP, TCP_USER_TIMEOUT, kUnacknowledgedMs);
  }
  Handover::NewConnectionParameters parameters;
  parameters.fd = connection;
  handover.HandleNewConnection(&parameters);
}

void Acceptor::Tend() {
  connections_.ForgetClosed();
  const absl::Time now = absl::Now();
  if (now < told_ + kTellInterval) return;
  const int turned_away = connections_.TakeTurnedAway();
  if (turned_away == 0) return;
  told_ = now;
  Log("connections turned away",
      {{"count", absl::StrCat(turned_away)},
       {"open", absl::StrCat(connections_.size())}});
}

// ---- Descriptors ----

void RaiseFileLimit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int MostConnections(int wanted) {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const auto files = static_cast<int64_t>(
      std::min<rlim_t>(limit.rlim_cur, 1 << 30));
  // With very few files, half of them are for everything else.
  const int64_t most = std::max(files - kOtherFiles, files / 2);
  return static_cast<int>(
      std::min<int64_t>(most, wanted > 0 ? wanted : kMostConnections));
}

}  // namespace arena::referee
