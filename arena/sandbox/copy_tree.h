// Copies what a stranger has written.
#ifndef ARENA_SANDBOX_COPY_TREE_H_
#define ARENA_SANDBOX_COPY_TREE_H_

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace arena::sandbox {

// Copies files, folders and links, and nothing else, from one open folder into
// another one, which is empty. Of the rights of a file only that to be executed
// is kept, and no link is followed. All belongs to `owner`, if one is given,
// who is also a group. RESOURCE_EXHAUSTED: more bytes, entries or
// nested folders than anybody needs.
absl::Status CopyTree(int from, int to, int64_t most_bytes,
                      uid_t owner = static_cast<uid_t>(-1));

// The same into a folder of the machine, in the place of what is there.
absl::Status ReplaceTree(int from, const std::string& to, int64_t most_bytes);

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_COPY_TREE_H_
