// Passes on the output of bots that are folders.
#ifndef ARENA_CLI_BOTS_FOLDER_OUTPUT_H_
#define ARENA_CLI_BOTS_FOLDER_OUTPUT_H_

#include <grpcpp/grpcpp.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/process/output_log.h"
#include "arena/process/signal_waiter.h"
#include "arena/v1/submission.pb.h"

namespace arena::cli {

// Passes on the output of each process after its end, when the referee reports
// it. Not thread-safe.
class FolderOutput {
 public:
  // `show`: to stderr, after the name of the bot. `logs`: also to a file for
  // each bot in this folder; empty: to none.
  FolderOutput(absl::Span<const BotSpec> bots, bool show, std::string logs);

  // Passes on new output; asks the referee at most once a second.
  absl::Status Update(const std::shared_ptr<grpc::Channel>& channel);
  // The same at the end: waits a little for the processes of the last matches,
  // and gives up if a signal comes.
  absl::Status Finish(const std::shared_ptr<grpc::Channel>& channel,
                      const SignalWaiter& signals);

 private:
  struct Bot {
    std::string name;
    std::unique_ptr<OutputLog> log;
    // Of the newest report that was passed on.
    std::string newest;
  };

  // Returns whether anything was new.
  absl::StatusOr<bool> PassOn(const std::shared_ptr<grpc::Channel>& channel);
  absl::StatusOr<bool> PassOn(const std::shared_ptr<grpc::Channel>& channel,
                              Bot& bot);
  absl::Status Print(Bot& bot, const v1::SeatReport& report);

  const bool show_;
  const std::string logs_;
  // Processes that ended before this time belong to an earlier run.
  const absl::Time start_ = absl::Now();
  std::vector<Bot> bots_;
  absl::Time next_ = absl::InfinitePast();
};

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_FOLDER_OUTPUT_H_
