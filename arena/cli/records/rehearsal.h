// Asks a bot again what a seat was asked in a match.
#ifndef ARENA_CLI_RECORDS_REHEARSAL_H_
#define ARENA_CLI_RECORDS_REHEARSAL_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "arena/v1/play_service.grpc.pb.h"

namespace arena::cli {

// A referee of one match that is over. It sends what the seat was told, waits
// for the bot where the seat had to act, and checks nothing. No clock runs.
//
// A prompt of kind MAY needs no answer, so pings follow it: the bot has
// answered them before it is asked again. Thread-safe.
class Rehearsal final : public v1::PlayService::Service {
 public:
  // Receives each line as soon as it is known.
  using Tell = std::function<void(const std::string& line)>;

  // `messages` are those of PromptsOf, with events.
  Rehearsal(std::vector<v1::PlayResponse> messages, Tell tell)
      : messages_(std::move(messages)), tell_(std::move(tell)) {}

  // Serves the first bot that connects; others get FAILED_PRECONDITION.
  grpc::Status Play(grpc::ServerContext* context,
                    grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>*
                        stream) override;

  enum class State {
    // No bot has connected.
    kAwaited,
    // A bot has connected.
    kBegun,
    // The bot was told the end of the match, and it gave a choice in each
    // decision.
    kAnswered,
    // The same, but in some decision the bot gave no choice.
    kAnsweredInPart,
  };
  State state() const;

 private:
  class Seat;

  const std::vector<v1::PlayResponse> messages_;
  const Tell tell_;
  mutable Mutex mutex_;
  State state_ ABSL_GUARDED_BY(mutex_) = State::kAwaited;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_RECORDS_REHEARSAL_H_
