// Sets of matches with the same deals: what would tell the deals is sealed
// until all matches of the set are over.
#ifndef REFEREE_STORE_MATCHES_SET_SEAL_H_
#define REFEREE_STORE_MATCHES_SET_SEAL_H_

#include <compare>
#include <cstdint>

#include "absl/status/statusor.h"
#include "referee/store/sql/sql_connection.h"

namespace arena::referee {

struct SetOfMatches {
  // The number of the competition.
  int64_t competition = 0;
  int64_t set = 0;
  friend auto operator<=>(const SetOfMatches&, const SetOfMatches&) = default;
};

// How many matches of a set are planned, under way, or to be played again.
// DATA_LOSS.
absl::StatusOr<int> CountOpenMatches(SqlConnection& sql,
                                     const SetOfMatches& set);

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCHES_SET_SEAL_H_
