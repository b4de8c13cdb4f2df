// Reads whole files, and writes them so that a reader never sees half a file.
#ifndef ARENA_RECORD_FILE_H_
#define ARENA_RECORD_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena {

// The largest file that is read: a thousand times the longest records, and
// less than would harm the machine if somebody names a device.
inline constexpr size_t kMaxFileBytes = 256u << 20;

// NOT_FOUND, PERMISSION_DENIED, UNAVAILABLE, or INVALID_ARGUMENT for a file that
// is too large; errors name the path.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// Writes a temporary file in the same folder, synchronises it and renames it:
// after a crash the old file or the new one is there. A link is replaced, not
// followed. Devices, pipes and what lies in /dev, such as /dev/stdout, are never
// replaced, but written to. Errors name the path.
absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view bytes);

// The same, but never replaces a file: ALREADY_EXISTS if there is one.
absl::Status WriteNewFileAtomically(const std::string& path,
                                    absl::string_view bytes);

}  // namespace arena

#endif  // ARENA_RECORD_FILE_H_
