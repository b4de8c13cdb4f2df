#include "arena/cli/bots/bot_folders.h"

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/process/temporary_folder.h"

namespace arena::cli {

namespace fs = std::filesystem;

absl::StatusOr<BotFolders> BotFolders::Open(std::string link) {
  std::error_code error;
  if (!link.empty()) {
    // The system may have removed it since.
    const std::string before = fs::read_symlink(link, error);
    if (!error && IsPrivateFolder(before)) return BotFolders(before, link);
  }
  ARENA_ASSIGN_OR_RETURN(std::string path, MakeTemporaryFolder());
  if (!link.empty()) {
    fs::remove(link, error);
    fs::create_symlink(path, link, error);
    if (error) {
      fs::remove(path, error);
      return absl::UnavailableError(
          absl::StrCat("cannot make the link ", link, ": ", error.message()));
    }
  }
  return BotFolders(std::move(path), std::move(link));
}

BotFolders::BotFolders(BotFolders&& other) noexcept
    : path_(std::exchange(other.path_, "")),
      link_(std::exchange(other.link_, "")),
      kept_(other.kept_) {}

BotFolders::~BotFolders() {
  if (path_.empty() || kept_) return;
  // Files that cannot be removed are left to the system.
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (!link_.empty()) fs::remove(link_, ignored);
}

absl::StatusOr<std::string> BotFolders::FolderOf(absl::string_view name) const {
  std::string path = absl::StrCat(path_, "/", name);
  ARENA_RETURN_IF_ERROR(MakePrivateFolder(path));
  return path;
}

}  // namespace arena::cli
