#include "referee/store/sql/data_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"

namespace arena::referee {
namespace {

// Locks the file; returns 0 or the error number. flock() has no time limit, so
// it is tried again until the patience is over.
int LockWithin(int descriptor, absl::Duration patience) {
  constexpr absl::Duration kPause = absl::Milliseconds(20);
  for (absl::Duration left = patience;; left -= kPause) {
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return 0;
    const int error = errno;
    if (error != EWOULDBLOCK || left <= absl::ZeroDuration()) return error;
    absl::SleepFor(kPause);
  }
}

// The process id in a lock file.
std::string HolderOf(int descriptor) {
  char text[32];
  const ssize_t size = pread(descriptor, text, sizeof(text), 0);
  absl::string_view id(text, size > 0 ? size : 0);
  absl::ConsumeSuffix(&id, "\n");
  return id.empty() ? "unknown" : std::string(id);
}

absl::Status CreateFolder(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return absl::OkStatus();
  const std::filesystem::path parent =
      std::filesystem::absolute(path, error).parent_path();
  if (!error) std::filesystem::create_directories(parent, error);
  if (error) {
    return absl::FailedPreconditionError(absl::StrCat(
        "cannot create data directory ", path, ": ", error.message()));
  }
  // The folder holds the seeds of running matches, so no other user may read
  // it.
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return FileError("create data directory", path);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<DataDirectory> DataDirectory::Open(absl::string_view path,
                                                  absl::Duration patience) {
  const std::string folder(path);
  if (absl::Status status = CreateFolder(folder); !status.ok()) return status;
  const std::string lock_path = absl::StrCat(folder, "/lock");
  // Closed on exec: a bot that the referee starts must not keep the lock.
  Descriptor file(open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!file.is_open()) {
    return FileError("open", lock_path);
  }
  const int error = LockWithin(file.get(), patience);
  if (error == EWOULDBLOCK) {
    return absl::FailedPreconditionError(absl::StrCat(
        "data directory ", folder, " is in use by process ",
        HolderOf(file.get()), "; stop it or name another directory"));
  }
  if (error != 0) {
    return FileError("lock", lock_path, error);
  }
  const std::string id = absl::StrCat(getpid(), "\n");
  if (ftruncate(file.get(), 0) != 0 ||
      pwrite(file.get(), id.data(), id.size(), 0) !=
          static_cast<ssize_t>(id.size())) {
    return FileError("write", lock_path);
  }
  return DataDirectory(folder, std::move(file));
}

bool DataDirectory::IsOpenToOthers() const {
  struct stat about;
  return stat(path_.c_str(), &about) == 0 && (about.st_mode & 077) != 0;
}

std::string DataDirectory::DatabasePath() const { return DatabaseIn(path_); }

std::string DataDirectory::DatabaseIn(absl::string_view folder) {
  return absl::StrCat(folder, "/referee.sqlite");
}

}  // namespace arena::referee
