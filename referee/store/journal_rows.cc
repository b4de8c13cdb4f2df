#include "referee/store/journal_rows.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/match/result.h"
#include "referee/store/json_array.h"
#include "referee/store/match_rows.h"

namespace arena::referee {
namespace {

// Where the journal of a match goes on.
struct JournalTail {
  int64_t match = 0;
  int64_t next = 0;
};
// By match id.
using JournalTails = std::map<absl::string_view, JournalTail>;

// The lock keeps other referees from taking the matches over meanwhile.
std::string SelectTails(absl::string_view which) {
  return absl::StrCat(
      "SELECT match_id, number, state, referee,"
      " (SELECT coalesce(max(sequence) + 1, 0) FROM journal"
      "  WHERE match = number)"
      " FROM matches WHERE match_id ",
      which, " FOR SHARE");
}

// Reads the rows of such a query into the tails.
absl::Status ReadTails(Query& query, int64_t referee, JournalTails& tails) {
  while (query.Next()) {
    const std::string match_id = query.Bytes(0);
    if (query.Int(2) == v1::Match::STATE_FINISHED) return MatchIsOver(match_id);
    if (query.Int(3) != referee) return AnothersMatch(match_id);
    tails[match_id] = {.match = query.Int(1), .next = query.Int(4)};
  }
  for (const auto& [match_id, tail] : tails) {
    if (tail.match == 0) return NoMatch(match_id);
  }
  return absl::OkStatus();
}

// The tails of all matches that the rows concern, in one query.
absl::StatusOr<JournalTails> FindTails(SqlConnection& connection,
                                       int64_t referee,
                                       absl::Span<const JournalRow> rows) {
  static const std::string one = SelectTails("= ?1");
  static const std::string many =
      SelectTails("IN (SELECT value FROM json_each(?1))");
  JournalTails tails;
  for (const JournalRow& row : rows) tails[row.match_id];
  if (tails.size() == 1) {
    Query query(connection, one, rows[0].match_id);
    ARENA_RETURN_IF_ERROR(ReadTails(query, referee, tails));
  } else if (!tails.empty()) {
    std::vector<absl::string_view> ids;
    for (const auto& [match_id, tail] : tails) ids.push_back(match_id);
    Query query(connection, many, JsonArray(ids));
    ARENA_RETURN_IF_ERROR(ReadTails(query, referee, tails));
  }
  return tails;
}

// Checks an entry that does not go on behind the last one: harmless if it is
// there already.
absl::Status CheckRepeated(SqlConnection& connection, const JournalTail& tail,
                           const JournalRow& row) {
  Query query(connection,
              "SELECT entry FROM journal WHERE match = ?1 AND sequence = ?2",
              tail.match, row.sequence);
  if (!query.Next()) {
    return absl::FailedPreconditionError(
        absl::StrCat("match ", row.match_id, ": journal entry ", row.sequence,
                     " leaves a gap, the next one is ", tail.next));
  }
  if (query.Bytes(0) != std::string(row.entry)) {
    return absl::FailedPreconditionError(
        absl::StrCat("match ", row.match_id, ": journal entry ", row.sequence,
                     " is there already with other bytes"));
  }
  return absl::OkStatus();
}

// Matches of a set that are planned, under way, or to be played again.
absl::StatusOr<int> OpenMatches(SqlConnection& connection, int64_t competition,
                                int64_t set) {
  Query query(connection,
              "SELECT m.result FROM matches m"
              " WHERE m.competition = ?1 AND m.set_index = ?2"
              " AND NOT EXISTS (SELECT 1 FROM matches later"
              "  WHERE later.competition = m.competition"
              "  AND later.set_index = m.set_index"
              "  AND later.match_index = m.match_index"
              "  AND later.attempt > m.attempt)",
              competition, set);
  int open = 0;
  while (query.Next()) {
    v1::MatchResult result;
    if (!query.IsNull(0) && !result.ParseFromString(query.Bytes(0))) {
      return absl::DataLossError(
          absl::StrCat("a result of set ", set, " is no MatchResult message"));
    }
    open += query.IsNull(0) || !HasResult(result.termination()) ? 1 : 0;
  }
  return open;
}

}  // namespace

absl::Status AppendEntries(SqlConnection& connection, int64_t referee,
                           absl::Span<const JournalRow> rows) {
  ARENA_ASSIGN_OR_RETURN(JournalTails tails,
                         FindTails(connection, referee, rows));
  for (const JournalRow& row : rows) {
    JournalTail& tail = tails[row.match_id];
    if (row.sequence != tail.next) {
      ARENA_RETURN_IF_ERROR(CheckRepeated(connection, tail, row));
      continue;
    }
    Query(connection,
          "INSERT INTO journal (match, sequence, entry) VALUES (?1, ?2, ?3)",
          tail.match, tail.next++, Blob{row.entry})
        .Post();
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> ReadEntries(
    SqlConnection& connection, absl::string_view match_id) {
  Query match(connection, "SELECT number FROM matches WHERE match_id = ?1",
              match_id);
  if (!match.Next()) return NoMatch(match_id);
  Query query(connection,
              "SELECT sequence, entry FROM journal WHERE match = ?1"
              " ORDER BY sequence",
              match.Int(0));
  std::vector<std::string> entries;
  while (query.Next()) {
    if (query.Int(0) != static_cast<int64_t>(entries.size())) {
      return absl::DataLossError(
          absl::StrCat("match ", match_id, ": journal entry ", entries.size(),
                       " is missing in the store"));
    }
    entries.push_back(query.Bytes(1));
  }
  return entries;
}

absl::StatusOr<std::string> FindRecord(SqlConnection& connection,
                                       absl::string_view record_id) {
  // With the set, where it is one of a competition that is not over.
  Query query(connection,
              "SELECT r.bytes, c.number, m.set_index"
              " FROM records r JOIN matches m ON m.number = r.match"
              " LEFT JOIN competitions c"
              "  ON c.number = m.competition AND c.state <> 3"
              " WHERE r.record_id = ?1",
              record_id);
  if (!query.Next()) {
    return absl::NotFoundError(
        absl::StrCat("no record has the id ", Shortened(record_id)));
  }
  std::string bytes = query.Bytes(0);
  if (query.IsNull(1)) return bytes;
  ARENA_ASSIGN_OR_RETURN(const int open,
                         OpenMatches(connection, query.Int(1), query.Int(2)));
  if (open == 0) return bytes;
  return absl::FailedPreconditionError(absl::StrCat(
      "the record ", record_id, " is sealed until ", open,
      " more matches of its set, which have the same deals, are over, or else "
      "the competition"));
}

}  // namespace arena::referee
