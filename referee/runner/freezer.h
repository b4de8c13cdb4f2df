// Keeps a bot from thinking while it owes no answer.
#ifndef REFEREE_RUNNER_FREEZER_H_
#define REFEREE_RUNNER_FREEZER_H_

#include <cstdint>
#include <functional>
#include <map>
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
// and the next message, it is frozen. From the end of its match on it runs, or,
// if it plays several, for a while. When its stream has ended, it runs until the
// next one says something: it could not come back otherwise.
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
  // To look back at a match before the next one.
  static constexpr absl::Duration kBetweenMatches = absl::Seconds(1);

  // Does something later, on any thread.
  using RunAfter = std::function<void(absl::Duration, std::function<void()>)>;

  // `set_frozen` stops the process, or lets it go on.
  Freezer(std::function<void(bool)> set_frozen, RunAfter run_after,
          bool several_matches = false);
  ~Freezer();

  // A message is about to be written to the process.
  void OnMessage(const v1::PlayResponse& message);
  // The process has sent a request.
  void OnRequest(const v1::PlayRequest& request);
  // No message goes to it before it has opened another stream.
  void OnStreamEnd();
  // It runs from now on.
  void Release();

 private:
  // Shared with what is done later, which may come too late.
  struct Shared;

  // Freezes after this time if nothing is owed then.
  void Schedule(absl::Duration time) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Run() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool OwesNothing() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return to_be_ready_.empty() && to_decide_.empty();
  }
  void FreezeIfDue(uint64_t plan);

  const std::function<void(bool)> set_frozen_;
  const RunAfter run_after_;
  const bool several_matches_;
  Mutex mutex_;
  bool released_ ABSL_GUARDED_BY(mutex_) = false;
  bool away_ ABSL_GUARDED_BY(mutex_) = false;
  bool frozen_ ABSL_GUARDED_BY(mutex_) = false;
  // The seats for which a Ready is owed, and those that owe a decision, with its
  // number.
  std::set<std::string> to_be_ready_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, uint32_t> to_decide_ ABSL_GUARDED_BY(mutex_);
  // Counts what happens: a plan is carried out only if nothing has happened
  // since.
  uint64_t plan_ ABSL_GUARDED_BY(mutex_) = 0;
  const std::shared_ptr<Shared> shared_;
};

// By the alarms of gRPC.
void RunAfterAlarm(absl::Duration time, std::function<void()> task);

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_FREEZER_H_
