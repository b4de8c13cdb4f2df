// The viewer as one file.
#ifndef ARENA_VIEWER_PAGE_H_
#define ARENA_VIEWER_PAGE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace arena::viewer {

// A page that shows the document (see match_document.h), and needs neither a
// network nor anything beside it. Its Content-Security-Policy names the hashes
// of its one script and its one style sheet: nothing else runs, nothing is
// loaded.
// Of the pictures it has that of the game. `title` may be any text.
std::string MatchPage(absl::string_view game, absl::string_view title,
                      absl::string_view document);

// The same of several matches that share their deals (see match_set.h).
std::string SetPage(absl::string_view game, absl::string_view title,
                    absl::Span<const std::string> documents);

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_PAGE_H_
