#include "arena/submission/entry_rules.h"

#include <sys/stat.h>

#include <filesystem>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/core/text.h"

namespace arena::submission {
namespace {

absl::Status Refuse(absl::string_view path, absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat("\"", Printable(Shortened(path)), "\" ", why));
}

std::string InMib(int64_t bytes) { return absl::StrCat(bytes >> 20, " MiB"); }

absl::string_view KindOf(mode_t type) {
  switch (type) {
    case S_IFIFO: return "a pipe";
    case S_IFSOCK: return "a socket";
    case S_IFCHR:
    case S_IFBLK: return "a device";
    default: return "of an unknown kind";
  }
}

}  // namespace

absl::StatusOr<std::string> EntryRules::CheckPath(absl::string_view path) {
  if (++entries_ > limits_.most_entries) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the archive has more than ", limits_.most_entries, " entries"));
  }
  if (path.size() > limits_.longest_path) {
    return Refuse(path, absl::StrCat("has a path of ", path.size(),
                                     " bytes; expected at most ",
                                     limits_.longest_path));
  }
  if (absl::StartsWith(path, "/")) {
    return Refuse(path,
                  "has an absolute path; expected one in the bot's folder");
  }
  if (absl::StrContains(path, '\\')) {
    return Refuse(path, "has a backslash in its path; folders end with /");
  }
  if (path.empty() || Printable(path) != path ||
      absl::StrContains(path, '\n') || absl::StrContains(path, '\t')) {
    return Refuse(path, "is no name of a file in UTF-8 that can be shown");
  }
  std::vector<absl::string_view> parts;
  for (const absl::string_view part : absl::StrSplit(path, '/')) {
    if (part == "..") return Refuse(path, "leads out of the bot's folder");
    if (!part.empty() && part != ".") parts.push_back(part);
  }
  if (static_cast<int>(parts.size()) > limits_.most_folders_deep) {
    return Refuse(path, absl::StrCat("is more than ", limits_.most_folders_deep,
                                     " folders deep"));
  }
  return absl::StrJoin(parts, "/");
}

absl::Status EntryRules::CheckType(absl::string_view path, mode_t type) {
  if (type == S_IFREG || type == S_IFDIR || type == S_IFLNK) {
    return absl::OkStatus();
  }
  return Refuse(path, absl::StrCat("is ", KindOf(type),
                                   "; expected files, folders and links"));
}

absl::Status EntryRules::CheckLink(absl::string_view path,
                                   absl::string_view target) {
  namespace fs = std::filesystem;
  const fs::path leads_to{std::string(target)};
  const fs::path inside =
      (fs::path(std::string(path)).parent_path() / leads_to).lexically_normal();
  if (!target.empty() && !leads_to.is_absolute() && *inside.begin() != "..") {
    return absl::OkStatus();
  }
  return Refuse(path, absl::StrCat("is a link to \"",
                                   Printable(Shortened(target)),
                                   "\", outside of the bot's folder"));
}

absl::Status EntryRules::CountBytes(int64_t bytes) {
  unpacked_bytes_ += bytes;
  if (unpacked_bytes_ > limits_.most_unpacked_bytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the archive unpacks to more than ",
                     InMib(limits_.most_unpacked_bytes)));
  }
  if (unpacked_bytes_ > limits_.ratio_from &&
      unpacked_bytes_ / limits_.most_ratio > packed_bytes_) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the archive unpacks to more than ", limits_.most_ratio,
        " times its size of ", packed_bytes_, " bytes"));
  }
  return absl::OkStatus();
}

}  // namespace arena::submission
