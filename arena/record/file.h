// Reads whole files, and writes them so that a reader never sees half a file.
#ifndef ARENA_RECORD_FILE_H_
#define ARENA_RECORD_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena {

// NOT_FOUND, PERMISSION_DENIED or UNAVAILABLE; errors name the path.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// Writes a temporary file in the same folder, synchronises it and renames it:
// after a crash the old file or the new one is there. Errors name the path.
absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view bytes);

}  // namespace arena

#endif  // ARENA_RECORD_FILE_H_
