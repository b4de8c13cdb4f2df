#include "arena/process/usage.h"

#include <time.h>
#include <unistd.h>

#include <fstream>

#include "absl/strings/str_cat.h"

namespace arena {

absl::Duration CpuTimeOf(pid_t pid) {
  clockid_t clock;
  timespec time;
  if (clock_getcpuclockid(pid, &clock) != 0 ||
      clock_gettime(clock, &time) != 0) {
    return absl::ZeroDuration();
  }
  return absl::DurationFromTimespec(time);
}

int64_t MemoryOf(pid_t pid) {
  // Pages of the program, then those of them that are resident.
  std::ifstream statm(absl::StrCat("/proc/", pid, "/statm"));
  int64_t size = 0;
  int64_t resident = 0;
  if (!(statm >> size >> resident)) return 0;
  return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace arena
