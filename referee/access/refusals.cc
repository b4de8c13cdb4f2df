#include "referee/access/refusals.h"

#include "absl/strings/str_cat.h"
#include "referee/access/replies.h"

namespace arena::referee {
namespace {

constexpr absl::Duration kMinute = absl::Minutes(1);

}  // namespace

absl::Status Refusals::Check(const std::string& address, absl::Time now) {
  if (most_ == 0) return absl::OkStatus();
  MutexLock lock(mutex_);
  const auto found = minutes_.find(address);
  if (found == minutes_.end() || found->second.refusals < most_) {
    return absl::OkStatus();
  }
  const absl::Duration left = found->second.began + kMinute - now;
  if (left <= absl::ZeroDuration()) return absl::OkStatus();
  return ExhaustedError(
      absl::StrCat(most_, " calls from ", address,
                   " have been refused in this minute, the limit; tokens that "
                   "are not known here are looked up again in ",
                   absl::FormatDuration(absl::Ceil(left, absl::Seconds(1)))),
      left);
}

void Refusals::Count(const std::string& address, absl::Time now) {
  if (most_ == 0) return;
  MutexLock lock(mutex_);
  Minute& minute = minutes_[address];
  if (now >= minute.began + kMinute) minute = {now, 0};
  ++minute.refusals;
}

void Refusals::ForgetOld(absl::Time now) {
  MutexLock lock(mutex_);
  for (auto it = minutes_.begin(); it != minutes_.end();) {
    it = it->second.began + kMinute <= now ? minutes_.erase(it) : std::next(it);
  }
}

}  // namespace arena::referee
