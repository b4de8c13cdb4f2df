// Counts calls that were refused, by address.
#ifndef REFEREE_ACCESS_REFUSALS_H_
#define REFEREE_ACCESS_REFUSALS_H_

#include <map>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"

namespace arena::referee {

// A caller that guesses tokens, or floods the referee with calls that lead
// nowhere, is told to wait. Each further guess costs the referee almost
// nothing. Thread-safe.
class Refusals {
 public:
  // `most` in a minute; 0: no limit.
  explicit Refusals(int most) : most_(most) {}

  // RESOURCE_EXHAUSTED if the address has had its refusals for this minute.
  absl::Status Check(const std::string& address, absl::Time now);
  void Count(const std::string& address, absl::Time now);
  // Forgets addresses whose minute is over. Call it from time to time.
  void ForgetOld(absl::Time now);

 private:
  struct Minute {
    absl::Time began = absl::InfinitePast();
    int refusals = 0;
  };

  const int most_;
  Mutex mutex_;
  std::map<std::string, Minute> minutes_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_REFUSALS_H_
