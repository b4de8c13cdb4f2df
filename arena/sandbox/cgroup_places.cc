#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/sandbox/cgroups.h"

namespace arena::sandbox {
namespace {

// The group into which this program moves itself, so that groups can be made
// beside it; see cgroups.cc.
constexpr absl::string_view kAside = "/arena-aside";

// A mounted hierarchy, of version 2 or with controllers of version 1.
struct Hierarchy {
  std::string root;
  std::string place;
  bool unified;
  std::vector<std::string> controllers;
};

// A line of mountinfo: "36 35 98:0 /root /place options - type source options".
std::vector<Hierarchy> Hierarchies(absl::string_view mounts) {
  std::vector<Hierarchy> hierarchies;
  for (const absl::string_view line : absl::StrSplit(mounts, '\n')) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(" - ", 1));
    const std::vector<std::string> place = absl::StrSplit(parts.first, ' ');
    const std::vector<std::string> kind = absl::StrSplit(parts.second, ' ');
    if (place.size() < 5 || kind.size() < 3) continue;
    if (kind[0] != "cgroup" && kind[0] != "cgroup2") continue;
    hierarchies.push_back({place[3], place[4], kind[0] == "cgroup2",
                           absl::StrSplit(kind[2], ',')});
  }
  return hierarchies;
}

// The folder of a group, given its path from the top.
std::string FolderIn(const Hierarchy& hierarchy, absl::string_view path) {
  // In a container the mounted folder is not the top.
  if (hierarchy.root != "/" && !absl::ConsumePrefix(&path, hierarchy.root)) {
    path = "";
  }
  absl::ConsumeSuffix(&path, kAside);
  absl::ConsumeSuffix(&path, "/");
  return absl::StrCat(hierarchy.place, path);
}

}  // namespace

CgroupPlaces FindCgroupPlaces(absl::string_view mounts,
                              absl::string_view membership) {
  const std::vector<Hierarchy> hierarchies = Hierarchies(mounts);
  CgroupPlaces places;
  // "4:memory:/path", or "0::/path" for version 2.
  for (const absl::string_view line : absl::StrSplit(membership, '\n')) {
    const std::vector<std::string> parts =
        absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3) continue;
    for (const Hierarchy& hierarchy : hierarchies) {
      if (hierarchy.unified != parts[1].empty()) continue;
      const std::string folder = FolderIn(hierarchy, parts[2]);
      if (hierarchy.unified) places.unified = folder;
      const std::vector<std::string> controllers =
          absl::StrSplit(parts[1], ',');
      for (const std::string& controller : controllers) {
        const auto& own = hierarchy.controllers;
        if (hierarchy.unified ||
            std::find(own.begin(), own.end(), controller) == own.end()) {
          continue;
        }
        places.controllers[controller] = folder;
      }
    }
  }
  return places;
}

CgroupPlaces FindCgroupTops(absl::string_view mounts,
                            absl::string_view membership) {
  std::string tops;
  for (const absl::string_view line : absl::StrSplit(membership, '\n')) {
    const std::vector<std::string> parts =
        absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() == 3)
      absl::StrAppend(&tops, parts[0], ":", parts[1], ":/\n");
  }
  return FindCgroupPlaces(mounts, tops);
}

}  // namespace arena::sandbox
