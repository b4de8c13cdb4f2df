#include "arena/sandbox/machine.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/sandbox/files.h"

namespace arena::sandbox {
namespace {

// Wherever groups of this name could be made.
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

}  // namespace

absl::StatusOr<Machine> Machine::Open(const std::string& work_folder) {
  Machine machine;
  ARENA_ASSIGN_OR_RETURN(machine.folder, WorkFolder::Open(work_folder));
  const CgroupPlaces places = FindCgroupPlaces(ReadAll("/proc/self/mountinfo"),
                                               ReadAll("/proc/self/cgroup"));
  const std::string name = machine.folder->Name();
  // That process may have been in another group than this one is.
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

}  // namespace arena::sandbox
