// Notes the times and the output of a process of a bot, for the bot's author.
#ifndef REFEREE_RUNNER_SEAT_LOG_H_
#define REFEREE_RUNNER_SEAT_LOG_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/v1/submission.pb.h"

namespace arena::runner {

// The most output of a process, or of a build, that is kept.
inline constexpr size_t kMostOutput = 64 << 10;

// Messages give memory in whole KiB.
inline uint32_t ToKib(int64_t bytes) {
  return static_cast<uint32_t>((bytes + 1023) >> 10);
}

// The last lines of an output, up to kMostOutput bytes. Thread-safe.
class OutputTail {
 public:
  void AddLine(absl::string_view line);
  // Puts the lines into a report and forgets them.
  void MoveTo(v1::SeatReport& report);
  std::string text() const;

 private:
  mutable Mutex mutex_;
  std::deque<std::string> lines_ ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  bool cut_ ABSL_GUARDED_BY(mutex_) = false;
};

// Notes how long each decision takes, and how much processor time it costs.
// Thread-safe.
class SeatLog {
 public:
  // The process has got a seat.
  void NoteMatch(absl::string_view match_id, uint32_t seat);
  // The process is given a decision that it owes. A repeated decision goes on.
  // `used` is the processor time of the process so far, if it is known.
  void NotePrompt(uint32_t decision, absl::Time now,
                  std::optional<absl::Duration> used);
  // The process has decided.
  void NoteAct(uint32_t decision, absl::Time now,
               std::optional<absl::Duration> used);
  // The process is ready for its match; the match is over.
  void NoteReady(std::optional<absl::Duration> used);
  void NoteMatchEnd(std::optional<absl::Duration> used);

  // Puts match, seat and times into a report and forgets them.
  void MoveTo(v1::SeatReport& report);

 private:
  struct Open {
    uint32_t decision;
    absl::Time began;
    std::optional<absl::Duration> used;
  };
  struct Decision {
    uint32_t decision;
    absl::Duration time;
    std::optional<absl::Duration> used;
  };

  // The process owes nothing from now on; it owes an answer, or its match is
  // over.
  void BeginIdling(std::optional<absl::Duration> used)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void EndIdling(std::optional<absl::Duration> used)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  mutable Mutex mutex_;
  std::string match_id_ ABSL_GUARDED_BY(mutex_);
  uint32_t seat_ ABSL_GUARDED_BY(mutex_) = 0;
  std::optional<Open> open_ ABSL_GUARDED_BY(mutex_);
  std::vector<Decision> decisions_ ABSL_GUARDED_BY(mutex_);
  // The processor time used when the process last had no more debts. Absent:
  // the process owes something.
  std::optional<absl::Duration> idles_since_ ABSL_GUARDED_BY(mutex_);
  // The processor time used without debts; absent: not known.
  std::optional<absl::Duration> idle_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_SEAT_LOG_H_
