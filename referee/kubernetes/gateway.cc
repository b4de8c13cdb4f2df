#include "referee/kubernetes/gateway.h"

#include <sys/socket.h>

#include <limits>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "referee/door/handover.h"
#include "referee/sockets/sockets.h"
#include "referee/sockets/tunnel.h"

namespace arena::kubernetes {
namespace {

// How long a short answer may take.
constexpr absl::Duration kAnswerTime = absl::Seconds(5);
// How often to look whether `keep` has ended.
constexpr absl::Duration kKeepLook = absl::Milliseconds(2);
// The most bytes that a pod may send: an archive, perhaps twice if it broke
// off, and tunnels, whose ends in this runner have limits of their own.
constexpr int64_t kMostSavedBytes = int64_t{1} << 30;

}  // namespace

// Gives each connection its thread.
class Gateway::Reception final : public referee::Handover {
 public:
  explicit Reception(Gateway& gateway) : gateway_(gateway) {}

  void Take(Descriptor connection, const std::string& name) override {
    gateway_.threads_.Take(std::move(connection),
                           [&gateway = gateway_, name](int number) {
                             gateway.Serve(number, name);
                           });
  }
  void Stop() override {}
  std::vector<std::string> KeptSince(absl::Time /*then*/) const override {
    return {};
  }

 private:
  Gateway& gateway_;
};

absl::StatusOr<std::unique_ptr<Gateway>> Gateway::Open(GatewayOptions options) {
  auto gateway = absl::WrapUnique(new Gateway(std::move(options)));
  ARENA_RETURN_IF_ERROR(gateway->Listen());
  return gateway;
}

Gateway::Gateway(GatewayOptions options)
    : options_(std::move(options)),
      connections_({.most = options_.most_connections,
                    .most_of_address = options_.most_of_address,
                    // Bytes that come with a key go into files and turnstiles,
                    // which have limits of their own.
                    .most_idle_bytes = std::numeric_limits<int64_t>::max(),
                    .most_saved_bytes = kMostSavedBytes}),
      // Connections that have made room may still be about to end.
      threads_(2 * options_.most_connections),
      acceptor_(connections_, /*proxied=*/false) {}

absl::Status Gateway::Listen() {
  ARENA_ASSIGN_OR_RETURN(const std::string wanted,
                         AddressOf(options_.host, options_.port));
  ARENA_ASSIGN_OR_RETURN(address_, acceptor_.Listen(wanted));
  acceptor_.Serve(std::make_unique<Reception>(*this));
  acceptor_.Start();
  return absl::OkStatus();
}

Gateway::~Gateway() { acceptor_.Stop(); }

// ---- Keys ----

std::string Gateway::Admit(Grant grant) {
  const std::string key = RandomSecret();
  auto guest = std::make_shared<Guest>();
  guest->grant = std::move(grant);
  MutexLock lock(mutex_);
  guests_[Sha256(key)] = std::move(guest);
  return key;
}

void Gateway::SayEnded(const std::string& key) {
  MutexLock lock(mutex_);
  const auto found = guests_.find(Sha256(key));
  if (found == guests_.end() || found->second->has_ended) return;
  found->second->has_ended = true;
  // The socket always has room for a few bytes.
  for (const int hold : found->second->holds) {
    send(hold, "end\n", 4, MSG_NOSIGNAL);
  }
}

bool Gateway::IsHeld(const std::string& key) const {
  MutexLock lock(mutex_);
  const auto found = guests_.find(Sha256(key));
  return found != guests_.end() && !found->second->holds.empty();
}

void Gateway::Revoke(const std::string& key) {
  std::shared_ptr<Guest> guest;
  {
    MutexLock lock(mutex_);
    const auto found = guests_.find(Sha256(key));
    if (found == guests_.end()) return;
    guest = found->second;
    guests_.erase(found);
    guest->has_kept = true;
    for (const int one : guest->connections) shutdown(one, SHUT_RDWR);
  }
  while (true) {
    {
      MutexLock lock(mutex_);
      if (!guest->is_keeping) return;
    }
    absl::SleepFor(kKeepLook);
  }
}

// ---- Guests ----

void Gateway::Serve(int connection, const std::string& name) {
  const auto line =
      ReceiveLine(connection, kMostLine, absl::Now() + options_.request_time);
  if (!line.ok()) return;
  const auto request = ParseRequest(*line);
  if (!request.ok()) return;
  const std::shared_ptr<Guest> guest = Enter(connection, *request);
  if (guest == nullptr) return;
  connections_.Prove(name);
  ServeGuest(connection, *request, *guest);
  Leave(connection, *guest);
}

std::shared_ptr<Gateway::Guest> Gateway::Enter(int connection,
                                               const Request& request) {
  MutexLock lock(mutex_);
  const auto found = guests_.find(Sha256(request.key));
  if (found == guests_.end()) return nullptr;
  Guest& guest = *found->second;
  if (static_cast<int>(guest.connections.size()) >= options_.most_of_key) {
    return nullptr;
  }
  guest.connections.insert(connection);
  return found->second;
}

void Gateway::Leave(int connection, Guest& guest) {
  MutexLock lock(mutex_);
  guest.connections.erase(connection);
  guest.holds.erase(connection);
}

void Gateway::ServeGuest(int connection, const Request& request, Guest& guest) {
  switch (request.wish) {
    case Wish::kFetch:
      return GiveArchive(connection, guest);
    case Wish::kHold:
      return Hold(connection, guest);
    case Wish::kOpen:
      return OpenSocket(connection, request, guest);
    case Wish::kKeep:
    case Wish::kDrop:
      return Keep(connection, request, guest);
  }
}

void Gateway::Answer(int connection, absl::string_view line) const {
  SendAll(connection, absl::StrCat(line, "\n"), absl::Now() + kAnswerTime)
      .IgnoreError();
}

void Gateway::GiveArchive(int connection, Guest& guest) {
  {
    MutexLock lock(mutex_);
    if (++guest.fetches > options_.most_fetches) {
      guest.fetches = options_.most_fetches;
      return;
    }
  }
  const std::string& archive = *guest.grant.archive;
  Answer(connection, absl::StrCat("ok ", archive.size()));
  SendAll(connection, archive, absl::Now() + options_.archive_time)
      .IgnoreError();
}

void Gateway::Hold(int connection, Guest& guest) {
  {
    // Under the lock, so that "end" cannot come before "ok".
    MutexLock lock(mutex_);
    send(connection, "ok\n", 3, MSG_NOSIGNAL);
    if (guest.has_ended) send(connection, "end\n", 4, MSG_NOSIGNAL);
    guest.holds.insert(connection);
  }
  // Waits for the end of the connection; nothing more is to come.
  ReceiveLine(connection, 0, absl::InfiniteFuture()).IgnoreError();
}

void Gateway::OpenSocket(int connection, const Request& request, Guest& guest) {
  if (!guest.grant.sockets.contains(request.socket)) {
    return Answer(connection, "no such socket");
  }
  const auto socket =
      DialUnix(absl::StrCat(guest.grant.socket_folder, "/", request.socket));
  if (!socket.ok()) return Answer(connection, "no longer open");
  Answer(connection, "ok");
  Tunnel(connection, socket->get());
}

void Gateway::Keep(int connection, const Request& request, Guest& guest) {
  const absl::Status taken = TakeFolder(connection, request, guest);
  // One line, however long a path in the message is.
  std::string why(taken.message().substr(0, kMostLine - 8));
  for (char& letter : why) {
    if (letter == '\n') letter = ' ';
  }
  Answer(connection, taken.ok() ? "ok" : absl::StrCat("no ", why));
}

absl::Status Gateway::TakeFolder(int connection, const Request& request,
                                 Guest& guest) {
  if (guest.grant.keep == nullptr) {
    return absl::PermissionDeniedError("this folder is not to be changed");
  }
  if (request.bytes > FolderLimits(0).most_packed_bytes) {
    return absl::ResourceExhaustedError("it is too large");
  }
  {
    MutexLock lock(mutex_);
    if (!guest.has_ended || guest.has_kept) {
      return absl::FailedPreconditionError("not now");
    }
    guest.has_kept = true;
  }
  absl::StatusOr<std::string> archive =
      absl::FailedPreconditionError(request.reason);
  if (request.wish == Wish::kKeep) {
    Answer(connection, "ok");
    archive = ReceiveBytes(connection, static_cast<size_t>(request.bytes),
                           absl::Now() + options_.archive_time);
  }
  const bool is_told = archive.ok() || request.wish == Wish::kDrop;
  {
    MutexLock lock(mutex_);
    // The companion may try again, unless its key is revoked.
    const bool is_guest = guests_.contains(Sha256(request.key));
    if (!is_told) guest.has_kept = !is_guest;
    guest.is_keeping = is_told && is_guest;
    if (!guest.is_keeping) return absl::UnavailableError("it did not come");
  }
  const absl::Status kept = guest.grant.keep(archive);
  MutexLock lock(mutex_);
  guest.is_keeping = false;
  return kept;
}

}  // namespace arena::kubernetes
