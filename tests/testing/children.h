// The processes that a process has started.
#ifndef TESTS_TESTING_CHILDREN_H_
#define TESTS_TESTING_CHILDREN_H_

#include <sys/types.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace arena::testing {

// The processes whose parent is this one.
inline std::vector<pid_t> ChildrenOf(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    pid_t pid = 0;
    if (!absl::SimpleAtoi(entry.path().filename().string(), &pid)) continue;
    std::ifstream stat(entry.path() / "stat");
    const std::string text{std::istreambuf_iterator<char>(stat), {}};
    // The name in parentheses may hold anything.
    const size_t end = text.rfind(')');
    if (end == std::string::npos) continue;
    const std::vector<std::string> fields =
        absl::StrSplit(text.substr(end + 2), ' ');
    if (fields[1] == std::to_string(parent)) children.push_back(pid);
  }
  return children;
}

}  // namespace arena::testing

#endif  // TESTS_TESTING_CHILDREN_H_
