#include "tests/arena/sandbox/leftovers.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/sandbox/files.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

// All folders in which any machine may keep groups.
void AddGroups(const fs::path& folder, const std::string& name, int nested,
               std::vector<std::string>& groups) {
  constexpr int kMostNested = 5;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!entry.is_directory(error) || entry.is_symlink(error)) continue;
    if (entry.path().filename() == name) {
      for (const auto& group : fs::directory_iterator(entry.path(), error)) {
        if (group.is_directory(error)) groups.push_back(group.path());
      }
    } else if (nested < kMostNested) {
      AddGroups(entry.path(), name, nested + 1, groups);
    }
  }
}

void Append(std::vector<std::string>& all, std::vector<std::string> more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

std::vector<std::string> ProcessesWith(const std::string& word) {
  std::vector<std::string> processes;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const std::string number = entry.path().filename();
    std::string command = ReadAll(entry.path().string() + "/cmdline");
    std::replace(command.begin(), command.end(), '\0', ' ');
    if (absl::StrContains(command, word) && number != "self" &&
        number != "thread-self" && number != absl::StrCat(getpid())) {
      processes.push_back(absl::StrCat(number, " ", command));
    }
  }
  return processes;
}

std::vector<std::string> GroupsOf(const std::string& work_folder) {
  struct stat found;
  std::vector<std::string> groups;
  if (stat(work_folder.c_str(), &found) != 0) return groups;
  AddGroups("/sys/fs/cgroup",
            absl::StrCat("arena-sandbox-", absl::Hex(found.st_dev), "-",
                         found.st_ino),
            0, groups);
  return groups;
}

std::vector<std::string> MountsWith(const std::string& word) {
  std::vector<std::string> mounts;
  for (const absl::string_view line :
       absl::StrSplit(ReadAll("/proc/self/mountinfo"), '\n')) {
    if (absl::StrContains(line, word)) mounts.emplace_back(line);
  }
  return mounts;
}

std::vector<std::string> FilesIn(const std::string& work_folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry :
       fs::directory_iterator(work_folder + "/scratch", error)) {
    // The sandbox tries itself on this file.
    if (entry.path().filename() != "try") files.push_back(entry.path());
  }
  return files;
}

std::vector<std::string> Leftovers(const std::string& work_folder,
                                   const std::string& word) {
  std::vector<std::string> all = ProcessesWith(word);
  Append(all, GroupsOf(work_folder));
  Append(all, MountsWith(word));
  Append(all, FilesIn(work_folder));
  return all;
}

}  // namespace arena::sandbox
