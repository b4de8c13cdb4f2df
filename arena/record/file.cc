#include "arena/record/file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"

namespace arena {
namespace {

// Waits until the disk has a file, or the names in a folder.
absl::Status Flush(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return FileError("open", path);
  return fsync(file.get()) == 0 ? absl::OkStatus() : FileError("flush", path);
}

// A rename is on the disk when its folder is.
absl::Status SynchroniseFolder(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "."
                             : slash == 0               ? "/"
                                                        : path.substr(0, slash);
  return Flush(folder);
}

// Gives the temporary file its name; false with errno.
using Publish = bool (*)(const std::string& temporary, const std::string& path);

bool Replace(const std::string& temporary, const std::string& path) {
  return rename(temporary.c_str(), path.c_str()) == 0;
}

bool LinkNew(const std::string& temporary, const std::string& path) {
  return link(temporary.c_str(), path.c_str()) == 0 &&
         unlink(temporary.c_str()) == 0;
}

absl::Status WriteWhole(const std::string& path, absl::string_view bytes,
                        Publish publish) {
  std::string temporary = absl::StrCat(path, ".XXXXXX");
  Descriptor file(mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.is_open()) return FileError("write", path);
  absl::Cleanup remove_temporary = [&] { unlink(temporary.c_str()); };
  // mkostemp lets only the owner read; records are for every reader.
  constexpr mode_t kMode = 0644;
  if (!WriteAll(file.get(), bytes) || fchmod(file.get(), kMode) != 0 ||
      fsync(file.get()) != 0 || !file.Close()) {
    return FileError("write", path);
  }
  if (!publish(temporary, path)) return FileError("write", path);
  std::move(remove_temporary).Cancel();
  return SynchroniseFolder(path);
}

// Whether the path must not be replaced by a file: devices, pipes and sockets,
// and the links in /dev, such as /dev/stdout.
bool IsSpecial(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || S_ISDIR(status.st_mode)) return false;
  return !S_ISREG(status.st_mode) || absl::StartsWith(path, "/dev/") ||
         absl::StartsWith(path, "/proc/");
}

absl::Status WriteInto(const std::string& path, absl::string_view bytes) {
  Descriptor file(
      open(path.c_str(), O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open() || !WriteAll(file.get(), bytes) || !file.Close()) {
    return FileError("write", path);
  }
  return absl::OkStatus();
}

absl::Status FolderTaken(const std::string& name) {
  return absl::AlreadyExistsError(absl::StrCat(
      name, " exists and is not empty; name a folder that is new"));
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return FileError("open", path);
  std::string bytes;
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError("read", path);
    if (count == 0) return bytes;
    bytes.append(buffer, static_cast<size_t>(count));
    if (bytes.size() > kMaxFileBytes) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, " has more than ", kMaxFileBytes, " bytes"));
    }
  }
}

absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view bytes) {
  if (IsSpecial(path)) return WriteInto(path, bytes);
  return WriteWhole(path, bytes, &Replace);
}

absl::Status WriteNewFileAtomically(const std::string& path,
                                    absl::string_view bytes) {
  return WriteWhole(path, bytes, &LinkNew);
}

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
  if (mkdtemp(path.data()) == nullptr) return FileError("make", path);
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
    return taken ? FolderTaken(name_) : FileError("make", name_);
  }
  path_.clear();
  return Flush(std::filesystem::absolute(name_).parent_path().string());
}

}  // namespace arena
