// gzip, which every browser unpacks.
#ifndef ARENA_VIEWER_GZIP_H_
#define ARENA_VIEWER_GZIP_H_

#include <string>

#include "absl/strings/string_view.h"

namespace arena::viewer {

// Equal bytes give equal bytes: no time, no file name.
std::string Gzip(absl::string_view bytes);

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_GZIP_H_
