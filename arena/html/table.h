// Tables and cards, the parts that pages are made of.
#ifndef ARENA_HTML_TABLE_H_
#define ARENA_HTML_TABLE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "arena/html/html.h"

namespace arena {

// A part of a page with a heading, an <h2>.
Html Card(absl::string_view title, const Html& content);

// A table that scrolls sideways if it is wider than the page. A reader can
// scroll the table by keyboard: it takes the focus, and the caption is its
// name.
Html ScrollingTable(absl::string_view caption, const Html& columns,
                    const Html& rows, absl::string_view css_class = "table");

// Header cells of a column of text and of a column of numbers. The explanation
// appears when a reader points at the title.
Html Column(absl::string_view title);
Html NumberColumn(absl::string_view title, absl::string_view explanation = "");

// Cells of a row. A class changes how the number looks.
Html Cell(const Html& content);
Html NumberCell(const Html& content, absl::string_view css_class = "");

}  // namespace arena

#endif  // ARENA_HTML_TABLE_H_
