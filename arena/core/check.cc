#include "arena/core/check.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace arena {

void CheckFailed(const char* file, int line, const char* condition,
                 absl::string_view details) {
  const std::string message =
      absl::StrCat(file, ":", line, ": check failed: ", condition,
                   details.empty() ? "" : ": ", details, "\n");
  std::fputs(message.c_str(), stderr);
  std::abort();
}

}  // namespace arena
