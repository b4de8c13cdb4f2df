#include "arena/sandbox/files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace arena::sandbox {

// Reads without a stream, which would throw if a process or a group ended
// during the read.
std::string ReadAll(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, 4096> buffer;
  ssize_t size = 0;
  while (file.is_open() &&
         (size = read(file.get(), buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), size);
  }
  return text;
}

bool Tell(const std::string& path, absl::string_view text) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  // The system accepts such a text only as a whole.
  return file.is_open() && write(file.get(), text.data(), text.size()) ==
                               static_cast<ssize_t>(text.size());
}

absl::StatusOr<Descriptor> MemoryFile(absl::string_view bytes) {
  Descriptor file(memfd_create("arena", MFD_CLOEXEC));
  if (!file.is_open() || write(file.get(), bytes.data(), bytes.size()) !=
                             static_cast<ssize_t>(bytes.size())) {
    return absl::UnavailableError(
        absl::StrCat("cannot make a file in memory: ", std::strerror(errno)));
  }
  lseek(file.get(), 0, SEEK_SET);
  return file;
}

int64_t NumberAfter(absl::string_view text, absl::string_view word) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    int64_t number = 0;
    const bool is_it = absl::ConsumePrefix(&line, word) && !line.empty() &&
                       absl::ascii_isblank(line[0]);
    if (is_it && absl::SimpleAtoi(line, &number)) return number;
  }
  return 0;
}

std::string NormalPath(const std::string& path, const std::string& folder) {
  const std::string normal =
      (std::filesystem::path(folder) / path).lexically_normal().string();
  return normal.size() > 1 ? std::string(absl::StripSuffix(normal, "/"))
                           : normal;
}

bool IsWithin(absl::string_view path, absl::string_view folder) {
  return path == folder || folder == "/" ||
         (absl::StartsWith(path, folder) && path[folder.size()] == '/');
}

}  // namespace arena::sandbox
