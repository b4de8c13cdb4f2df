// Whole files and folders, written so that they are there whole or not at all.
#ifndef ARENA_RECORD_FILE_H_
#define ARENA_RECORD_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
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

// A folder that gets its name when it is complete, and is deleted if it never
// is. Only its owner may enter it. Until it has its name, that name has
// ".partial-" in it; such a folder is left behind only if the process is
// killed. Not thread-safe.
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

#endif  // ARENA_RECORD_FILE_H_
