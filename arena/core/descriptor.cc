#include "arena/core/descriptor.h"

#include "absl/strings/str_cat.h"

namespace arena {

absl::Status FileError(absl::string_view what, absl::string_view path,
                       int error) {
  return absl::ErrnoToStatus(error, absl::StrCat("cannot ", what, " ", path));
}

bool WriteAll(int file, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

}  // namespace arena
