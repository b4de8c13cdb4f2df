#include "arena/cli/bots/socket_folder.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::cli {

absl::StatusOr<SocketFolder> SocketFolder::Create() {
  ARENA_ASSIGN_OR_RETURN(auto closed, TemporaryFolder::Create());
  SocketFolder folder(std::move(closed));
  // Whatever the mask of this process takes away.
  if (mkdir(folder.path().c_str(), 0700) != 0 ||
      chmod(folder.path().c_str(), 0755) != 0) {
    return absl::UnavailableError(absl::StrCat(
        "cannot make the folder ", folder.path(), ": ", std::strerror(errno)));
  }
  return folder;
}

void OpenSocket(const std::string& path) { chmod(path.c_str(), 0666); }

}  // namespace arena::cli
