// gzip, which every browser and most libraries unpack.
#ifndef ARENA_CORE_GZIP_H_
#define ARENA_CORE_GZIP_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena {

// Levels of zlib. A live step gains nothing from a higher level than fast.
inline constexpr int kFastGzip = 4;
inline constexpr int kSmallGzip = 9;

// Equal input gives equal output: the file has no time and no name.
std::string Gzip(absl::string_view bytes, int level = kFastGzip);

// INVALID_ARGUMENT if it is not one whole gzip file; RESOURCE_EXHAUSTED if it
// unpacks to more than `most` bytes.
absl::StatusOr<std::string> Gunzip(absl::string_view packed, size_t most);

}  // namespace arena

#endif  // ARENA_CORE_GZIP_H_
