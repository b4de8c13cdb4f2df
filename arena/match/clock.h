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
  // Decisions have no time limit; allowance, bank and increment mean nothing.
  bool untimed = false;
};
// The longest absence of a bot that owes a decision in an untimed match. After
// that the absence is the fault GONE. Without this limit a lost bot would hold
// up the other bots for ever.
inline constexpr absl::Duration kUntimedAbsence = absl::Minutes(2);

// INVALID_ARGUMENT names a limit that is negative, that is zero and would leave
// no time at all, or that an untimed match does not have.
absl::StatusOr<ClockSettings> ClockFromMessage(const v1::Clock& message);
// Writes every limit, including limits that equal the default.
void ClockToMessage(const ClockSettings& clock, v1::Clock& message);

// Converts between absl and protobuf: whole nanoseconds, up to 292 years.
absl::Duration FromMessage(const google::protobuf::Duration& message);
void ToMessage(absl::Duration duration, google::protobuf::Duration& message);

// The time of one seat. Untimed, or without settings, it has no limits.
class SeatClock {
 public:
  explicit SeatClock(const std::optional<ClockSettings>& settings)
      : settings_(settings.has_value() && !settings->untimed ? settings
                                                             : std::nullopt),
        bank_(limited() ? settings_->bank : absl::InfiniteDuration()) {}

  bool limited() const { return settings_.has_value(); }

  // The time that the seat may use for its next decision.
  absl::Duration Budget() const {
    return limited() ? settings_->allowance + bank_ : absl::InfiniteDuration();
  }
  absl::Duration bank() const { return bank_; }

  // Takes the time of one decision; a late one leaves an empty bank.
  void Charge(absl::Duration elapsed) {
    if (!limited()) return;
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
