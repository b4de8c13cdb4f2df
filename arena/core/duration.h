// Durations as people write them: 500ms, 10s, 1m30s.
#ifndef ARENA_CORE_DURATION_H_
#define ARENA_CORE_DURATION_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace arena {

// INVALID_ARGUMENT unless the text is a finite duration of zero or more, with
// its unit (only 0 needs none).
absl::StatusOr<absl::Duration> ParseDuration(absl::string_view text);

// The same check for a value on the command line. Returns what is wrong with
// it, or the empty text.
std::string CheckDuration(const std::string& text);
// Requires: CheckDuration finds nothing wrong.
absl::Duration ToDuration(const std::string& text);

}  // namespace arena

#endif  // ARENA_CORE_DURATION_H_
