#include "arena/cli/base/clock_flag.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/duration.h"

namespace arena::cli {
namespace {

// Nearly the longest that the protocol accepts, for bots in a debugger.
constexpr absl::Duration kNoLimit = absl::Hours(24 * 365);

// "1s+60s+0" as three durations; empty if the text has another form.
std::vector<absl::Duration> ReadParts(const std::string& text) {
  std::vector<absl::Duration> parts;
  for (const absl::string_view part : absl::StrSplit(text, '+')) {
    const absl::StatusOr<absl::Duration> duration = ParseDuration(part);
    if (!duration.ok()) return {};
    parts.push_back(*duration);
  }
  if (parts.size() > 3) return {};
  parts.resize(3);
  return parts;
}

}  // namespace

void AddClockFlags(CLI::App& command, ClockFlags& flags) {
  const std::string group = "Time control";
  command
      .add_option("--clock", flags.clock,
                  "ALLOWANCE[+BANK[+INCREMENT]]: free time for each decision, "
                  "extra time for the whole match, extra time gained by each "
                  "decision; or none. 1s+60s if absent")
      ->group(group);
  command
      .add_option("--start", flags.start,
                  "Time to set up for a match. 10s if absent")
      ->check(CheckDuration)
      ->group(group);
}

absl::StatusOr<ClockSettings> ReadClock(const ClockFlags& flags) {
  ClockSettings clock;
  if (flags.clock == "none") {
    clock.untimed = true;
    clock.start_budget = kNoLimit;
  } else if (!flags.clock.empty()) {
    const std::vector<absl::Duration> parts = ReadParts(flags.clock);
    if (parts.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--clock is \"", flags.clock,
          "\"; expected ALLOWANCE[+BANK[+INCREMENT]], e.g. 1s+60s or "
          "500ms+10s+100ms, or none"));
    }
    clock.allowance = parts[0];
    clock.bank = parts[1];
    clock.increment = parts[2];
  }
  if (!flags.start.empty()) clock.start_budget = ToDuration(flags.start);
  // The check of what may be combined is in one place.
  v1::Clock message;
  ClockToMessage(clock, message);
  return ClockFromMessage(message);
}

}  // namespace arena::cli
