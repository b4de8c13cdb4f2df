#include "referee/kubernetes/gateway.h"

#include <poll.h>
#include <sys/socket.h>

#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/process/pipe.h"
#include "referee/sockets/sockets.h"
#include "referee/sockets/tunnel.h"

namespace arena::kubernetes {
namespace {

// How long a short answer may take.
constexpr absl::Duration kAnswerTime = absl::Seconds(5);
// How long the acceptor rests when the system has no more descriptors.
constexpr absl::Duration kRest = absl::Milliseconds(100);
// How often the end of a thread is looked for.
constexpr absl::Duration kThreadLook = absl::Milliseconds(2);

// Closes without a word, and leaves nothing to wait for.
void Slam(int connection) {
  const linger none = {.l_onoff = 1, .l_linger = 0};
  setsockopt(connection, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Gateway>> Gateway::Open(GatewayOptions options) {
  ARENA_ASSIGN_OR_RETURN(Descriptor listener,
                         ListenTcp(options.host, options.port));
  ARENA_ASSIGN_OR_RETURN(Pipe end, MakePipe());
  std::unique_ptr<Gateway> gateway(
      new Gateway(std::move(options), std::move(listener)));
  gateway->end_ = std::move(end.read_end);
  gateway->say_end_ = std::move(end.write_end);
  gateway->acceptor_ = std::thread([self = gateway.get()] { self->Accept(); });
  return gateway;
}

Gateway::Gateway(GatewayOptions options, Descriptor listener)
    : options_(std::move(options)),
      listener_(std::move(listener)),
      address_(AddressOf(listener_.get())) {}

Gateway::~Gateway() {
  say_end_.Close();
  acceptor_.join();
  {
    MutexLock lock(mutex_);
    closing_ = true;
    for (const int connection : open_) shutdown(connection, SHUT_RDWR);
  }
  while (true) {
    {
      MutexLock lock(mutex_);
      if (threads_ == 0) return;
    }
    absl::SleepFor(kThreadLook);
  }
}

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
  // A few bytes always have room.
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
    absl::SleepFor(kThreadLook);
  }
}

// ---- Strangers ----

void Gateway::Accept() {
  while (true) {
    pollfd wanted[] = {{listener_.get(), POLLIN, 0}, {end_.get(), POLLIN, 0}};
    poll(wanted, 2, -1);
    if (wanted[1].revents != 0) return;
    Descriptor connection = AcceptNext(listener_.get());
    if (!connection.is_open()) {
      if (errno == EMFILE || errno == ENFILE) absl::SleepFor(kRest);
      continue;
    }
    const std::string address = CallerOf(connection.get());
    if (!LetIn(address)) {
      Slam(connection.get());
      continue;
    }
    {
      MutexLock lock(mutex_);
      open_.insert(connection.get());
      ++threads_;
    }
    std::thread([this, socket = std::move(connection), address]() mutable {
      Serve(socket.get(), address);
      MutexLock lock(mutex_);
      open_.erase(socket.get());
      // Not later, as another connection may get its number.
      socket.Close();
      // The gateway may be gone as soon as the lock is.
      --threads_;
    }).detach();
  }
}

bool Gateway::LetIn(const std::string& address) {
  MutexLock lock(mutex_);
  if (stranger_count_ >= options_.most_strangers) return false;
  int& of_one = strangers_[address];
  if (of_one >= options_.most_strangers_of_one) return false;
  ++of_one;
  ++stranger_count_;
  return true;
}

void Gateway::Serve(int connection, const std::string& address) {
  const auto line = ReceiveLine(connection, kMostLine,
                                absl::Now() + options_.request_time);
  {
    MutexLock lock(mutex_);
    --stranger_count_;
    const auto of_one = strangers_.find(address);
    if (--of_one->second == 0) strangers_.erase(of_one);
  }
  if (!line.ok()) return Slam(connection);
  const auto request = ParseRequest(*line);
  if (!request.ok()) return Slam(connection);
  const std::shared_ptr<Guest> guest = Enter(connection, *request);
  if (guest == nullptr) return Slam(connection);
  ServeGuest(connection, *request, *guest);
  Leave(connection, *guest);
}

// ---- Guests ----

std::shared_ptr<Gateway::Guest> Gateway::Enter(int connection,
                                               const Request& request) {
  MutexLock lock(mutex_);
  const auto found = guests_.find(Sha256(request.key));
  if (found == guests_.end() || closing_) return nullptr;
  Guest& guest = *found->second;
  if (static_cast<int>(guest.connections.size()) >= options_.most_connections) {
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

void Gateway::ServeGuest(int connection, const Request& request,
                         Guest& guest) {
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
      return Slam(connection);
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
  // Nothing more is to come.
  ReceiveLine(connection, 0, absl::InfiniteFuture()).IgnoreError();
}

void Gateway::OpenSocket(int connection, const Request& request,
                         Guest& guest) {
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
  // One line, however long the path is that it names.
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
    // It may try again, unless its key is revoked.
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
