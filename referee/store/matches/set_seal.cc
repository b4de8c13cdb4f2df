#include "referee/store/matches/set_seal.h"

#include "absl/strings/str_cat.h"
#include "arena/match/entry.h"
#include "arena/v1/result.pb.h"

namespace arena::referee {

absl::StatusOr<int> CountOpenMatches(SqlConnection& sql,
                                     const SetOfMatches& set) {
  Query query(sql,
              "SELECT m.result FROM matches m"
              " WHERE m.competition = $1 AND m.set_index = $2"
              " AND NOT EXISTS (SELECT 1 FROM matches later"
              "  WHERE later.competition = m.competition"
              "  AND later.set_index = m.set_index"
              "  AND later.match_index = m.match_index"
              "  AND later.attempt > m.attempt)",
              set.competition, set.set);
  int open = 0;
  while (query.Next()) {
    v1::MatchResult result;
    if (!query.IsNull(0) && !result.ParseFromString(query.Bytes(0))) {
      return absl::DataLossError(absl::StrCat("a result of set ", set.set,
                                              " is damaged in the store"));
    }
    open += query.IsNull(0) || !HasResult(result.termination()) ? 1 : 0;
  }
  return open;
}

}  // namespace arena::referee
