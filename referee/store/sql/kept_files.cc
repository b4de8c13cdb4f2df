#include "referee/store/sql/kept_files.h"

#include <sys/stat.h>

#include <cerrno>

#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

absl::Status FileIsGone(const std::string& path, absl::string_view what) {
  return absl::InternalError(
      absl::StrCat(path, " was ", what,
                   " while the referee used it; nothing more can be kept. "
                   "Restore a backup, or put the files back, before you start "
                   "the referee again"));
}

}  // namespace

absl::Status KeptFiles::Add(const std::string& path) {
  struct stat about;
  if (stat(path.c_str(), &about) != 0) return FileIsGone(path, "deleted or moved");
  files_.push_back({path, about.st_dev, about.st_ino, about.st_size});
  return absl::OkStatus();
}

absl::Status KeptFiles::Check() {
  for (File& file : files_) {
    struct stat about;
    if (stat(file.path.c_str(), &about) != 0) {
      return FileIsGone(file.path, "deleted or moved");
    }
    if (about.st_dev != file.device || about.st_ino != file.inode) {
      return FileIsGone(file.path, "replaced");
    }
    if (about.st_size < file.size) return FileIsGone(file.path, "cut off");
    file.size = about.st_size;
  }
  return absl::OkStatus();
}

}  // namespace arena::referee
