#include "referee/store/matches/records.h"

#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
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

absl::StatusOr<int64_t> FindReadableRecord(SqlConnection& sql,
                                           absl::string_view match_id) {
  // With the set, if the match is of a competition that is not over.
  Query query(sql,
              "SELECT m.number, c.number, m.set_index, length(r.bytes)"
              " FROM records r JOIN matches m ON m.number = r.match"
              " LEFT JOIN competitions c"
              "  ON c.number = m.competition AND c.state <> 3"
              " WHERE m.match_id = $1",
              match_id);
  if (!query.Next()) {
    return absl::NotFoundError(
        absl::StrCat("there is no record of match ", Shortened(match_id)));
  }
  const int64_t number = query.Int(0);
  if (query.Int(3) == 0) {
    return absl::NotFoundError(absl::StrCat(
        "the record of match ", match_id,
        " was removed: this referee does not keep records for ever; the result "
        "of the match stays"));
  }
  if (query.IsNull(1)) return number;
  ARENA_ASSIGN_OR_RETURN(const int open,
                         CountOpenMatches(sql, {query.Int(1), query.Int(2)}));
  if (open == 0) return number;
  return absl::FailedPreconditionError(
      absl::StrCat("the record of match ", match_id, " is sealed: ", open,
                   open == 1 ? " match" : " matches",
                   " of its set, with the same deals, must be over first; try "
                   "again then, or "
                   "when the competition is over"));
}

absl::StatusOr<std::string> Records::Get(absl::string_view match_id) {
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<std::string> {
    ARENA_ASSIGN_OR_RETURN(const int64_t match,
                           FindReadableRecord(sql, match_id));
    Query query(sql, "SELECT bytes FROM records WHERE match = $1", match);
    if (query.Next()) return query.Bytes(0);
    return absl::DataLossError(
        absl::StrCat("the record of match ", match_id, " is gone"));
  });
}

absl::StatusOr<std::vector<Note>> Records::Notes(absl::string_view match_id) {
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<Note>> {
        ARENA_ASSIGN_OR_RETURN(const int64_t match,
                               FindReadableRecord(sql, match_id));
        Query query(sql,
                    "SELECT seat, decision, note FROM notes WHERE match = $1"
                    " ORDER BY decision, seat",
                    match);
        std::vector<Note> notes;
        while (query.Next()) {
          notes.push_back({static_cast<Seat>(query.Int(0)),
                           static_cast<uint32_t>(query.Int(1)),
                           query.Bytes(2)});
        }
        return notes;
      });
}

absl::StatusOr<int> Records::RemoveOld(absl::Duration kept, int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::StatusOr<int> {
        Query query(sql,
                    "SELECT r.match FROM records r"
                    " JOIN matches m ON m.number = r.match"
                    " WHERE length(r.bytes) > 0 AND m.state = 3"
                    " AND (m.ended IS NULL OR m.ended < $1)"
                    " ORDER BY r.match LIMIT $2",
                    sql.Now() - absl::ToInt64Microseconds(kept), limit);
        std::vector<int64_t> matches;
        while (query.Next()) matches.push_back(query.Int(0));
        for (const int64_t match : matches) {
          // The row stays, because it tells removed records from records that
          // never were.
          Query(sql, "UPDATE records SET bytes = $2 WHERE match = $1", match,
                Blob{""})
              .Post();
          Query(sql, "DELETE FROM notes WHERE match = $1", match).Post();
        }
        return static_cast<int>(matches.size());
      });
}

}  // namespace arena::referee
