#include "arena/sandbox/special_files.h"

#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

// Bubblewrap takes 9,000 words, and each cover is three.
constexpr size_t kMostCovers = 1'000;

bool IsSpecial(fs::file_type type) {
  return type == fs::file_type::socket || type == fs::file_type::fifo ||
         type == fs::file_type::block || type == fs::file_type::character;
}

}  // namespace

bool IsClosed(const std::string& folder) {
  std::error_code error;
  return geteuid() == 0 && (fs::status(folder, error).permissions() &
                            fs::perms::others_exec) == fs::perms::none;
}

absl::StatusOr<std::vector<std::string>> SpecialFilesIn(
    const std::vector<std::string>& paths,
    const std::vector<std::string>& skipped) {
  std::vector<std::string> special;
  std::deque<std::string> folders;
  std::error_code error;
  for (const std::string& path : paths) {
    // The path itself may be a link.
    const fs::file_type type = fs::status(path, error).type();
    if (type == fs::file_type::directory) folders.push_back(path);
    if (IsSpecial(type)) special.push_back(path);
  }
  int left = kMostEntries;
  for (; !folders.empty(); folders.pop_front()) {
    if (absl::c_linear_search(skipped, folders.front())) continue;
    for (fs::directory_iterator it(folders.front(), error), end;
         !error && it != end && left > 0; it.increment(error), --left) {
      const fs::file_type type = it->symlink_status(error).type();
      if (type == fs::file_type::directory && !IsClosed(it->path())) {
        folders.push_back(it->path());
      }
      if (IsSpecial(type)) special.push_back(it->path());
    }
    if (special.size() > kMostCovers) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", folders.front(),
                       "\" and what is beside it has more than ", kMostCovers,
                       " sockets, pipes and devices, which bots must not "
                       "reach; name a folder without them"));
    }
  }
  std::sort(special.begin(), special.end());
  return special;
}

}  // namespace arena::sandbox
