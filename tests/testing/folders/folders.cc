#include "tests/testing/folders/folders.h"

namespace arena::testing {

std::string InSources(const std::string& path) {
  return std::string(SOURCE_DIR) + "/" + path;
}

std::string InBuild(const std::string& path) {
  return std::string(BINARY_DIR) + "/" + path;
}

}  // namespace arena::testing
