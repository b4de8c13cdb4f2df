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

// Closes a descriptor unless it is released.
class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const { return descriptor_; }
  int Release() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

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
    return absl::ErrnoToStatus(
        errno, absl::StrCat("cannot create data directory ", path));
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
  OpenFile file(open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (file.descriptor() < 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot open ", lock_path));
  }
  const int error = LockWithin(file.descriptor(), patience);
  if (error == EWOULDBLOCK) {
    return absl::FailedPreconditionError(absl::StrCat(
        "data directory ", folder, " is in use by process ",
        HolderOf(file.descriptor()), "; stop it or name another directory"));
  }
  if (error != 0) {
    return absl::ErrnoToStatus(error, absl::StrCat("cannot lock ", lock_path));
  }
  const std::string id = absl::StrCat(getpid(), "\n");
  if (ftruncate(file.descriptor(), 0) != 0 ||
      pwrite(file.descriptor(), id.data(), id.size(), 0) !=
          static_cast<ssize_t>(id.size())) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot write ", lock_path));
  }
  return DataDirectory(folder, file.Release());
}

DataDirectory::DataDirectory(DataDirectory&& other) noexcept
    : path_(std::move(other.path_)),
      lock_file_(std::exchange(other.lock_file_, -1)) {}

DataDirectory& DataDirectory::operator=(DataDirectory&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_file_, other.lock_file_);
  return *this;
}

// The lock file stays: if it were deleted, a process that is just opening it
// could lock a file that the next process does not find.
DataDirectory::~DataDirectory() {
  if (lock_file_ >= 0) close(lock_file_);
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
