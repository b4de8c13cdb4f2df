// Follows a running competition at a referee.
#ifndef ARENA_CLI_COMPETITIONS_COMPETITION_FOLLOWER_H_
#define ARENA_CLI_COMPETITIONS_COMPETITION_FOLLOWER_H_

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "arena/cli/base/competition_client.h"
#include "arena/core/mutex.h"

namespace arena::cli {

// Listens to WatchCompetition on its own thread. A lost stream continues after
// the last result that was read. Used by one thread.
class CompetitionFollower {
 public:
  CompetitionFollower(CompetitionClient client, std::string name)
      : client_(std::move(client)), name_(std::move(name)) {}
  ~CompetitionFollower() { StopListening(); }
  CompetitionFollower(const CompetitionFollower&) = delete;
  CompetitionFollower& operator=(const CompetitionFollower&) = delete;

  // Updates `data` with the news. Pass the same `data` in every call; it has no
  // results at the first call. If the competition is over, no result is
  // missing. After a lost stream returns its error and begins a new stream at
  // the next call, until the referee answers again. FAILED_PRECONDITION if the
  // competition is quarantined.
  absl::Status Update(CompetitionData& data);

 private:
  void Listen();
  void StopListening();
  // Moves the news from `heard_` to `data`.
  absl::Status TakeNews(CompetitionData& data);

  CompetitionClient client_;
  const std::string name_;
  // Whether the specification lacks entrants, or a seed that is now shown.
  bool stale_ = true;
  // How the stream was lost, until the referee answers again.
  absl::Status lost_;

  std::unique_ptr<grpc::ClientContext> context_;
  std::thread listener_;
  Mutex mutex_;
  // The newest state, with all results since the last call.
  v1::WatchCompetitionResponse heard_ ABSL_GUARDED_BY(mutex_);
  std::string cursor_ ABSL_GUARDED_BY(mutex_);
  // How the stream ended; absent while it goes on.
  std::optional<absl::Status> ended_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_COMPETITION_FOLLOWER_H_
