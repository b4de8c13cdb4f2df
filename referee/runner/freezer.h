// Keeps a bot from thinking while it owes no answer.
#ifndef REFEREE_RUNNER_FREEZER_H_
#define REFEREE_RUNNER_FREEZER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/v1/play_service.pb.h"

namespace arena::runner {

// The answers that a process owes its referee.
//
// Follows the messages to a process and the answers of the process. The process
// owes a Ready for each seat that it gets, and an act for each decision that it
// must make. Not thread-safe.
class Debts {
 public:
  // The process is told a message. Returns whether the message is news: the
  // referee sends it on its own, and for the first time. Messages that a
  // process can bring about at will are no news: answers to its pings, to its
  // nonsense and to its coming back.
  bool Hear(const v1::PlayResponse& message);
  // The process says something. Returns whether that pays a debt.
  bool Pay(const v1::PlayRequest& request);
  bool any() const;

 private:
  struct Seat {
    bool owes_ready = false;
    // The decision that the process owes, and the last one that it has made.
    std::optional<uint32_t> owed;
    std::optional<uint32_t> made;
    // The newest prompt.
    uint32_t newest = 0;
    size_t content = 0;
  };
  // By match and number.
  using SeatKey = std::pair<std::string, uint32_t>;

  bool HearPrompt(const v1::Prompt& prompt);
  bool HearAck(const v1::ActAck& ack);

  bool greeted_ = false;
  std::map<SeatKey, Seat> seats_;
};

// A process runs while it owes an answer. It also runs for a moment after each
// piece of news, to read the news, and after its answer. Otherwise it is
// frozen, from its Hello on. From the end of its match on it runs, or, if it
// plays several matches, runs for a while.
//
// These moments are all the time of a process that owes nothing: no ping, no
// request and no new stream gives it more. A process whose stream has ended
// runs to come back, but borrows that time, and pays it back with later
// moments. When it has borrowed kMostBorrowed, it waits frozen for its next
// decision. Meanwhile something else must receive the decision for the process
// (PlayProxy::Watch).
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
  // To open another stream.
  static constexpr absl::Duration kMostBorrowed = absl::Milliseconds(300);

  struct Hands {
    // Stops the process, or lets it run.
    std::function<void(bool)> set_frozen;
    std::function<absl::Time()> now;
    // Runs a task later, on any thread.
    std::function<void(absl::Duration, std::function<void()>)> run_after;
  };

  explicit Freezer(Hands hands, bool several_matches = false);
  ~Freezer();

  // A message is about to be written to the process, or would be if the process
  // had a stream.
  void OnMessage(const v1::PlayResponse& message);
  // The process has sent a request.
  void OnRequest(const v1::PlayRequest& request);
  // The stream of the process has ended; the process has opened another one.
  void OnStreamEnd();
  void OnReturn();
  // The process runs from now on.
  void Release();

 private:
  // Shared with tasks that run later, perhaps too late.
  struct Shared;

  // Allows the process to run for so long from now on, less its borrowed time.
  void Grant(absl::Duration time, absl::Time now)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Counts the time that the process has borrowed until now.
  void CountBorrowed(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Freezes or thaws the process, and plans when to look again.
  void Update(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void SetFrozen(bool frozen) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void UpdateIfDue(uint64_t plan);

  const Hands hands_;
  const bool several_matches_;
  Mutex mutex_;
  Debts debts_ ABSL_GUARDED_BY(mutex_);
  bool released_ ABSL_GUARDED_BY(mutex_) = false;
  bool frozen_ ABSL_GUARDED_BY(mutex_) = false;
  // Whether the process has no stream.
  bool away_ ABSL_GUARDED_BY(mutex_) = false;
  // Until when a process without borrowed time would run, and until when this
  // process runs.
  absl::Time granted_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  absl::Time allowed_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  absl::Duration borrowed_ ABSL_GUARDED_BY(mutex_);
  absl::Time counted_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  // Counts plans: only the newest one is carried out.
  uint64_t plan_ ABSL_GUARDED_BY(mutex_) = 0;
  const std::shared_ptr<Shared> shared_;
};

// Runs tasks later by the alarms of gRPC.
void RunAfterAlarm(absl::Duration time, std::function<void()> task);

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_FREEZER_H_
