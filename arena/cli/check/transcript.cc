#include "arena/cli/check/transcript.h"

#include <utility>

#include "absl/time/clock.h"

namespace arena::check {

void Transcript::Add(int stream, v1::PlayRequest request) {
  MutexLock lock(mutex_);
  said_.push_back({absl::Now(), stream, std::move(request)});
}

void Transcript::Add(int stream, v1::PlayResponse response) {
  MutexLock lock(mutex_);
  said_.push_back({absl::Now(), stream, std::move(response)});
}

std::vector<Said> Transcript::All() const {
  MutexLock lock(mutex_);
  return said_;
}

}  // namespace arena::check
