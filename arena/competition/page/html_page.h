// The frame of a self-contained page.
#ifndef ARENA_COMPETITION_PAGE_HTML_PAGE_H_
#define ARENA_COMPETITION_PAGE_HTML_PAGE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "arena/html/html.h"

namespace arena::competition {

// The number of shades from neutral to certain in the head-to-head matrix:
// classes better-0, worse-0 and so on.
inline constexpr int kShades = 10;

// The style sheet of the parts in html_sections.h.
std::string StandingsStyle();

// A whole document around the body, with the style sheet inside: no scripts,
// nothing from elsewhere (and a policy that forbids both), light or dark as the
// reader prefers. Well-formed XML if the body is.
std::string HtmlPage(absl::string_view title, const Html& body);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAGE_HTML_PAGE_H_
