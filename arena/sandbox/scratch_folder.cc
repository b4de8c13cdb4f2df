#include "arena/sandbox/scratch_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/process/pipe.h"
#include "arena/sandbox/copy_tree.h"

namespace arena::sandbox {
absl::StatusOr<ScratchFolder> ScratchFolder::Create() {
  ARENA_ASSIGN_OR_RETURN(Pipe to_us, MakePipe());
  ARENA_ASSIGN_OR_RETURN(Pipe from_us, MakePipe());
  ScratchFolder scratch;
  scratch.hears_ = std::move(to_us.read_end);
  scratch.inner_.says = std::move(to_us.write_end);
  scratch.inner_.is_told = std::move(from_us.read_end);
  scratch.tells_ = std::move(from_us.write_end);
  return scratch;
}

std::vector<std::string> ScratchFolder::Wrap(
    const std::vector<std::string>& command, int says, int is_told) {
  const std::string script =
      absl::StrCat("cp -R /source/. /bot && echo >&", says, " && read go <&",
                   is_told, " ; exec \"$@\" ", says, ">&- ", is_told, "<&-");
  std::vector<std::string> all = {"sh", "-c", script, "sh"};
  all.insert(all.end(), command.begin(), command.end());
  return all;
}

absl::Status ScratchFolder::Hold(pid_t inside) {
  char said;
  // Without a copy the shell has told why, and has ended.
  if (read(hears_.get(), &said, 1) != 1) return absl::OkStatus();
  const std::string place = absl::StrCat("/proc/", inside, "/root/bot");
  folder_ = Descriptor(open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder_.is_open()) {
    return absl::UnavailableError(absl::StrCat(
        "cannot reach the folder in the sandbox: ", std::strerror(errno)));
  }
  if (write(tells_.get(), "\n", 1) != 1) folder_.Close();
  return absl::OkStatus();
}

absl::Status ScratchFolder::CopyTo(const std::string& folder,
                                   int64_t most_bytes) const {
  if (!folder_.is_open()) return absl::OkStatus();
  return ReplaceTree(folder_.get(), folder, most_bytes);
}

}  // namespace arena::sandbox
