#include "arena/sandbox/paths.h"

#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace arena::sandbox {

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
