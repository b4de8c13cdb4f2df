#include "arena/match/clock.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"

namespace arena {
namespace {

absl::Status Read(const google::protobuf::Duration& message,
                  absl::string_view name, absl::Duration least,
                  absl::Duration& out) {
  out = FromMessage(message);
  if (out >= least && out <= absl::Hours(24 * 366)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("clock.", name, " is ", absl::FormatDuration(out),
                   "; expected ", absl::FormatDuration(least), " to 366 days"));
}

// The limits of decisions, which an untimed match does not have.
absl::Status CheckUntimed(const v1::Clock& message) {
  std::vector<std::string> limits;
  const auto note = [&](const char* name, bool present,
                        const google::protobuf::Duration& limit) {
    if (!present) return;
    limits.push_back(absl::StrCat(
        name, " (", absl::FormatDuration(FromMessage(limit)), ")"));
  };
  note("allowance", message.has_allowance(), message.allowance());
  note("bank", message.has_bank(), message.bank());
  note("increment", message.has_increment(), message.increment());
  if (limits.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("clock.untimed is set with ", absl::StrJoin(limits, ", "),
                   "; expected either untimed, or limits of decisions"));
}

}  // namespace

absl::Duration FromMessage(const google::protobuf::Duration& message) {
  return absl::Seconds(message.seconds()) + absl::Nanoseconds(message.nanos());
}

void ToMessage(absl::Duration duration, google::protobuf::Duration& message) {
  constexpr int64_t kSecond = 1'000'000'000;
  const int64_t nanos = absl::ToInt64Nanoseconds(duration);
  message.set_seconds(nanos / kSecond);
  message.set_nanos(static_cast<int32_t>(nanos % kSecond));
}

absl::StatusOr<ClockSettings> ClockFromMessage(const v1::Clock& message) {
  ClockSettings clock;
  const absl::Duration zero = absl::ZeroDuration();
  const absl::Duration tick = absl::Milliseconds(1);
  if (message.has_start_budget()) {
    ARENA_RETURN_IF_ERROR(
        Read(message.start_budget(), "start_budget", tick, clock.start_budget));
  }
  if (message.untimed()) {
    ARENA_RETURN_IF_ERROR(CheckUntimed(message));
    clock.allowance = clock.bank = zero;
    clock.untimed = true;
    return clock;
  }
  ARENA_RETURN_IF_ERROR(
      Read(message.allowance(), "allowance", zero, clock.allowance));
  ARENA_RETURN_IF_ERROR(Read(message.bank(), "bank", zero, clock.bank));
  ARENA_RETURN_IF_ERROR(
      Read(message.increment(), "increment", zero, clock.increment));
  if (clock.allowance + clock.bank < tick) {
    return absl::InvalidArgumentError(
        "clock: allowance and bank leave no time for a decision; expected at "
        "least 1ms together");
  }
  return clock;
}

void ClockToMessage(const ClockSettings& clock, v1::Clock& message) {
  message.Clear();
  ToMessage(clock.start_budget, *message.mutable_start_budget());
  message.set_untimed(clock.untimed);
  if (clock.untimed) return;
  ToMessage(clock.allowance, *message.mutable_allowance());
  ToMessage(clock.bank, *message.mutable_bank());
  ToMessage(clock.increment, *message.mutable_increment());
}

}  // namespace arena
