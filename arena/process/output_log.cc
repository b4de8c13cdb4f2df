#include "arena/process/output_log.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/process/recent_output.h"

namespace arena {
namespace {

// The mark in the place of dropped lines.
constexpr absl::string_view kGap = "[...]\n";

}  // namespace

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
  if (size_ + line.size() + 1 > kMost && size_ > 0) DropOldest();
  file_ << line << '\n' << std::flush;
  size_ += line.size() + 1;
  if (fault_end_ == 0 && !MatchAtFault(line).empty()) fault_end_ = size_;
}

std::string OutputLog::UpToFault(absl::string_view bytes) const {
  // The report was dropped, or is in the kept part.
  if (fault_end_ == 0 || fault_end_ > bytes.size()) return "";
  const absl::string_view before = bytes.substr(0, fault_end_);
  size_t begin = run_begin_;
  if (begin + kBeforeFault < before.size()) {
    begin = before.find('\n', before.size() - kBeforeFault) + 1;
  }
  return absl::StrCat(before.substr(begin), kGap);
}

void OutputLog::DropOldest() {
  std::ifstream old(path_, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(old), {}};
  size_t begin = bytes.size() - std::min(bytes.size(), kMost / 2);
  // The kept part begins with a whole line.
  begin = std::min(bytes.find('\n', begin), bytes.size() - 1) + 1;
  const absl::string_view dropped = absl::string_view(bytes).substr(0, begin);
  const std::string fault = UpToFault(dropped);
  const std::string kept = absl::StrCat(fault, bytes.substr(begin));
  if (!fault.empty()) {
    fault_end_ = fault.size() - kGap.size();
    run_begin_ = 0;
  } else {
    fault_end_ -= std::min(fault_end_, begin);
    run_begin_ -= std::min(run_begin_, begin);
  }
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
