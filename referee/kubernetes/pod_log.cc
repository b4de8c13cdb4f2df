#include "referee/kubernetes/pod_log.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/text.h"

namespace arena::kubernetes {
namespace {

// The most bytes of a line, without the time before it.
constexpr size_t kLongestLine = 1000;
constexpr size_t kLongestTime = 40;
// Between two attempts.
constexpr absl::Duration kLogRest = absl::Milliseconds(200);
constexpr int kNoSuchPod = 404;

}  // namespace

// ---- LogLines ----

void LogLines::Take(absl::string_view bytes, absl::Time now) {
  for (const char byte : bytes) {
    if (byte == '\n') {
      TakeLine(now);
    } else if (line_.size() < kLongestLine + kLongestTime) {
      line_ += byte;
    }
  }
}

void LogLines::TakeLine(absl::Time now) {
  const std::string line = std::exchange(line_, "");
  const size_t space = line.find(' ');
  absl::Time time;
  // The node adds the time, so the bot cannot forge it. A line without a time
  // belongs to the line before it; some nodes cut long lines in this way.
  if (space == std::string::npos || space > kLongestTime ||
      !absl::ParseTime(absl::RFC3339_full, line.substr(0, space), &time,
                       nullptr)) {
    time = last_;
  }
  const std::string text =
      ValidUtf8(time == last_ && space == std::string::npos
                    ? line
                    : line.substr(std::min(space, line.size() - 1) + 1));
  if (is_resumed_) {
    if (time < last_) return;
    if (time == last_ && again_ < of_last_) {
      ++again_;
      return;
    }
    is_resumed_ = false;
  }
  of_last_ = time == last_ ? of_last_ + 1 : 1;
  last_ = time;
  const auto size = static_cast<int64_t>(text.size()) + 1;
  if (budget_.Take(now, size) < size) {
    dropped_ += size;
    return;
  }
  TellDropped();
  tell_(text);
}

void LogLines::TellDropped() {
  if (dropped_ == 0) return;
  tell_(absl::StrCat("[", dropped_,
                     " bytes of output were dropped here: more than ",
                     bytes_per_second_, " a second]"));
  dropped_ = 0;
}

void LogLines::Break() {
  line_.clear();
  again_ = 0;
  is_resumed_ = last_ != absl::InfinitePast();
}

std::string LogLines::Since() const {
  if (last_ == absl::InfinitePast()) return "";
  return absl::FormatTime("%Y-%m-%d%ET%H:%M:%SZ", last_, absl::UTCTimeZone());
}

void LogLines::Finish() {
  if (!line_.empty()) TakeLine(absl::InfiniteFuture());
  TellDropped();
}

// ---- PodLog ----

PodLog::PodLog(const ApiClient& client, std::string path,
               int64_t bytes_per_second,
               std::function<PodState::Phase()> phase, LogLines::Tell tell)
    : path_(std::move(path)),
      phase_(std::move(phase)),
      stream_(client),
      lines_(bytes_per_second, std::move(tell)),
      thread_([this] { Run(); }) {}

PodLog::~PodLog() {
  {
    MutexLock lock(mutex_);
    stopping_ = true;
    changed_.NotifyAll();
  }
  stream_.Stop();
  thread_.join();
}

bool PodLog::AwaitEnd(absl::Time deadline) {
  MutexLock lock(mutex_);
  return changed_.WaitFor(mutex_, deadline - absl::Now(),
                          [this] { return is_read_; });
}

bool PodLog::Rest(absl::Duration time) {
  MutexLock lock(mutex_);
  return !changed_.WaitFor(mutex_, time, [this] { return stopping_; });
}

void PodLog::Run() {
  while (true) {
    // Asked before the log, so that this answer has everything that was printed
    // until then.
    const PodState::Phase phase = phase_();
    if (phase == PodState::Phase::kWaiting) {
      if (!Rest(kLogRest)) break;
      continue;
    }
    const bool is_last = phase == PodState::Phase::kEnded;
    const std::string since = lines_.Since();
    const auto answer = stream_.Run(
        absl::StrCat(path_, "&follow=true&timestamps=true",
                     since.empty() ? "" : "&sinceTime=", since),
        [this](absl::string_view bytes) {
          const absl::Time now = absl::Now();
          lines_.Take(bytes, now);
          const absl::Duration pause = lines_.Pause(now);
          if (pause > absl::ZeroDuration()) Rest(pause);
        });
    const bool is_whole = answer.ok() && answer->ok() && is_last;
    // A node may not know a pod yet.
    const bool is_gone =
        answer.ok() && answer->status == kNoSuchPod && is_last;
    if (is_whole || is_gone || stream_.stopped()) break;
    lines_.Break();
    if (!Rest(kLogRest)) break;
  }
  lines_.Finish();
  MutexLock lock(mutex_);
  is_read_ = true;
  changed_.NotifyAll();
}

}  // namespace arena::kubernetes
