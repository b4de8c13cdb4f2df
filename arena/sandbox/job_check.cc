#include "arena/sandbox/job_check.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "arena/core/check.h"
#include "arena/sandbox/files.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

// Folders of which a program has its own version.
constexpr absl::string_view kOwn[] = {"/bot", "/source",    "/dev", "/proc",
                                      "/sys", "/run/arena", "/tmp"};
// The same folders for a command line.
constexpr absl::string_view kOwnOfLine[] = {"/dev", "/proc", "/sys",
                                            "/run/arena", "/tmp"};

absl::Status Invalid(const Job& job, absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("the job \"", job.id, "\" ", what));
}

bool IsName(absl::string_view text, absl::string_view extra) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [extra](char letter) {
           return absl::ascii_isalnum(letter) ||
                  absl::StrContains(extra, letter);
         });
}

// Whether one of two paths is the other or above it.
bool Overlap(absl::string_view one, absl::string_view other) {
  return IsWithin(one, other) || IsWithin(other, one);
}

absl::Status CheckFolder(const Job& job, const std::string& folder) {
  std::error_code error;
  if (folder.empty() || folder[0] != '/') {
    return Invalid(job, absl::StrCat("has the folder \"", folder,
                                     "\"; expected an absolute path"));
  }
  if (!fs::is_directory(folder, error)) {
    return absl::NotFoundError(absl::StrCat("the job \"", job.id,
                                            "\" needs the folder \"", folder,
                                            "\", which is not there"));
  }
  return absl::OkStatus();
}

absl::Span<const absl::string_view> OwnOf(const Job& job) {
  if (job.command_line.has_value()) return kOwnOfLine;
  return kOwn;
}

absl::Status CheckReadable(const Job& job, const std::string& folder) {
  std::error_code error;
  if (!job.command_line.has_value() || !fs::exists(folder, error)) {
    ARENA_RETURN_IF_ERROR(CheckFolder(job, folder));
  }
  // Covering a part of its own /tmp is harmless, but not covering all of it.
  for (const absl::string_view own : OwnOf(job)) {
    if (Overlap(own, folder) && !absl::StartsWith(folder, "/tmp/")) {
      return Invalid(
          job, absl::StrCat("may not read \"", folder, "\", because it has a ",
                            own, " of its own"));
    }
  }
  if (fs::path(folder).lexically_normal() != fs::path(folder)) {
    return Invalid(job, absl::StrCat("may not read \"", folder,
                                     "\"; expected a path without \"..\""));
  }
  return absl::OkStatus();
}

absl::Status CheckLimits(const Job& job) {
  const Limits& limits = job.limits;
  constexpr int64_t kLeastMemory = int64_t{4} << 20;
  constexpr int kFewestFiles = 16;
  if (limits.memory_bytes < kLeastMemory) {
    return Invalid(job, absl::StrCat("has ", limits.memory_bytes,
                                     " bytes of memory; expected at least ",
                                     kLeastMemory));
  }
  if (limits.open_files < kFewestFiles) {
    return Invalid(job,
                   absl::StrCat("may open ", limits.open_files,
                                " files; expected at least ", kFewestFiles));
  }
  if (limits.cores < 1 || limits.tasks < 1 || limits.file_bytes < 1 ||
      limits.scratch_bytes < 1 || limits.output_bytes_per_second < 1) {
    return Invalid(job, "has a limit of 0; expected at least 1 of everything");
  }
  return absl::OkStatus();
}

bool IsProgram(const std::string& path) {
  std::error_code error;
  return access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path, error);
}

}  // namespace

absl::Status CheckJob(const Job& job, bool has_images) {
  constexpr size_t kLongestId = 100;
  if (!IsName(job.id, "._-") || job.id[0] == '.' ||
      job.id.size() > kLongestId) {
    return Invalid(job, absl::StrCat("expected an id of 1 to ", kLongestId,
                                     " letters of [A-Za-z0-9._-] that does not "
                                     "begin with a dot"));
  }
  if (!job.image.empty() && !has_images) {
    return Invalid(job,
                   absl::StrCat("runs in the image \"", job.image,
                                "\", for which the sandbox oci is needed"));
  }
  // An image may have a command of its own.
  const bool needs_command = job.image.empty() || !job.command.empty();
  if (needs_command && (job.command.empty() || job.command[0].empty())) {
    return Invalid(job, "has no command");
  }
  for (const auto& [name, value] : job.variables) {
    if (!IsName(name, "_") || absl::ascii_isdigit(name[0]) ||
        absl::StrContains(value, '\0')) {
      return Invalid(job, absl::StrCat("sets the variable \"", name,
                                       "\"; expected letters, digits and _"));
    }
  }
  if (job.command_line.has_value()) {
    if (has_images) return Invalid(job, "is a command line; expected a folder");
    ARENA_RETURN_IF_ERROR(CheckFolder(job, job.command_line->current_folder));
    if (!job.command_line->own_folder.empty()) {
      ARENA_RETURN_IF_ERROR(CheckFolder(job, job.command_line->own_folder));
    }
  } else {
    ARENA_RETURN_IF_ERROR(CheckFolder(job, job.folder));
  }
  if (!job.socket_folder.empty()) {
    ARENA_RETURN_IF_ERROR(CheckFolder(job, job.socket_folder));
  }
  constexpr size_t kMostReadable = 48;
  if (job.readable.size() > kMostReadable) {
    return Invalid(job, absl::StrCat("may read ", job.readable.size(),
                                     " folders and files; expected at most ",
                                     kMostReadable));
  }
  for (const std::string& folder : job.readable) {
    ARENA_RETURN_IF_ERROR(CheckReadable(job, folder));
  }
  return CheckLimits(job);
}

bool HasNetwork(const Job& job) {
  return job.command_line.has_value() && job.command_line->has_network;
}

absl::Status CheckProgram(const Job& job) {
  // Its caller has found the program.
  if (job.command_line.has_value()) return absl::OkStatus();
  absl::string_view name = job.command[0];
  if (!absl::StrContains(name, '/')) {
    absl::string_view path = kPath;
    for (const auto& [variable, value] : job.variables) {
      if (variable == "PATH") path = value;
    }
    for (const absl::string_view folder : absl::StrSplit(path, ':')) {
      if (IsProgram(absl::StrCat(folder, "/", name))) return absl::OkStatus();
    }
    return absl::NotFoundError(
        absl::StrCat("the system has no program \"", name,
                     "\"; for one of the bot's own write \"./", name, "\""));
  }
  const bool in_folder = absl::ConsumePrefix(&name, "/bot/") || name[0] != '/';
  // Only the sandbox can check other places and links.
  const std::string path = absl::StrCat(job.folder, "/", name);
  std::error_code error;
  if (!in_folder || fs::is_symlink(path, error) || IsProgram(path)) {
    return absl::OkStatus();
  }
  if (!fs::exists(path, error)) {
    return absl::NotFoundError(
        absl::StrCat("the bot's folder has no program \"", name, "\""));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("\"", name, "\" is not an executable file; see chmod +x"));
}

absl::Status OpenToOthers(const Job& job) {
  std::vector<std::string> paths = job.readable;
  if (!job.folder.empty()) paths.push_back(job.folder);
  for (const std::string& path : paths) {
    struct stat found;
    const bool is_there = stat(path.c_str(), &found) == 0;
    const mode_t needed = is_there && S_ISDIR(found.st_mode) ? 0005 : 0004;
    if (!is_there || (found.st_mode & needed) != needed) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the job \"", job.id, "\" runs as another user, who cannot read \"",
          path, "\"; open it by chmod o+r", needed == 0005 ? "x" : ""));
    }
  }
  if (job.socket_folder.empty()) return absl::OkStatus();
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(job.socket_folder, error)) {
    if (entry.is_socket(error)) chmod(entry.path().c_str(), 0666);
  }
  return absl::OkStatus();
}

}  // namespace arena::sandbox
