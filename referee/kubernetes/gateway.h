// A server at which the pods of bots reach their runner.
#ifndef REFEREE_KUBERNETES_GATEWAY_H_
#define REFEREE_KUBERNETES_GATEWAY_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/core/descriptor.h"
#include "arena/core/mutex.h"
#include "referee/door/acceptor.h"
#include "referee/door/connection_table.h"
#include "referee/kubernetes/wire/request.h"
#include "referee/sockets/connection_threads.h"

namespace arena::kubernetes {

struct GatewayOptions {
  // The IP address of this machine that pods can reach.
  std::string host = "";
  // 0: a free one.
  uint16_t port = 5760;
  // How long a caller may take to show its key.
  absl::Duration request_time = absl::Seconds(5);
  // How long an archive may take.
  absl::Duration archive_time = absl::Minutes(1);
  // Connections in all, from one address, and with one key. Connections without
  // a key make room for others.
  int most_connections = 1024;
  int most_of_address = 256;
  int most_of_key = 24;
  // How often an archive may be fetched with one key.
  int most_fetches = 8;
};

// The rights of a pod that shows its key.
struct Grant {
  // The program's folder as an archive for submission::Unpack.
  std::shared_ptr<const std::string> archive;
  // The Unix sockets that it may reach, by their names in this folder.
  std::string socket_folder;
  std::set<std::string> sockets;
  // Takes the folder as the program has left it, or the reason why the folder
  // cannot come. Called at most once, from a thread of the gateway; nullptr:
  // the gateway refuses the folder.
  std::function<absl::Status(const absl::StatusOr<std::string>& archive)> keep =
      nullptr;
};

// A TCP server for companions (wire/request.h). Every bot can call the server
// and guess keys. So it has limits like the referee: strangers are few, make
// room for others, and are told nothing. A key gives the rights of one pod,
// within bounds. Each connection has a thread. Thread-safe.
class Gateway {
 public:
  static absl::StatusOr<std::unique_ptr<Gateway>> Open(GatewayOptions options);
  // Ends all connections.
  ~Gateway();
  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;

  // The address that pods dial.
  const std::string& address() const { return address_; }
  // A new key, which is good until Revoke.
  std::string Admit(Grant grant);
  // Tells the pod's companion that the program has ended, so that the folder
  // can come back. Before that the gateway refuses the folder.
  void SayEnded(const std::string& key);
  // Whether the pod's companion is connected.
  bool IsHeld(const std::string& key) const;
  // Makes the key useless and ends its connections. `keep` is not called later.
  void Revoke(const std::string& key);

 private:
  // The state of one key.
  struct Guest {
    Grant grant;
    std::set<int> connections;
    // The connections among these that wait to be told of the end.
    std::set<int> holds;
    int fetches = 0;
    bool has_ended = false;
    bool has_kept = false;
    // `keep` runs.
    bool is_keeping = false;
  };
  using Guests = std::map<std::string, std::shared_ptr<Guest>>;
  class Reception;

  explicit Gateway(GatewayOptions options);
  absl::Status Listen();
  // `name` as Peer::connection.
  void Serve(int connection, const std::string& name);
  void ServeGuest(int connection, const Request& request, Guest& guest);
  std::shared_ptr<Guest> Enter(int connection, const Request& request);
  void Leave(int connection, Guest& guest);

  void GiveArchive(int connection, Guest& guest);
  void Hold(int connection, Guest& guest);
  void OpenSocket(int connection, const Request& request, Guest& guest);
  void Keep(int connection, const Request& request, Guest& guest);
  absl::Status TakeFolder(int connection, const Request& request, Guest& guest);
  void Answer(int connection, absl::string_view line) const;

  const GatewayOptions options_;
  std::string address_;
  mutable Mutex mutex_;
  // By the hash of the key, so that the time of a look-up tells nothing about
  // keys.
  Guests guests_ ABSL_GUARDED_BY(mutex_);
  referee::ConnectionTable connections_;
  ConnectionThreads threads_;
  referee::Acceptor acceptor_;
};

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_GATEWAY_H_
