// Bodies and messages in gzip.
#ifndef REFEREE_HTTP_GZIP_H_
#define REFEREE_HTTP_GZIP_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

std::string Gzip(absl::string_view bytes);

// INVALID_ARGUMENT if it is not one whole gzip file; RESOURCE_EXHAUSTED if it
// unpacks to more than `most` bytes.
absl::StatusOr<std::string> Gunzip(absl::string_view packed, size_t most);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_GZIP_H_
