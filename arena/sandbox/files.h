// Paths as texts, and small files of the system and in memory.
#ifndef ARENA_SANDBOX_FILES_H_
#define ARENA_SANDBOX_FILES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/core/descriptor.h"

namespace arena::sandbox {

// All of a file, as far as it can be read.
std::string ReadAll(const std::string& path);

// Writes the text to an existing file, such as a control file of the system.
// Returns whether this worked.
bool Tell(const std::string& path, absl::string_view text);

// A file without a name that holds the bytes, to be read from its beginning.
absl::StatusOr<Descriptor> MemoryFile(absl::string_view bytes);

// The number after a word at the beginning of a line, as in "oom_kill 3"; 0 if
// there is none.
int64_t NumberAfter(absl::string_view text, absl::string_view word);

// The absolute path of what `path` names in the absolute folder, without "..",
// "." and a slash at its end. Links are not followed.
std::string NormalPath(const std::string& path, const std::string& folder);

// Whether a normal path is the folder, or below it.
bool IsWithin(absl::string_view path, absl::string_view folder);

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_FILES_H_
