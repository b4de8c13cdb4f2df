// A folder that is written whole or not at all.
#ifndef ARENA_RECORD_NEW_FOLDER_H_
#define ARENA_RECORD_NEW_FOLDER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace arena {

// A folder that gets its name when it is complete, and is deleted if it never
// is. Only its owner may enter it. Until it has its name, that name has
// ".partial-" in it; such a folder is left behind only if the process is killed.
// Not thread-safe.
class NewFolder {
 public:
  // ALREADY_EXISTS if there is something under the name but an empty folder;
  // otherwise errors name the folder that cannot be made.
  static absl::StatusOr<NewFolder> Make(const std::string& name);
  NewFolder(NewFolder&& other) noexcept;
  NewFolder& operator=(NewFolder&&) = delete;
  ~NewFolder();

  // Where to write for now.
  const std::string& path() const { return path_; }

  // Gives it its name, when the disk has all of it. Call it once.
  absl::Status Publish();

 private:
  NewFolder(const std::string& name, const std::string& path)
      : name_(name), path_(path) {}

  std::string name_;
  // Empty when it has its name.
  std::string path_;
};

}  // namespace arena

#endif  // ARENA_RECORD_NEW_FOLDER_H_
