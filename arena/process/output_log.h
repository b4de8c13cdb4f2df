// The last output of a program, in a file of bounded size.
#ifndef ARENA_PROCESS_OUTPUT_LOG_H_
#define ARENA_PROCESS_OUTPUT_LOG_H_

#include <cstddef>
#include <fstream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena {

// Appends to a file, which may be from an earlier run. When the file is full,
// the older half is dropped, except the output up to the report of this run's
// first fault: people look for this part. Not thread-safe.
class OutputLog {
 public:
  // The most bytes of the file, unless a single line has more.
  static constexpr size_t kMost = 64 * 1024;
  // The part of these bytes that is kept from before the first fault.
  static constexpr size_t kBeforeFault = 8 * 1024;

  // PERMISSION_DENIED names the file.
  static absl::StatusOr<std::unique_ptr<OutputLog>> Open(
      const std::string& path);

  const std::string& path() const { return path_; }
  // Writes the line to the file at once, so that it outlives this program. On a
  // full disk the line is lost, without an error.
  void AddLine(absl::string_view line);

 private:
  OutputLog(std::string path, std::ofstream file, size_t size)
      : path_(std::move(path)),
        file_(std::move(file)),
        size_(size),
        run_begin_(size) {}
  void DropOldest();
  // The output up to the first fault, from the first bytes of the file.
  std::string UpToFault(absl::string_view bytes) const;

  const std::string path_;
  std::ofstream file_;
  size_t size_;
  // Where this run begins in the file.
  size_t run_begin_;
  // Where the report of its first fault ends; 0: there was none.
  size_t fault_end_ = 0;
};

}  // namespace arena

#endif  // ARENA_PROCESS_OUTPUT_LOG_H_
