#include "referee/journal/copy_segments.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"
#include "referee/journal/segment.h"

namespace arena::referee {
namespace {

// How often the list is read again because a file on it is gone. The journal
// deletes files only when it begins a segment, so a second time is already
// rare.
constexpr int kMostTries = 100;

struct OpenSegment {
  std::string name;
  Descriptor file;
};

absl::StatusOr<std::vector<std::string>> ListSegments(
    const std::string& folder) {
  std::error_code error;
  std::vector<std::string> names;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator();
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (SegmentNumber(name).has_value()) names.push_back(std::move(name));
  }
  if (error) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot list ", folder, ": ", error.message()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Opens all segments. An open file keeps its contents when it is deleted.
// NOT_FOUND if a segment is gone because a newer one has taken its place.
absl::StatusOr<std::vector<OpenSegment>> OpenAll(const std::string& folder) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                         ListSegments(folder));
  std::vector<OpenSegment> segments;
  for (const std::string& name : names) {
    const std::string path = absl::StrCat(folder, "/", name);
    Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) return FileError("open", path);
    segments.push_back({name, std::move(file)});
  }
  return segments;
}

absl::Status Copy(int from, const std::string& to) {
  const Descriptor copy(
      open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!copy.is_open()) return FileError("make", to);
  std::vector<char> bytes(1 << 20);
  while (true) {
    const ssize_t size = read(from, bytes.data(), bytes.size());
    if (size == 0) return absl::OkStatus();
    if (size < 0) return FileError("copy", to);
    if (!WriteAll(copy.get(), absl::string_view(bytes.data(), size))) {
      return FileError("write to", to);
    }
  }
}

}  // namespace

absl::Status CopySegments(const std::string& from, const std::string& to) {
  auto segments = OpenAll(from);
  for (int i = 0; i < kMostTries && absl::IsNotFound(segments.status()); ++i) {
    segments = OpenAll(from);
  }
  ARENA_RETURN_IF_ERROR(segments.status());
  if (mkdir(to.c_str(), 0700) != 0) return FileError("make", to);
  for (const OpenSegment& segment : *segments) {
    ARENA_RETURN_IF_ERROR(
        Copy(segment.file.get(), absl::StrCat(to, "/", segment.name)));
  }
  return absl::OkStatus();
}

}  // namespace arena::referee
