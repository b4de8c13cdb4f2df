// The files of the viewer page, put into the program when it is built.
#ifndef ARENA_VIEWER_WEB_FILES_H_
#define ARENA_VIEWER_WEB_FILES_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace arena::viewer {

struct WebFile {
  // Below web/, e.g. "pictures/ordo.js".
  absl::string_view path;
  absl::string_view content;
};

// All of them, ascending by path.
absl::Span<const WebFile> WebFiles();
// Null if there is none.
const WebFile* FindWebFile(absl::string_view path);
// The HTTP content type: "text/javascript; charset=utf-8" or "text/css;
// charset=utf-8".
absl::string_view ContentType(const WebFile& file);

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_WEB_FILES_H_
