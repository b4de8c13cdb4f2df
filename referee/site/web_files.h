// The site's own style sheets and scripts, put into the program when it is
// built.
#ifndef REFEREE_SITE_WEB_FILES_H_
#define REFEREE_SITE_WEB_FILES_H_

#include "absl/types/span.h"
#include "arena/viewer/web_files.h"

namespace arena::referee {

// Ascending by path.
absl::Span<const viewer::WebFile> SiteWebFiles();

}  // namespace arena::referee

#endif  // REFEREE_SITE_WEB_FILES_H_
