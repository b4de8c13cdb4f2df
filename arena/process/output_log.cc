#include "arena/process/output_log.h"

#include <filesystem>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"

namespace arena {

namespace fs = std::filesystem;

absl::StatusOr<std::unique_ptr<OutputLog>> OutputLog::Open(
    const std::string& path) {
  std::error_code ignored;
  fs::create_directories(fs::path(path).parent_path(), ignored);
  std::ofstream file(path, std::ios::binary | std::ios::app);
  if (!file) {
    return absl::PermissionDeniedError(
        absl::StrCat("cannot write a bot's output to \"", path,
                     "\"; expected a folder that is writable or can be made"));
  }
  const auto size = static_cast<size_t>(fs::file_size(path, ignored));
  return std::unique_ptr<OutputLog>(
      new OutputLog(path, std::move(file), ignored ? 0 : size));
}

void OutputLog::AddLine(absl::string_view line) {
  file_ << line << '\n' << std::flush;
  size_ += line.size() + 1;
  if (size_ > 2 * kKept) DropOldest();
}

void OutputLog::DropOldest() {
  std::ifstream old(path_, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(old), {}};
  absl::string_view kept = bytes;
  if (kept.size() > kKept) kept.remove_prefix(kept.size() - kKept);
  // The kept text begins with a whole line.
  const size_t end = kept.find('\n');
  if (end != absl::string_view::npos) kept.remove_prefix(end + 1);
  file_.close();
  file_.clear();
  // A reader finds either the old file or the new one.
  const std::string fresh = path_ + ".new";
  std::ofstream(fresh, std::ios::binary) << kept;
  std::error_code ignored;
  fs::rename(fresh, path_, ignored);
  file_.open(path_, std::ios::binary | std::ios::app);
  size_ = kept.size();
}

}  // namespace arena
