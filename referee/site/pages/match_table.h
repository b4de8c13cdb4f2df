// Matches as a table.
#ifndef REFEREE_SITE_PAGES_MATCH_TABLE_H_
#define REFEREE_SITE_PAGES_MATCH_TABLE_H_

#include <google/protobuf/repeated_field.h>

#include "arena/html/html.h"
#include "arena/v1/match_service.pb.h"

namespace arena::referee {

using MatchList = google::protobuf::RepeatedPtrField<v1::Match>;

struct MatchTableForm {
  // The caption, for readers who cannot see the page.
  std::string caption;
  bool with_game = true;
  bool with_competition = true;
  // Whether each match links to the matches with the same deals.
  bool with_set = false;
  // Whether results are shown.
  bool spoilers = true;
};

// A table of matches, or a sentence if there are none.
Html MatchTable(const MatchList& matches, const MatchTableForm& form);

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_MATCH_TABLE_H_
