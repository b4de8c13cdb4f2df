// The largest response of any service.
#ifndef REFEREE_ACCESS_RESPONSE_SIZE_H_
#define REFEREE_ACCESS_RESPONSE_SIZE_H_

#include <cstddef>

namespace arena::referee {

// Limits.max_response_bytes: what clients of gRPC take unless they are told
// otherwise is 4 MiB, with the frame around it.
inline constexpr size_t kMaxResponseBytes = 4'000'000;
// A part of a record.
inline constexpr size_t kMaxChunkBytes = 256 << 10;

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_RESPONSE_SIZE_H_
