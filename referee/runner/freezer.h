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

// What a process owes its referee.
//
// Follows what is said to a process and what the process answers. It owes a
// Ready for each seat that it gets, and an act for each decision that it must
// make. Not thread-safe.
class Debts {
 public:
  // The process is told a message. Returns whether the message is news: what
  // the referee says by itself, and for the first time. What a process brings
  // about at will, answers to its pings, its nonsense and its coming back, is
  // none.
  bool Hear(const v1::PlayResponse& message);
  // The process says something. Returns whether that pays a debt.
  bool Pay(const v1::PlayRequest& request);
  bool any() const;

 private:
  struct Seat {
    bool owes_ready = false;
    // The decision that it owes, and the one that it has made last.
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

// A process runs while it owes an answer, and for a moment after each piece of
// news, so that it can read it, and after its answer. Otherwise it is frozen,
// from its Hello on. From the end of its match on it runs, or, if it plays
// several, for a while.
//
// These moments are all that a process has while it owes nothing: no ping, no
// request and no new stream gives it more. A process whose stream has ended
// runs to come back, but borrows that time, and pays it back by moments that it
// does not get. When it has borrowed kMostBorrowed, it waits frozen for its
// next decision: somebody must hear that for it (PlayProxy::Watch).
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
    // Stops the process, or lets it go on.
    std::function<void(bool)> set_frozen;
    std::function<absl::Time()> now;
    // Does something later, on any thread.
    std::function<void(absl::Duration, std::function<void()>)> run_after;
  };

  explicit Freezer(Hands hands, bool several_matches = false);
  ~Freezer();

  // A message is about to be written to the process, or would be if it had a
  // stream.
  void OnMessage(const v1::PlayResponse& message);
  // The process has sent a request.
  void OnRequest(const v1::PlayRequest& request);
  // Its stream has ended; it has opened another one.
  void OnStreamEnd();
  void OnReturn();
  // It runs from now on.
  void Release();

 private:
  // Shared with what is done later, which may come too late.
  struct Shared;

  // Allows it to run for so long from now on, less what it has borrowed.
  void Grant(absl::Duration time, absl::Time now)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Counts what it has borrowed until now.
  void CountBorrowed(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Freezes or thaws it, and plans when to look again.
  void Update(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void SetFrozen(bool frozen) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void UpdateIfDue(uint64_t plan);

  const Hands hands_;
  const bool several_matches_;
  Mutex mutex_;
  Debts debts_ ABSL_GUARDED_BY(mutex_);
  bool released_ ABSL_GUARDED_BY(mutex_) = false;
  bool frozen_ ABSL_GUARDED_BY(mutex_) = false;
  // Whether it has no stream.
  bool away_ ABSL_GUARDED_BY(mutex_) = false;
  // Until when a process that has borrowed nothing runs, and this one.
  absl::Time granted_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  absl::Time allowed_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  absl::Duration borrowed_ ABSL_GUARDED_BY(mutex_);
  absl::Time counted_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  // Counts plans: only the newest one is carried out.
  uint64_t plan_ ABSL_GUARDED_BY(mutex_) = 0;
  const std::shared_ptr<Shared> shared_;
};

// By the alarms of gRPC.
void RunAfterAlarm(absl::Duration time, std::function<void()> task);

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_FREEZER_H_
