// The READMEs of games as HTML.
#ifndef REFEREE_SITE_MARKDOWN_H_
#define REFEREE_SITE_MARKDOWN_H_

#include "absl/strings/string_view.h"
#include "arena/html/html.h"

namespace arena::referee {

// Takes CommonMark and tables, without HTML in it. Links lead to files of the
// sources, so only their text is kept. The first heading is left out because it
// is the page's title. Text is escaped like any other.
Html MarkdownHtml(absl::string_view text);

}  // namespace arena::referee

#endif  // REFEREE_SITE_MARKDOWN_H_
