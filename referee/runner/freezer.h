// Keeps a bot from thinking while it owes no answer.
#ifndef REFEREE_RUNNER_FREEZER_H_
#define REFEREE_RUNNER_FREEZER_H_

#include <grpcpp/alarm.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/v1/play_service.pb.h"

namespace arena::runner {

// Follows what is said to a process and what the process answers. It runs while
// it owes an answer, and for a moment after each message, so that it can
// read the message. From its Hello to its first MatchStart, and between its act
// and the next message, it is frozen. It runs from the end of its match on.
//
// Thread-safe.
class Freezer {
 public:
  // To read a message and note what it says.
  static constexpr absl::Duration kReadingTime = absl::Milliseconds(20);
  // To choose one of the announcements that are open.
  static constexpr absl::Duration kAnnouncingTime = absl::Milliseconds(100);
  // To come to rest when it has answered.
  static constexpr absl::Duration kRestingTime = absl::Milliseconds(5);

  // `set_frozen` stops the process, or lets it go on.
  explicit Freezer(std::function<void(bool)> set_frozen);
  ~Freezer();

  // A message is about to be written to the process.
  void OnMessage(const v1::PlayResponse& message);
  // The process has sent a request.
  void OnRequest(const v1::PlayRequest& request);
  // It runs from now on.
  void Release();

 private:
  // Shared with alarms, which may be late.
  struct Shared;

  // Freezes after this time if nothing is owed then.
  void Schedule(absl::Duration time) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Run() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FreezeIfDue(uint64_t plan);

  const std::function<void(bool)> set_frozen_;
  Mutex mutex_;
  bool released_ ABSL_GUARDED_BY(mutex_) = false;
  bool frozen_ ABSL_GUARDED_BY(mutex_) = false;
  // What is owed: a decision, or 0 for a Ready, by match and seat.
  std::set<std::string> owed_ ABSL_GUARDED_BY(mutex_);
  // Counts what happens; an alarm acts only if nothing has happened since.
  uint64_t plan_ ABSL_GUARDED_BY(mutex_) = 0;
  std::unique_ptr<grpc::Alarm> alarm_ ABSL_GUARDED_BY(mutex_);
  const std::shared_ptr<Shared> shared_;
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_FREEZER_H_
