#include "referee/door/acceptor.h"

#include <fcntl.h>
#include <linux/tcp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"
#include "referee/base/log.h"
#include "referee/door/addresses.h"
#include "referee/door/connection_table.h"

namespace arena::referee {
namespace {

// A connection that was handed over to gRPC. Does not own the descriptor, which
// gRPC closes when it likes. Therefore this class recognises the socket by its
// inode: if the descriptor has another inode, or none, it is no longer this
// connection.
class AcceptedSocket final : public Socket {
 public:
  explicit AcceptedSocket(int descriptor);

  bool IsOpen() const override;
  Bytes Passed() const override;
  void Widen() override;
  void Cut() override;

 private:
  bool IsMine(int descriptor) const;
  // A copy of the descriptor that gRPC does not close; closed if gRPC has
  // closed the connection.
  Descriptor Copy() const;

  const int descriptor_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

// A request fits in, because the kernel doubles the number. gRPC reads bytes
// that have come even after a connection was cut.
constexpr int kProvenBytes = 32 * 1024;

AcceptedSocket::AcceptedSocket(int descriptor) : descriptor_(descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return;
  device_ = status.st_dev;
  inode_ = status.st_ino;
}

bool AcceptedSocket::IsMine(int descriptor) const {
  struct stat status;
  return fstat(descriptor, &status) == 0 && status.st_dev == device_ &&
         status.st_ino == inode_;
}

bool AcceptedSocket::IsOpen() const { return IsMine(descriptor_); }

Socket::Bytes AcceptedSocket::Passed() const {
  tcp_info info = {};
  socklen_t size = sizeof(info);
  if (getsockopt(descriptor_, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) {
    return {};
  }
  // Checked last: the values that were read before may be of another socket.
  if (!IsMine(descriptor_)) return {};
  return {.received = static_cast<int64_t>(info.tcpi_bytes_received),
          .sent = static_cast<int64_t>(info.tcpi_bytes_acked)};
}

void AcceptedSocket::Widen() {
  const Descriptor copy = Copy();
  setsockopt(copy.get(), SOL_SOCKET, SO_RCVBUF, &kProvenBytes,
             sizeof(kProvenBytes));
}

void AcceptedSocket::Cut() { shutdown(Copy().get(), SHUT_RDWR); }

// gRPC may close the descriptor meanwhile, and another file may get its number.
// A copy stays the file that was checked.
Descriptor AcceptedSocket::Copy() const {
  Descriptor copy(dup(descriptor_));
  return IsMine(copy.get()) ? std::move(copy) : Descriptor();
}

constexpr int kBacklog = 1024;
// The most bytes that may wait to be read on a connection of a stranger. The
// kernel doubles the number.
constexpr int kStrangerBytes = 8 * 1024;
// The most bytes that may wait to be sent on a connection whose other end does
// not read. The kernel would take megabytes.
constexpr int kUnsentBytes = 64 * 1024;
// How long a peer may leave data unacknowledged, as with gRPC's keepalive.
constexpr int kUnacknowledgedMs = 10000;
// The pauses between two looks: at strangers and at connections that send much
// without a call, at all connections that send, and at all connections. With
// many connections a look takes long; all looks of a kind take at most a tenth
// of the time.
constexpr absl::Duration kLeastPause = absl::Milliseconds(10);
constexpr absl::Duration kProvenPause = absl::Milliseconds(50);
constexpr absl::Duration kMostPause = absl::Milliseconds(100);
constexpr int kShareOfLooks = 10;
constexpr absl::Duration kTend = absl::Milliseconds(100);
constexpr absl::Duration kLatestTend = absl::Seconds(1);
// An honest connection has nothing to read after some milliseconds.
constexpr absl::Duration kMostKept = absl::Seconds(1);
// Between two lines of the log about connections that were turned away.
constexpr absl::Duration kTellInterval = absl::Seconds(10);

constexpr int kMostConnections = 20000;
// For the store, the journal, and the files that gRPC itself opens.
constexpr int kOtherFiles = 256;
// Store, journal and gRPC have half of them.
constexpr rlim_t kFewestFiles = 128;

absl::Status Failure(absl::string_view what, absl::string_view way_out = "") {
  return absl::UnavailableError(
      absl::StrCat(what, ": ", strerror(errno), way_out));
}

// Advice for an error of listening.
absl::string_view WayOut(int error, bool is_path) {
  switch (error) {
    case EADDRINUSE:
      return is_path ? "; something else has this path; name another one"
                     : "; another program listens there; name another port: "
                       "port 0 takes a free one";
    case EACCES:
      return is_path ? "; expected a folder in which this user may write"
                     : "; ports below 1024 are for root; name a higher one";
    case EADDRNOTAVAIL:
      return "; expected an address that this machine has";
    case ENOENT:
      return "; expected a folder that exists";
    default:
      return "";
  }
}

void SetOption(int socket, int level, int option, int value) {
  setsockopt(socket, level, option, &value, sizeof(value));
}

// A listening socket. Closes the socket again after an error.
absl::StatusOr<int> ListenOn(const sockaddr* address, socklen_t size) {
  const int listening = socket(
      address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listening < 0) return Failure("socket");
  // The port of a referee that has just ended can be taken at once, but two
  // referees never share a port.
  SetOption(listening, SOL_SOCKET, SO_REUSEADDR, 1);
  // Accepted connections inherit this size. gRPC reads all bytes that have
  // come, even if it is about to close the connection, and that may take long.
  SetOption(listening, SOL_SOCKET, SO_RCVBUF, kStrangerBytes);
  if (bind(listening, address, size) == 0 && listen(listening, kBacklog) == 0) {
    return listening;
  }
  const absl::Status failed =
      Failure("cannot listen", WayOut(errno, address->sa_family == AF_UNIX));
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
                     " bytes; expected at most ", sizeof(address.sun_path) - 1,
                     "; name a shorter one"));
  }
  path.copy(address.sun_path, path.size());
  const std::filesystem::path folder =
      std::filesystem::path(path).parent_path();
  // Locked until this process listens: of two that begin at once, the second
  // sees the first.
  const Descriptor lock(open(folder.empty() ? "." : folder.c_str(),
                             O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock.is_open() || flock(lock.get(), LOCK_EX) != 0) {
    return Failure("cannot listen", WayOut(errno, /*is_path=*/true));
  }
  if (IsListenedOn(path)) {
    return absl::UnavailableError("another process listens there");
  }
  // Left by a referee that was killed.
  struct stat status;
  if (stat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode)) {
    unlink(path.c_str());
  }
  return ListenOn(reinterpret_cast<const sockaddr*>(&address), sizeof(address));
}

// Whether an error says that the host does not have such an address: a machine
// without IPv6 has a localhost without it, too.
bool IsMissing(int error) {
  return error == EADDRNOTAVAIL || error == EAFNOSUPPORT;
}

// One socket for each address of the host. All of them take the port of the
// first.
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

void Probation::Offend(const std::string& address, absl::Time now) {
  const auto [offender, is_new] = offenders_.try_emplace(address);
  if (is_new) offender->second.next_turn = now + kPause;
  offender->second.until = now + kLength;
}

std::optional<absl::Time> Probation::Turn(const std::string& address,
                                          absl::Time now) {
  const auto found = offenders_.find(address);
  if (found == offenders_.end()) return now;
  absl::Time& next = found->second.next_turn;
  const absl::Time turn = std::max(now, next);
  if (turn > now + kMostWait) return std::nullopt;
  next = turn + kPause;
  return turn;
}

void Probation::Forget(absl::Time now) {
  std::erase_if(offenders_, [&](const auto& entry) {
    return entry.second.until <= now && entry.second.next_turn <= now;
  });
}

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

void Acceptor::Serve(std::unique_ptr<Handover> handover) {
  doors_.back().handover = std::move(handover);
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
  held_.clear();
  for (Door& door : doors_) {
    absl::c_for_each(std::exchange(door.listening, {}), close);
    if (!door.unlink.empty()) unlink(door.unlink.c_str());
    if (door.handover != nullptr) door.handover->Stop();
  }
}

Acceptor::~Acceptor() {
  Stop();
  // A connection that keeps a thread of its handover may never end by itself.
  connections_.CutAll();
}

// ---- Running ----

void Acceptor::Run() {
  std::vector<pollfd> polled = {
      {.fd = stop_[0], .events = POLLIN, .revents = 0}};
  std::vector<Handover*> handovers = {nullptr};
  for (const Door& door : doors_) {
    for (const int listening : door.listening) {
      polled.push_back({.fd = listening, .events = POLLIN, .revents = 0});
      handovers.push_back(door.handover.get());
    }
  }
  bool out_of_files = false;
  while (true) {
    const absl::Duration pause = out_of_files ? kMostPause : CheckConnections();
    // Without descriptors the acceptor waits until some are closed.
    const size_t count = out_of_files ? 1 : polled.size();
    poll(polled.data(), count,
         static_cast<int>(absl::ToInt64Milliseconds(pause)));
    if (polled[0].revents != 0) return;
    out_of_files = false;
    for (size_t i = 1; i < count; ++i) {
      if (polled[i].revents == 0) continue;
      out_of_files = !AcceptAll(polled[i].fd, *handovers[i]) || out_of_files;
    }
    HandOverDue();
    CutThoseThatKeepThreads();
    Tend();
  }
}

absl::Duration Acceptor::CheckConnections() {
  const absl::Time began = absl::Now();
  const ConnectionTable::Busy busy = connections_.Check();
  if (!busy.strangers && !busy.proven && held_.empty()) return kTend;
  const absl::Duration least =
      busy.strangers || !held_.empty() ? kLeastPause : kProvenPause;
  return std::clamp((absl::Now() - began) * kShareOfLooks, least, kMostPause);
}

bool Acceptor::AcceptAll(int listening, Handover& handover) {
  // Not for ever: strangers must be looked after, too.
  for (int i = 0; i < kBacklog; ++i) {
    sockaddr_storage address = {};
    socklen_t size = sizeof(address);
    Descriptor connection(
        accept4(listening, reinterpret_cast<sockaddr*>(&address), &size,
                SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (connection.is_open()) {
      Take(std::move(connection), PeerOf(address), handover);
    } else if (errno == EMFILE || errno == ENFILE) {
      LogError("no connection accepted", {}, Failure("accept"));
      return false;
    } else if (errno != ECONNABORTED && errno != EINTR) {
      return true;
    }
  }
  return true;
}

void Acceptor::Take(Descriptor connection, const Peer& peer,
                    Handover& handover) {
  const std::optional<absl::Time> turn = TurnOf(peer);
  if (!turn.has_value()) return;
  const int number = connection.get();
  std::unique_ptr<Socket> socket = std::make_unique<AcceptedSocket>(number);
  if (peer.connection.empty() && handover.ReadsPlainHttp2()) {
    std::optional<UnixRelay::Relayed> relayed =
        relay_.Take(std::move(connection));
    if (!relayed.has_value()) return;
    connection = std::move(relayed->served);
    socket = std::move(relayed->socket);
  }
  if (!connections_.Add(peer, std::move(socket))) return;
  if (!peer.connection.empty()) {
    SetOption(number, IPPROTO_TCP, TCP_NODELAY, 1);
    SetOption(number, IPPROTO_TCP, TCP_USER_TIMEOUT, kUnacknowledgedMs);
    SetOption(number, IPPROTO_TCP, TCP_NOTSENT_LOWAT, kUnsentBytes);
  }
  held_.emplace(*turn, Held{std::move(connection), peer.connection, &handover});
}

std::optional<absl::Time> Acceptor::TurnOf(const Peer& peer) {
  const absl::Time now = absl::Now();
  for (const std::string& address : connections_.TakeOffenders()) {
    probation_.Offend(address, now);
  }
  if (proxied_ && peer.local) return now;
  return probation_.Turn(peer.address, now);
}

void Acceptor::HandOverDue() {
  const auto due = held_.upper_bound(absl::Now());
  for (auto it = held_.begin(); it != due; it = held_.erase(it)) {
    Held& held = it->second;
    held.handover->Take(std::move(held.connection), held.name);
  }
}

// Connections of a proxy are left alone: a proxy carries the bytes of many
// callers.
void Acceptor::CutThoseThatKeepThreads() {
  if (proxied_) return;
  for (const Door& door : doors_) {
    for (const std::string& name :
         door.handover->KeptSince(absl::Now() - kMostKept)) {
      connections_.Cut(name);
    }
  }
}

void Acceptor::Tend() {
  const absl::Time now = absl::Now();
  if (now < tended_ + rest_) return;
  connections_.Tend(now - std::exchange(tended_, now));
  rest_ = std::clamp((absl::Now() - now) * kShareOfLooks, kTend, kLatestTend);
  probation_.Forget(now);
  if (now < told_ + kTellInterval) return;
  const int turned_away = connections_.TakeTurnedAway();
  if (turned_away == 0) return;
  told_ = now;
  Log("connections turned away",
      {{"count", absl::StrCat(turned_away)},
       {"open", absl::StrCat(connections_.size())}});
}

// ---- Descriptors ----

absl::Status RaiseFileLimit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return absl::OkStatus();
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_max >= kFewestFiles) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("this process may open ", limit.rlim_max,
                   " files; expected at least ", kFewestFiles,
                   ": raise the limit (ulimit -n)"));
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
