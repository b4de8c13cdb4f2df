// The options of a referee.
#ifndef REFEREE_SERVER_OPTIONS_H_
#define REFEREE_SERVER_OPTIONS_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "referee/base/tls.h"
#include "referee/door/peer_limits.h"
#include "referee/lobby/host_options.h"
#include "referee/store/store.h"

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
  // The same, for HTTP (see HttpGateway).
  std::vector<std::string> http = {};
  // Origins of web pages that may call the addresses of `http`:
  // "https://example.org", or "*" for all.
  std::vector<std::string> http_origins = {};
  // The address of the site for its readers, such as
  // "https://arena.example.org"; empty: the first address of `http`.
  std::string site = {};
  // The address to which other referees send bots that are wanted here:
  // host:port (port 0: the port of `listen`) or unix:PATH. Empty: no bot is
  // sent here.
  std::string advertise;
  // Unless this is set, addresses other than loopback and Unix sockets need
  // TLS. With such an address, calls on all addresses need tokens.
  bool insecure = false;
  // Whether every call needs a token in any case.
  bool tokens = false;
  // Whether callers without a token may read what is public. If so, all other
  // calls need a token.
  bool open_to_public = false;
  // SHA-256 of a token that is an admin's as long as this referee runs; empty:
  // there is none. The program that starts a referee for itself keeps the
  // token.
  std::string admin_sha256;
  // An address of `listen`, a Unix socket. It has no TLS, and every call needs
  // the token of a runner, or of a process that a runner has started. Empty:
  // there is none.
  std::string private_address;
  // SHA-256 of the token of the runners that were started with this referee;
  // empty: there are none.
  std::string runner_sha256;
  // TLS for addresses other than loopback and Unix sockets. If tls_local is
  // set, it is for all addresses.
  TlsFiles tls;
  bool tls_local = false;
  // Spectators see the events of a match after this delay.
  absl::Duration spectator_delay = absl::ZeroDuration();
  // host:port of the metrics page; empty: there is none.
  std::string metrics;
  // Threads that run matches.
  int threads = 2;
  // How long a caller waits for the store.
  absl::Duration store_patience = absl::Seconds(5);
  // How long the record of a match is kept when the match is over.
  absl::Duration keep_records = absl::InfiniteDuration();
  // The longest time for checking an SQLite database at the start; zero: no
  // check.
  absl::Duration check_time = kCheckTime;
  // Whether the journal survives a power loss, at the price of a disk flush
  // for every commit; it always survives the death of the process.
  bool power_loss_safe = false;
  // Whether a submitted version must play matches before it is used.
  bool validate_versions = true;
  HostOptions host;
  PeerLimits peers;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVER_OPTIONS_H_
