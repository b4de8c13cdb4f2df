// Scripts and style sheets, at addresses that name their content.
#ifndef REFEREE_SITE_STATIC_FILES_H_
#define REFEREE_SITE_STATIC_FILES_H_

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/viewer/web_files.h"

namespace arena::referee {

// The site's own style sheets and scripts, which the build puts into the
// program. Ascending by path.
absl::Span<const viewer::WebFile> SiteWebFiles();

// "/static/HASH/viewer/main.js", "/static/HASH/site/site.css". The hash is of
// all files. So a browser keeps each file for ever, and modules that were built
// together are loaded together. Immutable, so thread-safe.
class StaticFiles {
 public:
  struct File {
    absl::string_view type;
    std::string content;
    std::string packed;
  };

  StaticFiles();

  // `path` is like "viewer/main.js".
  std::string AddressOf(absl::string_view path) const;
  const std::string& hash() const { return hash_; }
  // Null if there is none.
  const File* Find(absl::string_view path) const;
  // The style sheets of the viewer, by path.
  const std::vector<std::string>& viewer_styles() const {
    return viewer_styles_;
  }

 private:
  std::map<std::string, File, std::less<>> files_;
  std::vector<std::string> viewer_styles_;
  std::string hash_;
};

}  // namespace arena::referee

#endif  // REFEREE_SITE_STATIC_FILES_H_
