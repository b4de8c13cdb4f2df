// What a program has printed last, in a file of bounded size.
#ifndef ARENA_PROCESS_OUTPUT_LOG_H_
#define ARENA_PROCESS_OUTPUT_LOG_H_

#include <cstddef>
#include <fstream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena {

// Appends to a file, which may be from an earlier run. Not thread-safe.
class OutputLog {
 public:
  // The file keeps about this many of the last bytes, at most twice as many.
  static constexpr size_t kKept = 64 * 1024;

  // PERMISSION_DENIED names the file.
  static absl::StatusOr<std::unique_ptr<OutputLog>> Open(
      const std::string& path);

  const std::string& path() const { return path_; }
  // Writes the line to the file at once, so that it outlives this program. What
  // does not fit on a full disk is lost; nothing ends because of that.
  void AddLine(absl::string_view line);

 private:
  OutputLog(std::string path, std::ofstream file, size_t size)
      : path_(std::move(path)), file_(std::move(file)), size_(size) {}
  void DropOldest();

  const std::string path_;
  std::ofstream file_;
  size_t size_;
};

}  // namespace arena

#endif  // ARENA_PROCESS_OUTPUT_LOG_H_
