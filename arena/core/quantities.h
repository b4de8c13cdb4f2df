// Durations and amounts of memory as people write them: 500ms, 1m30s, 4GiB.
#ifndef ARENA_CORE_QUANTITIES_H_
#define ARENA_CORE_QUANTITIES_H_

#include <cstdint>
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

// Returns what is wrong with a value on the command line, or the empty text.
std::string CheckMemorySize(const std::string& text);
// In bytes. Requires: CheckMemorySize finds nothing wrong.
int64_t ToMemorySize(const std::string& text);

}  // namespace arena

#endif  // ARENA_CORE_QUANTITIES_H_
