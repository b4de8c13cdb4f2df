#include "referee/store/sql/patience.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

constexpr absl::Duration kPatienceInHurry = absl::Seconds(1);

}  // namespace

Hurry::Hurry() : descriptor_(eventfd(0, EFD_CLOEXEC)) {
  ARENA_CHECK(descriptor_ >= 0, errno);
}

Hurry::~Hurry() { close(descriptor_); }

void Hurry::Begin() {
  const uint64_t one = 1;
  ARENA_CHECK(write(descriptor_, &one, sizeof(one)) == sizeof(one), errno);
}

Patience::Patience(absl::Duration time, std::shared_ptr<const Hurry> hurry)
    : time_(time), hurry_(std::move(hurry)) {
  Renew();
}

void Patience::Renew() {
  end_ = absl::Now() + (hurried_ ? std::min(time_, kPatienceInHurry) : time_);
}

absl::Duration Patience::Left() const {
  return std::max(end_ - absl::Now(), absl::ZeroDuration());
}

absl::Status Patience::Await(int descriptor, short events) {
  if (Poll(descriptor, events, absl::InfiniteFuture())) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("no answer for ",
                   absl::FormatDuration(hurried_ ? kPatienceInHurry : time_)));
}

absl::Status Patience::Pause(absl::Duration time) {
  Poll(-1, 0, absl::Now() + time);
  if (Left() > absl::ZeroDuration()) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("no connection for ", absl::FormatDuration(time_)));
}

bool Patience::Poll(int descriptor, short events, absl::Time until) {
  while (true) {
    const bool watches = hurry_ != nullptr && !hurried_;
    pollfd polled[] = {{.fd = descriptor, .events = events, .revents = 0},
                       {.fd = watches ? hurry_->descriptor() : -1,
                        .events = POLLIN,
                        .revents = 0}};
    const timespec left = absl::ToTimespec(
        std::clamp(until - absl::Now(), absl::ZeroDuration(), Left()));
    const int count = ppoll(polled, std::size(polled), &left, nullptr);
    if (count < 0 && errno == EINTR) continue;
    ARENA_CHECK(count >= 0, errno);
    if (polled[0].revents != 0) return true;
    if (polled[1].revents == 0) return false;
    hurried_ = true;
    end_ = std::min(end_, absl::Now() + kPatienceInHurry);
  }
}

}  // namespace arena::referee
