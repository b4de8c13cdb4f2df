// What in a folder is more than bytes.
#ifndef ARENA_SANDBOX_SPECIAL_FILES_H_
#define ARENA_SANDBOX_SPECIAL_FILES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace arena::sandbox {

// So many files and folders are looked at, those near the top first.
inline constexpr int kMostEntries = 20'000;

// The sockets, pipes and devices in these folders, and those of these paths
// that are one, in the order of their paths. Links are not followed. The
// folders of `skipped`, and those that programs cannot enter (see IsClosed),
// are not looked at.
// INVALID_ARGUMENT if there are more than can be covered.
absl::StatusOr<std::vector<std::string>> SpecialFilesIn(
    const std::vector<std::string>& paths,
    const std::vector<std::string>& skipped = {});

// Whether programs are users of their own here, to whom this folder is closed:
// they reach nothing in it, and nothing can be laid over that.
bool IsClosed(const std::string& folder);

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_SPECIAL_FILES_H_
