#include "arena/command_line/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "absl/strings/str_cat.h"
#include "arena/command_line/terminal.h"

namespace arena::command_line {

void OpenStandardStreams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO;
       ++descriptor) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() takes the lowest free number, which is `descriptor`.
    const int mode = descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", mode) != descriptor) _exit(1);
  }
}

bool HasOutputFailed() { return std::ferror(stdout) != 0 || !std::cout; }

absl::Status FlushOutput() {
  errno = 0;
  std::cout.flush();
  std::fflush(stdout);
  if (!HasOutputFailed()) return absl::OkStatus();
  // errno is lost if the failure happened earlier.
  return absl::UnavailableError(absl::StrCat(
      "cannot write to standard output, so the output is not complete",
      errno == 0 ? "" : ": ", errno == 0 ? "" : std::strerror(errno)));
}

int PrintedStatus(absl::string_view program) {
  const absl::Status output = FlushOutput();
  if (output.ok()) return 0;
  PrintWrappedToStderr(absl::StrCat(program, ": ", output.message(), "\n"));
  return 1;
}

}  // namespace arena::command_line
