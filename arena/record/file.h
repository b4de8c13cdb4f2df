// Reads files, and writes files and folders completely or not at all.
#ifndef ARENA_RECORD_FILE_H_
#define ARENA_RECORD_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena {

// The largest file that is read. The limit is a thousand times the longest
// records, but small enough to do no harm if somebody names a device.
inline constexpr size_t kMaxFileBytes = 256u << 20;

// NOT_FOUND, PERMISSION_DENIED, UNAVAILABLE, or INVALID_ARGUMENT for a file that
// is too large; errors name the path.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// Writes a temporary file in the same folder, synchronises it and renames it:
// after a crash the old file or the new one is there. A link is replaced, not
// followed. Devices, pipes and files in /dev, such as /dev/stdout, are written
// to and never replaced. Errors name the path.
absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view bytes);

// The same, but never replaces a file: ALREADY_EXISTS if there is one.
absl::Status WriteNewFileAtomically(const std::string& path,
                                    absl::string_view bytes);

// A folder that gets its final name when it is complete, and is deleted if it
// is never completed. Only its owner may enter it. The temporary name contains
// ".partial-"; such a folder is left behind only if the process is killed. Not
// thread-safe.
class NewFolder {
 public:
  // ALREADY_EXISTS if anything but an empty folder has the name; other errors
  // name the folder that cannot be made.
  static absl::StatusOr<NewFolder> Make(const std::string& name);
  NewFolder(NewFolder&& other) noexcept;
  NewFolder& operator=(NewFolder&&) = delete;
  ~NewFolder();

  // The folder to write into until Publish.
  const std::string& path() const { return path_; }

  // Waits until the disk has all contents, then gives the folder its name. Call
  // it once.
  absl::Status Publish();

 private:
  NewFolder(const std::string& name, const std::string& path)
      : name_(name), path_(path) {}

  std::string name_;
  // Empty after Publish.
  std::string path_;
};

}  // namespace arena

#endif  // ARENA_RECORD_FILE_H_
