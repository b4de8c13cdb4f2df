#include "arena/sandbox/machine.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/files.h"

namespace arena::sandbox {
namespace {

// All places where groups of this name could be made.
std::vector<std::string> Candidates(const CgroupPlaces& places,
                                    const std::string& name) {
  std::vector<std::string> folders;
  if (!places.unified.empty()) {
    folders.push_back(absl::StrCat(places.unified, "/", name));
  }
  for (const auto& [controller, folder] : places.controllers) {
    folders.push_back(absl::StrCat(folder, "/", name));
  }
  return folders;
}

namespace fs = std::filesystem;

std::string NotesIn(const std::string& folder) { return folder + "/cgroups"; }
std::string ScratchIn(const std::string& folder) { return folder + "/scratch"; }

}  // namespace

absl::StatusOr<Machine> Machine::Open(const std::string& work_folder) {
  Machine machine;
  ARENA_ASSIGN_OR_RETURN(machine.folder, WorkFolder::Open(work_folder));
  const CgroupPlaces places = FindCgroupPlaces(ReadAll("/proc/self/mountinfo"),
                                               ReadAll("/proc/self/cgroup"));
  const std::string name = machine.folder->Name();
  // The earlier process may have been in another group than this process.
  Cgroups::Remove(machine.folder->GroupsLeft());
  std::vector<std::string> candidates = Candidates(places, name);
  // Where containers are.
  for (std::string& folder :
       Candidates(FindCgroupTops(ReadAll("/proc/self/mountinfo"),
                                 ReadAll("/proc/self/cgroup")),
                  name)) {
    candidates.push_back(std::move(folder));
  }
  Cgroups::Remove(candidates);
  machine.folder->NoteGroups(candidates);
  machine.groups = Cgroups::Open(places, name);
  return machine;
}

absl::StatusOr<std::unique_ptr<WorkFolder>> WorkFolder::Open(
    const std::string& path) {
  ARENA_RETURN_IF_ERROR(MakePrivateFolder(path));
  std::error_code error;
  const std::string folder = fs::canonical(path, error);
  const std::string file = folder + "/lock";
  Descriptor lock(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.is_open()) {
    return absl::UnavailableError(
        absl::StrCat("cannot write \"", file, "\": ", std::strerror(errno)));
  }
  if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return absl::UnavailableError(
        absl::StrCat("another program uses the work folder \"", path,
                     "\"; each one needs a folder of its own"));
  }
  // The remains of programs of an earlier process.
  fs::remove_all(ScratchIn(folder), error);
  return std::unique_ptr<WorkFolder>(new WorkFolder(folder, std::move(lock)));
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  fs::remove_all(ScratchIn(path_), ignored);
  fs::remove(NotesIn(path_), ignored);
}

std::string WorkFolder::Name() const {
  struct stat found;
  ARENA_CHECK(stat(path_.c_str(), &found) == 0, path_);
  return absl::StrCat("arena-sandbox-", absl::Hex(found.st_dev), "-",
                      found.st_ino);
}

std::vector<std::string> WorkFolder::GroupsLeft() const {
  return absl::StrSplit(ReadAll(NotesIn(path_)), '\n', absl::SkipEmpty());
}

void WorkFolder::NoteGroups(const std::vector<std::string>& folders) const {
  std::ofstream(NotesIn(path_)) << absl::StrJoin(folders, "\n") << '\n';
}

absl::StatusOr<std::string> WorkFolder::MakeFolder(
    const std::string& name) const {
  const std::string folder = absl::StrCat(ScratchIn(path_), "/", name);
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return folder;
  return absl::UnavailableError(absl::StrCat("cannot make the folder \"",
                                             folder, "\": ", error.message()));
}

}  // namespace arena::sandbox
