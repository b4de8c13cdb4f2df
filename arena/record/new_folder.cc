#include "arena/record/new_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/core/check.h"

namespace arena {
namespace {

absl::Status FolderFailed(absl::string_view what, const std::string& path) {
  return absl::ErrnoToStatus(errno, absl::StrCat("cannot ", what, " ", path));
}

absl::Status FolderTaken(const std::string& name) {
  return absl::AlreadyExistsError(absl::StrCat(
      name, " exists and is not empty; name a folder that is new"));
}

// Waits until the disk has a file, or the names in a folder.
absl::Status Flush(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return FolderFailed("open", path);
  const int result = fsync(descriptor);
  close(descriptor);
  return result == 0 ? absl::OkStatus() : FolderFailed("flush", path);
}

}  // namespace

absl::StatusOr<NewFolder> NewFolder::Make(const std::string& given) {
  std::string name = given;
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(name, error)) &&
      !std::filesystem::is_empty(name, error)) {
    return FolderTaken(name);
  }
  const auto parent = std::filesystem::absolute(name, error).parent_path();
  std::filesystem::create_directories(parent, error);
  std::string path = absl::StrCat(name, ".partial-XXXXXX");
  if (mkdtemp(path.data()) == nullptr) return FolderFailed("make", path);
  return NewFolder(name, path);
}

NewFolder::NewFolder(NewFolder&& other) noexcept
    : name_(std::move(other.name_)),
      path_(std::exchange(other.path_, std::string())) {}

NewFolder::~NewFolder() {
  std::error_code error;
  if (!path_.empty()) std::filesystem::remove_all(path_, error);
}

absl::Status NewFolder::Publish() {
  ARENA_CHECK(!path_.empty());
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
    return taken ? FolderTaken(name_) : FolderFailed("make", name_);
  }
  path_.clear();
  return Flush(std::filesystem::absolute(name_).parent_path().string());
}

}  // namespace arena
