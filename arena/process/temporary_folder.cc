#include "arena/process/temporary_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

// The path of a Unix socket has at most 107 characters, of which the new folder
// and what is in it take up to 27, as in "/arena-XXXXXX/bots/referee".
constexpr size_t kLongestFolder = 80;

}  // namespace

bool IsPrivateFolder(const std::string& path) {
  struct stat found;
  return lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
         found.st_uid == geteuid() && (found.st_mode & 0077) == 0;
}

absl::Status MakePrivateFolder(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_directory(path, error)) return absl::OkStatus();
  // A path may end with a slash.
  const fs::path folder = (fs::absolute(path) / "").parent_path();
  fs::create_directories(folder.parent_path(), error);
  if (!error && mkdir(folder.c_str(), 0700) != 0) {
    error = std::error_code(errno, std::generic_category());
  }
  if (!error) return absl::OkStatus();
  return absl::PermissionDeniedError(absl::StrCat(
      "cannot create the folder \"", path, "\": ", error.message()));
}

absl::StatusOr<std::string> MakeTemporaryFolder() {
  std::error_code error;
  std::string parent = fs::temp_directory_path(error);
  if (error || parent.size() > kLongestFolder) parent = "/tmp";
  std::string path = parent + "/arena-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) {
    return absl::UnavailableError(
        absl::StrCat("cannot make a folder in ", parent, ": ",
                     std::strerror(errno), "; name another one with TMPDIR"));
  }
  return path;
}

absl::StatusOr<std::unique_ptr<TemporaryFolder>> TemporaryFolder::Create() {
  ARENA_ASSIGN_OR_RETURN(std::string path, MakeTemporaryFolder());
  return std::unique_ptr<TemporaryFolder>(new TemporaryFolder(std::move(path)));
}

TemporaryFolder::~TemporaryFolder() {
  // Files that cannot be removed are left to the system.
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace arena
