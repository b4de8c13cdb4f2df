// A whole referee: store, matches, services and ports.
#ifndef REFEREE_SERVER_H_
#define REFEREE_SERVER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "referee/match_host.h"
#include "referee/metrics.h"
#include "referee/peer_limits.h"
#include "referee/store/store.h"
#include "referee/tls.h"

namespace arena::referee {

struct ServerOptions {
  // The folder for everything that must survive.
  std::string data;
  // A store to use instead of `data`: sqlite:PATH or postgresql://...; several
  // referees may share the latter, under different names.
  std::string store;
  std::string name = "referee";
  // host:port (port 0: any free one) or unix:PATH.
  std::vector<std::string> listen = {"127.0.0.1:5757"};
  // The address for bots at other referees that are wanted here: host:port
  // (port 0: the one it listens on) or unix:PATH; empty: no bot is told.
  std::string advertise;
  // Unless this is set, addresses other than loopback and Unix sockets need
  // TLS, and with one of them calls on all addresses need tokens.
  bool insecure = false;
  // Whether every call needs a token in any case.
  bool tokens = false;
  // SHA-256 of a token that is an admin's as long as this referee runs; empty:
  // there is none. Whatever starts a referee for itself keeps the token.
  std::string admin_sha256;
  // An address of `listen`, of a Unix socket that only this user can reach: it
  // has no TLS. Empty: none.
  std::string private_address;
  // SHA-256 of the token of the runners that were started with this referee;
  // empty: there are none.
  std::string runner_sha256;
  // Used on addresses other than loopback and Unix sockets; if tls_local is
  // set, on all addresses.
  TlsFiles tls;
  bool tls_local = false;
  // How much later than it happens spectators see what happens in a match.
  absl::Duration spectator_delay = absl::ZeroDuration();
  // host:port of the metrics page; empty: there is none.
  std::string metrics;
  // Threads that run matches.
  int threads = 2;
  // How long a caller waits for the store.
  absl::Duration store_patience = absl::Seconds(5);
  // How long the record of a match is kept when the match is over.
  absl::Duration keep_records = absl::InfiniteDuration();
  // How long the check of an SQLite database at the start may take; zero: it is
  // not checked.
  absl::Duration check_time = kCheckTime;
  // Whether the journal survives a power loss, at the price of a disk flush
  // for every commit; it always survives the death of the process.
  bool power_loss_safe = false;
  // Whether a submitted version must play matches before it is used.
  bool validate_versions = true;
  HostOptions host;
  PeerLimits peers;
};

// Makes an admin token in a store and returns the secret. INVALID_ARGUMENT or
// FAILED_PRECONDITION, e.g. if another process uses the folder.
absl::StatusOr<std::string> CreateAdminToken(const ServerOptions& options,
                                             const std::string& owner);

// Use: Start, then Drain and Stop. Destroying without Drain is like a crash:
// unfinished matches stay in the journal.
class Server {
 public:
  // INVALID_ARGUMENT (addresses, TLS files), FAILED_PRECONDITION (the folder is
  // in use) or UNAVAILABLE (it cannot listen on an address), with the value.
  static absl::StatusOr<std::unique_ptr<Server>> Start(
      const ServerOptions& options);
  ~Server();

  // The addresses that it listens on, with real port numbers.
  const std::vector<std::string>& addresses() const { return addresses_; }
  // Refuses new matches and waits until no match runs, but not longer than
  // `time`.
  void Drain(absl::Duration time);
  // Closes all streams with UNAVAILABLE and stops.
  void Stop();
  MatchHost& host();
  Metrics& metrics();

 private:
  struct Parts;

  explicit Server(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
  std::vector<std::string> addresses_;
  bool stopped_ = false;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVER_H_
