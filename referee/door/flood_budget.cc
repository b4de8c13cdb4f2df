#include "referee/door/flood_budget.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace arena::referee {
namespace {

absl::Status Flood(absl::string_view what, const FloodBudget::Purse& purse) {
  return absl::ResourceExhaustedError(absl::StrCat(
      "FLOOD: the bot has sent more ", what, " than it may: ", purse.most,
      " at first, ", purse.in_a_second, " more in each second, and ",
      purse.for_a_message, " more for each message to it"));
}

void Put(int64_t more, const FloodBudget::Purse& purse, int64_t& left) {
  left = std::min(left + more, purse.most);
}

}  // namespace

FloodBudget::FloodBudget(const Limits& limits, Clock clock)
    : limits_(limits),
      clock_(std::move(clock)),
      left_{limits.bytes.most, limits.work.most},
      filled_(clock_()) {}

void FloodBudget::Fill() {
  // In whole seconds; the rest of a second counts at the next call.
  const int64_t seconds = std::clamp<int64_t>(
      absl::ToInt64Seconds(clock_() - filled_), 0, 1'000'000);
  filled_ += absl::Seconds(seconds);
  Put(seconds * limits_.bytes.in_a_second, limits_.bytes, left_.bytes);
  Put(seconds * limits_.work.in_a_second, limits_.work, left_.work);
}

void FloodBudget::Earn() {
  MutexLock lock(mutex_);
  Put(limits_.bytes.for_a_message, limits_.bytes, left_.bytes);
  Put(limits_.work.for_a_message, limits_.work, left_.work);
}

absl::Status FloodBudget::Spend(int64_t bytes, int64_t work) {
  MutexLock lock(mutex_);
  if (!status_.ok()) return status_;
  Fill();
  left_.bytes -= bytes;
  left_.work -= work;
  if (left_.bytes < 0) status_ = Flood("bytes", limits_.bytes);
  if (left_.work < 0) {
    status_ = Flood("frames, calls and requests", limits_.work);
  }
  return status_;
}

}  // namespace arena::referee
