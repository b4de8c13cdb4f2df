// Loses the matches of a bot whose program does not work, so that nobody waits
// for them.
#ifndef ARENA_CLI_BOTS_STAND_IN_H_
#define ARENA_CLI_BOTS_STAND_IN_H_

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/mutex.h"

namespace arena::cli {

// What a process of the bot would be told.
struct StandInPlan {
  // Without a token.
  RefereeFlags referee;
  std::string bot;
  std::string instance;
  bool one_match = false;
  // The token of the session of the process before, with which a match under
  // way is lost, too; empty: it has none.
  std::string session;
  // The token for the next session. Called on a thread of the stand-in.
  std::function<absl::StatusOr<std::string>()> next_token;
};

// Comes in the place of one process, gets ready for each match, and is gone
// when it is to decide, as the process would be: that is the fault CRASHED. It
// has a thread of its own, which the destructor ends.
class StandIn {
 public:
  explicit StandIn(StandInPlan plan);
  ~StandIn();
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

 private:
  void Run();
  // One stream: until a decision is asked, which is true, or its end.
  bool IsAsked(const RefereeFlags& as_bot);
  // Whether it is to end, within that time.
  bool Ends(std::chrono::milliseconds patience);

  const StandInPlan plan_;
  std::string session_;
  Mutex mutex_;
  CondVar ending_;
  bool ends_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::ClientContext* stream_ ABSL_GUARDED_BY(mutex_) = nullptr;
  std::thread thread_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_STAND_IN_H_
