// What a program has printed last, and what it printed around its faults.
#ifndef ARENA_PROCESS_RECENT_OUTPUT_H_
#define ARENA_PROCESS_RECENT_OUTPUT_H_

#include <cstddef>
#include <deque>
#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "arena/core/mutex.h"

namespace arena {

// The match of which a line reports a fault, as the SDKs do; empty if it
// reports none.
absl::string_view MatchAtFault(absl::string_view line);

// Takes the output of a program, and of those that were started in its place.
// A fault is recognised by the line in which an SDK reports it, which names the
// match and the kind ("match=ab12 seat=0 decision=3: fault late"): what came
// before it is kept however much the program prints later. Thread-safe.
class RecentOutput {
 public:
  // So many lines are kept, last and around a fault.
  static constexpr size_t kLines = 20;
  // Around so many faults.
  static constexpr size_t kFaults = 16;

  void AddLine(absl::string_view line);
  // The last lines; empty if nothing was printed.
  std::string Last() const;
  // The lines up to the report of its first fault in a match; empty if it has
  // reported none, or none of the first ones.
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
