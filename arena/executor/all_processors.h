// Work that is done on all processors at once.
#ifndef ARENA_EXECUTOR_ALL_PROCESSORS_H_
#define ARENA_EXECUTOR_ALL_PROCESSORS_H_

#include <cstddef>

#include "absl/functional/function_ref.h"

namespace arena {

// Calls `work` for each number below `count` once, in any order, on this thread
// and others. Returns when all calls have returned.
void OnAllProcessors(size_t count, absl::FunctionRef<void(size_t)> work);

}  // namespace arena

#endif  // ARENA_EXECUTOR_ALL_PROCESSORS_H_
