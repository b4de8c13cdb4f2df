// Accepts connections, for gRPC and for HTTP.
#ifndef REFEREE_DOOR_ACCEPTOR_H_
#define REFEREE_DOOR_ACCEPTOR_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/core/descriptor.h"
#include "referee/base/peer.h"
#include "referee/door/connection_table.h"
#include "referee/door/handover.h"
#include "referee/door/unix_relay.h"

namespace arena::referee {

// Addresses whose connections broke the rules lately, and the next turns of
// these addresses.
//
// A flood does harm on each connection until the connection is cut, and then
// comes again on a new one. Therefore new connections from such an address take
// turns for a while, with a pause between two of them. Honest bots of the same
// address keep the connections that they have; a new connection waits for its
// turn.
class Probation {
 public:
  static constexpr absl::Duration kPause = absl::Milliseconds(500);
  // After the last offence.
  static constexpr absl::Duration kLength = absl::Seconds(10);
  // A connection that would wait longer for its turn gets none.
  static constexpr absl::Duration kMostWait = absl::Seconds(10);

  // A connection of this address had to be cut.
  void Offend(const std::string& address, absl::Time now);
  // Takes the next turn of the address: `now` or later; nothing if too many of
  // the address wait.
  std::optional<absl::Time> Turn(const std::string& address, absl::Time now);
  // Call it about once a second.
  void Forget(absl::Time now);

 private:
  struct Offender {
    absl::Time until;
    absl::Time next_turn;
  };

  std::map<std::string, Offender> offenders_;  // by address
};

// gRPC 1.51 has no limit of connections, and never accepts again after it has
// run out of file descriptors once (CVE-2023-4785). Therefore the referee
// listens and accepts by itself, and hands over the connections for which there
// is a place.
//
// Use: Listen and Serve for each address before the gRPC server is built, Start
// when it runs, Stop before it is shut down, destroy after that.
class Acceptor {
 public:
  // With `proxied`, connections of this machine are those of a proxy, which
  // brings honest and other callers on one connection; they are never paced.
  Acceptor(ConnectionTable& connections, bool proxied)
      : connections_(connections), proxied_(proxied) {}
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

  // Listens on host:port (port 0: any free one) or unix:PATH. Returns the
  // address with the port that was taken; UNAVAILABLE with the reason.
  absl::StatusOr<std::string> Listen(const std::string& address);
  // Hands over connections to the address of the last Listen.
  void Serve(std::unique_ptr<Handover> handover);
  void Start();
  void Stop();

 private:
  struct Door {
    std::vector<int> listening;  // localhost has two addresses
    std::string unlink;          // a file to remove; may be empty
    std::unique_ptr<Handover> handover;
  };

  // A connection that was accepted and waits for its turn.
  struct Held {
    Descriptor connection;
    std::string name;  // as Peer::connection
    Handover* handover;
  };

  void Run();
  // Accepts all connections that wait. False if the process is out of
  // descriptors.
  bool AcceptAll(int listening, Handover& handover);
  void Take(Descriptor connection, const Peer& peer, Handover& handover);
  // The time when the connection may be handed over; nothing if too many
  // connections of its address wait.
  std::optional<absl::Time> TurnOf(const Peer& peer);
  void HandOverDue();
  // Returns how long to wait before the next check.
  absl::Duration CheckConnections();
  void CutThoseThatKeepThreads();
  // Looks after all connections when it is time.
  void Tend();

  ConnectionTable& connections_;
  const bool proxied_;
  Probation probation_;
  std::multimap<absl::Time, Held> held_;  // by turns
  std::vector<Door> doors_;
  int stop_[2] = {-1, -1};  // a pipe
  UnixRelay relay_;
  absl::Time tended_ = absl::Now();
  absl::Duration rest_ = absl::ZeroDuration();
  absl::Time told_ = absl::InfinitePast();
  std::thread thread_;
};

// Allows this process as many open files as the system lets it have.
// FAILED_PRECONDITION if no referee can work with that.
absl::Status RaiseFileLimit();

// The limit of connections: `wanted`, or less if the limit of open files allows
// less. Some files are left for everything else.
int MostConnections(int wanted);

}  // namespace arena::referee

#endif  // REFEREE_DOOR_ACCEPTOR_H_
