// Time control: the time that a seat may use, and the time that it has left.
#ifndef ARENA_MATCH_CLOCK_H_
#define ARENA_MATCH_CLOCK_H_

#include <algorithm>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/v1/play_service.pb.h"

namespace arena {

// The limits of a match, the same for every seat.
struct ClockSettings {
  // From MatchStart to Ready.
  absl::Duration start_budget = absl::Seconds(10);
  // The free time of every decision.
  absl::Duration allowance = absl::Seconds(1);
  // Time beyond the allowances, for the whole match.
  absl::Duration bank = absl::Seconds(60);
  // Added to the bank after every decision.
  absl::Duration increment = absl::ZeroDuration();
};

// INVALID_ARGUMENT names a limit that is negative, or that is zero and would
// leave no time at all.
absl::StatusOr<ClockSettings> ClockFromMessage(const v1::Clock& message);
void ClockToMessage(const ClockSettings& clock, v1::Clock& message);

// Converts between absl and protobuf: whole nanoseconds, up to 292 years.
absl::Duration FromMessage(const google::protobuf::Duration& message);
void ToMessage(absl::Duration duration, google::protobuf::Duration& message);

// The time of one seat. Without settings it has no limits.
class SeatClock {
 public:
  explicit SeatClock(const std::optional<ClockSettings>& settings)
      : settings_(settings),
        bank_(settings.has_value() ? settings->bank
                                   : absl::InfiniteDuration()) {}

  // What the seat may use for its next decision.
  absl::Duration Budget() const {
    return settings_.has_value() ? settings_->allowance + bank_
                                 : absl::InfiniteDuration();
  }
  absl::Duration bank() const { return bank_; }

  // Takes the time of one decision; a late one leaves an empty bank.
  void Charge(absl::Duration elapsed) {
    if (!settings_.has_value()) return;
    const absl::Duration beyond =
        std::max(elapsed - settings_->allowance, absl::ZeroDuration());
    bank_ = std::max(bank_ - beyond, absl::ZeroDuration());
    bank_ += settings_->increment;
  }

 private:
  std::optional<ClockSettings> settings_;
  absl::Duration bank_;
};

}  // namespace arena

#endif  // ARENA_MATCH_CLOCK_H_
