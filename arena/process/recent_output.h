// The last output of a program, and its output around its faults.
#ifndef ARENA_PROCESS_RECENT_OUTPUT_H_
#define ARENA_PROCESS_RECENT_OUTPUT_H_

#include <cstddef>
#include <deque>
#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "arena/core/mutex.h"

namespace arena {

// The match in which a fault happened, if the line reports a fault as the SDKs
// do; empty if not.
absl::string_view MatchAtFault(absl::string_view line);

// Takes the output of a program and of its successors. The line in which an SDK
// reports a fault names the match and the kind ("match=ab12 seat=0 decision=3:
// fault late"). The output before such a line is kept, however much the program
// prints later. Thread-safe.
class RecentOutput {
 public:
  // The number of lines that are kept: last lines, and lines around a fault.
  static constexpr size_t kLines = 20;
  // The number of faults whose lines are kept.
  static constexpr size_t kFaults = 16;

  void AddLine(absl::string_view line);
  // The last lines; empty if nothing was printed.
  std::string Last() const;
  // The lines up to the report of its first fault in a match; empty if it has
  // reported none, or if the fault is not among the first kFaults.
  std::string AtFaultIn(absl::string_view match_id) const;

 private:
  std::string Joined() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  mutable Mutex mutex_;
  std::deque<std::string> lines_ ABSL_GUARDED_BY(mutex_);
  // By match.
  std::map<std::string, std::string, std::less<>> faults_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena

#endif  // ARENA_PROCESS_RECENT_OUTPUT_H_
