#include "arena/core/niceness.h"

#include <sys/resource.h>
#include <unistd.h>

namespace arena {

void SetNiceness(int niceness) {
  // Linux has a niceness for each thread.
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
}

}  // namespace arena
