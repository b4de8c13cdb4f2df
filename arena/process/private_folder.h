// Folders that only their owner may enter.
#ifndef ARENA_PROCESS_PRIVATE_FOLDER_H_
#define ARENA_PROCESS_PRIVATE_FOLDER_H_

#include <string>

#include "absl/status/status.h"

namespace arena {

// Whether it is a folder of this user that other users may not enter.
bool IsPrivateFolder(const std::string& path);

// Makes the folder for its owner alone, and those above it, where missing.
// What is there already stays as it is. PERMISSION_DENIED names the folder.
absl::Status MakePrivateFolder(const std::string& path);

}  // namespace arena

#endif  // ARENA_PROCESS_PRIVATE_FOLDER_H_
