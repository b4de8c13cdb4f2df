// How long a recorded match is, told without playing it again.
#ifndef ARENA_RECORD_LENGTH_H_
#define ARENA_RECORD_LENGTH_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena {

// FAILED_PRECONDITION if a record says that it has more entries than that: plies,
// faults and pauses. Else OK, also for what is no record: whoever reads it says
// so. Takes little time and memory. Safe for any bytes.
absl::Status CheckLength(absl::string_view record, uint64_t most);

}  // namespace arena

#endif  // ARENA_RECORD_LENGTH_H_
