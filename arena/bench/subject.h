// The servers that are measured, and the matches that keep them busy.
#ifndef ARENA_BENCH_SUBJECT_H_
#define ARENA_BENCH_SUBJECT_H_

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/process/process.h"

namespace arena::bench {

// A program that has printed its listening address. It is asked to stop at the
// end.
struct Server {
  std::unique_ptr<Process> process;
  std::string address;
};

// UNAVAILABLE if the program cannot be started or ends before it listens.
absl::StatusOr<Server> StartServer(std::vector<std::string> command);

// A server under test: the referee, or the echo.
struct Subject {
  // Its name in the table.
  std::string name;
  std::function<absl::StatusOr<Server>()> start;
  // Whether the subject makes matches by the names of bots, as the echo does.
  bool makes_matches = false;
};

struct RefereeOptions {
  std::string program;
  // The folder of its data, new in every run unless `keeps_data`.
  std::string folder;
  bool keeps_data = false;
  // The database of its data, postgresql://...; may be empty.
  std::string store = {};
};

Subject RefereeSubject(const std::string& name, const RefereeOptions& options);

// Opens a separate connection to the server.
std::shared_ptr<grpc::Channel> ChannelTo(const Server& server);

// Matches of Octrix between two bots that outlast every measurement. They are
// cancelled at the end, because the store may be used again.
class EndlessMatches {
 public:
  // With an admin's token, where the server needs one.
  explicit EndlessMatches(const Server& server, std::string token = "")
      : channel_(ChannelTo(server)), token_(std::move(token)) {}
  ~EndlessMatches() { Cancel(); }

  // An empty name is a built-in player. UNAVAILABLE with the reason.
  absl::Status Create(const std::string& first, const std::string& second);
  // Cancels the matches created so far.
  void Cancel();
  // Leaves the matches as they are, not cancelled.
  void Leave() { match_ids_.clear(); }
  // The matches created so far, oldest first.
  const std::vector<std::string>& match_ids() const { return match_ids_; }

 private:
  std::unique_ptr<grpc::ClientContext> NewContext() const;

  const std::shared_ptr<grpc::Channel> channel_;
  const std::string token_;
  std::vector<std::string> match_ids_;
};

}  // namespace arena::bench

#endif  // ARENA_BENCH_SUBJECT_H_
