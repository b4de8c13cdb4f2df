// The messages between a bot and its referee.
#ifndef ARENA_CLI_CHECK_TRANSCRIPT_H_
#define ARENA_CLI_CHECK_TRANSCRIPT_H_

#include <variant>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/v1/play_service.pb.h"

namespace arena::check {

// A message of the transcript.
struct Said {
  absl::Time when;
  // The stream of the bot, from 1.
  int stream;
  std::variant<v1::PlayRequest, v1::PlayResponse> message;

  // Null if the other side sent the message.
  const v1::PlayRequest* by_bot() const {
    return std::get_if<v1::PlayRequest>(&message);
  }
  const v1::PlayResponse* by_referee() const {
    return std::get_if<v1::PlayResponse>(&message);
  }
};

// Thread-safe.
class Transcript {
 public:
  // Adds a message of the bot or to the bot, after any mischief.
  void Add(int stream, v1::PlayRequest request);
  void Add(int stream, v1::PlayResponse response);
  // Everything so far, oldest first.
  std::vector<Said> All() const;

 private:
  mutable Mutex mutex_;
  std::vector<Said> said_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::check

#endif  // ARENA_CLI_CHECK_TRANSCRIPT_H_
