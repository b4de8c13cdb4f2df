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

namespace arena {
namespace {

// An open file descriptor.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  int get() const { return descriptor_; }
  // Some file systems report a failed write only here.
  bool Close() { return close(std::exchange(descriptor_, -1)) == 0; }

 private:
  int descriptor_;
};

// The present errno as a status that names the attempted operation.
absl::Status SystemError(absl::string_view what, const std::string& path) {
  return absl::ErrnoToStatus(errno, absl::StrCat(what, " ", path));
}

bool WriteAll(int descriptor, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// A rename is on the disk when its folder is.
absl::Status SynchroniseFolder(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "."
                             : slash == 0               ? "/"
                                                        : path.substr(0, slash);
  const File file(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.get() < 0 || fsync(file.get()) != 0) {
    return SystemError("cannot synchronise", folder);
  }
  return absl::OkStatus();
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
  File file(mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) return SystemError("cannot write", path);
  absl::Cleanup remove_temporary = [&] { unlink(temporary.c_str()); };
  // mkostemp lets only the owner read; records are for every reader.
  constexpr mode_t kMode = 0644;
  if (!WriteAll(file.get(), bytes) || fchmod(file.get(), kMode) != 0 ||
      fsync(file.get()) != 0 || !file.Close()) {
    return SystemError("cannot write", path);
  }
  if (!publish(temporary, path)) return SystemError("cannot write", path);
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
  File file(open(path.c_str(), O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0 || !WriteAll(file.get(), bytes) || !file.Close()) {
    return SystemError("cannot write", path);
  }
  return absl::OkStatus();
}

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

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return SystemError("cannot open", path);
  std::string bytes;
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError("cannot read", path);
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
