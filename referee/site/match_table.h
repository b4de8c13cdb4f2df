// Matches as a table.
#ifndef REFEREE_SITE_MATCH_TABLE_H_
#define REFEREE_SITE_MATCH_TABLE_H_

#include <google/protobuf/repeated_field.h>

#include "arena/html/html.h"
#include "arena/v1/match_service.pb.h"

namespace arena::referee {

using Matches = google::protobuf::RepeatedPtrField<v1::Match>;

struct MatchTableForm {
  // What the table is of, for those who do not see it.
  std::string caption;
  bool with_game = true;
  bool with_competition = true;
  // Whether matches lead to those with the same deals.
  bool with_set = false;
  // Whether results are told.
  bool spoilers = true;
};

// A sentence in its place if there are no matches.
Html MatchTable(const Matches& matches, const MatchTableForm& form);

// A table that scrolls sideways by itself where it is wider than the page. A
// reader with a keyboard can move it: it takes the focus, and has a name.
Html ScrollingTable(const std::string& caption, const Html& head,
                    const Html& rows);
// A header cell of a column.
Html Column(absl::string_view title, bool number = false);
Html Cell(const Html& content);
Html NumberCell(const Html& content);
// A part of a page with a heading.
Html Card(absl::string_view title, const Html& content);

}  // namespace arena::referee

#endif  // REFEREE_SITE_MATCH_TABLE_H_
