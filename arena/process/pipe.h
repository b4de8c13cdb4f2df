// Pipes between processes.
#ifndef ARENA_PROCESS_PIPE_H_
#define ARENA_PROCESS_PIPE_H_

#include "absl/status/statusor.h"
#include "arena/core/descriptor.h"

namespace arena {

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

// Programs inherit neither end, unless they are given one.
absl::StatusOr<Pipe> MakePipe();

}  // namespace arena

#endif  // ARENA_PROCESS_PIPE_H_
