#include "arena/process/output_budget.h"

#include <algorithm>

namespace arena {

int64_t OutputBudget::Take(absl::Time now, int64_t bytes) {
  if (bytes_per_second_ == 0) return bytes;
  if (now >= second_ends_) {
    second_ends_ = now + absl::Seconds(1);
    read_ = 0;
  }
  const int64_t left = std::max<int64_t>(bytes_per_second_ - read_, 0);
  read_ += bytes;
  return std::min(bytes, left);
}

absl::Duration OutputBudget::Pause(absl::Time now) const {
  const bool much = read_ >= bytes_per_second_ * kReadFactor;
  if (bytes_per_second_ == 0 || !much || now >= second_ends_) {
    return absl::ZeroDuration();
  }
  return second_ends_ - now;
}

}  // namespace arena
