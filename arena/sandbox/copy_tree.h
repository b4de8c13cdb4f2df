// Copies folders that a stranger has written.
#ifndef ARENA_SANDBOX_COPY_TREE_H_
#define ARENA_SANDBOX_COPY_TREE_H_

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace arena::sandbox {

// Copies files, folders and links, and nothing else, from one open folder into
// another one, which is empty. Of the permissions of a file only the right of
// execution is kept. Follows no links. The copies belong to `owner`, if given,
// as user and as group. RESOURCE_EXHAUSTED for too many bytes, entries or
// nested folders.
absl::Status CopyTree(int from, int to, int64_t most_bytes,
                      uid_t owner = static_cast<uid_t>(-1));

// The same into a folder of the machine, replacing its contents.
absl::Status ReplaceTree(int from, const std::string& to, int64_t most_bytes);

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_COPY_TREE_H_
