#include "arena/process/orphans.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace arena {
namespace {

// Each thread has children of its own.
std::vector<pid_t> Children() {
  std::vector<pid_t> children;
  std::error_code error;
  for (const auto& thread :
       std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream file(thread.path() / "children");
    for (pid_t child; file >> child;) children.push_back(child);
  }
  return children;
}

}  // namespace

Orphans::Orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

Orphans::~Orphans() {
  std::vector<pid_t> children = Children();
  // The children of those that are killed come next.
  for (; !children.empty(); children = Children()) {
    for (const pid_t child : children) kill(child, SIGKILL);
    for (const pid_t child : children) waitpid(child, nullptr, 0);
  }
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

}  // namespace arena
