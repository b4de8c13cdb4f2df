// Reads what a bot prints in its pod.
#ifndef REFEREE_KUBERNETES_POD_LOG_H_
#define REFEREE_KUBERNETES_POD_LOG_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/process/output_budget.h"
#include "referee/kubernetes/api_client.h"
#include "referee/kubernetes/pod_state.h"

namespace arena::kubernetes {

// Joins the parts of a log whose lines have times. After a lost connection
// parts of the log may come twice. Not thread-safe.
class LogLines {
 public:
  using Tell = std::function<void(const std::string& line)>;

  LogLines(int64_t bytes_per_second, Tell tell)
      : bytes_per_second_(bytes_per_second),
        budget_(bytes_per_second),
        tell_(std::move(tell)) {}

  // The next bytes of the log, read at `now`.
  void Take(absl::string_view bytes, absl::Time now);
  // How long to wait before the next read.
  absl::Duration Pause(absl::Time now) const { return budget_.Pause(now); }
  // The connection has ended; the log is read again from Since() on.
  void Break();
  // For the API's sinceTime, in whole seconds; empty: from the beginning.
  std::string Since() const;
  // Tells the rest when nothing more will come.
  void Finish();

 private:
  void TakeLine(absl::Time now);
  void TellDropped();

  const int64_t bytes_per_second_;
  OutputBudget budget_;
  const Tell tell_;
  std::string line_;
  // The time of the last line, and how many lines had that time.
  absl::Time last_ = absl::InfinitePast();
  int64_t of_last_ = 0;
  // How many of these lines came again.
  int64_t again_ = 0;
  bool is_resumed_ = false;
  int64_t dropped_ = 0;
};

// Follows the log of a container on a thread of its own.
class PodLog {
 public:
  // `path` is without the parameters that choose a part of the log. `phase`
  // tells whether the container has begun to print, or prints nothing more.
  PodLog(const ApiClient& client, std::string path, int64_t bytes_per_second,
         std::function<PodState::Phase()> phase, LogLines::Tell tell);
  // Stops reading.
  ~PodLog();
  PodLog(const PodLog&) = delete;
  PodLog& operator=(const PodLog&) = delete;

  // Waits until everything is read. False if the deadline comes first.
  bool AwaitEnd(absl::Time deadline);

 private:
  void Run();
  bool Rest(absl::Duration time);

  const std::string path_;
  const std::function<PodState::Phase()> phase_;
  ApiStream stream_;
  LogLines lines_;
  Mutex mutex_;
  CondVar changed_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_read_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_POD_LOG_H_
