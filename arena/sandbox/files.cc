#include "arena/sandbox/files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace arena::sandbox {

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool Tell(const std::string& path, absl::string_view text) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  // The system takes what it is told as a whole.
  return file.is_open() && write(file.get(), text.data(), text.size()) ==
                               static_cast<ssize_t>(text.size());
}

absl::StatusOr<Descriptor> MemoryFile(absl::string_view bytes) {
  Descriptor file(memfd_create("arena", MFD_CLOEXEC));
  if (!file.is_open() || write(file.get(), bytes.data(), bytes.size()) !=
                             static_cast<ssize_t>(bytes.size())) {
    return absl::UnavailableError(absl::StrCat("cannot make a file in memory: ",
                                               std::strerror(errno)));
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

}  // namespace arena::sandbox
