#include "referee/kubernetes/packed_folders.h"

#include <sys/stat.h>

#include <filesystem>
#include <limits>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/submission/archive.h"
#include "referee/kubernetes/wire/request.h"

namespace arena::kubernetes {
namespace {

namespace fs = std::filesystem;

// The same for two folders only if they are the same, unless one has taken the
// other's place within a tick of the disk's clock.
std::string IdentityOf(const std::string& folder) {
  struct stat found = {};
  if (stat(folder.c_str(), &found) != 0) return folder;
  return absl::StrCat(folder, " ", found.st_dev, " ", found.st_ino, " ",
                      found.st_ctim.tv_sec, ".", found.st_ctim.tv_nsec);
}

}  // namespace

absl::StatusOr<PackedFolder> PackedFolders::Pack(const std::string& folder,
                                                 bool may_change) {
  const std::string identity = IdentityOf(folder);
  if (!may_change) {
    MutexLock lock(mutex_);
    for (const auto& [known, packed] : packed_) {
      if (known == identity) return packed;
    }
  }
  ARENA_ASSIGN_OR_RETURN(
      std::string archive,
      submission::Pack(folder,
                       FolderLimits(std::numeric_limits<int64_t>::max())));
  PackedFolder packed;
  packed.archive = std::make_shared<const std::string>(std::move(archive));
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error);
       !error && it != fs::recursive_directory_iterator();
       it.increment(error)) {
    ++packed.entries;
    if (it->is_regular_file(error) && !it->is_symlink(error)) {
      packed.bytes += static_cast<int64_t>(it->file_size(error));
    }
  }
  if (may_change) return packed;
  MutexLock lock(mutex_);
  packed_.emplace_back(identity, packed);
  if (packed_.size() > kMost) packed_.pop_front();
  return packed;
}

}  // namespace arena::kubernetes
