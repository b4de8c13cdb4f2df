// A match as an earlier referee has left it in store and journal.
#ifndef REFEREE_LEFT_MATCH_H_
#define REFEREE_LEFT_MATCH_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/match.h"
#include "referee/journal/journal.h"
#include "referee/store/store.h"

namespace arena::referee {

struct LeftMatch {
  MatchRow row;
  // Where it stands; absent if it is pending. Or why it cannot go on.
  absl::StatusOr<std::optional<Match>> match;
};

// Reads the journal of each match and plays it again; blocks. An error is the
// store's and no match's.
absl::StatusOr<std::vector<LeftMatch>> LoadLeft(Journal& journal,
                                                std::vector<MatchRow> rows);

}  // namespace arena::referee

#endif  // REFEREE_LEFT_MATCH_H_
