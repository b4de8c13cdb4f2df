#include "referee/backup.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "referee/journal/copy_segments.h"
#include "referee/store/copy_database.h"
#include "referee/store/data_directory.h"

namespace arena::referee {
namespace {

absl::Status Failed(absl::string_view what, const std::string& path) {
  return absl::ErrnoToStatus(errno, absl::StrCat("cannot ", what, " ", path));
}

// Waits until the disk has a file, or the names in a folder.
absl::Status Flush(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Failed("open", path);
  const int result = fsync(descriptor);
  close(descriptor);
  return result == 0 ? absl::OkStatus() : Failed("flush", path);
}

// A folder that gets its name when it is complete, and is deleted if it never
// is.
class NewFolder {
 public:
  // ALREADY_EXISTS if there is something under the name.
  static absl::StatusOr<NewFolder> Make(const std::string& name) {
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(name, error)) &&
        !std::filesystem::is_empty(name, error)) {
      return Taken(name);
    }
    std::string path = absl::StrCat(name, ".partial-XXXXXX");
    if (mkdtemp(path.data()) == nullptr) return Failed("make", path);
    return NewFolder(name, path);
  }
  NewFolder(NewFolder&& other) noexcept
      : name_(std::move(other.name_)),
        path_(std::exchange(other.path_, std::string())) {}
  ~NewFolder() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove_all(path_, error);
  }

  const std::string& path() const { return path_; }

  // Gives it its name, when the disk has all of it.
  absl::Status Publish() {
    std::error_code error;
    ARENA_RETURN_IF_ERROR(Flush(path_));
    for (std::filesystem::recursive_directory_iterator entry(path_, error), end;
         !error && entry != end; entry.increment(error)) {
      ARENA_RETURN_IF_ERROR(Flush(entry->path().string()));
    }
    if (error) return absl::InternalError(error.message());
    // Replaces a folder only if it is empty.
    if (rename(path_.c_str(), name_.c_str()) != 0) {
      const bool taken =
          errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR;
      return taken ? Taken(name_) : Failed("make", name_);
    }
    path_.clear();
    return Flush(std::filesystem::absolute(name_).parent_path().string());
  }

 private:
  NewFolder(const std::string& name, const std::string& path)
      : name_(name), path_(path) {}
  static absl::Status Taken(const std::string& name) {
    return absl::AlreadyExistsError(absl::StrCat(
        name, " exists and is not empty; name a folder that is new"));
  }

  std::string name_;
  // Empty when it has its name.
  std::string path_;
};

std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

// The journal first: a match that begins after this is restored from its
// beginning, and a match that ends meanwhile needs its journal no longer. The
// other way round, the entries of a match could be gone before they are copied
// although the copy of the database still needs them.
absl::Status CopyData(const std::string& database, const std::string& name,
                      absl::Duration check_time) {
  ARENA_RETURN_IF_ERROR(CheckHasIdentity(database));
  ARENA_ASSIGN_OR_RETURN(NewFolder folder, NewFolder::Make(WithoutSlash(name)));
  const std::string copy = DataDirectory::DatabaseIn(folder.path());
  ARENA_RETURN_IF_ERROR(CopySegments(absl::StrCat(database, ".journal"),
                                     absl::StrCat(copy, ".journal")));
  ARENA_RETURN_IF_ERROR(CopyDatabase(database, copy, check_time));
  return folder.Publish();
}

}  // namespace

absl::Status MakeBackup(const ServerOptions& data, const std::string& folder) {
  if (data.store.empty()) {
    return CopyData(DataDirectory::DatabaseIn(data.data), folder,
                    data.check_time);
  }
  absl::string_view path = data.store;
  if (absl::ConsumePrefix(&path, "sqlite:")) {
    return CopyData(std::string(path), folder, data.check_time);
  }
  return absl::InvalidArgumentError(
      "--backup copies the files of --data or --store sqlite:PATH; a "
      "PostgreSQL database has everything, also the journal, so use pg_dump");
}

absl::Status RestoreBackup(const std::string& backup,
                           const ServerOptions& data) {
  if (data.data.empty()) {
    return absl::InvalidArgumentError(
        "--restore needs --data, the folder to make");
  }
  return CopyData(DataDirectory::DatabaseIn(backup), data.data,
                  data.check_time);
}

}  // namespace arena::referee
