#include "tests/referee/store/postgres_proxy.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <vector>

#include "arena/core/check.h"

namespace arena::referee {
namespace {

// Returns the socket of a server in a folder, under PostgreSQL's name.
sockaddr_un AddressIn(const std::string& folder) {
  sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = {}};
  const std::string path = folder + "/.s.PGSQL.5432";
  ARENA_CHECK(path.size() < sizeof(address.sun_path), path);
  path.copy(address.sun_path, path.size());
  return address;
}

void SendAll(int socket, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes.remove_prefix(sent);
  }
}

}  // namespace

PostgresProxy::PostgresProxy(const std::string& server)
    : server_(server),
      listener_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)),
      wake_(eventfd(0, EFD_CLOEXEC)) {
  const sockaddr_un own = AddressIn(folder_);
  ARENA_CHECK(bind(listener_, reinterpret_cast<const sockaddr*>(&own),
                   sizeof(own)) == 0);
  ARENA_CHECK(listen(listener_, 128) == 0);
  thread_ = std::thread([this] { Run(); });
}

PostgresProxy::~PostgresProxy() {
  {
    MutexLock lock(mutex_);
    stopped_ = true;
  }
  Wake();
  thread_.join();
  for (const Link& link : links_) {
    close(link.client);
    close(link.server);
  }
  close(listener_);
  close(wake_);
}

void PostgresProxy::Hold() {
  MutexLock lock(mutex_);
  held_ = true;
  waiting_ = false;
}

void PostgresProxy::Release() {
  {
    MutexLock lock(mutex_);
    held_ = false;
  }
  Wake();
}

void PostgresProxy::AwaitHeld() {
  while (true) {
    {
      MutexLock lock(mutex_);
      if (waiting_) return;
    }
    std::this_thread::yield();
  }
}

void PostgresProxy::LoseAnswerTo(const std::string& bytes) {
  MutexLock lock(mutex_);
  fatal_ = bytes;
}

void PostgresProxy::Wake() {
  const uint64_t one = 1;
  ARENA_CHECK(write(wake_, &one, sizeof(one)) == sizeof(one));
}

void PostgresProxy::Run() {
  while (true) {
    std::vector<pollfd> polled = {{wake_, POLLIN, 0}};
    {
      MutexLock lock(mutex_);
      if (stopped_) return;
      // While bytes wait, nothing else matters until the release.
      if (!held_ || !waiting_) {
        polled.push_back({listener_, POLLIN, 0});
        for (const Link& link : links_) {
          polled.push_back({link.client, POLLIN, 0});
          polled.push_back({link.server, POLLIN, 0});
        }
      }
    }
    if (poll(polled.data(), polled.size(), -1) <= 0) continue;
    if (polled[0].revents != 0) {
      uint64_t woken;
      ARENA_CHECK(read(wake_, &woken, sizeof(woken)) == sizeof(woken));
      continue;
    }
    {
      MutexLock lock(mutex_);
      if (held_) {
        waiting_ = true;
        continue;
      }
    }
    size_t next = 2;
    for (auto link = links_.begin(); link != links_.end(); next += 2) {
      const bool alive =
          (polled[next].revents == 0 || Pass(*link, /*from_client=*/true)) &&
          (polled[next + 1].revents == 0 || Pass(*link, /*from_client=*/false));
      if (!alive) {
        close(link->client);
        close(link->server);
      }
      link = alive ? std::next(link) : links_.erase(link);
    }
    if (polled[1].revents != 0) Accept();
  }
}

void PostgresProxy::Accept() {
  Link link;
  link.client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  link.server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = AddressIn(server_);
  ARENA_CHECK(connect(link.server, reinterpret_cast<const sockaddr*>(&address),
                      sizeof(address)) == 0);
  links_.push_back(link);
}

bool PostgresProxy::Pass(Link& link, bool from_client) {
  char part[65536];
  const int from = from_client ? link.client : link.server;
  const ssize_t size = read(from, part, sizeof(part));
  if (size <= 0) return false;
  const absl::string_view bytes(part, size);
  if (!from_client && link.doomed) return false;
  if (from_client) {
    MutexLock lock(mutex_);
    if (!fatal_.empty() && bytes.find(fatal_) != absl::string_view::npos) {
      link.doomed = true;
      fatal_.clear();
    }
  }
  SendAll(from_client ? link.server : link.client, bytes);
  return true;
}

}  // namespace arena::referee
