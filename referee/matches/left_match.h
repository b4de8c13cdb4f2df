// A match as an earlier referee has left it in store and journal.
#ifndef REFEREE_MATCHES_LEFT_MATCH_H_
#define REFEREE_MATCHES_LEFT_MATCH_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/match/match.h"
#include "referee/journal/journal.h"
#include "referee/store/store.h"

namespace arena::referee {

struct LeftMatch {
  MatchRow row;
  // The match where it stands (absent if it is pending), or why it cannot go
  // on.
  absl::StatusOr<std::optional<Match>> match;
};

// Reads the journal of each match and replays it; blocks. An error returned
// here is one of the store, not of a match.
absl::StatusOr<std::vector<LeftMatch>> LoadLeft(Journal& journal,
                                                std::vector<MatchRow> rows);

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_LEFT_MATCH_H_
