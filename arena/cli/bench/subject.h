// The servers that are measured, and the matches that keep them busy.
#ifndef ARENA_CLI_BENCH_SUBJECT_H_
#define ARENA_CLI_BENCH_SUBJECT_H_

#include <grpcpp/channel.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/process/process.h"

namespace arena::bench {

// A program that has said where it listens; asked to stop in the end.
struct Server {
  std::unique_ptr<Process> process;
  std::string address;
};

// UNAVAILABLE if it cannot be started or ends before it listens.
absl::StatusOr<Server> StartServer(std::vector<std::string> command);

// A server under test: the referee, or the echo.
struct Subject {
  // In the table.
  std::string name;
  std::function<absl::StatusOr<Server>()> start;
  // The echo makes matches of its own, by the names of its bots.
  bool makes_matches = false;
};

struct RefereeOptions {
  std::string program;
  // For its data, new in every run unless they are kept.
  std::string folder;
  bool keeps_data = false;
  // postgresql://...: the data lie there; may be empty.
  std::string store = {};
};

Subject RefereeSubject(const std::string& name, const RefereeOptions& options);

// A connection of its own to the server.
std::shared_ptr<grpc::Channel> ChannelTo(const Server& server);

// Matches of Octrix between two that outlast every measurement, cancelled in
// the end: others may use the store after it.
class EndlessMatches {
 public:
  explicit EndlessMatches(const Server& server) : channel_(ChannelTo(server)) {}
  ~EndlessMatches();

  // An empty name is a built-in player. UNAVAILABLE with the reason.
  absl::Status Create(const std::string& first, const std::string& second);
  // They are not cancelled.
  void Leave() { match_ids_.clear(); }

 private:
  const std::shared_ptr<grpc::Channel> channel_;
  std::vector<std::string> match_ids_;
};

}  // namespace arena::bench

#endif  // ARENA_CLI_BENCH_SUBJECT_H_
