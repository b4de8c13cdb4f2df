// Finds sockets, pipes and devices in folders.
#ifndef ARENA_SANDBOX_SPECIAL_FILES_H_
#define ARENA_SANDBOX_SPECIAL_FILES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace arena::sandbox {

// The most files and folders that are searched; files near the top come first.
inline constexpr int kMostEntries = 20'000;

// The sockets, pipes and devices in or among these paths, in the order of their
// paths. Links are not followed. Folders in `skipped`, and folders that
// programs cannot enter (see IsClosed), are not searched. INVALID_ARGUMENT if
// there are more than can be covered.
absl::StatusOr<std::vector<std::string>> SpecialFilesIn(
    const std::vector<std::string>& paths,
    const std::vector<std::string>& skipped = {});

// Whether programs run as other users here, and this folder is closed to them.
// Then programs reach nothing in it, and nothing in it can be covered.
bool IsClosed(const std::string& folder);

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_SPECIAL_FILES_H_
