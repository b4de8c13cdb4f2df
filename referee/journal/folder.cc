#include "referee/journal/folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

// The error of the system for a file. The error is never a refusal: a referee
// that cannot write must not go on.
absl::Status Failed(absl::string_view what, const std::string& path,
                    int error) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return absl::Status(
      full ? absl::StatusCode::kResourceExhausted : absl::StatusCode::kInternal,
      absl::StrCat("journal: cannot ", what, " ", path, ": ",
                   std::strerror(error)));
}

absl::Status StatusOf(absl::string_view what, const std::string& path,
                      const std::error_code& error) {
  return error ? Failed(what, path, error.value()) : absl::OkStatus();
}

class DiskFile final : public AppendedFile {
 public:
  DiskFile(std::string path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}
  ~DiskFile() override { close(descriptor_); }

  absl::Status Append(absl::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
      if (written >= 0) {
        // After a short write the next write gives the error.
        bytes.remove_prefix(written);
      } else if (errno != EINTR) {
        return Failed("write to", path_, errno);
      }
    }
    return CheckThere();
  }
  absl::Status Flush() override {
    if (fdatasync(descriptor_) == 0) return absl::OkStatus();
    return Failed("flush", path_, errno);
  }

 private:
  // Bytes that are written to a deleted file cannot be read again, and the
  // system gives no error.
  absl::Status CheckThere() const {
    struct stat about;
    if (fstat(descriptor_, &about) != 0) return Failed("find", path_, errno);
    if (about.st_nlink > 0) return absl::OkStatus();
    return absl::InternalError(absl::StrCat(
        "journal: ", path_, " was deleted while the referee used it"));
  }

  const std::string path_;
  const int descriptor_;
};

}  // namespace

std::string DiskFolder::PathOf(const std::string& name) const {
  return absl::StrCat(directory_.path(), "/", name);
}

absl::StatusOr<std::vector<std::string>> DiskFolder::List() {
  std::error_code error;
  std::vector<std::string> names;
  std::filesystem::directory_iterator entry(directory_.path(), error);
  for (; !error && entry != std::filesystem::directory_iterator();
       entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  if (error) return StatusOf("list", Name(), error);
  return names;
}

absl::StatusOr<std::string> DiskFolder::Read(const std::string& name) {
  std::ifstream file(PathOf(name), std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (!file.is_open() || file.bad()) return Failed("read", PathOf(name), EIO);
  return bytes;
}

absl::StatusOr<std::unique_ptr<AppendedFile>> DiskFolder::Create(
    const std::string& name) {
  const std::string path = PathOf(name);
  const int descriptor = open(
      path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) return Failed("make", path, errno);
  return std::make_unique<DiskFile>(path, descriptor);
}

absl::Status DiskFolder::Cut(const std::string& name, size_t size) {
  std::error_code error;
  std::filesystem::resize_file(PathOf(name), size, error);
  return StatusOf("cut off", PathOf(name), error);
}

absl::Status DiskFolder::Rename(const std::string& from,
                                const std::string& to) {
  std::error_code error;
  std::filesystem::rename(PathOf(from), PathOf(to), error);
  return StatusOf("rename", PathOf(from), error);
}

absl::Status DiskFolder::Remove(const std::string& name) {
  std::error_code error;
  std::filesystem::remove(PathOf(name), error);
  return StatusOf("delete", PathOf(name), error);
}

absl::Status DiskFolder::Flush() {
  const int descriptor =
      open(Name().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return Failed("open", Name(), errno);
  const int result = fsync(descriptor);
  const int error = errno;
  close(descriptor);
  return result == 0 ? absl::OkStatus() : Failed("flush", Name(), error);
}

}  // namespace arena::referee
