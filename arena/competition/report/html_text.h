// The frame of a self-contained page, and text that is safe inside it.
#ifndef ARENA_COMPETITION_REPORT_HTML_TEXT_H_
#define ARENA_COMPETITION_REPORT_HTML_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace arena::competition {

// The text, made safe for an element or a quoted attribute. All text from a
// specification must go through this function.
std::string Escaped(absl::string_view text);

// How many shades from neutral to certain the head-to-head matrix has: classes
// better-0, worse-0 and so on.
inline constexpr int kShades = 10;

// The style sheet of the parts in html_sections.h.
std::string StandingsStyle();

// A whole document around the body, with the style sheet inside: no scripts,
// nothing from elsewhere (and a policy that forbids both), light or dark as the
// reader prefers. Well-formed XML if the body is. The title is plain text.
std::string HtmlPage(absl::string_view title, absl::string_view body);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_HTML_TEXT_H_
