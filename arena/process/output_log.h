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

// Appends to a file, also to one of an earlier run. Not thread-safe.
class OutputLog {
 public:
  // The last so many bytes are kept, and at most twice as many.
  static constexpr size_t kKept = 64 * 1024;

  // PERMISSION_DENIED names the file.
  static absl::StatusOr<std::unique_ptr<OutputLog>> Open(
      const std::string& path);

  const std::string& path() const { return path_; }
  // At once in the file, so that it outlives this program. A disk that is full
  // is no reason to end anything: what does not fit is lost.
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
