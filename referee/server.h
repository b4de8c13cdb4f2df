// A whole referee: store, matches, services and ports.
#ifndef REFEREE_SERVER_H_
#define REFEREE_SERVER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "referee/lobby/metrics.h"
#include "referee/matches/match_pipeline.h"
#include "referee/matches/match_requests.h"
#include "referee/server_options.h"

namespace arena::referee {

// Makes an admin token in a store and returns the secret. INVALID_ARGUMENT or
// FAILED_PRECONDITION, e.g. if another process uses the folder.
absl::StatusOr<std::string> CreateAdminToken(const ServerOptions& options,
                                             const std::string& owner);

// Use: Start, then Drain and Stop. Destroying without Drain is like a crash:
// unfinished matches stay in the journal.
class Server {
 public:
  // INVALID_ARGUMENT (addresses, TLS files), FAILED_PRECONDITION (the folder is
  // in use) or UNAVAILABLE (the server cannot listen on an address), with the
  // value.
  static absl::StatusOr<std::unique_ptr<Server>> Start(
      const ServerOptions& options);
  ~Server();

  // The addresses on which the server listens, with real port numbers.
  const std::vector<std::string>& addresses() const { return addresses_; }
  // The addresses for HTTP, as browsers write them: "http://127.0.0.1:8080"; a
  // Unix socket as "unix:PATH".
  const std::vector<std::string>& http_urls() const { return http_urls_; }
  // Refuses new matches and waits until no match runs, but no longer than
  // `time`.
  void Drain(absl::Duration time);
  // Closes all streams with UNAVAILABLE and stops.
  void Stop();
  MatchPipeline& host();
  MatchRequests& requests();
  Metrics& metrics();

 private:
  struct Parts;

  explicit Server(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
  std::vector<std::string> addresses_;
  std::vector<std::string> http_urls_;
  bool stopped_ = false;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVER_H_
