// Paths as texts.
#ifndef ARENA_SANDBOX_PATHS_H_
#define ARENA_SANDBOX_PATHS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace arena::sandbox {

// The absolute path of what `path` names in the absolute folder, without "..",
// "." and a slash at its end. Links are not followed.
std::string NormalPath(const std::string& path, const std::string& folder);

// Whether a normal path is the folder, or below it.
bool IsWithin(absl::string_view path, absl::string_view folder);

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_PATHS_H_
