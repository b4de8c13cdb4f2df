// Folders that only their owner may enter, and temporary folders.
#ifndef ARENA_PROCESS_TEMPORARY_FOLDER_H_
#define ARENA_PROCESS_TEMPORARY_FOLDER_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace arena {

// Whether it is a folder of this user that other users may not enter.
bool IsPrivateFolder(const std::string& path);

// Makes the folder for its owner alone, and missing folders above it. Existing
// folders stay unchanged. PERMISSION_DENIED names the folder.
absl::Status MakePrivateFolder(const std::string& path);

// Makes a new folder that only its owner may enter, and returns its path.
// UNAVAILABLE names the folder in which it cannot be made.
absl::StatusOr<std::string> MakeTemporaryFolder();

// A folder that is removed with everything in it.
class TemporaryFolder {
 public:
  // As MakeTemporaryFolder.
  static absl::StatusOr<std::unique_ptr<TemporaryFolder>> Create();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  const std::string path_;
};

}  // namespace arena

#endif  // ARENA_PROCESS_TEMPORARY_FOLDER_H_
