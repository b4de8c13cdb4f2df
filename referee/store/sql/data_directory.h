// The folder in which one referee keeps everything.
#ifndef REFEREE_STORE_SQL_DATA_DIRECTORY_H_
#define REFEREE_STORE_SQL_DATA_DIRECTORY_H_

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/core/descriptor.h"

namespace arena::referee {

// Holds the folder for this process until it is destroyed. The operating
// system releases the folder when the process dies, for whatever reason.
// Movable; not thread-safe.
class DataDirectory {
 public:
  // Takes the folder, creating it (accessible to its owner only) if it is
  // missing. FAILED_PRECONDITION, naming the process, if another process still
  // holds it after `patience`: a killed process lives on until its memory is
  // freed, and this process may have started before that.
  static absl::StatusOr<DataDirectory> Open(
      absl::string_view path, absl::Duration patience = absl::ZeroDuration());

  const std::string& path() const { return path_; }
  // Whether other users may read or change the contents of the folder.
  bool IsOpenToOthers() const;
  // The path of the folder's SQLite store.
  std::string DatabasePath() const;
  // The same for any such folder.
  static std::string DatabaseIn(absl::string_view folder);

 private:
  DataDirectory(std::string path, Descriptor lock_file)
      : path_(std::move(path)), lock_file_(std::move(lock_file)) {}

  std::string path_;
  // The locked file stays: if it were deleted, a process that is just opening
  // it could lock a file that the next process does not find.
  Descriptor lock_file_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_DATA_DIRECTORY_H_
