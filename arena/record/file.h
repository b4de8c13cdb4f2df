// Whole files: read at once, written so that nobody ever sees half of one.
#ifndef ARENA_RECORD_FILE_H_
#define ARENA_RECORD_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena {

// NOT_FOUND, PERMISSION_DENIED or UNAVAILABLE with the path.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// Writes a temporary file beside it, synchronises and renames it: after a
// crash there is the old file or the new one. Errors name the path.
absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view bytes);

}  // namespace arena

#endif  // ARENA_RECORD_FILE_H_
