// Matches as a table.
#ifndef REFEREE_SITE_PAGES_MATCH_TABLE_H_
#define REFEREE_SITE_PAGES_MATCH_TABLE_H_

#include <google/protobuf/repeated_field.h>

#include "arena/html/html.h"
#include "arena/v1/match_service.pb.h"

namespace arena::referee {

using MatchList = google::protobuf::RepeatedPtrField<v1::Match>;

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
Html MatchTable(const MatchList& matches, const MatchTableForm& form);

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_MATCH_TABLE_H_
