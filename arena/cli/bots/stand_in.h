// Loses the matches of a bot whose program does not work, so that no match
// waits for the bot.
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

// The settings that a process of the bot would get.
struct StandInPlan {
  // Without a token.
  RefereeFlags referee;
  std::string bot;
  std::string instance;
  bool one_match = false;
  // The session token of the previous process, so that its match under way is
  // lost, too; empty: none.
  std::string session;
  // The token for the next session. Called on a thread of the stand-in.
  std::function<absl::StatusOr<std::string>()> next_token;
};

// Takes the place of one process: gets ready for each match, and leaves when it
// has to decide, as the process would. This is the fault CRASHED. Has its own
// thread, which the destructor ends.
class StandIn {
 public:
  explicit StandIn(StandInPlan plan);
  ~StandIn();
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

 private:
  void Run();
  // Runs one stream until a decision is asked (true) or the stream ends
  // (false).
  bool IsAsked(const RefereeFlags& as_bot);
  // Waits for the order to end, at most for `patience`. Returns whether it
  // came.
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
